import type { ReactNode } from 'react';
import type { Figure, FigureAnswer, FigureRow } from '../../runtime/services/datasets.ts';
import { canListRecords, figureText, headingOf } from './figureText.ts';

interface Props {
  caption: string;
  answer: FigureAnswer;
  /** Shows the records that a figure aggregates; absent: the figures are plain text. */
  onListRecords?(row: FigureRow, figure: Figure): void;
  /** Renders the name of a row's group; absent: its label. */
  renderGroupName?(row: FigureRow, groupIndex: number): ReactNode;
}

/**
 * An answer as a table with the group labels as row headings and formatted figures. Also the accessible form of charts.
 */
export function FigureTable({ caption, answer, onListRecords, renderGroupName }: Props) {
  const { groups, figures, rows } = answer;
  return (
    <table className="sc-figure-table">
      <caption className="sc-hidden-text">{caption}</caption>
      <thead>
        <tr>
          {groups.map(({ key, label }) => (
            <th key={key} scope="col">
              {label}
            </th>
          ))}
          {figures.map((figure) => (
            <th key={figure.key} scope="col" className="sc-number">
              {headingOf(figure)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.keys.join('\u0000')}>
            {groups.map(({ key }, groupIndex) => (
              <th key={key} scope="row">
                {renderGroupName?.(row, groupIndex) ?? row.labels[groupIndex]}
              </th>
            ))}
            {figures.map((figure, figureIndex) => {
              const text = figureText(row.values[figureIndex], figure);
              const canOpen = onListRecords && canListRecords(figure) && typeof row.values[figureIndex] === 'string';
              return (
                <td key={figure.key} className="sc-number">
                  {canOpen ? (
                    <button
                      type="button"
                      className="sc-figure-open"
                      aria-label={`${row.labels.join(' ')} ${figure.label} ${text}，查看明细`}
                      onClick={() => onListRecords(row, figure)}
                    >
                      {text}
                    </button>
                  ) : (
                    text
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

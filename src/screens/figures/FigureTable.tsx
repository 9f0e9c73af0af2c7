import type { ReactNode } from 'react';
import type { Figure, FigureAnswer, FigureRow } from '../../runtime/services/datasets.ts';
import { figureText, headingOf } from './figureText.ts';

interface Props {
  caption: string;
  answer: FigureAnswer;
  /** Opens the records behind a figure; absent: the table is for reading only. */
  onOpen?(row: FigureRow, figure: Figure): void;
  /** The name of a row's group, where it is more than text. */
  nameOf?(row: FigureRow, place: number): ReactNode;
}

/** An answer as a table: names of groups as row headings, figures with unit as they are read. For everybody, and for who cannot see a picture. */
export function FigureTable({ caption, answer, onOpen, nameOf }: Props) {
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
            {groups.map(({ key }, place) => (
              <th key={key} scope="row">
                {nameOf?.(row, place) ?? row.labels[place]}
              </th>
            ))}
            {figures.map((figure, place) => {
              const text = figureText(row.values[place], figure);
              const canOpen = onOpen && figure.isMeasure && typeof row.values[place] === 'string';
              return (
                <td key={figure.key} className="sc-number">
                  {canOpen ? (
                    <button
                      type="button"
                      className="sc-figure-open"
                      aria-label={`${row.labels.join(' ')} ${figure.label} ${text}，查看明细`}
                      onClick={() => onOpen(row, figure)}
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

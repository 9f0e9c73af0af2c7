import { Link } from 'react-router-dom';
import type { Line } from '../../../runtime/services/datasets.ts';
import { figureText, numberOf } from '../../figures/figureText.ts';
import { detailAddress } from '../../place/place.ts';
import { amountText } from '../../related/amountText.ts';
import type { LedgerColumn } from './ledgerColumns.ts';

interface Props {
  column: LedgerColumn;
  row: Line;
  /** The form of the records that the rows are of. */
  formKey: string;
  /** The first column of a record leads to it. */
  isFirst: boolean;
  /** The greatest figure of the page, for bars. */
  most: number;
  /** Opens the records behind a figure of a group; absent: there is nothing behind it. */
  onDrill: ((column: LedgerColumn, row: Line) => void) | undefined;
}

/** How much of a bar is filled, in percent: a share by itself, any other number beside the greatest of the page. */
function filled({ figure }: LedgerColumn, value: string | null, most: number): number {
  const number = Math.abs(numberOf(value) ?? 0);
  const part = figure?.format === 'percent' ? number : most > 0 ? number / most : 0;
  return Math.min(100, part * 100);
}

/** One cell of a ledger: text, a link to the record it names, or a figure with its bar, its colour and what stands behind it. */
export function LedgerCell({ column, row, formKey, isFirst, most, onDrill }: Props) {
  if (column.figure) {
    const value = row.values[column.place] ?? null;
    const text = figureText(value, column.figure);
    const isOpen = onDrill && column.figure.isMeasure && value !== null && Number(value) !== 0;
    return (
      <span className="sc-ledger-figure" data-tone={column.tone?.(value)}>
        {column.isBar ? (
          <span className="sc-ledger-bar" aria-hidden>
            <span style={{ width: `${filled(column, value, most)}%` }} />
          </span>
        ) : null}
        {isOpen ? (
          <button type="button" className="sc-figure-open" onClick={() => onDrill(column, row)}>
            {text}
          </button>
        ) : (
          <span className="sc-figure-text">{text}</span>
        )}
      </span>
    );
  }
  const cell = row.cells[column.place];
  if (!cell) return null;
  const isNumber = column.text?.isNumber === true && cell.value !== null;
  const text = isNumber ? amountText(cell.value ?? '', column.text?.precision) : cell.text;
  if (isFirst && row.recordId !== null)
    return <Link to={detailAddress({ formKey, id: row.recordId })}>{text === '' ? '未填写' : text}</Link>;
  if (cell.isOpen && column.text?.to && cell.value)
    return <Link to={detailAddress({ formKey: column.text.to, id: cell.value })}>{text}</Link>;
  return <span data-tone={isNumber ? column.tone?.(cell.value) : undefined}>{text}</span>;
}

import { Link } from 'react-router-dom';
import type { Line } from '../../../runtime/services/datasets.ts';
import { canListRecords, figureText, numberOf } from '../../figures/figureText.ts';
import { detailAddress } from '../../navigation/pageNavigation.ts';
import { amountText } from '../../related/amountText.ts';
import type { LedgerColumn } from './ledgerColumns.ts';

interface Props {
  column: LedgerColumn;
  row: Line;
  /** The form of the records in the rows. */
  formKey: string;
  /** True for the first text column, which links to the record of the row. */
  isFirst: boolean;
  /** The greatest value of the column on the page, which fills the whole bar. */
  greatest: number;
  /** Shows the records that a group's figure aggregates; undefined when the rows are records. */
  onDrill: ((column: LedgerColumn, row: Line) => void) | undefined;
}

/**
 * Returns the filled part of a bar in percent: the value itself if the figure is a percentage, otherwise its ratio to
 * the greatest value on the page.
 */
function barPercent({ figure }: LedgerColumn, value: string | null, greatest: number): number {
  const number = Math.abs(numberOf(value) ?? 0);
  const share = figure?.format === 'percent' ? number : greatest > 0 ? number / greatest : 0;
  return Math.min(100, share * 100);
}

/**
 * One cell of a ledger: a text, a link to a record, or a figure with bar, colour and link to the aggregated records.
 */
export function LedgerCell({ column, row, formKey, isFirst, greatest, onDrill }: Props) {
  if (column.figure) {
    const value = row.values[column.index] ?? null;
    const text = figureText(value, column.figure);
    const canDrill = onDrill && canListRecords(column.figure) && value !== null && Number(value) !== 0;
    return (
      <span className="sc-ledger-figure" data-tone={column.tone?.(value)} data-figure={column.figure.key}>
        {column.isBar ? (
          <span className="sc-ledger-bar" aria-hidden>
            <span style={{ width: `${barPercent(column, value, greatest)}%` }} />
          </span>
        ) : null}
        {canDrill ? (
          <button type="button" className="sc-figure-open" onClick={() => onDrill(column, row)}>
            {text}
          </button>
        ) : (
          <span className="sc-figure-text">{text}</span>
        )}
      </span>
    );
  }
  const cell = row.cells[column.index];
  if (!cell) return null;
  const isNumber = column.text?.isNumber === true && cell.value !== null;
  const text = isNumber ? amountText(cell.value ?? '', column.text?.precision) : cell.text;
  if (isFirst && row.recordId !== null)
    return <Link to={detailAddress({ formKey, id: row.recordId })}>{text === '' ? '未填写' : text}</Link>;
  if (cell.isOpen && column.text?.to && cell.value)
    return <Link to={detailAddress({ formKey: column.text.to, id: cell.value })}>{text}</Link>;
  return <span data-tone={isNumber ? column.tone?.(cell.value) : undefined}>{text}</span>;
}

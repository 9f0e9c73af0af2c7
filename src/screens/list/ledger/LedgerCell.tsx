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
  linksToRecord: boolean;
  /** The greatest value of the column on the page, which fills the whole bar. */
  maxAbsoluteValue: number;
  /** Shows the records that a group's figure aggregates; undefined when the rows are records. */
  onDrill: ((column: LedgerColumn, row: Line) => void) | undefined;
}

/**
 * Returns the filled part of a bar in percent: the value itself if the figure is a percentage, otherwise its ratio to
 * the greatest value on the page.
 */
function barPercent({ figure }: LedgerColumn, value: string | null, maxAbsoluteValue: number): number {
  const number = Math.abs(numberOf(value) ?? 0);
  const share = figure?.format === 'percent' ? number : maxAbsoluteValue > 0 ? number / maxAbsoluteValue : 0;
  return Math.min(100, share * 100);
}

/**
 * One cell of a ledger: a text, a link to a record, or a figure with bar, colour and link to the aggregated records.
 */
export function LedgerCell({ column, row, formKey, linksToRecord, maxAbsoluteValue, onDrill }: Props) {
  if (column.figure) {
    const value = row.values[column.index] ?? null;
    const text = figureText(value, column.figure);
    const canDrill = onDrill && canListRecords(column.figure) && value !== null && Number(value) !== 0;
    return (
      <span className="sc-ledger-figure" data-tone={column.tone?.(value)} data-figure={column.figure.key}>
        {column.isBar ? (
          <span className="sc-ledger-bar" aria-hidden>
            <span style={{ width: `${barPercent(column, value, maxAbsoluteValue)}%` }} />
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
  const isNumber = column.textHead?.isNumber === true && cell.value !== null;
  const text = isNumber ? amountText(cell.value ?? '', column.textHead?.precision) : cell.text;
  if (linksToRecord && row.recordId !== null)
    return <Link to={detailAddress({ formKey, id: row.recordId })}>{text === '' ? '未填写' : text}</Link>;
  if (cell.isOpen && column.textHead?.to && cell.value)
    return <Link to={detailAddress({ formKey: column.textHead.to, id: cell.value })}>{text}</Link>;
  return <span data-tone={isNumber ? column.tone?.(cell.value) : undefined}>{text}</span>;
}

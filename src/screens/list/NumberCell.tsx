import type { FormRecord } from '../../grammar/documents.ts';
import type { ListColumn } from './compile.ts';
import { RollupCell } from './RollupCell.tsx';
import '../figures/figures.css';

interface Props {
  column: ListColumn;
  record: FormRecord;
  /** The records of the page; the greatest absolute value among them fills the whole bar. */
  records: readonly FormRecord[];
}

const readNumber = ({ fieldsMap }: FormRecord, { field }: ListColumn): number | null => {
  const value = fieldsMap[field];
  const number = typeof value === 'number' || (typeof value === 'string' && value !== '') ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : null;
};

/**
 * A number of a record, in the colour that the column's `tone` returns for it, and with a bar if the column has bars
 * (`isBar`).
 */
export function NumberCell({ column, record, records }: Props) {
  const number = readNumber(record, column);
  const greatest = Math.max(0, ...records.map((other) => Math.abs(readNumber(other, column) ?? 0)));
  return (
    <span className="sc-ledger-figure" data-tone={column.tone?.(number === null ? null : String(number))}>
      {column.isBar ? (
        <span className="sc-ledger-bar" aria-hidden>
          <span style={{ width: `${greatest > 0 ? (Math.abs(number ?? 0) / greatest) * 100 : 0}%` }} />
        </span>
      ) : null}
      <span className="sc-figure-text">
        <RollupCell column={column} record={record} />
      </span>
    </span>
  );
}

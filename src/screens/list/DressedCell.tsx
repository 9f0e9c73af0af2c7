import type { FormRecord } from '../../grammar/documents.ts';
import { Cell } from './Cell.tsx';
import type { ListColumn } from './compile.ts';
import '../figures/figures.css';

interface Props {
  column: ListColumn;
  record: FormRecord;
  /** Those of the page, beside the greatest of which a bar is drawn. */
  records: readonly FormRecord[];
}

const numberIn = ({ fieldsMap }: FormRecord, { field }: ListColumn): number | null => {
  const value = fieldsMap[field];
  const number = typeof value === 'number' || (typeof value === 'string' && value !== '') ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : null;
};

/** A number of a record with its colour, and a bar beside it where the column says so. */
export function DressedCell({ column, record, records }: Props) {
  const number = numberIn(record, column);
  const most = Math.max(0, ...records.map((one) => Math.abs(numberIn(one, column) ?? 0)));
  return (
    <span className="sc-ledger-figure" data-tone={column.tone?.(number === null ? null : String(number))}>
      {column.isBar ? (
        <span className="sc-ledger-bar" aria-hidden>
          <span style={{ width: `${most > 0 ? (Math.abs(number ?? 0) / most) * 100 : 0}%` }} />
        </span>
      ) : null}
      <span className="sc-figure-text">
        <Cell column={column} record={record} />
      </span>
    </span>
  );
}

import type { KeyboardEvent, ReactNode } from 'react';
import type { FormRecord } from '../../../grammar/documents.ts';
import { useRegistry } from '../../../runtime/contexts.ts';
import { Cell, isCellEmpty } from '../Cell.tsx';
import type { ListColumn } from '../compile.ts';

/** Maximum number of values below the heading of a card. */
const MAX_VALUES = 4;

/** One record as a small card: its title and its first non-blank columns. */
export function RecordCard({
  record,
  columns,
  extra,
  onKeyDown,
  onBlur,
  onOpen,
}: {
  record: FormRecord;
  columns: readonly ListColumn[];
  /** Shown in the corner of the card. */
  extra?: ReactNode;
  /** Key handler of the button that opens the record. */
  onKeyDown?(event: KeyboardEvent): void;
  onBlur?(): void;
  onOpen(record: FormRecord): void;
}) {
  const registry = useRegistry();
  /** Returns true if the card's title already contains the value, e.g. the record's number. */
  const isInTitle = (value: unknown): boolean =>
    typeof value === 'string' && value.length > 1 && (record.title ?? '').includes(value);
  const shownColumns = columns.filter(
    (column) =>
      column.system !== 'title' && !isCellEmpty(column, record, registry) && !isInTitle(record.fieldsMap[column.field]),
  );
  const [headColumn, ...bodyColumns] = record.title ? [null, ...shownColumns] : shownColumns;
  return (
    <article className="sc-lane-card" data-record={record.id}>
      <button
        type="button"
        className="sc-card-open"
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        onClick={() => onOpen(record)}
      >
        {record.title || (headColumn ? <Cell column={headColumn} record={record} /> : '未填写')}
      </button>
      {extra}
      <dl>
        {bodyColumns
          .filter((column): column is ListColumn => column !== null)
          .slice(0, MAX_VALUES)
          .map((column) => (
            <div key={column.field}>
              <dt>{column.title}</dt>
              <dd>
                <Cell column={column} record={record} />
              </dd>
            </div>
          ))}
      </dl>
    </article>
  );
}

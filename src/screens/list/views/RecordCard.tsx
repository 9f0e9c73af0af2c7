import type { FormRecord } from '../../../grammar/documents.ts';
import { useRegistry } from '../../../runtime/contexts.ts';
import { Cell, isBlank } from '../Cell.tsx';
import type { ListColumn } from '../compile.ts';

/** So many values beside the heading; a card of a board is small. */
const MOST_VALUES = 4;

/** One record as a small card: its title, then the first columns that hold something. */
export function RecordCard({
  record,
  columns,
  onOpen,
}: {
  record: FormRecord;
  columns: readonly ListColumn[];
  onOpen(record: FormRecord): void;
}) {
  const registry = useRegistry();
  const filled = columns.filter((column) => column.system !== 'title' && !isBlank(column, record, registry));
  const [head, ...rest] = record.title ? [null, ...filled] : filled;
  return (
    <article className="sc-lane-card" data-record={record.id}>
      <button type="button" className="sc-card-open" onClick={() => onOpen(record)}>
        {record.title || (head ? <Cell column={head} record={record} /> : '未填写')}
      </button>
      <dl>
        {rest
          .filter((column): column is ListColumn => column !== null)
          .slice(0, MOST_VALUES)
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

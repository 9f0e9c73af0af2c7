import type { FormRecord } from '../../grammar/documents.ts';
import { hasRollupRecords, RollupButton } from '../related/RollupButton.tsx';
import { Cell } from './Cell.tsx';
import type { ListColumn } from './compile.ts';

/** One value of a record in a list. The value of a roll-up is a button that lists the counted or added-up records. */
export function RollupCell({ column, record }: { column: ListColumn; record: FormRecord }) {
  const cell = <Cell column={column} record={record} />;
  const { formKey, id, title } = record;
  if (!formKey || !id || !hasRollupRecords(column.node ?? undefined, record.fieldsMap[column.field])) return cell;
  // a column that follows a relation shows a value of another record, not of this one
  if (!column.node || column.node.__vModel__ !== column.field) return cell;
  return (
    <RollupButton record={{ formKey, id, title }} node={column.node}>
      {cell}
    </RollupButton>
  );
}

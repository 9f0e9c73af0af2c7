import type { FormRecord } from '../grammar/documents.ts';
import { isTable, type CompiledField, type CompiledForm, type CompiledTable, type Row } from '../kernel/index.ts';
import { isSameValue } from './sameValue.ts';
import { matchRows, rowsOf, comparedValueOf, type ComparedValue } from './difference.ts';
import { type Values } from './recordValues.ts';

/** One difference between two states of a record: a changed field or cell, or an added or removed row. */
export interface RecordChange {
  /** Unique in its list; the same field, cell or row has the same id in other lists. */
  id: string;
  kind: 'value' | 'row';
  /** Field, or sub-table. */
  key: string;
  rowId?: string;
  /** Position of the row in its table, from 1: after the change, or for a removed row before it. */
  rowNumber?: number;
  column?: string;
  /** Before and after the change; null if the row did not exist. The `value` of a whole row is its `fieldsMap`. */
  before: ComparedValue | null;
  after: ComparedValue | null;
}

/** Returns the change of a field or cell as a list of one item; an empty list if nothing changed. */
function valueChange(
  field: CompiledField,
  before: Values,
  after: Values,
  location: Pick<RecordChange, 'key' | 'rowId' | 'rowNumber' | 'column'>,
): RecordChange[] {
  // people do not edit computed fields: they change as a result of other changes, which are listed themselves
  if (field.compute || isSameValue(before[field.key], after[field.key])) return [];
  return [
    {
      ...location,
      id: JSON.stringify([location.key, location.rowId ?? '', location.column ?? '']),
      kind: 'value',
      before: comparedValueOf(field, before),
      after: comparedValueOf(field, after),
    },
  ];
}

/** Returns the changes of cells, and the added and removed rows of a sub-table. */
function tableChanges(table: CompiledTable, before: readonly Row[], after: readonly Row[]): RecordChange[] {
  const { key } = table;
  const wholeRowChange = (row: Row, index: number, states: Pick<RecordChange, 'before' | 'after'>): RecordChange => ({
    id: JSON.stringify([key, row.id]),
    kind: 'row',
    key,
    rowId: row.id,
    rowNumber: index + 1,
    ...states,
  });
  const { present, removed } = matchRows(before, after);
  return [
    ...present.flatMap(({ row, index, old }): RecordChange[] =>
      old
        ? table.columns.flatMap((column) =>
            valueChange(column, old.row.fieldsMap, row.fieldsMap, {
              key,
              rowId: row.id,
              rowNumber: index + 1,
              column: column.key,
            }),
          )
        : [wholeRowChange(row, index, { before: null, after: { value: row.fieldsMap } })],
    ),
    ...removed.map(({ row, index }) => wholeRowChange(row, index, { before: { value: row.fieldsMap }, after: null })),
  ];
}

type RecordState = Pick<FormRecord, 'fieldsMap' | 'childTables'>;

/**
 * Lists the differences between two states of a record, in the order of the form. A changed order of rows is not
 * listed. The caller must have removed hidden values from both states.
 */
export function recordChanges(compiled: CompiledForm, before: RecordState, after: RecordState): RecordChange[] {
  return [...compiled.fields.values()].flatMap((field) =>
    isTable(field)
      ? tableChanges(field, rowsOf(before.childTables?.[field.key]), rowsOf(after.childTables?.[field.key]))
      : valueChange(field, before.fieldsMap, after.fieldsMap, { key: field.key }),
  );
}

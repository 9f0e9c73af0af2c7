import type { FormRecord } from '../grammar/documents.ts';
import { isTable, type CompiledField, type CompiledForm, type CompiledTable, type Row } from '../kernel/index.ts';
import { isSameValue } from './sameValue.ts';
import { matchRows, rowsOf, sideOf, type Side } from './difference.ts';
import { type Values } from './recordValues.ts';

/** One place at which two states of a record differ: a field, a cell, or a row that came or went. */
export interface RecordChange {
  /** Unique in its list, and the same for the same place in another. */
  id: string;
  kind: 'value' | 'row';
  /** Field, or sub-table. */
  key: string;
  rowId?: string;
  /** Place of the row, from 1: now, or before it was removed. */
  rowNumber?: number;
  column?: string;
  /** null: the row was not there. Of a row the value is its map of values. */
  before: Side | null;
  after: Side | null;
}

function valueChange(
  field: CompiledField,
  before: Values,
  after: Values,
  at: Pick<RecordChange, 'key' | 'rowId' | 'rowNumber' | 'column'>,
): RecordChange[] {
  // what the system computes follows from what somebody changed
  if (field.compute || isSameValue(before[field.key], after[field.key])) return [];
  return [
    {
      ...at,
      id: JSON.stringify([at.key, at.rowId ?? '', at.column ?? '']),
      kind: 'value',
      before: sideOf(field, before),
      after: sideOf(field, after),
    },
  ];
}

function tableChanges(table: CompiledTable, before: readonly Row[], after: readonly Row[]): RecordChange[] {
  const { key } = table;
  const whole = (row: Row, index: number, sides: Pick<RecordChange, 'before' | 'after'>): RecordChange => ({
    id: JSON.stringify([key, row.id]),
    kind: 'row',
    key,
    rowId: row.id,
    rowNumber: index + 1,
    ...sides,
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
        : [whole(row, index, { before: null, after: { value: row.fieldsMap } })],
    ),
    ...removed.map(({ row, index }) => whole(row, index, { before: { value: row.fieldsMap }, after: null })),
  ];
}

type State = Pick<FormRecord, 'fieldsMap' | 'childTables'>;

/** Where two states of a record differ, in the form's order. What a person may not see must have been taken out of both. */
export function recordChanges(compiled: CompiledForm, before: State, after: State): RecordChange[] {
  return [...compiled.fields.values()].flatMap((field) =>
    isTable(field)
      ? tableChanges(field, rowsOf(before.childTables?.[field.key]), rowsOf(after.childTables?.[field.key]))
      : valueChange(field, before.fieldsMap, after.fieldsMap, { key: field.key }),
  );
}

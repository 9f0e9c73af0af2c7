import type { Situation } from '../rules/situation.ts';
import { isTable, type CompiledForm, type Scope, type Row } from '../kernel/index.ts';
import type { Path, Problem } from '../domain/problem/index.ts';
import type { RecordValues, Values } from './recordValues.ts';

/** Codes of the problems that a record may still have while it is incomplete. */
const INCOMPLETENESS_CODES: ReadonlySet<string> = new Set(['VALUE_REQUIRED', 'ROW_COUNT']);

/** Turns a path relative to a field's value into a path relative to the record. */
function recordPath(key: string, path: Path, isInTable: boolean): Path {
  if (!isInTable) return ['fieldsMap', key, ...path];
  const [row, column, ...rest] = path;
  return row === undefined
    ? ['childTables', key]
    : ['childTables', key, row, 'fieldsMap', ...(column === undefined ? [] : [column]), ...rest];
}

/**
 * Returns the problems that this person must fix: in fields that they see and may change, in the order of the form.
 * Fields that they may not change are ignored. In a sub-table that they may not change, only the cells are checked:
 * neither the number of rows nor whether a required table is empty. In a `draft` required values may be missing, and
 * the number of rows is not checked. `stored`: the record before the change, null for a new one. Rows in it are
 * existing rows, all others are new rows; an option stored in it may stay although it can no longer be chosen. If the
 * person may add rows but not edit existing ones, only the new rows are checked.
 */
export function validateRecord(
  compiled: CompiledForm,
  values: Values,
  situation: Situation,
  { draft = false, stored = null }: { draft?: boolean; stored?: Partial<RecordValues> | null } = {},
): Problem[] {
  const scope: Scope = { values, situation, storedValues: createStoredReader(stored) };
  const problems: Problem[] = [];
  for (const field of compiled.fields.values()) {
    const { visible, editable } = field.access(scope);
    if (!visible || !(editable || isTable(field))) continue;
    const isIncompleteAllowed = draft || !editable;
    const fieldProblems = field
      .validate(values[field.key], scope)
      .filter(
        ({ code, path }) => !(isIncompleteAllowed && INCOMPLETENESS_CODES.has(code)) || (!draft && path.length > 0),
      );
    // pushed one at a time: a long table may have more problems than a function call takes arguments
    for (const problem of fieldProblems)
      problems.push({ ...problem, path: recordPath(field.key, problem.path, isTable(field)) });
  }
  return problems;
}

/**
 * Creates the reader of a record's stored values, outside sub-tables or in one of its rows (`Scope`). `record`: the
 * stored record; null for a new one.
 */
export function createStoredReader(
  record: {
    fieldsMap?: Readonly<Record<string, unknown>>;
    childTables?: Readonly<Record<string, readonly Row[]>>;
  } | null,
): NonNullable<Scope['storedValues']> {
  const rowsByTable = new Map<string, ReadonlyMap<string, Row>>();
  return (table, rowId) => {
    if (table === undefined) return record?.fieldsMap;
    const rows =
      rowsByTable.get(table) ?? new Map((record?.childTables?.[table] ?? []).map((row) => [String(row.id), row]));
    rowsByTable.set(table, rows);
    return rowId === undefined ? undefined : rows.get(rowId)?.fieldsMap;
  };
}

import type { Situation } from '../rules/situation.ts';
import {
  isTable,
  type CompiledColumn,
  type CompiledField,
  type CompiledForm,
  type CompiledTable,
  type Row,
} from '../kernel/index.ts';
import { recompute } from './recompute.ts';
import { isSameValue } from './sameValue.ts';
import { storedKeys, type Values } from './recordValues.ts';
import { writableCells, writableKeys, type Scopes } from './writable.ts';

/** Copies `target` and sets these keys to their values in `source`; keys that `source` lacks are deleted. */
function withKeysFrom(target: Values, source: Values, keys: readonly string[]): Values {
  const next: Record<string, unknown> = { ...target };
  for (const key of keys) {
    if (Object.hasOwn(source, key)) next[key] = source[key];
    else delete next[key];
  }
  return next;
}

/**
 * Whether value and display text are both unchanged; choosing the stored value again may bring another display text.
 */
const isUnchanged = (field: CompiledField, after: Values, before: Values): boolean =>
  storedKeys(field).every((key) => isSameValue(after[key], before[key]));

function undoClosedCells(table: CompiledTable, scopes: Scopes): readonly Row[] {
  const [after, before] = scopes.map(({ values }) => values[table.key] as readonly Row[]) as [
    readonly Row[],
    readonly Row[],
  ];
  const beforeById = new Map(before.map((row) => [row.id, row]));
  const mayWrite = writableCells(table, scopes);
  const isClosed = (row: Row, rowBefore: Row, column: CompiledColumn): boolean =>
    column.compute === null && !isUnchanged(column, row.fieldsMap, rowBefore.fieldsMap) && !mayWrite(row.id, column);
  let changed = false;
  const rows = after.map((row) => {
    const rowBefore = beforeById.get(row.id);
    const closed =
      rowBefore === undefined || rowBefore === row
        ? []
        : table.columns.filter((column) => isClosed(row, rowBefore, column));
    if (rowBefore === undefined || closed.length === 0) return row;
    changed = true;
    return { ...row, fieldsMap: withKeysFrom(row.fieldsMap, rowBefore.fieldsMap, closed.flatMap(storedKeys)) };
  });
  return changed ? rows : after;
}

/**
 * One pass: `after` without the changes of fields and cells that are not writable (`writableKeys`, `writableCells`).
 */
function undoClosedOnce(compiled: CompiledForm, before: Values, after: Values, situation: Situation): Values {
  const scopes: Scopes = [
    { values: after, situation },
    { values: before, situation },
  ];
  const writable = writableKeys(compiled, scopes);
  let current = after;
  for (const field of compiled.fields.values()) {
    const { key } = field;
    if (
      field.compute !== null ||
      (isTable(field) ? Object.is(after[key], before[key]) : isUnchanged(field, after, before))
    )
      continue;
    if (!writable.has(key)) current = withKeysFrom(current, before, storedKeys(field));
    else if (isTable(field) && Array.isArray(after[key]) && Array.isArray(before[key])) {
      const rows = undoClosedCells(field, scopes);
      if (rows !== after[key]) current = { ...current, [key]: rows };
    }
  }
  return current === after ? after : recompute(compiled, current, situation);
}

/**
 * Undoes input in fields and cells that are no longer editable: another value showed the field, the person filled it
 * in, and then that value was changed and hid the field again. The field gets its value in `before` back, since the
 * server would refuse the change. Returns `after` itself if nothing is undone.
 */
export function undoClosedInput(compiled: CompiledForm, before: Values, after: Values, situation: Situation): Values {
  let current = after;
  // each pass but the last undoes at least one value, so the loop ends
  for (
    let next = undoClosedOnce(compiled, before, current, situation);
    next !== current;
    next = undoClosedOnce(compiled, before, current, situation)
  )
    current = next;
  return current;
}

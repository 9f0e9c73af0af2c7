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

/** `to` with these keys as they are in `from`. */
function withKeys(to: Values, from: Values, keys: readonly string[]): Values {
  const next: Record<string, unknown> = { ...to };
  for (const key of keys) {
    if (Object.hasOwn(from, key)) next[key] = from[key];
    else delete next[key];
  }
  return next;
}

/** Value and shown text alike: choosing again what is stored may bring another text. */
const isSame = (field: CompiledField, after: Values, before: Values): boolean =>
  storedKeys(field).every((key) => isSameValue(after[key], before[key]));

function rowsTakenBack(table: CompiledTable, moments: Scopes): readonly Row[] {
  const [after, before] = moments.map(({ values }) => values[table.key] as readonly Row[]) as [
    readonly Row[],
    readonly Row[],
  ];
  const old = new Map(before.map((row) => [row.id, row]));
  const mayWrite = writableCells(table, moments);
  const isClosed = (row: Row, was: Row, column: CompiledColumn): boolean =>
    column.compute === null && !isSame(column, row.fieldsMap, was.fieldsMap) && !mayWrite(row.id, column);
  let changed = false;
  const rows = after.map((row) => {
    const was = old.get(row.id);
    const closed = was === undefined || was === row ? [] : table.columns.filter((column) => isClosed(row, was, column));
    if (was === undefined || closed.length === 0) return row;
    changed = true;
    return { ...row, fieldsMap: withKeys(row.fieldsMap, was.fieldsMap, closed.flatMap(storedKeys)) };
  });
  return changed ? rows : after;
}

/** One round: `after` without what has no control before nor after. */
function round(compiled: CompiledForm, before: Values, after: Values, situation: Situation): Values {
  const moments: Scopes = [
    { values: after, situation },
    { values: before, situation },
  ];
  const writable = writableKeys(compiled, moments);
  let current = after;
  for (const field of compiled.fields.values()) {
    const { key } = field;
    if (field.compute !== null || (isTable(field) ? Object.is(after[key], before[key]) : isSame(field, after, before)))
      continue;
    if (!writable.has(key)) current = withKeys(current, before, storedKeys(field));
    else if (isTable(field) && Array.isArray(after[key]) && Array.isArray(before[key])) {
      const rows = rowsTakenBack(field, moments);
      if (rows !== after[key]) current = { ...current, [key]: rows };
    }
  }
  return current === after ? after : recompute(compiled, current, situation);
}

/**
 * Takes back what was typed where the control has gone again: a value filled in while another one showed its field,
 * which then hid it. What was stored stays; the server would refuse the change. The input itself when there is nothing.
 */
export function takeBackClosed(compiled: CompiledForm, before: Values, after: Values, situation: Situation): Values {
  let current = after;
  // each round takes back at least one value, so this ends
  for (
    let next = round(compiled, before, current, situation);
    next !== current;
    next = round(compiled, before, current, situation)
  )
    current = next;
  return current;
}

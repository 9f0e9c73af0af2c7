import type { Situation } from '../rules/situation.ts';
import type { CompiledColumn, CompiledForm, Row, Scope } from '../kernel/index.ts';
import { isSameValue } from './sameValue.ts';
import type { Values } from './recordValues.ts';

/** Computes one column for all rows. A row whose value does not change stays the same object. */
function computeColumn(column: CompiledColumn, rows: readonly Row[], scope: Scope): readonly Row[] {
  let changedRows: Row[] | null = null;
  rows.forEach((row, index) => {
    const value = column.compute?.({ ...scope, row: row.fieldsMap, rowId: row.id });
    if (isSameValue(value, row.fieldsMap[column.key])) return;
    changedRows ??= [...rows];
    changedRows[index] = { ...row, fieldsMap: { ...row.fieldsMap, [column.key]: value } };
  });
  return changedRows ?? rows;
}

/**
 * Returns the values with all computed fields and columns computed again, in the order of `computeSteps`. The input is
 * not modified. Unchanged rows stay the same objects; without any change the input itself is returned.
 */
export function recompute(compiled: CompiledForm, values: Values, situation: Situation): Values {
  let current: Record<string, unknown> = values;
  const setValue = (key: string, value: unknown): void => {
    if (current === values) current = { ...values };
    current[key] = value;
  };
  for (const { key, table } of compiled.computeSteps) {
    const scope: Scope = { values: current, situation };
    if (table === undefined) {
      const value = compiled.fields.get(key)?.compute?.(scope);
      if (!isSameValue(value, current[key])) setValue(key, value);
      continue;
    }
    const column = compiled.tables.get(table)?.columns.find(({ key: columnKey }) => columnKey === key);
    const rows = current[table];
    if (!column || !Array.isArray(rows)) continue;
    const computedRows = computeColumn(column, rows as Row[], scope);
    if (computedRows !== rows) setValue(table, computedRows);
  }
  return current;
}

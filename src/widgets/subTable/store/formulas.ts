import type { CompiledColumn, Row, Scope } from '../../../kernel/form.ts';

export interface Formulas {
  /**
   * The row with its computed columns brought up to date. `changed` limits the work to formulas that read one of
   * these columns, directly or through another formula; null computes all. Same row back when nothing differs.
   */
  derive(row: Row, changed: ReadonlySet<string> | null): Row;
  /** Keys of computed columns. */
  computed: ReadonlySet<string>;
  /** Form fields that formulas or column rules read: when one changes, every row is due again. */
  formKeys: readonly string[];
}

/** Computed columns in an order in which each comes after those it reads; a cycle (refused at publishing) keeps document order. */
function inOrder(columns: readonly CompiledColumn[]): CompiledColumn[] {
  const computed = new Map(columns.filter((column) => column.compute !== null).map((column) => [column.key, column]));
  const ordered = new Set<CompiledColumn>();
  const visit = (column: CompiledColumn, open: readonly string[]): void => {
    if (ordered.has(column) || open.includes(column.key)) return;
    for (const key of column.dependencies) {
      const before = computed.get(key);
      if (before) visit(before, [...open, column.key]);
    }
    ordered.add(column);
  };
  for (const column of computed.values()) visit(column, []);
  return [...ordered];
}

const isSame = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null && JSON.stringify(a) === JSON.stringify(b));

/** Row formulas of a table. `scope` gives the form's live values; a failed formula counts as null (kernel contract). */
export function createFormulas(columns: readonly CompiledColumn[], scope: () => Scope): Formulas {
  const order = inOrder(columns);
  const own = new Set(columns.map((column) => column.key));
  const formKeys = new Set<string>();
  for (const column of columns) for (const key of column.dependencies) if (!own.has(key)) formKeys.add(key.replace(/^form\./, ''));
  return {
    computed: new Set(order.map((column) => column.key)),
    formKeys: [...formKeys],
    derive(row, changed) {
      if (order.length === 0) return row;
      let fieldsMap = row.fieldsMap;
      const due = changed === null ? null : new Set(changed);
      for (const column of order) {
        if (due !== null && !column.dependencies.some((key) => due.has(key))) continue;
        const before = fieldsMap[column.key];
        const value = column.compute?.({ ...scope(), row: fieldsMap });
        if (isSame(before, value) || (value === null && before === undefined)) continue;
        fieldsMap = { ...fieldsMap, [column.key]: value };
        due?.add(column.key);
      }
      return fieldsMap === row.fieldsMap ? row : { ...row, fieldsMap };
    },
  };
}

import { readsIn } from '../../../expressions/index.ts';
import type { CompiledColumn, Row, Scope } from '../../../kernel/index.ts';

export interface Formulas {
  /**
   * Returns the row with up-to-date computed columns; the same object if nothing has changed. `changed`: only formulas
   * that read one of these columns, directly or through another formula, are computed; null computes all.
   */
  derive(row: Row, changed: ReadonlySet<string> | null): Row;
  /** Keys of computed columns. */
  computedKeys: ReadonlySet<string>;
  /**
   * Keys of the form fields that formulas or column rules (visible, editable, required) read. After a change of such a
   * field, all rows must be computed again.
   */
  formKeys: readonly string[];
}

interface Formula {
  column: CompiledColumn;
  /** Keys of the row's columns that the formula reads. */
  reads: readonly string[];
}

/**
 * Returns the keys of what expressions of a column read: columns of the row, and form fields. A form field is a name
 * that is not a column of the table, or a member of `form`.
 */
function findReads(
  expressions: readonly (string | undefined)[],
  columnKeys: ReadonlySet<string>,
): { rowKeys: string[]; formKeys: string[] } {
  const reads = expressions.filter((text) => text !== undefined && text !== '').map((text) => readsIn(text as string));
  const names = reads.flatMap((read) => read.names);
  const members = reads.flatMap((read) => read.members.filter(([root]) => root === 'form').map(([, member]) => member));
  return {
    rowKeys: names.filter((name) => columnKeys.has(name)),
    formKeys: [...names.filter((name) => !columnKeys.has(name)), ...members],
  };
}

/**
 * Sorts formulas so that each follows the formulas that it reads. A cycle (refused at publishing) keeps document order.
 */
function sortByDependency(formulas: readonly Formula[]): Formula[] {
  const byKey = new Map(formulas.map((formula) => [formula.column.key, formula]));
  const orderedFormulas = new Set<Formula>();
  const visit = (formula: Formula, path: readonly string[]): void => {
    if (orderedFormulas.has(formula) || path.includes(formula.column.key)) return;
    for (const key of formula.reads) {
      const dependency = byKey.get(key);
      if (dependency) visit(dependency, [...path, formula.column.key]);
    }
    orderedFormulas.add(formula);
  };
  for (const formula of formulas) visit(formula, []);
  return [...orderedFormulas];
}

const isSame = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) ||
  (typeof a === 'object' &&
    typeof b === 'object' &&
    a !== null &&
    b !== null &&
    JSON.stringify(a) === JSON.stringify(b));

/**
 * Creates the row formulas of a table. `scope` returns the current values of the form. A failed formula returns null
 * (kernel contract).
 */
export function createFormulas(columns: readonly CompiledColumn[], scope: () => Scope): Formulas {
  const columnKeys = new Set(columns.map((column) => column.key));
  const sortedFormulas = sortByDependency(
    columns
      .filter((column) => column.compute !== null)
      .map((column) => ({ column, reads: findReads([column.node.computed], columnKeys).rowKeys })),
  );
  const formKeys = new Set(
    columns.flatMap(
      ({ node }) =>
        findReads([node.computed, node.visibleWhen, node.editableWhen, node.requiredWhen], columnKeys).formKeys,
    ),
  );
  return {
    computedKeys: new Set(sortedFormulas.map(({ column }) => column.key)),
    formKeys: [...formKeys],
    derive(row, changed) {
      if (sortedFormulas.length === 0) return row;
      let fieldsMap = row.fieldsMap;
      const changedKeys = changed === null ? null : new Set(changed);
      for (const { column, reads } of sortedFormulas) {
        if (changedKeys !== null && !reads.some((key) => changedKeys.has(key))) continue;
        const oldValue = fieldsMap[column.key];
        const value = column.compute?.({ ...scope(), row: fieldsMap, rowId: row.id });
        if (isSame(oldValue, value) || (value === null && oldValue === undefined)) continue;
        fieldsMap = { ...fieldsMap, [column.key]: value };
        changedKeys?.add(column.key);
      }
      return fieldsMap === row.fieldsMap ? row : { ...row, fieldsMap };
    },
  };
}

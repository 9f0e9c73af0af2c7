import { readsIn } from '../../../expressions/index.ts';
import type { CompiledColumn, Row, Scope } from '../../../kernel/index.ts';

export interface Formulas {
  /**
   * Returns the row with up-to-date computed columns; the same object if nothing differs. `changed` limits the work to
   * formulas that read one of these columns, directly or through another formula; null computes all.
   */
  derive(row: Row, changed: ReadonlySet<string> | null): Row;
  /** Keys of computed columns. */
  computed: ReadonlySet<string>;
  /**
   * Keys of form fields that formulas or column rules read; when one of them changes, all rows must be computed again.
   */
  formKeys: readonly string[];
}

interface Formula {
  column: CompiledColumn;
  /** Keys of the columns of the row that the formula reads. */
  reads: readonly string[];
}

/**
 * The columns of the row and the form fields that expressions of a column read. A name that is no column of the table
 * is a form field, and so is a member of `form`.
 */
function findReads(
  expressions: readonly (string | undefined)[],
  columnKeys: ReadonlySet<string>,
): { columns: string[]; form: string[] } {
  const reads = expressions.filter((text) => text !== undefined && text !== '').map((text) => readsIn(text as string));
  const names = reads.flatMap((read) => read.names);
  const members = reads.flatMap((read) => read.members.filter(([root]) => root === 'form').map(([, member]) => member));
  return {
    columns: names.filter((name) => columnKeys.has(name)),
    form: [...names.filter((name) => !columnKeys.has(name)), ...members],
  };
}

/** Sorts formulas so that each comes after those it reads; a cycle (refused at publishing) keeps document order. */
function sortByDependency(formulas: readonly Formula[]): Formula[] {
  const byKey = new Map(formulas.map((formula) => [formula.column.key, formula]));
  const ordered = new Set<Formula>();
  const visit = (formula: Formula, path: readonly string[]): void => {
    if (ordered.has(formula) || path.includes(formula.column.key)) return;
    for (const key of formula.reads) {
      const dependency = byKey.get(key);
      if (dependency) visit(dependency, [...path, formula.column.key]);
    }
    ordered.add(formula);
  };
  for (const formula of formulas) visit(formula, []);
  return [...ordered];
}

const isSame = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) ||
  (typeof a === 'object' &&
    typeof b === 'object' &&
    a !== null &&
    b !== null &&
    JSON.stringify(a) === JSON.stringify(b));

/**
 * Creates the row formulas of a table. `scope` returns the current values of the form; a failed formula gives null
 * (kernel contract).
 */
export function createFormulas(columns: readonly CompiledColumn[], scope: () => Scope): Formulas {
  const columnKeys = new Set(columns.map((column) => column.key));
  const sortedFormulas = sortByDependency(
    columns
      .filter((column) => column.compute !== null)
      .map((column) => ({ column, reads: findReads([column.node.computed], columnKeys).columns })),
  );
  const formKeys = new Set(
    columns.flatMap(
      ({ node }) => findReads([node.computed, node.visibleWhen, node.editableWhen, node.requiredWhen], columnKeys).form,
    ),
  );
  return {
    computed: new Set(sortedFormulas.map(({ column }) => column.key)),
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

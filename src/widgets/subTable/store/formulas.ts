import { readsIn, type CompiledColumn, type Row, type Scope } from '../../../kernel/index.ts';

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

interface Formula {
  column: CompiledColumn;
  /** Columns of the row that it reads. */
  reads: readonly string[];
}

/** What the texts of a column read: columns of the row by their bare names, anything else of the form. */
function readsOf(
  texts: readonly (string | undefined)[],
  own: ReadonlySet<string>,
): { columns: string[]; form: string[] } {
  const reads = texts.filter((text) => text !== undefined && text !== '').map((text) => readsIn(text as string));
  const names = reads.flatMap((read) => read.names);
  const members = reads.flatMap((read) => read.members.filter(([root]) => root === 'form').map(([, member]) => member));
  return {
    columns: names.filter((name) => own.has(name)),
    form: [...names.filter((name) => !own.has(name)), ...members],
  };
}

/** Formulas in an order in which each comes after those it reads; a cycle (refused at publishing) keeps document order. */
function inOrder(formulas: readonly Formula[]): Formula[] {
  const byKey = new Map(formulas.map((formula) => [formula.column.key, formula]));
  const ordered = new Set<Formula>();
  const visit = (formula: Formula, open: readonly string[]): void => {
    if (ordered.has(formula) || open.includes(formula.column.key)) return;
    for (const key of formula.reads) {
      const before = byKey.get(key);
      if (before) visit(before, [...open, formula.column.key]);
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

/** Row formulas of a table. `scope` gives the form's live values; a failed formula counts as null (kernel contract). */
export function createFormulas(columns: readonly CompiledColumn[], scope: () => Scope): Formulas {
  const own = new Set(columns.map((column) => column.key));
  const order = inOrder(
    columns
      .filter((column) => column.compute !== null)
      .map((column) => ({ column, reads: readsOf([column.node.computed], own).columns })),
  );
  const formKeys = new Set(
    columns.flatMap(
      ({ node }) => readsOf([node.computed, node.visibleWhen, node.editableWhen, node.requiredWhen], own).form,
    ),
  );
  return {
    computed: new Set(order.map(({ column }) => column.key)),
    formKeys: [...formKeys],
    derive(row, changed) {
      if (order.length === 0) return row;
      let fieldsMap = row.fieldsMap;
      const due = changed === null ? null : new Set(changed);
      for (const { column, reads } of order) {
        if (due !== null && !reads.some((key) => due.has(key))) continue;
        const before = fieldsMap[column.key];
        const value = column.compute?.({ ...scope(), row: fieldsMap, rowId: row.id });
        if (isSame(before, value) || (value === null && before === undefined)) continue;
        fieldsMap = { ...fieldsMap, [column.key]: value };
        due?.add(column.key);
      }
      return fieldsMap === row.fieldsMap ? row : { ...row, fieldsMap };
    },
  };
}

import { guessColumn, type GuessedColumn } from './guessColumn.ts';
import { textOfCell, type Cell, type SheetTable } from './sheetTable.ts';

/** A form guessed from a sheet. */
export interface GuessedForm {
  table: SheetTable;
  /** Identifies the form in this dialog; does not change when the user edits the form key. */
  id: string;
  formKey: string;
  formName: string;
  columns: GuessedColumn[];
  isLeftOut: boolean;
}

const cellsOf = (table: SheetTable, column: number): Cell[] => table.rows.map((row) => row[column] ?? null);
/** Returns the texts of the filled cells of a column. */
const valuesOf = (table: SheetTable, column: number): string[] =>
  cellsOf(table, column)
    .map(textOfCell)
    .filter((text) => text !== '');

/**
 * Returns the index of the column that is the title of a record: a name, else a unique column, else the first text,
 * else the first column that is not left out.
 */
export function titleColumnIndex({ columns }: Pick<GuessedForm, 'columns'>): number {
  const find = (isTitle: (column: GuessedColumn) => boolean): number =>
    columns.findIndex((column) => !column.isLeftOut && isTitle(column));
  return (
    [
      find(({ title }) => /名称$|姓名$|标题$/.test(title)),
      find(({ isUnique }) => isUnique),
      find(({ kind }) => kind === 'text'),
      find(() => true),
    ].find((index) => index >= 0) ?? 0
  );
}

/** Returns the columns that identify a record: unique and filled in every row. */
const keyColumns = ({ table, columns }: GuessedForm): number[] =>
  columns.flatMap((column, index) => {
    const values = valuesOf(table, index);
    const isKey = values.length > 1 && values.length === table.rows.length && new Set(values).size === values.length;
    return isKey && ['text', 'select', 'phone', 'identityCard'].includes(column.kind) && !column.isLeftOut
      ? [index]
      : [];
  });

/**
 * Returns the id of the form to which a column refers: a form with a key column that contains all values of the column;
 * null if there is none.
 */
function targetFormId(form: GuessedForm, column: number, otherForms: readonly GuessedForm[]): string | null {
  const values = [...new Set(valuesOf(form.table, column))];
  if (values.length === 0) return null;
  const isKeyColumn = keyColumns(form).includes(column);
  for (const other of otherForms) {
    const isTarget = keyColumns(other).some((index) => {
      const keyValues = new Set(valuesOf(other.table, index));
      const isSameTitle = other.columns[index]?.title === form.columns[column]?.title;
      // if both columns are keys, only the column with fewer values refers to the one with more, and only with the same
      // title
      return (
        (!isKeyColumn || (isSameTitle && keyValues.size > values.length)) &&
        values.every((value) => keyValues.has(value))
      );
    });
    if (isTarget) return other.id;
  }
  return null;
}

/**
 * Replaces the form ids in `to` of the relation columns by the keys of these forms, which the user may have edited.
 * Returns the changed forms.
 */
export function withRelationTargets(forms: readonly GuessedForm[]): GuessedForm[] {
  const keys = new Map(forms.map(({ id, formKey }) => [id, formKey]));
  return forms.map((form) => ({
    ...form,
    columns: form.columns.map((column) =>
      column.to === undefined ? column : { ...column, to: keys.get(column.to) ?? column.to },
    ),
  }));
}

/**
 * Guesses a form for each sheet, with relations between the sheets. `keyFor`: returns the form key for the name of a
 * sheet, a different key for each name.
 */
export function guessForms(tables: readonly SheetTable[], keyFor: (name: string) => string): GuessedForm[] {
  const forms = tables.map((table): GuessedForm => {
    const id = keyFor(table.name);
    return {
      table,
      id,
      formKey: id,
      formName: table.name,
      columns: table.fields
        ? [...table.fields]
        : table.titles.map((title, index) => guessColumn(title, cellsOf(table, index))),
      isLeftOut: false,
    };
  });
  for (const form of forms) {
    const otherForms = forms.filter((other) => other !== form);
    form.columns = form.columns.map((column, index) => {
      const to =
        column.isLeftOut || !['text', 'select'].includes(column.kind) ? null : targetFormId(form, index, otherForms);
      return to === null ? column : { ...column, kind: 'relation', isUnique: false, options: [], to };
    });
  }
  return forms;
}

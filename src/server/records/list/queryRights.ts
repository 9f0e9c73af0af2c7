import { isHiddenFromRole } from '../../../rules/roleFields.ts';
import type { ServerContext } from '../../context.ts';
import { loadFormWithFacts } from '../../documents/index.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Db } from '../../store/database.ts';
import { createFreshFactReader } from '../../store/facts.ts';
import { columnsOf } from '../columns/columnRefs.ts';
import { situationOf } from '../read/situationOf.ts';
import type { PickerColumn } from '../relations/selectableRows.ts';
import type { QueryableColumn } from './conditionParts.ts';
import { isMultiValued } from './listConditions.ts';
import { neededColumns } from './listFields.ts';
import { queryableColumns } from './queryableColumns.ts';

/** The rights of one person over the fields and relation paths of a form in a list. */
export interface QueryRights {
  /** Returns false for a field that is hidden from this person in every record. */
  mayShow(name: string): boolean;
  mayFilterBy(name: string): boolean;
  maySortBy(name: string): boolean;
}

/** Returns the rights of this person for a list of a form with these fields and relation paths (`names`). */
export async function queryRights(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  formKey: string,
  names: readonly string[],
): Promise<QueryRights> {
  const facts = createFreshFactReader(context);
  const { form, version } = await loadFormWithFacts(context, db, formKey, facts);
  const storedColumnKeys = names.flatMap((name) => neededColumns(form, name));
  const storedColumns = await columnsOf(db, formKey, storedColumnKeys);
  const queryable = await queryableColumns(context, db, user, { formKey, form, version }, names, storedColumns, facts);
  const columnOf = (name: string): QueryableColumn | null => {
    try {
      return queryable(name);
    } catch (error) {
      // the person may not query by the column, or the column is still being filled for older records
      if (error instanceof Refusal) return null;
      throw error;
    }
  };
  const situation = situationOf({ user, formKey, row: null, rules: null, isEdit: false, isTask: false });
  const hasProcess = Boolean(form.definition.flowKey);
  return {
    mayShow(name) {
      const [key = ''] = name.split('.');
      if (isHiddenFromRole(key, situation)) return false;
      // the steps of a process may show the field in the records in which this person takes part
      return hasProcess || (form.fields.get(key)?.mayRead(situation) ?? true);
    },
    mayFilterBy: (name) => columnOf(name) !== null,
    maySortBy(name) {
      const column = columnOf(name);
      return column !== null && !isMultiValued(column);
    },
  };
}

/** Returns the names of the sortable columns, for which `visibleColumns` needs the rights. */
export const sortableNames = (columns: readonly PickerColumn[]): string[] =>
  columns.filter(({ isSortable }) => isSortable).map(({ name }) => name);

/**
 * Returns those columns of a dialog for picking records, or of a list of the records behind a number, that this person
 * may see. A column stays sortable only if the person may sort by it. The rights must have been loaded for the
 * `sortableNames` of the columns.
 */
export const visibleColumns = (columns: readonly PickerColumn[], { mayShow, maySortBy }: QueryRights): PickerColumn[] =>
  columns
    .filter(({ name }) => mayShow(name))
    .map((column) => ({ ...column, isSortable: column.isSortable && maySortBy(column.name) }));

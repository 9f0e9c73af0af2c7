import type { ServerContext } from '../../context.ts';
import { loadKnownForm } from '../../documents/index.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Db } from '../../store/database.ts';
import { freshFacts } from '../../store/facts.ts';
import { columnsOf } from '../columns/columnRefs.ts';
import type { SelectableColumn } from '../relations/selectableRows.ts';
import { neededColumns } from './listFields.ts';
import { queryableColumns } from './queryableColumns.ts';

/** What a query of this person may do with a field or path of a form. */
export interface QueryRights {
  mayFilterBy(name: string): boolean;
  maySortBy(name: string): boolean;
}

/** Returns what a query of this person may do with these fields and paths of a form. */
export async function queryRights(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  formKey: string,
  names: readonly string[],
): Promise<QueryRights> {
  const facts = freshFacts(context);
  const { form, version } = await loadKnownForm(context, db, formKey, facts);
  const needs = names.flatMap((name) => neededColumns(form, name));
  const stored = await columnsOf(db, formKey, needs);
  const queryable = await queryableColumns(context, db, user, { formKey, form, version }, names, stored, facts);
  const kindOf = (name: string): string | null => {
    try {
      return queryable(name).kind;
    } catch (error) {
      // not a column by which this person may query, or one that is being filled
      if (error instanceof Refusal) return null;
      throw error;
    }
  };
  return {
    mayFilterBy: (name) => kindOf(name) !== null,
    maySortBy: (name) => !['list', 'span', null].includes(kindOf(name)),
  };
}

/**
 * The columns of a short list as this person sees them: without the fields that are hidden from them, and sortable only
 * by what a query of theirs may sort by.
 */
export async function columnsFor(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  formKey: string,
  columns: readonly SelectableColumn[],
): Promise<SelectableColumn[]> {
  const hidden = user.fieldRules[formKey]?.hidden ?? [];
  const shown = columns.filter(({ name }) => !hidden.includes(name.split('.')[0] ?? ''));
  const names = shown.filter(({ isSortable }) => isSortable).map(({ name }) => name);
  const { maySortBy } = await queryRights(context, db, user, formKey, names);
  return shown.map((column) => ({ ...column, isSortable: column.isSortable && maySortBy(column.name) }));
}

import { sql, type RawBuilder } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { loadFormWithFacts } from '../../documents/index.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Db } from '../../store/database.ts';
import { createFreshFactReader } from '../../store/facts.ts';
import { columnsOf } from '../columns/columnRefs.ts';
import { maskedColumn, queryableColumns } from './queryableColumns.ts';
import { neededColumns } from './listFields.ts';
import { prepareList } from './prepareList.ts';

/**
 * Returns the values of a field in the records of a form that this person may read, as a subquery for `in (…)`.
 * Refuses with REQUEST_INVALID a field by which this person may not query, with 404 an unknown form.
 */
export async function readableValuesSql(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  formKey: string,
  name: string,
): Promise<RawBuilder<unknown>> {
  const facts = createFreshFactReader(context);
  const { form, version } = await loadFormWithFacts(context, db, formKey, facts);
  const list = await prepareList(context, db, user, formKey, { isWholeUnit: false }, facts);
  const columns = await columnsOf(db, formKey, neededColumns(form, name));
  const column = await queryableColumns(context, db, user, { formKey, form, version }, [name], columns, facts);
  return sql`select ${maskedColumn(column(name)).value} from ${list.table} as frm_record where ${list.filter}`;
}

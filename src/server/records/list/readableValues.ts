import { sql, type RawBuilder } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { knownForm } from '../../documents/index.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Db } from '../../store/database.ts';
import { askingGround } from '../../store/facts.ts';
import { columnsOf } from '../columns/columnRefs.ts';
import { askableColumns, openColumn } from './askableColumns.ts';
import { neededColumns } from './listFields.ts';
import { asked } from './listRecords.ts';

/**
 * The values of a field in those records of a form that this person may read, as a query for `in (…)`. Refuses with
 * REQUEST_INVALID a field that they may not ask by, with 404 without such a form.
 */
export async function readableValues(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  formKey: string,
  name: string,
): Promise<RawBuilder<unknown>> {
  const ground = askingGround(context);
  const { form, version } = await knownForm(context, db, formKey, ground);
  const list = await asked(context, db, user, formKey, { isWholeUnit: false }, ground);
  const columns = await columnsOf(db, formKey, neededColumns(form, name));
  const column = await askableColumns(context, db, user, { formKey, form, version }, [name], columns, ground);
  return sql`select ${openColumn(column(name)).value} from ${list.table} as frm_record where ${list.filter}`;
}

import { sql } from 'kysely';
import type { FileAccess, ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import {
  publishedAccess,
  delegatedSql,
  mayEditOrDelete,
  mayReadByPublishedForm,
  findReadableFileLinks,
  recordsOf,
  type RecordRow,
} from '../records/index.ts';

/**
 * A business object with attached files. `busType` is a form key, optionally with a suffix after a colon
 * (`scrapDevice:acceptance`).
 */
export interface BusinessObject {
  busId: string;
  busType: string;
}

const formKeyOf = ({ busType }: Pick<BusinessObject, 'busType'>): string => busType.split(':')[0] ?? '';

/** Returns the record of a business object; null if there is none, as for an object of another system. */
export async function recordOfBusiness({ db }: ServerContext, object: BusinessObject): Promise<RecordRow | null> {
  return (
    (await db
      .selectFrom(await recordsOf(db, formKeyOf(object)))
      .selectAll()
      .where('form_key', '=', formKeyOf(object))
      .where('id', '=', object.busId)
      .executeTakeFirst()) ?? null
  );
}

/**
 * Returns the record of a business object that this person may see; null for an object of another system. If the type
 * is a form of this product, refuses with 404 a record that is missing or that this person may not see.
 */
export async function readableRecordOf(
  context: ServerContext,
  user: RequestUser,
  object: BusinessObject,
): Promise<RecordRow | null> {
  const row = await recordOfBusiness(context, object);
  if (row && (await mayReadByPublishedForm(context, context.db, user, row))) return row;
  const knownFormOrRow =
    row ??
    (await context.db
      .selectFrom('doc_document')
      .select('doc_key')
      .where('kind', '=', 'form')
      .where('doc_key', '=', formKeyOf(object))
      .executeTakeFirst());
  if (knownFormOrRow) throw new Refusal('404');
  return null;
}

/**
 * Checks whether this person may attach a file to the record. These people may: people with the permission to edit the
 * record by the rights on its form (`mayEditOrDelete`), assignees of an open task of the record, and their delegates.
 */
export async function mayAttachToRecord(context: ServerContext, user: RequestUser, row: RecordRow): Promise<boolean> {
  const { db } = context;
  if (await mayEditOrDelete(db, user, row, await publishedAccess(context, db, row.form_key))) return true;
  const openTask = await db
    .selectFrom('flw_task as t')
    .innerJoin('flw_task_candidate as c', 'c.task_id', 't.id')
    .select('t.id')
    .where('t.record_id', '=', row.id)
    .where('t.state', '=', 'open')
    .where('c.user_id', '=', user.id)
    .where('c.is_open', '=', true)
    .limit(1)
    .executeTakeFirst();
  if (openTask) return true;
  const delegatedTasks =
    await sql`select 1 from ${delegatedSql(user.id)} g where g.record_id = ${row.id} limit 1`.execute(db);
  return delegatedTasks.rows.length > 0;
}

/**
 * Returns the function that selects, from given files, the files attached to a record that the person may read. It is
 * registered in `fileAccess`.
 */
export const attachmentAccess =
  (context: ServerContext): FileAccess =>
  async (user, fileIds) => {
    const links = sql`select file_id, bus_id as record_id, split_part(bus_type, ':', 1) as form_key from att_busi where file_id = any(${[...fileIds]}::text[])`;
    return [...new Set((await findReadableFileLinks(context, context.db, user, links)).map(({ file_id }) => file_id))];
  };

import { sql } from 'kysely';
import type { ServerContext } from '../context.ts';
import { readableFiles, toFileRecord, type FileRecord } from '../files/index.ts';
import { MAX_FILES } from '../http/errorHandling.ts';
import { Refusal } from '../http/refusal.ts';
import { isAdmin, type RequestUser } from '../http/user.ts';
import type { RecordRow } from '../records/index.ts';
import { newId } from '../store/newId.ts';
import { mayAttachToRecord, readableRecordOf, type BusinessObject } from './access.ts';

/** Maximum number of files of a business object. */
const MAX_ATTACHMENTS = MAX_FILES * 5;

/** A file of a business object: `id` is the file's id, `busiAttId` the id of the link, for `removeAtt`. */
export interface Attachment extends FileRecord {
  busiAttId: string;
  busId: string;
  busType: string;
  createBy: string;
  createByName: string;
  /** True if the reader may remove the file from the object (`mayDetach`). */
  mayRemove: boolean;
}

/**
 * Returns true if this person may remove a file from its business object. The person who attached the file, and the
 * record's creator, may remove it until the record is finished or voided. Administrators may always remove it. `row`:
 * null for an object of another system.
 */
function mayDetach(
  user: RequestUser,
  row: Pick<RecordRow, 'create_by' | 'flw_state'> | null,
  attachedBy: string,
): boolean {
  if (isAdmin(user)) return true;
  const isSettled = row !== null && (row.flw_state === '3' || row.flw_state === '4');
  return !isSettled && (attachedBy === user.id || row?.create_by === user.id);
}

/**
 * Returns true if this person may attach a file to a business object. Refuses with 404 an object that they may not see.
 */
export async function mayAttachToObject(
  context: ServerContext,
  user: RequestUser,
  object: BusinessObject,
): Promise<boolean> {
  const row = await readableRecordOf(context, user, object);
  return row === null || mayAttachToRecord(context, user, row);
}

/**
 * CL-039: returns the files of a business object that this person may see. For a record: all, if they may read the
 * record. For an object of another system, whose rights are unknown: the files that they attached; administrators see
 * all.
 */
export async function attachmentsOf(
  context: ServerContext,
  user: RequestUser,
  { busId, busType }: BusinessObject,
): Promise<Attachment[]> {
  const row = await readableRecordOf(context, user, { busId, busType });
  let query = context.db
    .selectFrom('att_busi as b')
    .innerJoin('att_file as f', 'f.id', 'b.file_id')
    .where('b.bus_id', '=', busId)
    .where('b.bus_type', '=', busType);
  if (!row && !isAdmin(user)) query = query.where('b.create_by', '=', user.id);
  const rows = await query
    .select(['f.id', 'f.file_name', 'f.file_ext', 'f.size', 'b.id as link', 'b.create_by', 'b.create_by_name'])
    .orderBy('b.created_at')
    .orderBy('b.id')
    .execute();
  return rows.map(({ link, create_by, create_by_name, ...file }) => ({
    ...toFileRecord(file),
    busiAttId: link,
    busId,
    busType,
    createBy: create_by,
    createByName: create_by_name,
    mayRemove: mayDetach(user, row, create_by),
  }));
}

/**
 * CL-040: attaches files to a business object, and returns all its attachments. Refuses with 403 files that the user
 * may not read and records to which they may not attach, and with FILE_COUNT more than `MAX_ATTACHMENTS` files.
 * Attaching a file again has no effect.
 */
export async function attach(
  context: ServerContext,
  user: RequestUser,
  { busId, busType }: BusinessObject,
  fileIds: readonly string[],
): Promise<Attachment[]> {
  const uniqueIds = [...new Set(fileIds)];
  const row = await readableRecordOf(context, user, { busId, busType });
  if (row && !(await mayAttachToRecord(context, user, row))) throw new Refusal('403');
  if ((await readableFiles(context, user, uniqueIds)).length < uniqueIds.length) throw new Refusal('403');
  await context.db.transaction().execute(async (trx) => {
    // only one request at a time attaches to an object, so that the count below includes concurrent requests
    await sql`select pg_advisory_xact_lock(hashtext(${`att_busi ${busType} ${busId}`}))`.execute(trx);
    await trx
      .insertInto('att_busi')
      .values(
        uniqueIds.map((id) => ({
          id: newId(),
          bus_id: busId,
          bus_type: busType,
          file_id: id,
          create_by: user.id,
          create_by_name: user.name,
        })),
      )
      .onConflict((conflict) => conflict.columns(['bus_id', 'bus_type', 'file_id']).doNothing())
      .execute();
    // already attached files are not counted twice; if the total exceeds the limit, nothing is attached
    const { total } = await trx
      .selectFrom('att_busi')
      .select(({ fn }) => fn.countAll<string>().as('total'))
      .where('bus_id', '=', busId)
      .where('bus_type', '=', busType)
      .executeTakeFirstOrThrow();
    if (Number(total) > MAX_ATTACHMENTS) throw new Refusal('FILE_COUNT', { limit: MAX_ATTACHMENTS });
  });
  return attachmentsOf(context, user, { busId, busType });
}

/**
 * CL-040: removes a file from its business object; the file itself stays. Refuses with 404 an unknown link or an object
 * that this person may not see, and with 403 if this person may not remove the file (`mayDetach`).
 */
export async function detach(context: ServerContext, user: RequestUser, linkId: string): Promise<void> {
  const link = await context.db.selectFrom('att_busi').selectAll().where('id', '=', linkId).executeTakeFirst();
  if (!link) throw new Refusal('404');
  const row = await readableRecordOf(context, user, { busId: link.bus_id, busType: link.bus_type });
  // for objects of another system, users may only use the ids of their own links
  if (!row && !isAdmin(user) && link.create_by !== user.id) throw new Refusal('404');
  if (!mayDetach(user, row, link.create_by)) throw new Refusal('403');
  await context.db.deleteFrom('att_busi').where('id', '=', linkId).execute();
}

import { sql } from 'kysely';
import type { ServerContext } from '../context.ts';
import { readableFiles, toFileRecord, type FileRecord } from '../files/index.ts';
import { MAX_FILES } from '../http/errorHandling.ts';
import { Refusal } from '../http/refusal.ts';
import { isAdmin, type RequestUser } from '../http/user.ts';
import { newId } from '../store/id.ts';
import { mayAttach, seenRecord, type BusinessObject } from './access.ts';

/** A file of a business object: `id` is the file's, `busiAttId` that of the link, which `removeAtt` takes. */
export interface Attachment extends FileRecord {
  busiAttId: string;
  busId: string;
  busType: string;
  createBy: string;
  createByName: string;
}

/**
 * CL-039: the files of a business object that this person may see. On a record: all of them, for who may read the
 * record. On an object of another system nothing is known of who may see it: one's own, administrators all.
 */
export async function attachmentsOf(
  context: ServerContext,
  user: RequestUser,
  { busId, busType }: BusinessObject,
): Promise<Attachment[]> {
  const row = await seenRecord(context, user, { busId, busType });
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
  }));
}

/** CL-040: hangs files on a business object. Refuses with 403 files one may not read and records one may not change; a file twice is there once. */
export async function attach(
  context: ServerContext,
  user: RequestUser,
  { busId, busType }: BusinessObject,
  fileIds: readonly string[],
): Promise<Attachment[]> {
  const wanted = [...new Set(fileIds)];
  const row = await seenRecord(context, user, { busId, busType });
  if (row && !(await mayAttach(context, user, row))) throw new Refusal('403');
  if ((await readableFiles(context, user, wanted)).length < wanted.length) throw new Refusal('403');
  await context.db.transaction().execute(async (trx) => {
    // one after the other, so that many at once are counted, too
    await sql`select pg_advisory_xact_lock(hashtext(${`att_busi ${busType} ${busId}`}))`.execute(trx);
    const { total } = await trx
      .selectFrom('att_busi')
      .select(({ fn }) => fn.countAll<string>().as('total'))
      .where('bus_id', '=', busId)
      .where('bus_type', '=', busType)
      .executeTakeFirstOrThrow();
    if (Number(total) + wanted.length > MAX_FILES * 5) throw new Refusal('FILE_COUNT', { limit: MAX_FILES * 5 });
    await trx
      .insertInto('att_busi')
      .values(
        wanted.map((id) => ({
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
  });
  return attachmentsOf(context, user, { busId, busType });
}

/** CL-040: takes a file off its business object; the file itself stays. Its attacher, the record's creator and administrators may. */
export async function detach(context: ServerContext, user: RequestUser, linkId: string): Promise<void> {
  const link = await context.db.selectFrom('att_busi').selectAll().where('id', '=', linkId).executeTakeFirst();
  if (!link) throw new Refusal('404');
  const row = await seenRecord(context, user, { busId: link.bus_id, busType: link.bus_type });
  // of another system's object one knows one's own links only
  if (!row && !isAdmin(user) && link.create_by !== user.id) throw new Refusal('404');
  // what hangs on a record that is finished stays there, whoever hung it there
  const isSettled = row !== null && (row.flw_state === '3' || row.flw_state === '4');
  const isMine = link.create_by === user.id || row?.create_by === user.id;
  if (!isAdmin(user) && (!isMine || isSettled)) throw new Refusal('403');
  await context.db.deleteFrom('att_busi').where('id', '=', linkId).execute();
}

import { AsyncResource } from 'node:async_hooks';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { isHeld } from './held.ts';
import type { FileRow } from './rows.ts';
import type { FileStore } from './store.ts';

/** CL-044: the newest own upload of this name, or the own upload with this id. Refuses with 404; a name is never a path. */
export async function ownFile({ db }: ServerContext, user: RequestUser, name: string): Promise<FileRow> {
  const row = await db
    .selectFrom('att_file')
    .selectAll()
    .where('uploader_id', '=', user.id)
    .where((where) => where.or([where('id', '=', name), where('file_name', '=', name)]))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) throw new Refusal('404');
  return row;
}

/** `delete=true`: removes the file once it was sent. Refuses with 403 while something holds it. */
export async function removeAfter(
  { db }: ServerContext,
  files: FileStore,
  reply: FastifyReply,
  row: FileRow,
): Promise<void> {
  const {
    rows: [held],
  } = await sql<{ isHeld: boolean }>`select ${isHeld(sql`${row.id}`)} as "isHeld"`.execute(db);
  if (held?.isHeld) throw new Refusal('403');
  // in the name of who asked: an event of the connection is nobody's
  reply.raw.once(
    'finish',
    AsyncResource.bind(() => {
      const removing = db
        .deleteFrom('att_file')
        .where('id', '=', row.id)
        .where(sql<boolean>`not ${isHeld(sql`${row.id}`)}`)
        .execute()
        .then(([done]) => (done && done.numDeletedRows > 0n ? files.remove(row.id) : undefined));
      removing.catch((error: unknown) => reply.log.error({ err: error }, 'a sent file could not be removed'));
    }),
  );
}

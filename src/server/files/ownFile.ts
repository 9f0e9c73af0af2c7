import { AsyncResource } from 'node:async_hooks';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { isFileReferencedSql } from './isFileReferenced.ts';
import type { FileRow } from './readableFiles.ts';
import type { FileStore } from './fileStore.ts';

/**
 * Returns the person's newest upload whose file name or id is `nameOrId` (CL-044). Refuses with 404 if there is no such
 * upload. `nameOrId` is never used as a path.
 */
export async function findOwnFile({ db }: ServerContext, user: RequestUser, nameOrId: string): Promise<FileRow> {
  const row = await db
    .selectFrom('att_file')
    .selectAll()
    .where('uploader_id', '=', user.id)
    .where((where) => where.or([where('id', '=', nameOrId), where('file_name', '=', nameOrId)]))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) throw new Refusal('404');
  return row;
}

/** Arranges that a file is removed after it was sent (`delete=true`). Refuses with 403 a file that is referenced. */
export async function removeAfterSending(
  { db }: ServerContext,
  files: FileStore,
  reply: FastifyReply,
  row: FileRow,
): Promise<void> {
  const {
    rows: [reference],
  } = await sql<{ isHeld: boolean }>`select ${isFileReferencedSql(sql`${row.id}`)} as "isHeld"`.execute(db);
  if (reference?.isHeld) throw new Refusal('403');
  // keep the context of the request, so that the audit log names its user
  reply.raw.once(
    'finish',
    AsyncResource.bind(() => {
      const removing = db
        .deleteFrom('att_file')
        .where('id', '=', row.id)
        .where(sql<boolean>`not ${isFileReferencedSql(sql`${row.id}`)}`)
        .execute()
        .then(([deletion]) => (deletion && deletion.numDeletedRows > 0n ? files.remove(row.id) : undefined));
      removing.catch((error: unknown) => reply.log.error({ err: error }, 'a sent file could not be removed'));
    }),
  );
}

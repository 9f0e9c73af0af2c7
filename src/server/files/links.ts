import { sql } from 'kysely';
import { newSecret, secretHash } from '../auth/index.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import type { FileRow } from './rows.ts';

/** Minutes: long enough to read on and reload, short enough that a copied address is soon worth nothing. */
const LIFE = 10;

/**
 * OD-052: an address that opens one file in a window of its own, where no Authorization header travels. It holds a
 * random secret kept as hash, for this file only. Whoever asked for it was allowed to read the file.
 */
export async function makeLink(
  { db }: ServerContext,
  { id, file_name }: Pick<FileRow, 'id' | 'file_name'>,
): Promise<string> {
  const secret = newSecret();
  await db
    .insertInto('att_link')
    .values({ hash: secretHash(secret), file_id: id, expires_at: sql`now() + make_interval(mins => ${LIFE})` as never })
    .execute();
  return `/api/file/outside/${secret}/${encodeURIComponent(file_name)}`;
}

/** The file of a link; refuses with 404 when it never was one or has expired. */
export async function fileOfLink({ db }: ServerContext, secret: string): Promise<FileRow> {
  const row = await db
    .selectFrom('att_link as l')
    .innerJoin('att_file as f', 'f.id', 'l.file_id')
    .selectAll('f')
    .where('l.hash', '=', secretHash(secret))
    .where('l.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (!row) throw new Refusal('404');
  return row;
}

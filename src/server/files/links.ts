import { sql } from 'kysely';
import { newSecret, secretHash } from '../auth/index.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import type { FileRow } from './readableFiles.ts';

/**
 * Validity of a link: long enough to read and reload a file, and short enough that a copied address soon becomes
 * invalid.
 */
const LINK_MINUTES = 10;

/**
 * Creates an address that opens one file in a separate window, which sends no Authorization header (OD-052). The
 * address contains a random secret; the database stores its hash. The caller must have checked that the person may
 * read the file.
 */
export async function makeLink(
  { db }: ServerContext,
  { id, file_name }: Pick<FileRow, 'id' | 'file_name'>,
): Promise<string> {
  const secret = newSecret();
  await db
    .insertInto('att_link')
    .values({
      hash: secretHash(secret),
      file_id: id,
      expires_at: sql`now() + make_interval(mins => ${LINK_MINUTES})` as never,
    })
    .execute();
  return `/api/file/outside/${secret}/${encodeURIComponent(file_name)}`;
}

/** Returns the file that a link opens. `secret`: from its address. Refuses an unknown or expired link with 404. */
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

import { sql } from 'kysely';
import type { FileAccess, ServerContext } from '../../context.ts';
import type { Db } from '../../store/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { findReadableFileLinks } from '../../records/index.ts';

/** Refuses with 403 if this person did not upload one of the files of an opinion (`ids`, including its signature). */
export async function refuseOthersFiles(db: Db, userId: string, ids: readonly string[]): Promise<void> {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) return;
  const ownFiles = await db
    .selectFrom('att_file')
    .select('id')
    .where('id', 'in', uniqueIds)
    .where('uploader_id', '=', userId)
    .execute();
  if (ownFiles.length < uniqueIds.length) throw new Refusal('403');
}

/**
 * Returns the function that selects from the given files those that belong to opinions (attachments and signatures) on
 * records that the person may read.
 */
export const opinionFileAccess =
  (context: ServerContext): FileAccess =>
  async (user, ids) => {
    const links = sql`select file_id, record_id, form_key from flw_file where file_id = any(${[...ids]}::text[])`;
    return [...new Set((await findReadableFileLinks(context, context.db, user, links)).map(({ file_id }) => file_id))];
  };

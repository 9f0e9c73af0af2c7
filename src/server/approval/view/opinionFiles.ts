import { sql } from 'kysely';
import type { FileAccess, ServerContext } from '../../context.ts';
import type { Db } from '../../store/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { readableHolders } from '../../records/index.ts';

/** An opinion takes only files that its writer uploaded. Refuses with 403. */
export async function refuseOthersFiles(db: Db, userId: string, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const own = await db
    .selectFrom('att_file')
    .select('id')
    .where('id', 'in', wanted)
    .where('uploader_id', '=', userId)
    .execute();
  if (own.length < wanted.length) throw new Refusal('403');
}

/** Files of opinions are open to who may read the record. */
export const opinionFileAccess =
  (context: ServerContext): FileAccess =>
  async (user, ids) => {
    const links = sql`select file_id, record_id, form_key from flw_file where file_id = any(${[...ids]}::text[])`;
    return [...new Set((await readableHolders(context, context.db, user, links)).map(({ file_id }) => file_id))];
  };

import { sql } from 'kysely';
import type { FileAccess, ServerContext } from '../context.ts';
import { readableHolders } from '../records/index.ts';

/** The right to a file of a comment: whoever may read the record above it, for the file area's list of `fileAccess`. */
export const commentFileAccess =
  (context: ServerContext): FileAccess =>
  async (user, fileIds) => {
    const links = sql`select f.file_id, c.record_id, c.form_key from frm_comment_file f join frm_comment c on c.id = f.comment_id where f.file_id = any(${[...fileIds]}::text[])`;
    return [...new Set((await readableHolders(context, context.db, user, links)).map(({ file_id }) => file_id))];
  };

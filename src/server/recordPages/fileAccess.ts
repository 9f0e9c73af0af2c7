import { sql } from 'kysely';
import type { FileAccess, ServerContext } from '../context.ts';
import { findReadableFileLinks } from '../records/index.ts';

/**
 * File access through comments: returns those of the files that belong to comments on records which the person may
 * read. Registered in `context.fileAccess`.
 */
export const commentFileAccess =
  (context: ServerContext): FileAccess =>
  async (user, fileIds) => {
    const links = sql`select f.file_id, c.record_id, c.form_key from frm_comment_file f join frm_comment c on c.id = f.comment_id where f.file_id = any(${[...fileIds]}::text[])`;
    return [...new Set((await findReadableFileLinks(context, context.db, user, links)).map(({ file_id }) => file_id))];
  };

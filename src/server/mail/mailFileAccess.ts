import type { FileAccess, ServerContext } from '../context.ts';

/** Allows senders and receivers of a mail to read its attachments, unless they have deleted the mail permanently. */
export const mailFileAccess =
  ({ db }: ServerContext): FileAccess =>
  async (user, fileIds) => {
    const rows = await db
      .selectFrom('mail_file as f')
      .innerJoin('mail_message as m', 'm.id', 'f.message_id')
      .leftJoin('mail_receipt as r', (join) => join.onRef('r.message_id', '=', 'm.id').on('r.user_id', '=', user.id))
      .where('f.file_id', 'in', [...fileIds])
      .where((where) =>
        where.or([
          where.and([where('m.sender_id', '=', user.id), where('m.place', '<>', '2')]),
          where.and([where('r.user_id', '=', user.id), where('r.place', '<>', '2')]),
        ]),
      )
      .select('f.file_id')
      .distinct()
      .execute();
    return rows.map(({ file_id }) => file_id);
  };

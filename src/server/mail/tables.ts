import type { ColumnType, Generated } from 'kysely';

type Time = ColumnType<Date, Date | string, Date | string>;
type NullableTime = ColumnType<Date | null, Date | string | null, Date | string | null>;
type Json<T> = ColumnType<T, string, string>;

/** The folder of a mail: '0' inbox, sent mails or drafts; '1' deleted (can be restored); '2' permanently deleted. */
export type MailFolder = '0' | '1' | '2';

export interface MailTables {
  /**
   * One mail of its sender. `status` '0' draft, '1' sent; `to_ids` and `cc_ids` are people, `file_ids` attachments.
   * `place`: the sender's folder that contains it; `placed_at`: when it was moved there. `source_id`: the original
   * mail, if this mail was written from another one.
   */
  mail_message: {
    id: string;
    sender_id: string;
    sender_name: string;
    subject: string;
    content: string;
    email_type: string;
    status: '0' | '1';
    to_ids: Json<string[]>;
    cc_ids: Json<string[]>;
    file_ids: Json<string[]>;
    source_id: string | null;
    place: Generated<MailFolder>;
    placed_at: NullableTime;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
    sent_at: NullableTime;
  };
  /** A mail of one receiver. `place`: the receiver's folder that contains it; `placed_at`: when it was moved there. */
  mail_receipt: {
    id: string;
    message_id: string;
    user_id: string;
    kind: 'to' | 'cc';
    read_at: NullableTime;
    place: Generated<MailFolder>;
    placed_at: NullableTime;
    sent_at: Time;
  };
  /** Attachments of mails, for checking who may read a file. */
  mail_file: { file_id: string; message_id: string };
}

declare module '../store/database.ts' {
  interface Database extends MailTables {}
}

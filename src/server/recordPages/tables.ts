import type { ColumnType, Generated } from 'kysely';

type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

/** A person who is mentioned in a comment by `@name`. */
export interface Mention {
  id: string;
  name: string;
}

export interface CommentTables {
  /** Comments on records of forms. A removed comment keeps its row, but is shown without its text. */
  frm_comment: {
    id: string;
    form_key: string;
    record_id: string;
    author_id: string;
    author_name: string;
    text: string;
    mentions: ColumnType<Mention[], string, string>;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
    edited_at: NullableTime;
    removed_at: NullableTime;
  };
  frm_comment_file: { comment_id: string; file_id: string; sn: number };
  /** The time up to which a person has read the comments of a record. */
  frm_comment_read: { record_id: string; user_id: string; read_at: Generated<Date> };
}

declare module '../store/database.ts' {
  interface Database extends CommentTables {}
}

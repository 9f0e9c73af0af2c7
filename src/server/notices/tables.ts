import type { ColumnType, Generated } from 'kysely';

type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableTime = ColumnType<Date | null, Date | string | null, Date | string | null>;

export interface NoticeTables {
  /** `status`: '0' draft, '1' released, '2' withdrawn. `unit_ids`: null for everybody. `kind`: '1' 通知, '2' 公告. */
  sys_notice: {
    id: string;
    title: string;
    content: string;
    kind: string;
    status: Generated<'0' | '1' | '2'>;
    unit_ids: ColumnType<string[] | null, string | null, string | null>;
    author_id: string;
    author_name: string;
    created_at: GeneratedTime;
    released_at: NullableTime;
  };
  sys_notice_read: { notice_id: string; user_id: string; read_at: GeneratedTime };
  /** A reminder to one person that requires no action; `form_key` and `record_id`: the record to which it links. */
  sys_remind: {
    id: string;
    user_id: string;
    kind: string;
    title: string;
    content: string;
    form_key: string | null;
    record_id: string | null;
    /** Path of a page in the product to which the reminder links, if it is not about a record. */
    link: Generated<string>;
    created_at: GeneratedTime;
    read_at: NullableTime;
  };
}

declare module '../store/database.ts' {
  interface Database extends NoticeTables {}
}

import type { ColumnType, Generated } from 'kysely';
import type { MessageKindKey, MessageWay, Topic } from '../../domain/messageKinds.ts';

type Now = ColumnType<Date, Date | string | undefined, Date | string>;

/** Channels that are called over HTTP; `mail` is the one channel of mail, which the settings of the server make. */
export type HttpChannelKind = 'webhook' | 'wecom' | 'dingtalk' | 'feishu';
export type ChannelKind = HttpChannelKind | 'mail';
export const MAIL_CHANNEL = 'mail';

/** What a message says. `people`: whom it is for; nobody in particular when empty. */
export interface MessagePayload {
  content: string;
  people: { username: string; name: string }[];
  formKey?: string;
  recordId?: string;
  /** The page that it leads to where it tells of no record: an address of the product. */
  link?: string;
}

export interface OutboxTables {
  /** `url` and `secret` are never answered by a call: a robot's address holds its token. Of mail: the server's name, '' without one. */
  sys_channel: {
    id: string;
    name: string;
    kind: ChannelKind;
    url: string;
    secret: Generated<string>;
    topics: ColumnType<Topic[], string, string>;
    is_disabled: Generated<boolean>;
  };
  /**
   * A message on its way. `id` is its key, the same at each attempt; while it is sent, `due_at` is the end of the lease.
   * `user_id`: whose mail it is. `kind`: whose template is used, '' for one without.
   */
  sys_outbox: {
    id: string;
    channel_id: string;
    topic: Topic;
    title: string;
    payload: ColumnType<MessagePayload, string, string>;
    created_at: Now;
    due_at: Now;
    tries: Generated<number>;
    state: Generated<'waiting' | 'sent' | 'failed'>;
    error: Generated<string>;
    sent_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    user_id: Generated<string | null>;
    kind: Generated<MessageKindKey | ''>;
    /** Of a mail: the file that goes with it. */
    file_id: Generated<string | null>;
  };
  /** Files that go with mails, each stored once however many get it. */
  sys_outbox_file: {
    id: string;
    name: string;
    content: Buffer;
    created_at: Now;
  };
  /** What administrators say of a kind of messages; null: as the product ships it. Row `*`: the quiet hours of who chose none. */
  sys_message_kind: {
    kind: string;
    ways: ColumnType<MessageWay[] | null, string | null | undefined, string | null>;
    mail_title: Generated<string | null>;
    mail_content: Generated<string | null>;
    chat_content: Generated<string | null>;
    quiet_from: Generated<string | null>;
    quiet_to: Generated<string | null>;
  };
}

declare module '../store/database.ts' {
  interface Database extends OutboxTables {}
}

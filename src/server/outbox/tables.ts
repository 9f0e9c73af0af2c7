import type { ColumnType, Generated } from 'kysely';
import type { MessageKindKey, DeliveryMethod, Topic } from '../../domain/messageKinds.ts';

type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>;

/** Kinds of channels that are called over HTTP. */
export type HttpChannelKind = 'webhook' | 'wecom' | 'dingtalk' | 'feishu';
/** All kinds of channels. There is exactly one channel of kind `mail`, which the server's settings define. */
export type ChannelKind = HttpChannelKind | 'mail';
/** Id of the mail channel. */
export const MAIL_CHANNEL_ID = 'mail';

/** Content of a message. `people`: the receivers; empty for a message without particular receivers. */
export interface MessagePayload {
  content: string;
  people: { username: string; name: string }[];
  formKey?: string;
  recordId?: string;
  /** Path of a page in the product to which the message links, if it is not about a record. */
  link?: string;
}

export interface OutboxTables {
  /**
   * A channel. Calls never return `url` and `secret`, because the address of a robot contains its token. For mail,
   * `url` is the name of the mail server; '' if there is none.
   */
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
   * A message. Every attempt sends the same `id` as the key of the message. `due_at`: the time of the next attempt;
   * while a server sends the message, the end of its lease. `user_id`: the receiver of a mail. `kind`: the kind whose
   * template is used, '' for none.
   */
  sys_outbox: {
    id: string;
    channel_id: string;
    topic: Topic;
    title: string;
    payload: ColumnType<MessagePayload, string, string>;
    created_at: GeneratedTime;
    due_at: GeneratedTime;
    tries: Generated<number>;
    /** The time of the last attempt; used to limit the messages per minute to a chat robot. */
    tried_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    state: Generated<'waiting' | 'sent' | 'failed'>;
    error: Generated<string>;
    sent_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    user_id: Generated<string | null>;
    kind: Generated<MessageKindKey | ''>;
    /** For a mail: its attachment. */
    file_id: Generated<string | null>;
  };
  /** Attachments of mails, each stored once for all its receivers. */
  sys_outbox_file: {
    id: string;
    name: string;
    content: Buffer;
    created_at: GeneratedTime;
  };
  /** Settings of administrators for a kind of message; null: the shipped value. Row `*`: the default quiet hours. */
  sys_message_kind: {
    kind: string;
    ways: ColumnType<DeliveryMethod[] | null, string | null | undefined, string | null>;
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

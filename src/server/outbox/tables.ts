import type { ColumnType, Generated } from 'kysely';

type Now = ColumnType<Date, Date | string | undefined, Date | string>;

export type ChannelKind = 'webhook' | 'wecom' | 'dingtalk' | 'feishu';
/** What a channel may be asked to pass on: people's reminders, released notices, alarms of the system, a trial. */
export type Topic = 'remind' | 'notice' | 'alarm' | 'test';

/** What a message says. `people`: whom it is for; nobody in particular when empty. */
export interface MessagePayload {
  content: string;
  people: { username: string; name: string }[];
  formKey?: string;
  recordId?: string;
}

export interface OutboxTables {
  /** `url` and `secret` are never answered by a call: a robot's address holds its token. */
  sys_channel: {
    id: string;
    name: string;
    kind: ChannelKind;
    url: string;
    secret: Generated<string>;
    topics: ColumnType<Topic[], string, string>;
    is_disabled: Generated<boolean>;
  };
  /** A message on its way. `id` is its key, the same at each attempt; while it is sent, `due_at` is the end of the lease. */
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
  };
}

declare module '../store/database.ts' {
  interface Database extends OutboxTables {}
}

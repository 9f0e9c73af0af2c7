import { sql, type Kysely, type Migration } from 'kysely';
import { watchTable } from '../watchTable.ts';

/**
 * The mail channel, the recipient and kind of each message in the outbox, and the administrators' settings for kinds of
 * messages.
 */
export const messageChoices: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
    await watchTable(db, 'sys_message_kind', { key: ['kind'] });
  },
};

const STATEMENTS = [
  `alter table sys_channel drop constraint sys_channel_kind_check`,
  `alter table sys_channel add check (kind in ('webhook', 'wecom', 'dingtalk', 'feishu', 'mail'))`,
  // the mail server is configured by settings; `url` is a copy of its address, '' without a server
  `insert into sys_channel (id, name, kind, url, topics) values ('mail', '邮件', 'mail', '', '["task", "remind", "mail", "notice", "alarm"]')`,
  `alter table sys_outbox add column user_id varchar(64), add column kind text not null default ''`,
  `create table sys_message_kind (kind text primary key, ways jsonb, mail_title text, mail_content text, chat_content text,
    quiet_from text, quiet_to text)`,
  `insert into sys_message_kind (kind) values ('*')`,
  // kinds of messages that a person had disabled stay disabled on all channels; all others use the defaults
  `update sys_user set notify = (select coalesce(jsonb_object_agg(key, '[]'::jsonb), '{}') from jsonb_each(notify) where value = 'false'::jsonb) where notify <> '{}'`,
];

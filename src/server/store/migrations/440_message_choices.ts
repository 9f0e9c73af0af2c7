import { sql, type Kysely, type Migration } from 'kysely';
import { watchTable } from '../watchTable.ts';

/** The mail channel, recipients of messages, and the administrators' settings for kinds of messages. */
export const messageChoices: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
    await watchTable(db, 'sys_message_kind', { key: ['kind'] });
  },
};

const STATEMENTS = [
  `alter table sys_channel drop constraint sys_channel_kind_check`,
  `alter table sys_channel add check (kind in ('webhook', 'wecom', 'dingtalk', 'feishu', 'mail'))`,
  // address and password of the mail server are settings; `url` contains the server, '' without a server
  `insert into sys_channel (id, name, kind, url, topics) values ('mail', '邮件', 'mail', '', '["task", "remind", "mail", "notice", "alarm"]')`,
  `alter table sys_outbox add column user_id varchar(64), add column kind text not null default ''`,
  `create table sys_message_kind (kind text primary key, ways jsonb, mail_title text, mail_content text, chat_content text,
    quiet_from text, quiet_to text)`,
  `insert into sys_message_kind (kind) values ('*')`,
  // a group that was disabled stays disabled on all channels; all other groups use the defaults
  `update sys_user set notify = (select coalesce(jsonb_object_agg(key, '[]'::jsonb), '{}') from jsonb_each(notify) where value = 'false'::jsonb) where notify <> '{}'`,
];

import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Internal mail: messages, recipients and attachments. `place`: '0' not deleted, '1' in the folder of deleted mails,
 * '2' removed from that folder, too. `status`: '0' draft, '1' sent.
 */
export const mail: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table mail_message (
    id varchar(64) primary key, sender_id varchar(64) not null references sys_user, sender_name text not null, subject text not null default '',
    content text not null default '', email_type varchar(20) not null default '1', status char(1) not null check (status in ('0', '1')),
    to_ids jsonb not null default '[]', cc_ids jsonb not null default '[]', file_ids jsonb not null default '[]', source_id varchar(64),
    place char(1) not null default '0' check (place in ('0', '1', '2')), placed_at timestamptz,
    created_at timestamptz not null default now(), sent_at timestamptz)`,
  `create index mail_message_sender on mail_message (sender_id, place, status, created_at desc)`,
  `create table mail_receipt (
    id varchar(64) primary key, message_id varchar(64) not null references mail_message on delete cascade, user_id varchar(64) not null references sys_user,
    kind varchar(2) not null check (kind in ('to', 'cc')), read_at timestamptz, place char(1) not null default '0' check (place in ('0', '1', '2')),
    placed_at timestamptz, sent_at timestamptz not null default now(), unique (message_id, user_id))`,
  `create index mail_receipt_user on mail_receipt (user_id, place, sent_at desc)`,
  `create index mail_receipt_unread on mail_receipt (user_id) where read_at is null and place = '0'`,
  `create table mail_file (file_id varchar(64) not null, message_id varchar(64) not null references mail_message on delete cascade, primary key (file_id, message_id))`,
];

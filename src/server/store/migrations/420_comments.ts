import { sql, type Kysely, type Migration } from 'kysely';
import { watchTable } from '../watchTable.ts';

/** Comments on records, their files, and the time up to which each person has read them. */
export const comments: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
    await watchTable(db, 'frm_comment', { key: ['id'] });
  },
};

const STATEMENTS = [
  `create table frm_comment (
    id varchar(64) primary key, form_key varchar(64) not null, record_id varchar(64) not null,
    author_id varchar(64) not null, author_name text not null, text text not null, mentions jsonb not null default '[]',
    created_at timestamptz not null default now(), edited_at timestamptz, removed_at timestamptz)`,
  `create index frm_comment_record on frm_comment (record_id, created_at desc, id desc)`,
  `create table frm_comment_file (
    comment_id varchar(64) not null references frm_comment on delete cascade, file_id varchar(64) not null references att_file,
    sn integer not null, primary key (comment_id, file_id))`,
  `create index frm_comment_file_file on frm_comment_file (file_id)`,
  `create table frm_comment_read (
    record_id varchar(64) not null, user_id varchar(64) not null, read_at timestamptz not null default now(), primary key (record_id, user_id))`,
  // comments are deleted when a record is permanently removed from the recycle bin, but not when it is restored
  `create function frm_comment_forget() returns trigger language plpgsql as $$ begin
    if (select a.action from frm_record_audit a where a.record_id = old.record_id order by a.revision desc, a.happened_at desc limit 1) = 'remove' then
      delete from frm_comment where record_id = old.record_id;
      delete from frm_comment_read where record_id = old.record_id;
    end if;
    return null;
  end $$`,
  `create trigger frm_bin_comments after delete on frm_bin for each row execute function frm_comment_forget()`,
];

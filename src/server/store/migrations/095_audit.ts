import { sql, type Kysely, type Migration } from 'kysely';
import { watchTable } from '../watchTable.ts';

/** The audit log of all tables without their own history. Triggers write it, so that no call can bypass it. */
export const audit: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
    await watchTable(db, 'sys_user', { key: ['id'], secret: ['password_hash'] });
    await watchTable(db, 'sys_user_role', { key: ['user_id', 'role_code'] });
    await watchTable(db, 'sys_user_unit', { key: ['user_id', 'unit_id'] });
    await watchTable(db, 'sys_role', { key: ['code'] });
    await watchTable(db, 'sys_org', { key: ['id'] });
    await watchTable(db, 'sys_menu', { key: ['id'] });
    await watchTable(db, 'sys_area', { key: ['code'] });
    await watchTable(db, 'hr_personal_modify', { key: ['unit_id'] });
    await watchTable(db, 'sys_dict_type', { key: ['code'] });
    await watchTable(db, 'sys_dict_item', { key: ['type_code', 'dict_value'] });
    await watchTable(db, 'sys_notice', { key: ['id'] });
    await watchTable(db, 'doc_document', { key: ['kind', 'doc_key'], long: ['draft'] });
    await watchTable(db, 'doc_version', { key: ['kind', 'doc_key', 'version'], long: ['content', 'canonical'] });
    await watchTable(db, 'att_file', { key: ['id'] });
    await watchTable(db, 'att_busi', { key: ['id'] });
    await watchTable(db, 'mail_message', { key: ['id'], long: ['content'], only: ['place', 'status'] });
    await watchTable(db, 'mail_receipt', { key: ['id'], only: ['place'] });
  },
};

const STATEMENTS = [
  `create table sys_audit (
    id bigint generated always as identity primary key, happened_at timestamptz not null default clock_timestamp(),
    user_id varchar(64) not null, user_name text not null, address text not null default '', request_id text not null default '',
    object varchar(64) not null, object_id text not null, object_name text not null default '', action varchar(20) not null, before jsonb, after jsonb)`,
  `create index sys_audit_object on sys_audit (object, object_id, id desc)`,
  `create index sys_audit_user on sys_audit (user_id, id desc)`,
  `create index sys_audit_time on sys_audit (happened_at)`,

  // every transaction of the server begins by setting 'app.actor', so a write without it did not come from the server
  `create function sys_audit_note() returns trigger language plpgsql as $$
    declare
      actor jsonb := coalesce(nullif(current_setting('app.actor', true), ''), '{}')::jsonb;
      keys text[] := string_to_array(tg_argv[0], ',');
      secrets text[] := string_to_array(tg_argv[1], ',');
      longs text[] := string_to_array(tg_argv[2], ',');
      wanted text[] := string_to_array(tg_argv[3], ',');
      was jsonb; becomes jsonb; whole jsonb; name text; value text; was_changed jsonb := '{}'; new_changed jsonb := '{}';
    begin
      if actor ->> 'isSeeding' = 'true' then return null; end if;
      if tg_op <> 'INSERT' then was := to_jsonb(old); end if;
      if tg_op <> 'DELETE' then becomes := to_jsonb(new); end if;
      whole := coalesce(becomes, was);
      if tg_op = 'UPDATE' then
        for name in select jsonb_object_keys(whole) loop
          if was -> name is distinct from becomes -> name then
            was_changed := was_changed || jsonb_build_object(name, was -> name);
            new_changed := new_changed || jsonb_build_object(name, becomes -> name);
          end if;
        end loop;
        was := was_changed;
        becomes := new_changed;
        if was = '{}' or (cardinality(wanted) > 0 and not was ?| wanted) then return null; end if;
      elsif cardinality(wanted) > 0 then
        return null;
      end if;
      foreach name in array secrets loop
        if was ? name then was := was || jsonb_build_object(name, '******'); end if;
        if becomes ? name then becomes := becomes || jsonb_build_object(name, '******'); end if;
      end loop;
      foreach name in array longs loop
        value := was ->> name;
        if value is not null then was := was || jsonb_build_object(name, jsonb_build_object('length', length(value), 'md5', md5(value))); end if;
        value := becomes ->> name;
        if value is not null then becomes := becomes || jsonb_build_object(name, jsonb_build_object('length', length(value), 'md5', md5(value))); end if;
      end loop;
      insert into sys_audit (user_id, user_name, address, request_id, object, object_id, object_name, action, before, after) values (
        coalesce(actor ->> 'userId', ''), coalesce(actor ->> 'userName', ''), coalesce(actor ->> 'address', ''), coalesce(actor ->> 'requestId', ''), tg_table_name,
        (select string_agg(whole ->> k, '/' order by n) from unnest(keys) with ordinality as part(k, n)),
        coalesce(whole ->> 'name', whole ->> 'title', whole ->> 'subject', whole ->> 'file_name', whole ->> 'dict_label', ''), lower(tg_op), was, becomes);
      return null;
    end $$`,

  `create function sys_audit_keep() returns trigger language plpgsql as $$ begin raise exception 'the audit log is only ever added to'; end $$`,
  `create trigger sys_audit_keep before update or delete on sys_audit for each row execute function sys_audit_keep()`,
  `create trigger sys_audit_keep_all before truncate on sys_audit for each statement execute function sys_audit_keep()`,
];

import type { ColumnType, Generated, RawBuilder } from 'kysely';

type Time = ColumnType<Date, Date | string, Date | string>;
type Json<T> = ColumnType<T, string, string>;

/** An entry as it shipped. */
export interface ShippedEntry {
  parentId: string | null;
  sn: number;
  code: string | null;
  roles: string[] | null;
  item: Record<string, unknown>;
}

export interface SystemTables {
  /** Units (companies) and departments, one tree. */
  sys_org: {
    id: string;
    parent_id: string | null;
    name: string;
    type: 'unit' | 'dept';
    url: string;
    leader_id: string | null;
    sn: number;
    is_disabled: boolean;
    code: Generated<string>;
    deputy_ids: ColumnType<string[], string | undefined, string>;
  };
  sys_user: {
    id: string;
    username: string;
    name: string;
    password_hash: string;
    dept_id: string | null;
    unit_id: string | null;
    is_disabled: Generated<boolean>;
    post: Generated<string>;
    photo_id: string | null;
    /** Picture of the handwritten signature. */ signature_id: ColumnType<
      string | null,
      string | null | undefined,
      string | null
    >;
    created_at: Generated<Time>;
    phone: Generated<string>;
    email: Generated<string>;
    sn: Generated<number>;
    /** The password was given by an administrator: the person sets one of their own before anything else. */
    must_change_password: Generated<boolean>;
    /** Until when the password that an administrator gave opens the account; null: no end, or the person's own password. */
    one_time_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    password_at: ColumnType<Date, Date | string | undefined, Date | string | RawBuilder<Date>>;
    left_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    /** Groups of reminders (`domain/reminderKinds.ts`) by whether the person wants them; all that is not false. */
    notify: ColumnType<Record<string, unknown>, string | undefined, string>;
  };
  /** Every place (unit, department, post) of a person, the main one first. */
  sys_user_unit: { user_id: string; unit_id: string; dept_id: string | null; sn: number; post: Generated<string> };
  /** Posts to choose from; people hold them by name. */
  sys_post: {
    id: string;
    name: string;
    code: Generated<string>;
    sn: Generated<number>;
    note: Generated<string>;
    is_disabled: Generated<boolean>;
  };
  sys_group: { id: string; name: string; note: Generated<string>; sn: Generated<number> };
  sys_group_user: { group_id: string; user_id: string };
  sys_role: {
    code: string;
    name: string;
    permissions: Json<string[]>;
    note: Generated<string>;
    sn: Generated<number>;
  };
  /** Who holds a role through a department (and those below it), a post (its name) or a group. */
  sys_role_member: { role_code: string; kind: 'dept' | 'post' | 'group'; member_id: string };
  /** How far the holders of a role read the records of a form; `form_key` '' holds for forms without a line of their own. */
  sys_role_scope: {
    role_code: string;
    form_key: string;
    scope: 'all' | 'unit' | 'deptTree' | 'dept' | 'self' | 'chosen';
    /** Of `chosen`: departments, read with those below. */
    dept_ids: ColumnType<string[], string | undefined, string>;
  };
  /** What a role ('*': everybody signed in) may do with the records of a form. */
  sys_role_form: {
    role_code: string;
    form_key: string;
    rights: ColumnType<string[], string, string>;
    /** Fields that the role never sees, and never changes; `table.column` for a column. */
    hidden: ColumnType<string[], string | undefined, string>;
    locked: ColumnType<string[], string | undefined, string>;
  };
  /** Forms that are ruled by `sys_role_form` alone. */
  sys_form_grid: { form_key: string; filled_at: Generated<Time>; filled_by: Generated<string> };
  /** One row: another revision with every change of what decides how far people read (`reachOf`). */
  sys_reach: { id: Generated<boolean>; revision: string };
  /** One row: another revision with every change of what searches for people and departments read (`directoryOf`). */
  sys_directory: { id: Generated<boolean>; revision: string };
  /** Who holds a role; `is_derived`: through `sys_role_member`, kept by `spreadRoles`. */
  sys_user_role: { user_id: string; role_code: string; is_derived: Generated<boolean> };
  /**
   * `roles` null: everybody; empty: administrators. `item` holds the remaining keys of the menu grammar. `is_changed`: by an
   * administrator, so the shipped form, kept in `shipped` (null: an entry of one's own), is not loaded over it. `place`: where
   * an administrator put it among its siblings, else `sn` says.
   */
  sys_menu: {
    id: string;
    parent_id: string | null;
    sn: number;
    code: string | null;
    roles: ColumnType<string[] | null, string | null, string | null>;
    item: Json<Record<string, unknown>>;
    is_changed: Generated<boolean>;
    shipped: ColumnType<ShippedEntry | null, string | null | undefined, string | null>;
    place: ColumnType<number | null, number | null | undefined, number | null>;
    is_removed: Generated<boolean>;
    revision: Generated<number>;
    changed_by_name: ColumnType<string | null, string | null | undefined, string | null>;
    changed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };
  sys_dict_type: { code: string; name: string; parent_id: string | null; is_changed: Generated<boolean> };
  sys_dict_item: {
    id: string;
    type_code: string;
    dict_label: string;
    dict_value: string;
    list_class: string | null;
    sn: number;
    is_disabled: Generated<boolean>;
    /** First and last day (`YYYY-MM-DD`) on which the entry may be chosen; null: no limit. */
    valid_from: ColumnType<string | null, string | null | undefined, string | null>;
    valid_to: ColumnType<string | null, string | null | undefined, string | null>;
  };
  /** What was loaded from the shipped files once, with the hash of its text then. */
  sys_seed: { kind: string; key: string; hash: string; seeded_at: Generated<Time> };
}

declare module '../store/database.ts' {
  interface Database extends SystemTables {}
}

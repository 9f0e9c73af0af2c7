import type { ColumnType, Generated, RawBuilder } from 'kysely';

type Time = ColumnType<Date, Date | string, Date | string>;
type Json<T> = ColumnType<T, string, string>;

/** A menu entry as shipped. */
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
    /** File id of the picture of the person's handwritten signature. */
    signature_id: ColumnType<string | null, string | null | undefined, string | null>;
    created_at: Generated<Time>;
    phone: Generated<string>;
    email: Generated<string>;
    sn: Generated<number>;
    /** Whether the person must change their password before any other call. */
    must_change_password: Generated<boolean>;
    /** Time at which a one-time password expires; null if it never expires or is the person's own password. */
    one_time_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    /** Time of the last change of the password. */
    password_at: ColumnType<Date, Date | string | undefined, Date | string | RawBuilder<Date>>;
    /** Time at which the person was recorded as having left the company; null for everybody else. */
    left_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    /** The person's notification settings (`src/domain/messageKinds.ts`). */
    notify: ColumnType<Record<string, unknown>, string | undefined, string>;
  };
  /** All departments of a person with unit and post, the main department first. */
  sys_user_unit: { user_id: string; unit_id: string; dept_id: string | null; sn: number; post: Generated<string> };
  /** Posts that can be selected. People refer to them by name. */
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
  /**
   * Members of a role that are not single persons: a department (with its sub-departments), a post (its name) or a
   * group.
   */
  sys_role_member: { role_code: string; kind: 'dept' | 'post' | 'group'; member_id: string };
  /** Data scope of a role for a form. The row with `form_key` '' applies to all forms without a row. */
  sys_role_scope: {
    role_code: string;
    form_key: string;
    scope: 'all' | 'unit' | 'deptTree' | 'dept' | 'self' | 'chosen';
    /** For `chosen`: the departments, including their sub-departments. */
    dept_ids: ColumnType<string[], string | undefined, string>;
  };
  /** Rights of a role ('*': all signed-in people) on a form. */
  sys_role_form: {
    role_code: string;
    form_key: string;
    rights: ColumnType<string[], string, string>;
    /** Fields that the role may not see (`hidden`) or change (`locked`); `table.column` for a column. */
    hidden: ColumnType<string[], string | undefined, string>;
    locked: ColumnType<string[], string | undefined, string>;
  };
  /**
   * Forms for which only `sys_role_form` decides the rights. `filled_at`, `filled_by`: when and by whom the rights were
   * first written to `sys_role_form`.
   */
  sys_form_grid: { form_key: string; filled_at: Generated<Time>; filled_by: Generated<string> };
  /** One row. Its revision changes whenever data changes that determines which records people may read (`reachOf`). */
  sys_reach: { id: Generated<boolean>; revision: string };
  /** One row. Its revision changes whenever data of the directory changes (`directoryOf`). */
  sys_directory: { id: Generated<boolean>; revision: string };
  /** Roles of people. `is_derived`: the role comes from `sys_role_member`, and `updateDerivedRoles` maintains it. */
  sys_user_role: { user_id: string; role_code: string; is_derived: Generated<boolean> };
  /**
   * `roles`: null for everybody, empty for administrators. `item` contains the remaining keys of the menu grammar.
   * `is_changed`: an administrator changed the entry; the shipped entry, stored in `shipped`, then does not replace
   * it. `shipped`: null if the entry was not shipped. `place`: position among the siblings if an administrator set
   * one; otherwise `sn` is used.
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
    /** First and last day (`YYYY-MM-DD`) on which the item may be selected; null: no limit. */
    valid_from: ColumnType<string | null, string | null | undefined, string | null>;
    valid_to: ColumnType<string | null, string | null | undefined, string | null>;
  };
  /** Items loaded from the shipped files, with the hash of the shipped text. */
  sys_seed: { kind: string; key: string; hash: string; seeded_at: Generated<Time> };
}

declare module '../store/database.ts' {
  interface Database extends SystemTables {}
}

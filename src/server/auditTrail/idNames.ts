import type { Kysely } from 'kysely';
import { EVERYBODY } from '../../rules/formRights.ts';
import type { Database } from '../store/database.ts';

/** The kinds of objects to which ids in the log refer. */
export type NamedKind = 'person' | 'org' | 'role' | 'form' | 'menu' | 'dict';
type IdsByKind = Record<NamedKind, Set<string>>;

/** Names by id; for an object that no longer exists the name is the id. */
export interface Names {
  of(kind: NamedKind, id: string): string;
}

/** The kinds of objects whose ids a column contains, by column; for `parent_id` see `PARENT_KINDS`. */
const COLUMN_KINDS: Readonly<Record<string, NamedKind>> = {
  user_id: 'person',
  author_id: 'person',
  uploader_id: 'person',
  create_by: 'person',
  leader_id: 'person',
  deputy_ids: 'person',
  dept_ids: 'org',
  sender_id: 'person',
  dept_id: 'org',
  unit_id: 'org',
  unit_ids: 'org',
  role_code: 'role',
  roles: 'role',
  form_key: 'form',
  type_code: 'dict',
};
/** The kinds of objects whose ids the column `parent_id` contains, by table. */
const PARENT_KINDS: Readonly<Record<string, NamedKind>> = { sys_org: 'org', sys_menu: 'menu', sys_dict_type: 'dict' };

/** Returns the kind of objects to which the ids in a column refer; undefined: the column contains no ids. */
export const kindOf = (table: string, column: string): NamedKind | undefined =>
  column === 'parent_id' ? PARENT_KINDS[table] : COLUMN_KINDS[column];

/** The kinds of objects to which the parts of a row's key refer, for tables whose rows have no name. */
export const KEY_PART_KINDS: Readonly<Record<string, readonly (NamedKind | null)[]>> = {
  sys_user_role: ['person', 'role'],
  sys_user_unit: ['person', 'org'],
  sys_role_scope: ['role', 'form'],
  sys_role_form: ['role', 'form'],
  sys_form_grid: ['form'],
  sys_role_member: ['role', null, null],
  sys_group_user: [null, 'person'],
  sys_dict_item: ['dict', null],
  hr_personal_modify: ['org'],
};

/** The change that an entry of the log describes: table (`object`), key of the row, and changed values by column. */
export interface ChangedRow {
  object: string;
  object_id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((text): text is string => typeof text === 'string' && text !== '');

function collectIds(entries: readonly ChangedRow[]): IdsByKind {
  const idsByKind: IdsByKind = {
    person: new Set(),
    org: new Set(),
    role: new Set(),
    form: new Set(),
    menu: new Set(),
    dict: new Set(),
  };
  for (const { object, object_id: id, before, after } of entries) {
    const parts = id.split('/');
    KEY_PART_KINDS[object]?.forEach((kind, index) => {
      if (kind && parts[index]) idsByKind[kind].add(parts[index]);
    });
    for (const [column, value] of [...Object.entries(before ?? {}), ...Object.entries(after ?? {})]) {
      const kind = kindOf(object, column);
      if (kind) for (const text of textsOf(value)) idsByKind[kind].add(text);
      if (object === 'sys_menu' && column === 'item' && typeof value === 'object' && value !== null)
        for (const text of textsOf((value as { roles?: unknown }).roles)) idsByKind.role.add(text);
    }
  }
  return idsByKind;
}

/** Returns the title of a menu item as the menu shows it, or else its name; null: neither. */
function menuName(item: Readonly<Record<string, unknown>>): string | null {
  const title = (item['meta'] as { title?: unknown } | null | undefined)?.title ?? item['name'];
  return typeof title === 'string' ? title : null;
}

/** Loads the names of all objects to which these entries refer by id, with one query for each kind that occurs. */
export async function loadNames(db: Kysely<Database>, entries: readonly ChangedRow[]): Promise<Names> {
  const idsByKind = collectIds(entries);
  const names = new Map<string, string>();
  const load = async (
    kind: NamedKind,
    find: (ids: string[]) => Promise<{ id: string; name: string | null }[]>,
  ): Promise<void> => {
    const ids = [...idsByKind[kind]];
    if (ids.length > 0) for (const { id, name } of await find(ids)) if (name) names.set(`${kind} ${id}`, name);
  };
  await Promise.all([
    load('person', (ids) => db.selectFrom('sys_user').select(['id', 'name']).where('id', 'in', ids).execute()),
    load('org', (ids) => db.selectFrom('sys_org').select(['id', 'name']).where('id', 'in', ids).execute()),
    load('role', (ids) => db.selectFrom('sys_role').select(['code as id', 'name']).where('code', 'in', ids).execute()),
    load('form', (ids) =>
      db
        .selectFrom('doc_document')
        .select(['doc_key as id', 'name'])
        .where('kind', '=', 'form')
        .where('doc_key', 'in', ids)
        .execute(),
    ),
    load('dict', (ids) =>
      db.selectFrom('sys_dict_type').select(['code as id', 'name']).where('code', 'in', ids).execute(),
    ),
    load('menu', async (ids) =>
      (await db.selectFrom('sys_menu').select(['id', 'item']).where('id', 'in', ids).execute()).map(({ id, item }) => ({
        id,
        name: menuName(item),
      })),
    ),
  ]);
  // the form key '' in data scopes stands for all forms without a scope of their own
  names.set('form ', '其他表单');
  names.set(`role ${EVERYBODY}`, '所有人');
  return { of: (kind, id) => names.get(`${kind} ${id}`) ?? id };
}

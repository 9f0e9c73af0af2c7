import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';

/** What an id in the log stands for. */
export type Named = 'person' | 'org' | 'role' | 'form' | 'menu' | 'dict';
type Wanted = Record<Named, Set<string>>;

/** Names of ids; an id that is not there any more is its own name. */
export interface Names {
  of(kind: Named, id: string): string;
}

const COLUMNS: Readonly<Record<string, Named>> = {
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
const PARENTS: Readonly<Record<string, Named>> = { sys_org: 'org', sys_menu: 'menu', sys_dict_type: 'dict' };

/** What the ids of a column are ids of; undefined: it holds no ids. */
export const kindOf = (object: string, column: string): Named | undefined =>
  column === 'parent_id' ? PARENTS[object] : COLUMNS[column];

/** What the parts of a row's key are ids of, for tables whose rows have no name of their own. */
export const KEYS: Readonly<Record<string, readonly (Named | null)[]>> = {
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

export interface Entry {
  object: string;
  object_id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string' && one !== '');

function wantedBy(entries: readonly Entry[]): Wanted {
  const wanted: Wanted = {
    person: new Set(),
    org: new Set(),
    role: new Set(),
    form: new Set(),
    menu: new Set(),
    dict: new Set(),
  };
  for (const { object, object_id: id, before, after } of entries) {
    const parts = id.split('/');
    KEYS[object]?.forEach((kind, at) => {
      if (kind && parts[at]) wanted[kind].add(parts[at]);
    });
    for (const [column, value] of [...Object.entries(before ?? {}), ...Object.entries(after ?? {})]) {
      const kind = kindOf(object, column);
      if (kind) for (const text of textsOf(value)) wanted[kind].add(text);
      if (object === 'sys_menu' && column === 'item' && typeof value === 'object' && value !== null)
        for (const text of textsOf((value as { roles?: unknown }).roles)) wanted.role.add(text);
    }
  }
  return wanted;
}

/** The names of everything that these entries speak of by id: one query for each kind that occurs. */
export async function namesIn(db: Kysely<Database>, entries: readonly Entry[]): Promise<Names> {
  const wanted = wantedBy(entries);
  const names = new Map<string, string>();
  const take = async (
    kind: Named,
    find: (ids: string[]) => Promise<{ id: string; name: string | null }[]>,
  ): Promise<void> => {
    const ids = [...wanted[kind]];
    if (ids.length > 0) for (const { id, name } of await find(ids)) if (name) names.set(`${kind} ${id}`, name);
  };
  await Promise.all([
    take('person', (ids) => db.selectFrom('sys_user').select(['id', 'name']).where('id', 'in', ids).execute()),
    take('org', (ids) => db.selectFrom('sys_org').select(['id', 'name']).where('id', 'in', ids).execute()),
    take('role', (ids) => db.selectFrom('sys_role').select(['code as id', 'name']).where('code', 'in', ids).execute()),
    take('form', (ids) =>
      db
        .selectFrom('doc_document')
        .select(['doc_key as id', 'name'])
        .where('kind', '=', 'form')
        .where('doc_key', 'in', ids)
        .execute(),
    ),
    take('dict', (ids) =>
      db.selectFrom('sys_dict_type').select(['code as id', 'name']).where('code', 'in', ids).execute(),
    ),
    take('menu', async (ids) =>
      (await db.selectFrom('sys_menu').select(['id', 'item']).where('id', 'in', ids).execute()).map(({ id, item }) => ({
        id,
        name: typeof item['name'] === 'string' ? item['name'] : null,
      })),
    ),
  ]);
  return { of: (kind, id) => names.get(`${kind} ${id}`) ?? (kind === 'form' && id === '' ? '其他表单' : id) };
}

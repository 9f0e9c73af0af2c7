import { sql, type RawBuilder } from 'kysely';
import { EVERYBODY } from '../../rules/formRights.ts';
import { loadDictionary, entriesByCode, type EntryLocalData } from '../system/index.ts';
import { timeText } from '../http/time.ts';
import { Refusal } from '../http/refusal.ts';
import type { Db } from '../store/database.ts';
import type { DictionaryContent, MenuContent, RoleContent } from './contents.ts';
import { type DocumentPackKind, isDocumentKind, type ItemId, type PackItem, type PackKind } from './packItem.ts';

/** An item that can be packed. */
export interface ListedItem extends ItemId {
  name: string;
  /** Time of the last change; '' if unknown. */
  time: string;
}

/** An item as installed here, with its local data. */
export interface InstalledItem extends Omit<PackItem, 'needs'> {
  /** True if the item is unchanged since the product shipped it, so that a pack overwrites nobody's changes. */
  isAsShipped: boolean;
  changedBy: string;
  changedAt: string;
  /** Published version of a document. */
  version?: number;
  isDisabled: boolean;
  hasDraft: boolean;
  /** Data that packs do not contain (`RoleLocalData`, `EntryLocalData`). */
  localData?: unknown;
}

/** Roles to which the product refers by their code; packs do not contain them, each installation manages them. */
export const SYSTEM_ROLES = ['admin', 'superRole'];
const SHIPPED_AUTHOR = 'system';
const EVERYBODY_NAME = '所有人';

/** Lists everything that can be packed, by kind and name. */
export async function listItems(db: Db): Promise<ListedItem[]> {
  const { rows } = await sql<Omit<ListedItem, 'time'> & { at: Date | null }>`
    select kind, doc_key as key, name, updated_at as at from doc_document where published_version is not null and disabled_at is null
    union all select 'dictionary', code, name, null from sys_dict_type
    union all select 'role', ${EVERYBODY}, ${EVERYBODY_NAME}, null
    union all select 'role', code, name, null from sys_role where not code = any(${SYSTEM_ROLES}::text[])`.execute(db);
  const menuItems = [...(await entriesByCode(db)).values()].map(({ code, name, changedAt }): ListedItem => ({
    kind: 'menu',
    key: code,
    name,
    time: changedAt ? timeText(changedAt) : '',
  }));
  return [...rows.map(({ at, ...row }) => ({ ...row, time: at ? timeText(at) : '' })), ...menuItems];
}

async function findDocumentItem(db: Db, kind: DocumentPackKind, key: string): Promise<InstalledItem | null> {
  const row = await db
    .selectFrom('doc_document as d')
    .innerJoin('doc_version as v', (join) =>
      join
        .onRef('v.kind', '=', 'd.kind')
        .onRef('v.doc_key', '=', 'd.doc_key')
        .onRef('v.version', '=', 'd.published_version'),
    )
    .select(['d.name', 'd.draft_at', 'd.disabled_at', 'v.version', 'v.content', 'v.canonical', 'v.author_id'])
    .select(['v.author_name', 'v.published_at'])
    .where('d.kind', '=', kind)
    .where('d.doc_key', '=', key)
    .executeTakeFirst();
  if (!row) return null;
  const { version: _version, ...content } = (
    kind === 'flow' ? {} : (JSON.parse(row.canonical ?? row.content) as object)
  ) as { version?: number };
  return {
    kind,
    key,
    name: row.name,
    content: kind === 'flow' ? row.content : content,
    isAsShipped: row.author_id === SHIPPED_AUTHOR,
    changedBy: row.author_name,
    changedAt: timeText(row.published_at),
    version: row.version,
    isDisabled: row.disabled_at !== null,
    hasDraft: row.draft_at !== null,
  };
}

/** For items that are not documents: the last change is unknown (except of menu entries), and there are no drafts. */
const UNKNOWN_CHANGE = { changedBy: '', changedAt: '', isDisabled: false, hasDraft: false };

async function findDictionary(db: Db, key: string): Promise<InstalledItem | null> {
  const type = await db.selectFrom('sys_dict_type').select('is_changed').where('code', '=', key).executeTakeFirst();
  if (!type) return null;
  const { typeName, parentCode, items } = await loadDictionary(db, key);
  const content: DictionaryContent = { typeName, parentCode, items };
  return {
    ...UNKNOWN_CHANGE,
    kind: 'dictionary',
    key,
    name: typeName,
    content,
    isAsShipped: !type.is_changed,
    localData: { isChanged: type.is_changed },
  };
}

export interface RoleLocalData {
  /** The departments of the scopes `chosen`, by form key. */
  chosen: Record<string, string[]>;
}

/**
 * Returns SQL for the paths of the fields that are hidden from a role or locked for it. Leaves out fields that the
 * published form no longer has, because another installation would refuse them.
 */
const presentFieldsSql = (column: 'hidden' | 'locked'): RawBuilder<unknown> => sql`coalesce((
  select jsonb_agg(e.key order by e.position) from jsonb_array_elements_text(f.${sql.ref(column)}) with ordinality e(key, position)
  where not exists (select 1 from unnest(string_to_array(e.key, '.')) part
    where position('"__vModel__":' || to_json(part)::text in v.canonical) = 0)), '[]')`;

/**
 * Finds a role with its rights on these forms; null for an unknown role and for a role of SYSTEM_ROLES. Leaves
 * out forms that the grid of form rights does not cover yet.
 */
async function findRole(db: Db, key: string, forms: readonly string[]): Promise<InstalledItem | null> {
  if (SYSTEM_ROLES.includes(key)) return null;
  const role =
    key === EVERYBODY
      ? { name: EVERYBODY_NAME, note: '', sn: 0, permissions: [] }
      : await db
          .selectFrom('sys_role')
          .select(['name', 'note', 'sn', 'permissions'])
          .where('code', '=', key)
          .executeTakeFirst();
  if (!role) return null;
  const { rows } = await sql<RoleContent['forms'][number]>`
    select g.form_key as "formKey", coalesce(f.rights, '[]') as rights, ${presentFieldsSql('hidden')} as hidden, ${presentFieldsSql('locked')} as locked
    from sys_form_grid g left join sys_role_form f on f.form_key = g.form_key and f.role_code = ${key}
    left join doc_document d on d.kind = 'form' and d.doc_key = g.form_key
    left join doc_version v on v.kind = 'form' and v.doc_key = d.doc_key and v.version = d.published_version
    where g.form_key = any(${[...forms]}::text[]) order by g.form_key`.execute(db);
  const scopes = await db
    .selectFrom('sys_role_scope')
    .select(['form_key', 'scope', 'dept_ids'])
    .where('role_code', '=', key)
    .where(sql<boolean>`(form_key = '' or form_key = any(${[...forms]}::text[]))`)
    .orderBy('form_key')
    .execute();
  const content: RoleContent = {
    name: role.name,
    note: role.note,
    sn: role.sn,
    permissions: [...role.permissions].sort(),
    scopes: scopes.map(({ form_key: formKey, scope }) => ({ formKey, scope })),
    forms: rows,
  };
  const chosenDepts = Object.fromEntries(
    scopes.filter(({ scope }) => scope === 'chosen').map(({ form_key, dept_ids }) => [form_key, dept_ids]),
  );
  return {
    ...UNKNOWN_CHANGE,
    kind: 'role',
    key,
    name: role.name,
    content,
    isAsShipped: false,
    localData: { chosen: chosenDepts } satisfies RoleLocalData,
  };
}

async function findMenu(db: Db, key: string): Promise<InstalledItem | null> {
  const menuEntry = (await entriesByCode(db)).get(key);
  if (!menuEntry) return null;
  return {
    ...UNKNOWN_CHANGE,
    kind: 'menu',
    key,
    name: menuEntry.name,
    content: menuEntry.entry as MenuContent,
    isAsShipped: !menuEntry.localData.isChanged,
    changedBy: menuEntry.changedBy,
    changedAt: menuEntry.changedAt ? timeText(menuEntry.changedAt) : '',
    localData: menuEntry.localData satisfies EntryLocalData,
  };
}

/** Finds an installed item; null if there is none. `forms`: for a role, the forms on which its rights are read. */
export async function findItem(db: Db, { kind, key }: ItemId, forms: readonly string[]): Promise<InstalledItem | null> {
  if (isDocumentKind(kind)) return findDocumentItem(db, kind, key);
  if (kind === 'dictionary') return findDictionary(db, key);
  return kind === 'role' ? findRole(db, key, forms) : findMenu(db, key);
}

/** Returns the keys of the forms among the items. */
export const formKeysOf = (items: readonly { kind: PackKind; key: string }[]): string[] =>
  items.filter(({ kind }) => kind === 'form').map(({ key }) => key);

/** Like `findItem`, but refuses with 404 if the item is not installed. */
export async function requireItem(db: Db, id: ItemId, forms: readonly string[]): Promise<InstalledItem> {
  const item = await findItem(db, id, forms);
  if (!item) throw new Refusal('404');
  return item;
}

import { sql } from 'kysely';
import { parseFlow, type Holder } from '../flow/index.ts';
import type { Db } from '../store/database.ts';
import type { DictionaryContent, MenuContent } from './contents.ts';
import {
  isDocumentKind,
  type ItemId,
  idTextOf,
  type Need,
  type NeedKind,
  PACK_KINDS,
  type PackItem,
} from './packItem.ts';

type UnnamedNeed = Pick<Need, 'kind' | 'key' | 'path' | 'place'>;

interface IndexRow {
  to_kind: string;
  to_owner: string;
  to_name: string;
  path: (string | number)[];
  place: string;
}

/** Returns the item that a row of the reference index needs: for a field its form, for a measure its dataset. */
function targetOf({ to_kind, to_owner, to_name }: IndexRow): { kind: NeedKind; key: string } | null {
  if (to_kind === 'field' || to_kind === 'node') return to_owner === '' ? null : { kind: 'form', key: to_owner };
  if (to_kind === 'measure') return { kind: 'dataset', key: to_owner };
  return (PACK_KINDS as readonly string[]).includes(to_kind) ? { kind: to_kind as NeedKind, key: to_name } : null;
}

/** Returns the references of a published document, from the reference index. */
async function documentReferences(db: Db, { kind, key }: ItemId): Promise<UnnamedNeed[]> {
  const { rows } = await sql<IndexRow>`select to_kind, to_owner, to_name, path, place from doc_reference
    where kind = ${kind} and doc_key = ${key} and state = 'published' order by position`.execute(db);
  return rows.flatMap((row) => {
    const target = targetOf(row);
    if (!target || (target.kind === kind && target.key === key)) return [];
    return [{ ...target, path: row.path, place: row.place }];
  });
}

/** The types of holders that a pack cannot contain as items. The role of a holder is in the reference index. */
const UNPACKED_HOLDER_TYPES: ReadonlySet<Holder['type']> = new Set(['user', 'dept', 'post']);

/** Returns the people, departments and posts to which a process assigns tasks or copies. */
export async function findHoldersIn(xml: string): Promise<UnnamedNeed[]> {
  const { definition } = await parseFlow(xml);
  return Object.values(definition?.nodes ?? {}).flatMap((node) =>
    [...node.candidates, ...(node.settings?.cc ?? [])]
      .filter(({ type }) => UNPACKED_HOLDER_TYPES.has(type))
      .map(({ type, value }) => ({
        kind: type as NeedKind,
        key: value,
        path: [node.id],
        place: `节点“${node.name || node.id}”`,
      })),
  );
}

/** Returns the references of a menu entry: its parent, the screen and form that it opens, and the roles that see it. */
function menuReferences({ parentCode, roles, item }: MenuContent): UnnamedNeed[] {
  const query = item['query'] as { formKey?: unknown } | string | undefined;
  const formKey =
    typeof query === 'string'
      ? new URLSearchParams(query).get('formKey')
      : typeof query?.formKey === 'string'
        ? query.formKey
        : null;
  const component = item['component'];
  return [
    ...(parentCode === null
      ? []
      : [{ kind: 'menu' as const, key: parentCode, path: ['parentCode'], place: '上级菜单' }]),
    ...(typeof component === 'string' && component.includes('/')
      ? [{ kind: 'screen' as const, key: component, path: ['item', 'component'], place: '打开的界面' }]
      : []),
    ...(formKey ? [{ kind: 'form' as const, key: formKey, path: ['item', 'query'], place: '打开的表单' }] : []),
    ...(roles ?? []).map((key, index) => ({ kind: 'role' as const, key, path: ['roles', index], place: '可见角色' })),
  ];
}

/** Returns the references of an item; several of them may be to the same object. */
async function allReferences(db: Db, item: Pick<PackItem, 'kind' | 'key' | 'content'>): Promise<UnnamedNeed[]> {
  if (item.kind === 'menu') return menuReferences(item.content as MenuContent);
  if (item.kind === 'dictionary') {
    const { parentCode } = item.content as DictionaryContent;
    return parentCode === null
      ? []
      : [{ kind: 'dictionary', key: parentCode, path: ['parentCode'], place: '上级字典' }];
  }
  if (!isDocumentKind(item.kind)) return [];
  const references = await documentReferences(db, item);
  return item.kind === 'flow' ? [...references, ...(await findHoldersIn(String(item.content)))] : references;
}

/**
 * Returns the references of an item without repeats: for each referenced object only the first reference, but for a
 * role the references at all paths, because the import replaces the role code at each of them.
 */
async function itemReferences(db: Db, item: Pick<PackItem, 'kind' | 'key' | 'content'>): Promise<UnnamedNeed[]> {
  const references = await allReferences(db, item);
  const visited = new Set<string>();
  return references.filter((reference) => {
    const id = reference.kind === 'role' ? `${idTextOf(reference)} ${reference.path.join(' ')}` : idTextOf(reference);
    const isNew = !visited.has(id);
    visited.add(id);
    return isNew;
  });
}

/** Returns the names of people and departments by `idTextOf` of the reference; `code`: the user name of a person. */
async function holderNames(
  db: Db,
  references: readonly UnnamedNeed[],
): Promise<Map<string, { name: string; code?: string }>> {
  const keysOf = (kind: NeedKind): string[] => [
    ...new Set(references.filter((reference) => reference.kind === kind).map(({ key }) => key)),
  ];
  const [people, depts] = [keysOf('user'), keysOf('dept')];
  const names = new Map<string, { name: string; code?: string }>();
  if (people.length > 0)
    for (const { id, username, name } of await db
      .selectFrom('sys_user')
      .select(['id', 'username', 'name'])
      .where((where) => where.or([where('id', 'in', people), where('username', 'in', people)]))
      .execute())
      for (const key of [id, username]) names.set(`user ${key}`, { name, code: username });
  if (depts.length > 0)
    for (const { id, name } of await db.selectFrom('sys_org').select(['id', 'name']).where('id', 'in', depts).execute())
      names.set(`dept ${id}`, { name });
  return names;
}

/**
 * Returns the objects that an item needs in another installation, with their names in this one. `names`: names of all
 * items that can be packed.
 */
export async function needsOf(
  db: Db,
  item: Pick<PackItem, 'kind' | 'key' | 'content'>,
  names: ReadonlyMap<string, { name: string }>,
): Promise<Need[]> {
  const references = await itemReferences(db, item);
  const holders = await holderNames(db, references);
  return references.map((reference) => {
    const holder = holders.get(idTextOf(reference));
    return {
      ...reference,
      name: holder?.name ?? names.get(idTextOf(reference))?.name ?? reference.key,
      ...(holder?.code ? { code: holder.code } : {}),
    };
  });
}

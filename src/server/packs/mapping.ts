import { decodeXmlEntities } from '../../domain/xmlEntities.ts';
import { sql } from 'kysely';
import { EVERYBODY } from '../../rules/formRights.ts';
import type { Db } from '../store/database.ts';
import type { MenuContent } from './contents.ts';
import { isDocumentKind, type Need, idTextOf, type NeedKind, type PackItem } from './packItem.ts';
import type { Pack } from './packFile.ts';

/**
 * The local objects that replace roles, people, departments and posts of a pack: the key of the local object by the id
 * text of the object in the pack (`idTextOf`: kind and key, joined with a space).
 */
export type Mapping = Readonly<Record<string, string>>;

/** Kinds of objects for which an administrator can choose a local object. */
export const MAPPED_KINDS = ['role', 'user', 'dept', 'post'] as const;
const isMappedKind = (kind: NeedKind): kind is (typeof MAPPED_KINDS)[number] =>
  (MAPPED_KINDS as readonly string[]).includes(kind);

/**
 * An object to which the pack refers although it is neither in the pack nor installed under the same key, or for which
 * an administrator has chosen a local object.
 */
export interface MissingReference {
  kind: NeedKind;
  key: string;
  name: string;
  /** Name of the first item that refers to the object. */
  by: string;
  /** Position of the reference in this item, as Chinese text. */
  place: string;
  /** Whether an administrator can choose a local object for it. */
  canMap: boolean;
  /** Key of the local object: chosen, or found by its user name or name; null: none. */
  mapped: string | null;
}

/** Start tags of the elements in a process file that name holders of tasks or recipients of copies. */
const HOLDER_ELEMENT = /<[\w.-]+:(?:candidates|cc)\b[^>]*>/g;
const TYPE_ATTRIBUTE = /\btype="([^"]*)"/;
const VALUE_ATTRIBUTE = /\bvalue="([^"]*)"/;

/** Replaces the keys of holders and recipients of copies in a process file with the local keys. */
function mapFlow(xml: string, mapping: Mapping): string {
  return xml.replace(HOLDER_ELEMENT, (tag) => {
    const type = TYPE_ATTRIBUTE.exec(tag)?.[1] ?? '';
    if (!isMappedKind(type as NeedKind)) return tag;
    return tag.replace(VALUE_ATTRIBUTE, (attribute, value: string) => {
      const keys = decodeXmlEntities(value).split(',');
      const mappedKeys = keys.map((key) => mapping[`${type} ${key.trim()}`] ?? key.trim());
      return mappedKeys.join() === keys.join() ? attribute : `value="${escapeAttribute(mappedKeys.join())}"`;
    });
  });
}

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('$', '&#36;');

/** Returns a copy of a document with the local role codes at the paths in `needs`, if the pack's code stands there. */
function mapRolesInDocument(content: unknown, needs: readonly Need[], mapping: Mapping): unknown {
  const copy: unknown = structuredClone(content);
  for (const { kind, key, path } of needs) {
    const localCode = kind === 'role' ? mapping[`role ${key}`] : undefined;
    const lastKey = path.at(-1);
    if (localCode === undefined || lastKey === undefined) continue;
    let target: unknown = copy;
    for (const step of path.slice(0, -1))
      target = (target as Record<string | number, unknown> | null | undefined)?.[step];
    const parent = target as Record<string | number, unknown> | null | undefined;
    if (typeof parent === 'object' && parent !== null && Object.hasOwn(parent, lastKey) && parent[lastKey] === key)
      parent[lastKey] = localCode;
  }
  return copy;
}

/** Returns an item with local keys: of roles, people, departments and posts in a process, else of roles only. */
export function mapItem(item: PackItem, mapping: Mapping): PackItem {
  if (Object.keys(mapping).length === 0) return item;
  if (item.kind === 'flow') return { ...item, content: mapFlow(String(item.content), mapping) };
  if (item.kind === 'menu') {
    const content = item.content as MenuContent;
    const roles = content.roles && [...new Set(content.roles.map((code) => mapping[`role ${code}`] ?? code))];
    return { ...item, content: { ...content, roles } };
  }
  return isDocumentKind(item.kind) ? { ...item, content: mapRolesInDocument(item.content, item.needs, mapping) } : item;
}

interface LocalObjects {
  /** The id texts (`idTextOf`) of all local objects except people and departments. */
  otherIdTexts: ReadonlySet<string>;
  people: readonly { id: string; username: string; name: string }[];
  depts: readonly { id: string; name: string }[];
}

/** Loads the id texts of the local objects, and the people and departments that may match the references. */
async function loadLocalObjects(db: Db, needs: readonly Need[]): Promise<LocalObjects> {
  const { rows } = await sql<{ kind: string; key: string }>`
    select kind, doc_key as key from doc_document where published_version is not null
    union all select 'dictionary', code from sys_dict_type
    union all select 'role', code from sys_role
    union all select 'menu', coalesce(code, id) from sys_menu where not is_removed
    union all select 'post', name from sys_post
    union all select 'post', post from sys_user where post <> ''`.execute(db);
  const neededPeople = needs.filter(({ kind }) => kind === 'user');
  const people =
    neededPeople.length === 0
      ? []
      : await db
          .selectFrom('sys_user')
          .select(['id', 'username', 'name'])
          .where('is_disabled', '=', false)
          .where((where) =>
            where.or([
              where(
                'id',
                'in',
                neededPeople.map(({ key }) => key),
              ),
              where(
                'username',
                'in',
                neededPeople.flatMap(({ key, code }) => [key, code ?? key]),
              ),
              where(
                'name',
                'in',
                neededPeople.map(({ name }) => name),
              ),
            ]),
          )
          .execute();
  const depts = needs.some(({ kind }) => kind === 'dept')
    ? await db.selectFrom('sys_org').select(['id', 'name']).where('is_disabled', '=', false).execute()
    : [];
  return { otherIdTexts: new Set([...rows.map(idTextOf), `role ${EVERYBODY}`]), people, depts };
}

/**
 * Returns the id of the local person for a person of the pack: the person whose user name is `code` or, if the pack has
 * no `code`, whose id or user name is `key`; else the only person with this name; null if there is none.
 */
function personFor({ key, code, name }: Need, { people }: LocalObjects): string | null {
  const sameUser = people.find(({ id, username }) =>
    code === undefined ? id === key || username === key : username === code,
  );
  if (sameUser) return sameUser.id;
  const matches = people.filter((person) => person.name === name);
  return matches.length === 1 ? (matches[0]?.id ?? null) : null;
}

/** Returns the id of the local department with the same id and name, else of the only one with this name; else null. */
function deptFor({ key, name }: Need, { depts }: LocalObjects): string | null {
  if (depts.some((dept) => dept.id === key && dept.name === name)) return key;
  const matches = depts.filter((dept) => dept.name === name);
  return matches.length === 1 ? (matches[0]?.id ?? null) : null;
}

/**
 * The result for the references (`Need`) of a pack. `mapping`: the local objects that were chosen, or found by user
 * name or name. `missing`: the references to objects that exist under the same key neither in this installation nor in
 * the pack, even if `mapping` has a local object for them, and the references for which an object was chosen. Chosen
 * keys are validated later, when the item is stored.
 */
export interface ResolvedNeeds {
  mapping: Mapping;
  missing: MissingReference[];
}

/**
 * Finds the local objects for the references of a pack. `chosenMapping`, which an administrator chose, takes precedence
 * over objects found by name.
 */
export async function resolveNeeds(db: Db, { items }: Pack, chosenMapping: Mapping): Promise<ResolvedNeeds> {
  const packedIdTexts = new Set(items.map(idTextOf));
  const needs = items.flatMap((item) => item.needs);
  const localObjects = await loadLocalObjects(db, needs);
  const mapping: Record<string, string> = { ...chosenMapping };
  const missingById = new Map<string, MissingReference>();
  for (const item of items)
    for (const need of item.needs) {
      const { kind, key, name, place } = need;
      const id = idTextOf(need);
      const localId =
        kind === 'user' ? personFor(need, localObjects) : kind === 'dept' ? deptFor(need, localObjects) : null;
      const exists =
        kind === 'user' || kind === 'dept'
          ? localId === key
          : localObjects.otherIdTexts.has(id) || packedIdTexts.has(id);
      if (exists && !Object.hasOwn(chosenMapping, id)) continue;
      if (localId !== null && !Object.hasOwn(chosenMapping, id)) mapping[id] = localId;
      if (missingById.has(id)) continue;
      const by = item.name;
      missingById.set(id, { kind, key, name, by, place, canMap: isMappedKind(kind), mapped: mapping[id] ?? null });
    }
  return { mapping, missing: [...missingById.values()] };
}

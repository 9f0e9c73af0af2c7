import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import type { MenuContent } from './contents.ts';
import { isDocument, type Need, nameOfItem, type NeedKind, type PackItem } from './kinds.ts';
import type { Pack } from './packFile.ts';

/** What stands here for roles, people, departments and posts of the pack, by `kind key`. */
export type Mapping = Readonly<Record<string, string>>;

export const MAPPED_KINDS = ['role', 'user', 'dept', 'post'] as const;
const isMapped = (kind: NeedKind): kind is (typeof MAPPED_KINDS)[number] =>
  (MAPPED_KINDS as readonly string[]).includes(kind);

/** Something that the pack names, and that is neither in it nor here. */
export interface Missing {
  kind: NeedKind;
  key: string;
  name: string;
  /** The first thing that names it, and where. */
  by: string;
  place: string;
  /** What may stand for it here can be chosen. */
  canMap: boolean;
  /** What stands for it: chosen, or found by its name; null: nothing. */
  mapped: string | null;
}

/** Holders of processes: each element that names them. */
const HOLDERS = /<[\w.-]+:(?:candidates|cc)\b[^>]*>/g;
const TYPE = /\btype="([^"]*)"/;
const VALUE = /\bvalue="([^"]*)"/;

function mappedFlow(xml: string, mapping: Mapping): string {
  return xml.replace(HOLDERS, (tag) => {
    const type = TYPE.exec(tag)?.[1] ?? '';
    if (!isMapped(type as NeedKind)) return tag;
    return tag.replace(VALUE, (all, value: string) => {
      const next = value.split(',').map((one) => mapping[`${type} ${one.trim()}`] ?? one.trim());
      return next.join(',') === value ? all : `value="${escaped(next.join(','))}"`;
    });
  });
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('$', '&#36;');

/** The content with another role wherever the pack says that one stands. */
function mappedRoles(content: unknown, needs: readonly Need[], mapping: Mapping): unknown {
  const copy: unknown = structuredClone(content);
  for (const { kind, key, path } of needs) {
    const next = kind === 'role' ? mapping[`role ${key}`] : undefined;
    const last = path.at(-1);
    if (next === undefined || last === undefined) continue;
    let at: unknown = copy;
    for (const step of path.slice(0, -1)) at = (at as Record<string | number, unknown> | null | undefined)?.[step];
    const holder = at as Record<string | number, unknown> | null | undefined;
    if (typeof holder === 'object' && holder !== null && Object.hasOwn(holder, last) && holder[last] === key)
      holder[last] = next;
  }
  return copy;
}

/** A thing as it is taken in here: roles and people by those that stand for them. */
export function mapped(item: PackItem, mapping: Mapping): PackItem {
  if (Object.keys(mapping).length === 0) return item;
  if (item.kind === 'flow') return { ...item, content: mappedFlow(String(item.content), mapping) };
  if (item.kind === 'menu') {
    const content = item.content as MenuContent;
    const roles = content.roles && [...new Set(content.roles.map((code) => mapping[`role ${code}`] ?? code))];
    return { ...item, content: { ...content, roles } };
  }
  return isDocument(item.kind) ? { ...item, content: mappedRoles(item.content, item.needs, mapping) } : item;
}

interface Known {
  /** `kind key` of everything that is here. */
  all: ReadonlySet<string>;
  people: readonly { id: string; username: string; name: string }[];
  depts: readonly { id: string; name: string }[];
}

async function knownHere(db: Db, needs: readonly Need[]): Promise<Known> {
  const { rows } = await sql<{ kind: string; key: string }>`
    select kind, doc_key as key from doc_document where published_version is not null
    union all select 'dictionary', code from sys_dict_type
    union all select 'role', code from sys_role
    union all select 'menu', coalesce(code, id) from sys_menu where not is_removed
    union all select 'post', name from sys_post
    union all select 'post', post from sys_user where post <> ''`.execute(db);
  const names = needs.filter(({ kind }) => kind === 'user');
  const people =
    names.length === 0
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
                names.map(({ key }) => key),
              ),
              where(
                'username',
                'in',
                names.flatMap(({ key, code }) => [key, code ?? key]),
              ),
              where(
                'name',
                'in',
                names.map(({ name }) => name),
              ),
            ]),
          )
          .execute();
  const depts = needs.some(({ kind }) => kind === 'dept')
    ? await db.selectFrom('sys_org').select(['id', 'name']).where('is_disabled', '=', false).execute()
    : [];
  return { all: new Set([...rows.map(nameOfItem), 'role *']), people, depts };
}

/** Who stands here for a person of the pack: with the same account, else the only one of that name. */
function personFor({ key, code, name }: Need, { people }: Known): string | null {
  const same = people.find(({ id, username }) =>
    code === undefined ? id === key || username === key : username === code,
  );
  if (same) return same.id;
  const named = people.filter((one) => one.name === name);
  return named.length === 1 ? (named[0]?.id ?? null) : null;
}

function deptFor({ key, name }: Need, { depts }: Known): string | null {
  if (depts.some((one) => one.id === key && one.name === name)) return key;
  const named = depts.filter((one) => one.name === name);
  return named.length === 1 ? (named[0]?.id ?? null) : null;
}

/** What of this company a chosen value may be; a wrong one is refused where the thing is checked. */
export interface Resolved {
  mapping: Mapping;
  missing: Missing[];
}

/** Finds what stands here for what the pack names, and what is missing. `chosen` wins over what is found by name. */
export async function resolveNeeds(db: Db, { items }: Pack, chosen: Mapping): Promise<Resolved> {
  const brought = new Set(items.map(nameOfItem));
  const needs = items.flatMap((item) => item.needs);
  const known = await knownHere(db, needs);
  const mapping: Record<string, string> = { ...chosen };
  const missing = new Map<string, Missing>();
  for (const item of items)
    for (const need of item.needs) {
      const { kind, key, name, place } = need;
      const id = nameOfItem(need);
      const found = kind === 'user' ? personFor(need, known) : kind === 'dept' ? deptFor(need, known) : null;
      const isThere = kind === 'user' || kind === 'dept' ? found === key : known.all.has(id) || brought.has(id);
      if (isThere && !Object.hasOwn(chosen, id)) continue;
      if (found !== null && !Object.hasOwn(chosen, id)) mapping[id] = found;
      if (missing.has(id)) continue;
      const by = item.name;
      missing.set(id, { kind, key, name, by, place, canMap: isMapped(kind), mapped: mapping[id] ?? null });
    }
  return { mapping, missing: [...missing.values()] };
}

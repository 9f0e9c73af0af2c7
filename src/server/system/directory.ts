import { sql, type Kysely } from 'kysely';
import { createCache } from '../store/cache.ts';
import type { Database } from '../store/database.ts';
import { isSound, soundOf } from './pinyin.ts';
import { indexTexts } from './textIndex.ts';

/** A unit or department as the directory knows it. */
export interface DirectoryOrg {
  id: string;
  parentId: string | null;
  name: string;
  code: string;
  type: 'unit' | 'dept';
  isDisabled: boolean;
}
export interface DirectoryPerson {
  id: string;
  name: string;
  isDisabled: boolean;
}

/** Everybody and every department by name: what searches look through, in the order in which they answer. */
export interface Directory {
  /** Units before departments, then by their order among siblings. */
  orgs: readonly DirectoryOrg[];
  byId: ReadonlyMap<string, DirectoryOrg>;
  childrenOf(id: string | null): readonly DirectoryOrg[];
  /** Units and departments whose name holds this text or sounds so, or that have this code; the exact name first. Taken as far as they are needed. */
  orgsNamed(typed: string): Iterable<DirectoryOrg>;
  /** Everybody, by the order of their departments. */
  people: readonly DirectoryPerson[];
  /** Ids of everybody in the order of the Chinese dictionary: by sound, then by stroke. */
  byName(): readonly string[];
  /** Ids of those who can sign in. */
  active: readonly string[];
  /** Places in `people` of those whose name or user name holds this text, or whose name sounds so. */
  named(typed: string): number[];
  /** The people who have a post in a unit or department or in one below it; cached until the directory is read again. */
  membersOf(orgId: string): Members;
  /** Ids of everybody in the order in which administrators list them. */
  listed(): readonly string[];
}
interface Members {
  /** Ids of those who can sign in, by the order of their departments. */
  active: readonly string[];
  /** Ids of all in the order in which administrators list them. */
  listed: readonly string[];
  /** Their places in `people`. */
  places: ReadonlySet<number>;
}

type OrgLine = [id: string, parentId: string | null, name: string, code: string, type: 'unit' | 'dept', off: boolean];
type PersonLine = [id: string, name: string, username: string, off: boolean, sn: number, deptIds: (string | null)[]];

const REVISION = sql<string>`(select revision::text from sys_directory)`;

/** Cached by revision; several, since a transaction may still read an earlier one. */
const kept = createCache<Directory>(8);
const loading = new Map<string, Promise<Directory>>();

const COLLATOR = new Intl.Collator('zh-Hans-CN', { numeric: true });
/** Each place once, ascending; all are below `count`. */
function inOrder(lists: readonly (readonly number[])[], count: number): number[] {
  const isThere = new Uint8Array(count);
  for (const list of lists) for (const place of list) isThere[place] = 1;
  const places: number[] = [];
  for (let place = 0; place < count; place += 1) if (isThere[place] === 1) places.push(place);
  return places;
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** The places of each text that is not empty. */
function groupPlaces(texts: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, text] of texts.entries()) {
    const same = places.get(text);
    if (same) same.push(at);
    else if (text !== '') places.set(text, [at]);
  }
  return places;
}

/** Finds places in a list of names by their first letters, anywhere, or by whole syllables from the first one on, or from any. */
function indexSounds(names: readonly string[], from: 'first' | 'any'): (typed: string) => number[] {
  const all = names.map(soundOf);
  const initials = indexTexts(all.map((sound) => sound.initials));
  const ends = all.flatMap(({ full, starts }, at) =>
    (from === 'any' ? starts : [0]).map((start) => ({ at, text: full.slice(start) })),
  );
  const full = indexTexts(ends.map(({ text }) => text));
  return (typed) => [...initials.find(typed), ...full.find(typed, true).flatMap((found) => ends[found]?.at ?? [])];
}

function build(orgLines: readonly OrgLine[], personLines: readonly PersonLine[]): Directory {
  const orgs = orgLines.map(([id, parentId, name, code, type, isDisabled]) => ({
    id,
    parentId,
    name,
    code,
    type,
    isDisabled,
  }));
  const children = new Map<string | null, DirectoryOrg[]>();
  for (const org of orgs) {
    const siblings = children.get(org.parentId);
    if (siblings) siblings.push(org);
    else children.set(org.parentId, [org]);
  }
  const childrenOf = (id: string | null): readonly DirectoryOrg[] => children.get(id) ?? [];
  const orgNames = indexTexts(orgs.map(({ name }) => name.toLowerCase()));
  const orgSounds = once(() =>
    indexSounds(
      orgs.map(({ name }) => name),
      'any',
    ),
  );
  const called = groupPlaces(orgs.map(({ name }) => name));
  const coded = groupPlaces(orgs.map(({ code }) => code));
  const names = indexTexts(personLines.map(([, name]) => name.toLowerCase()));
  const usernames = indexTexts(personLines.map(([, , username]) => username.toLowerCase()));
  // not before somebody types letters: a thousand names take a tenth of a second
  const sounds = once(() =>
    indexSounds(
      personLines.map(([, name]) => name),
      'first',
    ),
  );
  const byName = once(() => [...personLines].sort(([, a], [, b]) => COLLATOR.compare(a, b)).map(([id]) => id));
  const places = new Map<string, number[]>();
  for (const [at, [, , , , , deptIds]] of personLines.entries())
    for (const dept of deptIds) {
      if (dept === null) continue;
      const here = places.get(dept);
      if (here) here.push(at);
      else places.set(dept, [at]);
    }
  // numbers of one order, then ids: as the list of the database
  const listed = (all: readonly PersonLine[]): string[] =>
    [...all].sort(([idA, , , , a], [idB, , , , b]) => a - b || (idA < idB ? -1 : 1)).map(([id]) => id);
  const everybody = once(() => listed(personLines));
  const members = new Map<string, Members>();
  const readMembers = (orgId: string): Members => {
    const parts = new Set([orgId]);
    for (const part of parts) for (const child of childrenOf(part)) parts.add(child.id);
    const all = inOrder(
      [...parts].map((part) => places.get(part) ?? []),
      personLines.length,
    );
    const lines = all.flatMap((at) => [personLines[at]].flatMap((line) => (line ? [line] : [])));
    return {
      active: lines.filter(([, , , isDisabled]) => !isDisabled).map(([id]) => id),
      listed: listed(lines),
      places: new Set(all),
    };
  };
  return {
    orgs,
    byId: new Map(orgs.map((org) => [org.id, org])),
    childrenOf,
    *orgsNamed(typed) {
      const text = typed.toLowerCase();
      const others = [...(coded.get(typed) ?? []), ...(isSound(text) ? orgSounds()(text) : [])];
      const written = orgNames.find(text);
      const found = others.length === 0 ? written : inOrder([written, others], orgs.length);
      const exact = new Set(called.get(typed));
      for (const at of exact) if (orgs[at]) yield orgs[at];
      for (const at of found) if (orgs[at] && !exact.has(at)) yield orgs[at];
    },
    people: personLines.map(([id, name, , isDisabled]) => ({ id, name, isDisabled })),
    byName,
    active: personLines.filter(([, , , isDisabled]) => !isDisabled).map(([id]) => id),
    named(typed) {
      const text = typed.toLowerCase();
      const found = [names.find(text), usernames.find(text), ...(isSound(text) ? [sounds()(text)] : [])];
      return inOrder(found, personLines.length);
    },
    membersOf(orgId) {
      let known = members.get(orgId);
      if (!known) members.set(orgId, (known = readMembers(orgId)));
      return known;
    },
    listed: everybody,
  };
}

/** Reads revision and content in one statement, so that they belong together. */
async function load(db: Kysely<Database>): Promise<Directory> {
  const { rows } = await sql<{ revision: string; orgs: OrgLine[] | null; people: PersonLine[] | null }>`select
    ${REVISION} as revision,
    (select json_agg(json_build_array(id, parent_id, name, code, type, is_disabled) order by type desc, sn, id) from sys_org) as orgs,
    (select json_agg(json_build_array(p.id, p.name, p.username, p.is_disabled, p.sn,
        array(select coalesce(p.dept_id, p.unit_id) union select coalesce(m.dept_id, m.unit_id) from sys_user_unit m where m.user_id = p.id)) order by d.sn, p.id)
      from sys_user p left join sys_org d on d.id = p.dept_id) as people`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the directory has no revision');
  const directory = build(row.orgs ?? [], row.people ?? []);
  kept.set(row.revision, directory);
  return directory;
}

/** The directory as it is now: kept by each server, and read anew when anything of it changed on any of them. */
export async function directoryOf(db: Kysely<Database>): Promise<Directory> {
  const { rows } = await sql<{ revision: string }>`select ${REVISION} as revision`.execute(db);
  const revision = rows[0]?.revision ?? '';
  const known = kept.get(revision);
  if (known) return known;
  // a transaction must not wait for a load that may itself be waiting for a connection
  if (db.isTransaction) return load(db);
  const underWay = loading.get(revision) ?? load(db).finally(() => loading.delete(revision));
  loading.set(revision, underWay);
  return underWay;
}

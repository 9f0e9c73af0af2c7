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
  /** Everybody, by the order of their departments. */
  people: readonly DirectoryPerson[];
  /** Ids of everybody in the order of the Chinese dictionary: by sound, then by stroke. */
  byName(): readonly string[];
  /** Ids of those who can sign in. */
  active: readonly string[];
  /** Places in `people` of those whose name or user name holds this text, or whose name sounds so. */
  named(typed: string): number[];
  /** Places in `people` of those who have a place in one of these departments, or in one of these units without a department. */
  of(depts: ReadonlySet<string>): number[];
  /** A unit or department with all below it. */
  within(id: string): ReadonlySet<string>;
}

type OrgLine = [id: string, parentId: string | null, name: string, code: string, type: 'unit' | 'dept', off: boolean];
type PersonLine = [id: string, name: string, username: string, off: boolean, deptIds: (string | null)[]];

const REVISION = sql<string>`(select revision::text from sys_directory)`;

/** Cached by revision; several, since a transaction may still read an earlier one. */
const kept = createCache<Directory>(8);
const loading = new Map<string, Promise<Directory>>();

const COLLATOR = new Intl.Collator('zh-Hans-CN', { numeric: true });
const inOrder = (places: readonly number[]): number[] => [...new Set(places)].sort((a, b) => a - b);

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
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
  const names = indexTexts(personLines.map(([, name]) => name.toLowerCase()));
  const usernames = indexTexts(personLines.map(([, , username]) => username.toLowerCase()));
  // not before somebody types letters: a thousand names take a tenth of a second
  const sounds = once(() => {
    const all = personLines.map(([, name]) => soundOf(name));
    return { initials: indexTexts(all.map(({ initials }) => initials)), full: indexTexts(all.map(({ full }) => full)) };
  });
  const byName = once(() => [...personLines].sort(([, a], [, b]) => COLLATOR.compare(a, b)).map(([id]) => id));
  const places = new Map<string, number[]>();
  for (const [at, [, , , , deptIds]] of personLines.entries())
    for (const dept of deptIds) {
      if (dept === null) continue;
      const here = places.get(dept);
      if (here) here.push(at);
      else places.set(dept, [at]);
    }
  return {
    orgs,
    byId: new Map(orgs.map((org) => [org.id, org])),
    childrenOf,
    people: personLines.map(([id, name, , isDisabled]) => ({ id, name, isDisabled })),
    byName,
    active: personLines.filter(([, , , isDisabled]) => !isDisabled).map(([id]) => id),
    named(typed) {
      const text = typed.toLowerCase();
      const written = [...names.find(text), ...usernames.find(text)];
      if (!isSound(text)) return inOrder(written);
      const { initials, full } = sounds();
      return inOrder([...written, ...initials.find(text), ...full.find(text, true)]);
    },
    of(depts) {
      return inOrder([...depts].flatMap((dept) => places.get(dept) ?? []));
    },
    within(id) {
      const found = new Set([id]);
      for (const one of found) for (const child of childrenOf(one)) found.add(child.id);
      return found;
    },
  };
}

/** Reads revision and content in one statement, so that they belong together. */
async function load(db: Kysely<Database>): Promise<Directory> {
  const { rows } = await sql<{ revision: string; orgs: OrgLine[] | null; people: PersonLine[] | null }>`select
    ${REVISION} as revision,
    (select json_agg(json_build_array(id, parent_id, name, code, type, is_disabled) order by type desc, sn, id) from sys_org) as orgs,
    (select json_agg(json_build_array(p.id, p.name, p.username, p.is_disabled,
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

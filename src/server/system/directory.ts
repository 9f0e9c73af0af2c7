import { sql, type Kysely } from 'kysely';
import { createCache } from '../store/cache.ts';
import type { Database } from '../store/database.ts';
import { isPinyinInput, pinyinOf } from './pinyin.ts';
import { indexTexts } from './textIndex.ts';

/** A unit or department in the directory. */
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

/** In-memory index of all people, units and departments for searches by name. */
export interface Directory {
  /** Units, then departments, each by order number. */
  orgs: readonly DirectoryOrg[];
  /** Units and departments by id. */
  orgsById: ReadonlyMap<string, DirectoryOrg>;
  /** Returns the units and departments directly below one; those at the top level if `id` is null. */
  childrenOf(id: string | null): readonly DirectoryOrg[];
  /**
   * Yields units and departments whose name contains this text, whose pronunciation matches it, or that have this
   * code. Exact names come first. Evaluated lazily.
   */
  findOrgs(typed: string): Iterable<DirectoryOrg>;
  /** All people, in the order of the departments in their main units. */
  people: readonly DirectoryPerson[];
  /** Returns the ids of all people in Chinese dictionary order: by pronunciation, then by strokes. */
  idsByName(): readonly string[];
  /** Ids of people with enabled accounts. */
  activeIds: readonly string[];
  /**
   * Returns the indexes in `people` of people whose name or user name contains this text, or whose name has a
   * matching pronunciation.
   */
  findPeople(typed: string): number[];
  /**
   * Returns the people of a unit or department, including sub-departments. Cached until the directory is loaded
   * again.
   */
  membersOf(orgId: string): Members;
  /** Returns the ids of all people in the order of the administrators' list. */
  idsInListOrder(): readonly string[];
}
interface Members {
  /** Ids of people with enabled accounts, in the order of their departments. */
  activeIds: readonly string[];
  /** Ids of all members in the order of the administrators' list. */
  idsInListOrder: readonly string[];
  /** Indexes of all members in `people`. */
  indexes: ReadonlySet<number>;
}

type OrgTuple = [
  id: string,
  parentId: string | null,
  name: string,
  code: string,
  type: 'unit' | 'dept',
  isDisabled: boolean,
];
/**
 * `sn`: the order number. `deptIds`: the person's departments in all of their units; for a unit in which they have no
 * department, the id of the unit.
 */
type PersonTuple = [
  id: string,
  name: string,
  username: string,
  isDisabled: boolean,
  sn: number,
  deptIds: (string | null)[],
];

/** The stored revision of the directory, as SQL. It is replaced whenever the directory changes. */
const REVISION = sql<string>`(select revision::text from sys_directory)`;

/** Cached directories by revision. There may be several, because a transaction may still read an earlier revision. */
const cache = createCache<Directory>(8);
/** Running loads of the directory, by the revision for which they were started. */
const pendingLoads = new Map<string, Promise<Directory>>();

const COLLATOR = new Intl.Collator('zh-Hans-CN', { numeric: true });
/** Merges lists of indexes below `count` into one ascending list without duplicates. */
function mergeIndexes(lists: readonly (readonly number[])[], count: number): number[] {
  const isContained = new Uint8Array(count);
  for (const list of lists) for (const index of list) isContained[index] = 1;
  const indexes: number[] = [];
  for (let index = 0; index < count; index += 1) if (isContained[index] === 1) indexes.push(index);
  return indexes;
}

/** Returns a function that computes a value at its first call and returns the same value at later calls. */
function memoize<T>(make: () => T): () => T {
  let computed: { value: T } | null = null;
  return () => (computed ??= { value: make() }).value;
}

/** Returns, for each different non-empty text, the indexes at which it occurs. */
function groupIndexes(texts: readonly string[]): Map<string, number[]> {
  const indexes = new Map<string, number[]>();
  for (const [index, text] of texts.entries()) {
    const indexesOfText = indexes.get(text);
    if (indexesOfText) indexesOfText.push(index);
    else if (text !== '') indexes.set(text, [index]);
  }
  return indexes;
}

/**
 * Returns a function that finds indexes of names by pinyin. The typed text matches the initials of successive syllables
 * anywhere in the name. It also matches the full syllables: from the first syllable of the name (`first`), or from any
 * syllable (`any`).
 */
function indexPinyin(names: readonly string[], from: 'first' | 'any'): (typed: string) => number[] {
  const pinyins = names.map(pinyinOf);
  const initials = indexTexts(pinyins.map((pinyin) => pinyin.initials));
  const suffixes = pinyins.flatMap(({ full, starts }, index) =>
    (from === 'any' ? starts : [0]).map((start) => ({ nameIndex: index, text: full.slice(start) })),
  );
  const full = indexTexts(suffixes.map(({ text }) => text));
  return (typed) => [
    ...initials.find(typed),
    ...full.find(typed, true).flatMap((suffixIndex) => suffixes[suffixIndex]?.nameIndex ?? []),
  ];
}

function buildDirectory(orgTuples: readonly OrgTuple[], personTuples: readonly PersonTuple[]): Directory {
  const orgs = orgTuples.map(([id, parentId, name, code, type, isDisabled]) => ({
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
  const findOrgsByPinyin = memoize(() =>
    indexPinyin(
      orgs.map(({ name }) => name),
      'any',
    ),
  );
  const exactNames = groupIndexes(orgs.map(({ name }) => name));
  const exactCodes = groupIndexes(orgs.map(({ code }) => code));
  const names = indexTexts(personTuples.map(([, name]) => name.toLowerCase()));
  const usernames = indexTexts(personTuples.map(([, , username]) => username.toLowerCase()));
  // this index is not built before the first search by letters, because a thousand names take about 100 ms
  const findPeopleByPinyin = memoize(() =>
    indexPinyin(
      personTuples.map(([, name]) => name),
      'first',
    ),
  );
  const idsByName = memoize(() => [...personTuples].sort(([, a], [, b]) => COLLATOR.compare(a, b)).map(([id]) => id));
  const indexesByOrg = new Map<string, number[]>();
  for (const [index, [, , , , , deptIds]] of personTuples.entries())
    for (const dept of deptIds) {
      if (dept === null) continue;
      const indexes = indexesByOrg.get(dept);
      if (indexes) indexes.push(index);
      else indexesByOrg.set(dept, [index]);
    }
  // by order number, then by id, like the database sorts the list
  const sortedIds = (all: readonly PersonTuple[]): string[] =>
    [...all].sort(([idA, , , , a], [idB, , , , b]) => a - b || (idA < idB ? -1 : 1)).map(([id]) => id);
  const allSortedIds = memoize(() => sortedIds(personTuples));
  const membersByOrg = new Map<string, Members>();
  const computeMembers = (orgId: string): Members => {
    const orgIds = new Set([orgId]);
    // the loop also visits the ids that it adds
    for (const id of orgIds) for (const child of childrenOf(id)) orgIds.add(child.id);
    const indexes = mergeIndexes(
      [...orgIds].map((id) => indexesByOrg.get(id) ?? []),
      personTuples.length,
    );
    const tuples = indexes.flatMap((index) => {
      const tuple = personTuples[index];
      return tuple ? [tuple] : [];
    });
    return {
      activeIds: tuples.filter(([, , , isDisabled]) => !isDisabled).map(([id]) => id),
      idsInListOrder: sortedIds(tuples),
      indexes: new Set(indexes),
    };
  };
  return {
    orgs,
    orgsById: new Map(orgs.map((org) => [org.id, org])),
    childrenOf,
    *findOrgs(typed) {
      const text = typed.toLowerCase();
      const furtherMatches = [
        ...(exactCodes.get(typed) ?? []),
        ...(isPinyinInput(text) ? findOrgsByPinyin()(text) : []),
      ];
      const byText = orgNames.find(text);
      const foundIndexes = furtherMatches.length === 0 ? byText : mergeIndexes([byText, furtherMatches], orgs.length);
      const exactIndexes = new Set(exactNames.get(typed));
      for (const index of exactIndexes) if (orgs[index]) yield orgs[index];
      for (const index of foundIndexes) if (orgs[index] && !exactIndexes.has(index)) yield orgs[index];
    },
    people: personTuples.map(([id, name, , isDisabled]) => ({ id, name, isDisabled })),
    idsByName,
    activeIds: personTuples.filter(([, , , isDisabled]) => !isDisabled).map(([id]) => id),
    findPeople(typed) {
      const text = typed.toLowerCase();
      const foundIndexes = [
        names.find(text),
        usernames.find(text),
        ...(isPinyinInput(text) ? [findPeopleByPinyin()(text)] : []),
      ];
      return mergeIndexes(foundIndexes, personTuples.length);
    },
    membersOf(orgId) {
      let cachedMembers = membersByOrg.get(orgId);
      if (!cachedMembers) membersByOrg.set(orgId, (cachedMembers = computeMembers(orgId)));
      return cachedMembers;
    },
    idsInListOrder: allSortedIds,
  };
}

/** Loads and caches the directory. One statement reads revision and content, so that both belong to the same state. */
async function loadDirectory(db: Kysely<Database>): Promise<Directory> {
  const { rows } = await sql<{ revision: string; orgs: OrgTuple[] | null; people: PersonTuple[] | null }>`select
    ${REVISION} as revision,
    (select json_agg(json_build_array(id, parent_id, name, code, type, is_disabled) order by type desc, sn, id) from sys_org) as orgs,
    (select json_agg(json_build_array(p.id, p.name, p.username, p.is_disabled, p.sn,
        array(select coalesce(p.dept_id, p.unit_id) union select coalesce(m.dept_id, m.unit_id) from sys_user_unit m where m.user_id = p.id)) order by d.sn, p.id)
      from sys_user p left join sys_org d on d.id = p.dept_id) as people`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the directory has no revision');
  const directory = buildDirectory(row.orgs ?? [], row.people ?? []);
  cache.set(row.revision, directory);
  return directory;
}

/** Returns the current directory. Each server caches it, and loads it again after a change by any server. */
export async function directoryOf(db: Kysely<Database>): Promise<Directory> {
  const { rows } = await sql<{ revision: string }>`select ${REVISION} as revision`.execute(db);
  const revision = rows[0]?.revision ?? '';
  const cachedDirectory = cache.get(revision);
  if (cachedDirectory) return cachedDirectory;
  // a transaction must not wait for a pending load, which may itself wait for a connection
  if (db.isTransaction) return loadDirectory(db);
  const pendingLoad = pendingLoads.get(revision) ?? loadDirectory(db).finally(() => pendingLoads.delete(revision));
  pendingLoads.set(revision, pendingLoad);
  return pendingLoad;
}

import { sql, type Kysely } from 'kysely';
import type { Page } from '../http/envelope.ts';
import type { Database } from '../store/database.ts';
import { directoryOf, type Directory } from './directory.ts';

/** A person in selectors (EN-005). */
export interface UserRow {
  id: string;
  showName: string;
  deptName: string;
  unitName: string;
  post: string;
}

const selectPeople = (db: Kysely<Database>) =>
  db
    .selectFrom('sys_user as p')
    .leftJoin('sys_org as d', 'd.id', 'p.dept_id')
    .leftJoin('sys_org as u', 'u.id', 'p.unit_id');

const columns = [
  'p.id',
  'p.name as showName',
  sql<string>`coalesce(d.name, '')`.as('deptName'),
  sql<string>`coalesce(u.name, '')`.as('unitName'),
  'p.post',
] as const;

export interface PeopleQuery {
  /** Part of a name or user name, or pinyin of a name (zmx, zhou). Empty: no restriction. */
  text: string;
  /** Restricts the search to the person with this id (CL-030: selectors load a selected person by id). */
  id?: string;
  /** Restricts the search to people of this unit or department, including its sub-departments. */
  orgId?: string;
}

/** Returns the ids of the matching people with enabled accounts, in the order of their departments. */
function findIds(
  { activeIds, people, findPeople, membersOf }: Directory,
  { text, id, orgId }: PeopleQuery,
): readonly string[] {
  const searchText = text.trim();
  const members = orgId ? membersOf(orgId) : null;
  if (searchText === '' && !id) return members?.activeIds ?? activeIds;
  const ids: string[] = [];
  for (const index of searchText === '' ? people.keys() : findPeople(searchText)) {
    const person = people[index];
    if (person && !person.isDisabled && (!id || person.id === id) && (!members || members.indexes.has(index)))
      ids.push(person.id);
  }
  return ids;
}

/**
 * Returns one page of the matching people with enabled accounts, and their total number (CL-030, CL-031). The filter by
 * department also finds members of the department whose main department is another one.
 */
export async function searchUsers(
  db: Kysely<Database>,
  query: PeopleQuery,
  { pageNum, pageSize }: Page,
): Promise<{ rows: UserRow[]; total: number }> {
  const ids = findIds(await directoryOf(db), query);
  return {
    rows: await usersByIds(db, ids.slice((pageNum - 1) * pageSize, pageNum * pageSize)),
    total: ids.length,
  };
}

/**
 * Returns people by id, in the order of the ids. Includes disabled accounts, because old records refer to them.
 * Leaves out unknown ids.
 */
export async function usersByIds(db: Kysely<Database>, ids: readonly string[]): Promise<UserRow[]> {
  if (ids.length === 0) return [];
  const rows = await selectPeople(db)
    .where('p.id', 'in', [...ids])
    .select([...columns])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

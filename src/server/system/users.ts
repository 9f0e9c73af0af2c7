import { sql, type Kysely } from 'kysely';
import type { Page } from '../http/envelope.ts';
import type { Database } from '../store/database.ts';
import { directoryOf, type Directory } from './directory.ts';

/** A person as the selectors list them (EN-005). */
export interface UserRow {
  id: string;
  showName: string;
  deptName: string;
  unitName: string;
  post: string;
}

const people = (db: Kysely<Database>) =>
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
  /** Part of a name or user name, or letters that a name sounds like (zmx, zhou); empty finds all. */
  text: string;
  /** Only who has this id (CL-030: a chosen one is looked up by it). */
  id?: string;
  /** A unit or department: people of it and of what is below it. */
  orgId?: string;
}

/** Ids of people, those of other units that belong there, too; in the order of their departments. */
function found({ active, people, named, membersOf }: Directory, { text, id, orgId }: PeopleQuery): readonly string[] {
  const typed = text.trim();
  const members = orgId ? membersOf(orgId) : null;
  if (typed === '' && !id) return members?.active ?? active;
  const ids: string[] = [];
  for (const at of typed === '' ? people.keys() : named(typed)) {
    const person = people[at];
    if (person && !person.isDisabled && (!id || person.id === id) && (!members || members.places.has(at)))
      ids.push(person.id);
  }
  return ids;
}

/** People by name and place, those of other units that belong here, too. Disabled accounts are left out (CL-030, CL-031). */
export async function searchUsers(
  db: Kysely<Database>,
  asked: PeopleQuery,
  { pageNum, pageSize }: Page,
): Promise<{ rows: UserRow[]; total: number }> {
  const ids = found(await directoryOf(db), asked);
  return {
    rows: await usersByIds(db, ids.slice((pageNum - 1) * pageSize, pageNum * pageSize)),
    total: ids.length,
  };
}

/** People by id, disabled ones too: old records name them. In the order of the ids; unknown ids are left out. */
export async function usersByIds(db: Kysely<Database>, ids: readonly string[]): Promise<UserRow[]> {
  if (ids.length === 0) return [];
  const rows = await people(db)
    .where('p.id', 'in', [...ids])
    .select([...columns])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

import type { ServerContext } from '../context.ts';
import { peopleAsSignedIn } from '../auth/index.ts';
import { mayReadNow, type RecordRow } from '../records/index.ts';
import type { Db } from '../store/database.ts';
import { searchUsers } from '../system/index.ts';

/** Somebody who may be addressed in a comment, or why not. */
export interface Mentionable {
  id: string;
  name: string;
  deptName: string;
  /** Whether they may read the record; who may not cannot be addressed. */
  mayRead: boolean;
}

/** People offered at once while a name is typed. */
const OFFERED = 8;

/** Those of these people who may read the record, by their own rights. Disabled accounts may not. */
export async function readersAmong(
  context: ServerContext,
  db: Db,
  row: RecordRow,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const readers = new Set<string>();
  for (const person of await peopleAsSignedIn(db, ids))
    if (await mayReadNow(context, db, person, row)) readers.add(person.id);
  return readers;
}

/** People by a part of their name, its letters or their user name, who may read the record first. */
export async function mentionable(
  context: ServerContext,
  row: RecordRow,
  { keyword, ownId }: { keyword: string; ownId: string },
): Promise<Mentionable[]> {
  const { rows } = await searchUsers(context.db, { text: keyword }, { pageNum: 1, pageSize: OFFERED + 1 });
  const others = rows.filter(({ id }) => id !== ownId).slice(0, OFFERED);
  const readers = await readersAmong(
    context,
    context.db,
    row,
    others.map(({ id }) => id),
  );
  return others
    .map(({ id, showName, deptName }) => ({ id, name: showName, deptName, mayRead: readers.has(id) }))
    .toSorted((a, b) => Number(b.mayRead) - Number(a.mayRead));
}

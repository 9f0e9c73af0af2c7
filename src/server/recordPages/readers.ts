import type { ServerContext } from '../context.ts';
import { loadPeopleAsSignedIn } from '../auth/index.ts';
import { mayReadByPublishedForm, type RecordRow } from '../records/index.ts';
import type { Db } from '../store/database.ts';
import { searchUsers } from '../system/index.ts';

/** A person who is suggested for a mention in a comment, because the name matches the typed text. */
export interface MentionSuggestion {
  id: string;
  name: string;
  deptName: string;
  /** False for a person who may not read the record and therefore cannot be mentioned. */
  mayRead: boolean;
}

/** The maximum number of people that are suggested while a name is typed. */
const MAX_SUGGESTED = 8;
/** The maximum number of people with a matching name who are examined for the right to read the record. */
const MAX_EXAMINED = 40;

/** Returns those of the ids whose people may read the record by their own rights. Leaves out disabled accounts. */
export async function readersAmong(
  context: ServerContext,
  db: Db,
  row: RecordRow,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const readers = new Set<string>();
  for (const person of await loadPeopleAsSignedIn(db, ids))
    if (await mayReadByPublishedForm(context, db, person, row)) readers.add(person.id);
  return readers;
}

/**
 * Returns at most MAX_SUGGESTED people, without the current user, whose name (as written or by its pinyin) or user name
 * matches the keyword. Of the first `MAX_EXAMINED` matches, those who may read the record come first.
 */
export async function suggestMentions(
  context: ServerContext,
  row: RecordRow,
  { keyword, ownId: currentUserId }: { keyword: string; ownId: string },
): Promise<MentionSuggestion[]> {
  const { rows } = await searchUsers(context.db, { text: keyword }, { pageNum: 1, pageSize: MAX_EXAMINED + 1 });
  const otherPeople = rows.filter(({ id }) => id !== currentUserId).slice(0, MAX_EXAMINED);
  const readers = new Set<string>();
  // examines further people only while there are too few readers
  for (let from = 0; from < otherPeople.length && readers.size < MAX_SUGGESTED; from += MAX_SUGGESTED)
    for (const id of await readersAmong(
      context,
      context.db,
      row,
      otherPeople.slice(from, from + MAX_SUGGESTED).map((person) => person.id),
    ))
      readers.add(id);
  return otherPeople
    .map(({ id, showName, deptName }) => ({ id, name: showName, deptName, mayRead: readers.has(id) }))
    .toSorted((a, b) => Number(b.mayRead) - Number(a.mayRead))
    .slice(0, MAX_SUGGESTED);
}

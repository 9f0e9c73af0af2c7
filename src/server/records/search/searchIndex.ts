import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { escapeLikeText } from '../../store/escapeLikeText.ts';
import type { Trx } from '../../store/transaction.ts';
import { isPinyinInput, pinyinText } from './pinyin.ts';

/** Maximum number of characters of a record's searchable text that the search over all forms covers. */
const MAX_INDEXED_TEXT = 600;

/** A record with its searchable text (`titleColumns`), which contains no field that a role or task node hides. */
export interface Searchable {
  id: string;
  search_text: string;
}

/**
 * Writes the rows of `frm_search` of these records, for the search over all forms; unchanged rows are not written.
 */
export async function indexForSearch(trx: Trx, formKey: string, records: readonly Searchable[]): Promise<void> {
  if (records.length === 0) return;
  const rows = records.map(({ id, search_text }) => {
    const text = search_text.slice(0, MAX_INDEXED_TEXT);
    return { id, text, sound: pinyinText(text) };
  });
  await sql`insert into frm_search (record_id, form_key, text, sound)
    select id, ${formKey}, text, sound from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id text, text text, sound text) order by id
    on conflict (record_id) do update set text = excluded.text, sound = excluded.sound where frm_search.text <> excluded.text or frm_search.sound <> excluded.sound`.execute(
    trx,
  );
}

/** Deletes the row of a deleted record from `frm_search`. */
export async function removeFromSearch(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('frm_search').where('record_id', '=', id).execute();
}

/** Returns all substrings of a word with this length. */
const substrings = (word: string, length: number): string[] =>
  Array.from({ length: word.length - length + 1 }, (_none, start) => word.slice(start, start + length));

/**
 * Returns the conditions for a word, of which one must be true: the text contains the word as written, its pinyin
 * initials, or its full pinyin. Each condition uses one index. `frm_sounds` returns, for each character, the initials
 * of this character and the next one or two characters (`~bj` for `bei jing`). It also returns the first three and five
 * letters of the pinyin that begins with this character (`=bei`, `=beiji`).
 */
function wordConditions(word: string): RawBuilder<SqlBool>[] {
  const asWritten = sql<SqlBool>`frm_grams(array[s.text]) @> frm_grams(array[${word}::text]) and s.text like ${`%${escapeLikeText(word)}%`}`;
  if (!isPinyinInput(word)) return [asWritten];
  const initials = (word.length === 2 ? [word] : substrings(word, 3)).map((letters) => `~${letters}`);
  const byInitials = sql<SqlBool>`frm_sounds(s.sound) @> ${initials}::text[]`;
  if (word.length < 3) return [asWritten, byInitials];
  const beginnings = [`=${word.slice(0, 3)}`, ...(word.length < 5 ? [] : [`=${word.slice(0, 5)}`])];
  const bySyllables = sql<SqlBool>`frm_sounds(s.sound) @> ${beginnings}::text[] and replace(s.sound, ' ', '') like ${`%${word}%`}`;
  return [asWritten, byInitials, bySyllables];
}

const hasSeveralCharacters = (word: string): boolean => [...word].length > 1;

/** Checks whether these words can be searched for: at least one of them has two or more characters. */
export const canSearch = (words: readonly string[]): boolean => words.some(hasSeveralCharacters);

/**
 * Returns a query for `record_id` and `form_key` of the records that contain all of these words: as written, by the
 * initials of the pinyin (bjhy), or by the full pinyin, which may begin at any character (huayuan). `words`: from
 * `wordsOf`, accepted by `canSearch`. Words of two and more characters use the two indexes of `frm_search`. A word of
 * one character must be contained as written, and only filters the records that the other words find.
 */
export function matchingRecordsSql(words: readonly string[]): RawBuilder<unknown> {
  const shortWordFilters = words
    .filter((word) => !hasSeveralCharacters(word))
    .map((word) => sql` and s.text like ${`%${escapeLikeText(word)}%`}`);
  const rowsWith = (condition: RawBuilder<SqlBool>): RawBuilder<unknown> =>
    sql`select s.record_id, s.form_key from frm_search s where ${condition}${sql.join(shortWordFilters, sql``)}`;
  const queriesByWord = words
    .filter(hasSeveralCharacters)
    .map((word) => sql`(${sql.join(wordConditions(word).map(rowsWith), sql` union `)})`);
  return sql.join(queriesByWord, sql` intersect `);
}

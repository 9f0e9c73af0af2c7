import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { likeText } from '../../store/likeText.ts';
import type { Trx } from '../../store/transaction.ts';
import { isSound, soundText } from './sounds.ts';

/** So much of a record's searchable text is found by the search over all forms, in characters. */
const MOST_TEXT = 600;

/** A record with what the keyword search of lists reads of it (`titleColumns`): nothing that anybody may be kept from. */
export interface Searchable {
  id: string;
  search_text: string;
}

/** Writes what the search over all forms reads of these records; a line that says the same already is left alone. */
export async function noteSearchable(trx: Trx, formKey: string, records: readonly Searchable[]): Promise<void> {
  if (records.length === 0) return;
  const lines = records.map(({ id, search_text }) => {
    const text = search_text.slice(0, MOST_TEXT);
    return { id, text, sound: soundText(text) };
  });
  await sql`insert into frm_search (record_id, form_key, text, sound)
    select id, ${formKey}, text, sound from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as x(id text, text text, sound text) order by id
    on conflict (record_id) do update set text = excluded.text, sound = excluded.sound where frm_search.text <> excluded.text or frm_search.sound <> excluded.sound`.execute(
    trx,
  );
}

/** Takes a removed record out of the search. */
export async function dropSearchable(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('frm_search').where('record_id', '=', id).execute();
}

/** Pieces of so many characters of a word, one beginning at each of its letters. */
const pieces = (word: string, length: number): string[] =>
  Array.from({ length: word.length - length + 1 }, (_none, at) => word.slice(at, at + length));

/** The conditions by each of which a word is found; each is asked of one index. */
function waysTo(word: string): RawBuilder<SqlBool>[] {
  const written = sql<SqlBool>`frm_grams(array[s.text]) @> frm_grams(array[${word}::text]) and s.text like ${`%${likeText(word)}%`}`;
  if (!isSound(word)) return [written];
  const initials = (word.length === 2 ? [word] : pieces(word, 3)).map((piece) => `~${piece}`);
  const byInitials = sql<SqlBool>`frm_sounds(s.sound) @> ${initials}::text[]`;
  if (word.length < 3) return [written, byInitials];
  const starts = [`=${word.slice(0, 3)}`, ...(word.length < 5 ? [] : [`=${word.slice(0, 5)}`])];
  const bySpelling = sql<SqlBool>`frm_sounds(s.sound) @> ${starts}::text[] and replace(s.sound, ' ', '') like ${`%${word}%`}`;
  return [written, byInitials, bySpelling];
}

const isLong = (word: string): boolean => [...word].length > 1;

/** Can these words be searched for: is one of them longer than a character? */
export const maySearch = (words: readonly string[]): boolean => words.some(isLong);

/**
 * A query for `record_id` and `form_key` of the records that hold all of these words (`wordsOf`, see `maySearch`): as they
 * are written, or by the sound of Chinese characters: their first letters (bjhy), or spelt from any of them on (huayuan).
 * Asked of the two indexes of the table; a word of one character is only looked for in what another word finds.
 */
export function foundSql(words: readonly string[]): RawBuilder<unknown> {
  const short = words.filter((word) => !isLong(word)).map((word) => sql` and s.text like ${`%${likeText(word)}%`}`);
  const rows = (way: RawBuilder<SqlBool>): RawBuilder<unknown> =>
    sql`select s.record_id, s.form_key from frm_search s where ${way}${sql.join(short, sql``)}`;
  const found = words.filter(isLong).map((word) => sql`(${sql.join(waysTo(word).map(rows), sql` union `)})`);
  return sql.join(found, sql` intersect `);
}

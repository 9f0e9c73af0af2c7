import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { escapeLikeText } from '../../store/escapeLikeText.ts';
import type { FormTables } from '../columns/catalogue.ts';
import { textIndexGrams } from '../columns/textIndex.ts';

/** Maximum length of the searchable text of one record, in characters. */
const MAX_SEARCH_TEXT = 2000;

/** Unifies letter case and full-width characters. Applied to stored texts and searched words. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Returns the searchable text of a record: these texts, folded, one per line. */
export const searchText = (texts: readonly string[]): string =>
  fold(texts.filter(Boolean).join('\n')).slice(0, MAX_SEARCH_TEXT);

/**
 * Returns a condition for the records with a searchable text that contains this text as a separate line, which is a
 * whole title or value.
 */
export const hasLineSql = (text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(chr(10) || frm_record.search_text || chr(10)) like ${`%\n${escapeLikeText(fold(text))}\n%`}`;

/** Maximum number of words of a keyword that are searched. */
const MAX_WORDS = 8;

/**
 * Returns the first words of a keyword (`MAX_WORDS`), folded like the searchable text. A record must contain all of
 * them.
 */
export const wordsOf = (keyword: string): string[] =>
  fold(keyword).trim().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);

/**
 * Returns one condition for each word of a keyword. For a word of two or more characters, the index of character pairs
 * finds the possible records; then their searchable text is compared.
 */
export const keywordSql = ({ indexedTexts }: FormTables, keyword: string): RawBuilder<SqlBool>[] =>
  wordsOf(keyword).map((word) => {
    const containsWord = sql<SqlBool>`frm_record.search_text like ${`%${escapeLikeText(word)}%`}`;
    return indexedTexts.length > 0 && [...word].length > 1
      ? sql<SqlBool>`(${textIndexGrams(indexedTexts, 'frm_record')} @> frm_grams(array[${word}::text]) and ${containsWord})`
      : containsWord;
  });

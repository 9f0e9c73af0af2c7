/** Longest text that is made searchable for one record, in characters. */
const LIMIT = 2000;

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Searchable form of some texts: what the keyword search looks into. */
export const searchText = (texts: readonly string[]): string => fold(texts.filter(Boolean).join('\n')).slice(0, LIMIT);

/** Words of a keyword, all of which must occur. */
export const wordsOf = (keyword: string): string[] => fold(keyword).trim().split(/\s+/).filter(Boolean).slice(0, 8);

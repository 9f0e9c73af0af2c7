/** Longest text that is made searchable for one record, in characters. */
const LIMIT = 2000;

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** The one- and two-character pieces of a text: what the index of the keyword search holds. Chinese words are often two characters. */
export function gramsOf(text: string): string[] {
  const grams = new Set<string>();
  for (const word of fold(text).split(/\s+/)) {
    const chars = [...word];
    chars.forEach((char, index) => {
      grams.add(char);
      const next = chars[index + 1];
      if (next !== undefined) grams.add(char + next);
    });
  }
  return [...grams];
}

/** Searchable form of some texts. */
export function searchColumns(texts: readonly string[]): { search_text: string; search_grams: string[] } {
  const text = fold(texts.filter(Boolean).join('\n')).slice(0, LIMIT);
  return { search_text: text, search_grams: gramsOf(text) };
}

/** Words of a keyword, all of which must occur; each with the pieces the index is asked for. */
export function wordsOf(keyword: string): { word: string; grams: string[] }[] {
  return fold(keyword)
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 8)
    .map((word) => {
      const grams = gramsOf(word);
      return { word, grams: [...word].length > 1 ? grams.filter((gram) => [...gram].length > 1) : grams };
    });
}

import { isPinyinInput, charsWithPinyin, type CharWithPinyin } from './pinyin.ts';

/** A range of a text in which a word was found, in UTF-16 units; `to` is exclusive. */
export type Mark = [from: number, to: number];

/**
 * Returns the number of characters, starting at `index`, whose joined pinyin is `word`; 0 if the characters do not
 * match. For the last character, the beginning of its pinyin suffices.
 */
function countSpelledChars(chars: readonly CharWithPinyin[], index: number, word: string): number {
  let remaining = word;
  for (let next = index; next < chars.length; next += 1) {
    const { syllable } = chars[next] as CharWithPinyin;
    if (syllable === '') return 0;
    if (syllable.startsWith(remaining)) return next - index + 1;
    if (!remaining.startsWith(syllable)) return 0;
    remaining = remaining.slice(syllable.length);
  }
  return 0;
}

/** Minimum number of letters of a word that is matched with full syllables. */
const MIN_SPELLED_LENGTH = 3;

/**
 * Returns the first range of a text whose Chinese characters match `word` by pinyin; null if there is none. They match
 * by the initials of the syllables or, with at least `MIN_SPELLED_LENGTH` letters, by full syllables; the last syllable
 * may be incomplete. `word`: normalised (NFKC), in lower case.
 */
function pinyinMark(text: string, word: string): Mark | null {
  if (!isPinyinInput(word)) return null;
  const chars = charsWithPinyin(text);
  const initials = chars.map(({ syllable }) => syllable[0] ?? ' ').join('');
  const start = initials.indexOf(word);
  const markAt = (index: number, count: number): Mark => [
    (chars[index] as CharWithPinyin).position,
    (chars[index + count - 1] as CharWithPinyin).position + 1,
  ];
  if (start >= 0) return markAt(start, word.length);
  if (word.length < MIN_SPELLED_LENGTH) return null;
  for (let index = 0; index < chars.length; index += 1) {
    const count = countSpelledChars(chars, index, word);
    if (count > 0) return markAt(index, count);
  }
  return null;
}

/**
 * Returns the first range of a text that matches a word of a search: as written, otherwise by pinyin. Null if the word
 * is not found.
 */
export function markOf(text: string, word: string): Mark | null {
  const foldedText = text.normalize('NFKC').toLowerCase();
  // normalisation that changes the length would shift positions, so search the unnormalised text instead
  const start = (foldedText.length === text.length ? foldedText : text.toLowerCase()).indexOf(word);
  return start >= 0 ? [start, start + word.length] : pinyinMark(text, word);
}

/** Sorts marks by position and merges those that touch or overlap. */
export function joinMarks(marks: readonly Mark[]): Mark[] {
  const joinedMarks: Mark[] = [];
  for (const [from, to] of [...marks].sort((a, b) => a[0] - b[0])) {
    const last = joinedMarks.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joinedMarks.push([from, to]);
  }
  return joinedMarks;
}

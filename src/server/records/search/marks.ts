import { isSound, spoken, type Spoken } from './sounds.ts';

/** A part of a text that was searched for, by its positions in UTF-16: from, to. */
export type Mark = [from: number, to: number];

/** How many characters from `index` on a word spells in full, the last perhaps in part; 0: it does not. */
function spelt(chars: readonly Spoken[], index: number, word: string): number {
  let left = word;
  for (let at = index; at < chars.length; at += 1) {
    const { sound } = chars[at] as Spoken;
    if (sound === '') return 0;
    if (sound.startsWith(left)) return at - index + 1;
    if (!left.startsWith(sound)) return 0;
    left = left.slice(sound.length);
  }
  return 0;
}

function soundMark(text: string, word: string): Mark | null {
  if (!isSound(word)) return null;
  const chars = spoken(text);
  const initials = chars.map(({ sound }) => sound[0] ?? ' ').join('');
  const first = initials.indexOf(word);
  const mark = (index: number, count: number): Mark => [
    (chars[index] as Spoken).at,
    (chars[index + count - 1] as Spoken).at + 1,
  ];
  if (first >= 0) return mark(first, word.length);
  if (word.length < 3) return null;
  for (let index = 0; index < chars.length; index += 1) {
    const count = spelt(chars, index, word);
    if (count > 0) return mark(index, count);
  }
  return null;
}

/** Where a word of a search stands in a text, as it is written or by its sound; null: nowhere. */
export function markOf(text: string, word: string): Mark | null {
  const folded = text.normalize('NFKC').toLowerCase();
  // where folding moves positions, the text as it is
  const at = (folded.length === text.length ? folded : text.toLowerCase()).indexOf(word);
  return at >= 0 ? [at, at + word.length] : soundMark(text, word);
}

/** Marks in the order of the text, those that touch or overlap as one. */
export function joinMarks(marks: readonly Mark[]): Mark[] {
  const joined: Mark[] = [];
  for (const [from, to] of [...marks].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

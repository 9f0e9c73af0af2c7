import { pinyin } from 'pinyin-pro';

/** So many Chinese characters of a record can be found by how they sound. */
const MOST = 120;

const isChinese = (char: string): boolean => char >= '一' && char <= '鿿';

/** A Chinese character of a text: where it stands and how it sounds. */
export interface Spoken {
  at: number;
  sound: string;
}

const soundsOf = (chars: readonly string[]): string[] =>
  pinyin(chars.join(''), { toneType: 'none', type: 'array', v: true }).map((sound) => sound.toLowerCase());

/** The Chinese characters of a text with their sounds, each read as its neighbours ask (重庆: chong qing). */
export function spoken(text: string): Spoken[] {
  const found: { at: number; char: string }[] = [];
  let next = 0;
  for (const char of text) {
    if (isChinese(char)) found.push({ at: next, char });
    next += char.length;
  }
  if (found.length === 0) return [];
  const together = soundsOf(found.map(({ char }) => char));
  const sounds = together.length === found.length ? together : found.map(({ char }) => soundsOf([char])[0] ?? '');
  return found.map(({ at }, index) => ({ at, sound: sounds[index] ?? '' }));
}

/** How the lines of a text sound: syllables apart by blanks, lines by `|`. What is not Chinese is left out. */
export function soundText(text: string): string {
  let left = MOST;
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const sounds = spoken(line)
      .slice(0, left)
      .map(({ sound }) => sound)
      .filter(Boolean);
    left -= sounds.length;
    if (sounds.length > 0) lines.push(sounds.join(' '));
    if (left <= 0) break;
  }
  return [...new Set(lines)].join('|');
}

/** Letters that may be typed for the sound of Chinese characters. */
export const isSound = (word: string): boolean => /^[a-z]{2,40}$/.test(word);

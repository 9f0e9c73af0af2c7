import { pinyin } from 'pinyin-pro';

/** The number of Chinese characters of a record that can be found by their sound. */
const MAX_SOUNDS = 120;

const isChinese = (char: string): boolean => char >= '一' && char <= '鿿';

/** A Chinese character of a text: its position in UTF-16 units and its sound (pinyin without tone). */
export interface PronouncedChar {
  position: number;
  sound: string;
}

const soundsOf = (chars: readonly string[]): string[] =>
  pinyin(chars.join(''), { toneType: 'none', type: 'array', v: true }).map((sound) => sound.toLowerCase());

/**
 * The Chinese characters of a text with their sounds, which may depend on the neighbouring characters (重庆: chong qing).
 */
export function pronouncedChars(text: string): PronouncedChar[] {
  const found: { position: number; char: string }[] = [];
  let next = 0;
  for (const char of text) {
    if (isChinese(char)) found.push({ position: next, char });
    next += char.length;
  }
  if (found.length === 0) return [];
  const together = soundsOf(found.map(({ char }) => char));
  const sounds = together.length === found.length ? together : found.map(({ char }) => soundsOf([char])[0] ?? '');
  return found.map(({ position }, index) => ({ position, sound: sounds[index] ?? '' }));
}

/**
 * The sounds of the Chinese characters of a text: syllables separated by blanks, lines by `|`. Other characters are
 * left out.
 */
export function soundText(text: string): string {
  let remaining = MAX_SOUNDS;
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const sounds = pronouncedChars(line)
      .slice(0, remaining)
      .map(({ sound }) => sound)
      .filter(Boolean);
    remaining -= sounds.length;
    if (sounds.length > 0) lines.push(sounds.join(' '));
    if (remaining <= 0) break;
  }
  return [...new Set(lines)].join('|');
}

/** Whether a word may be typed for the sound of Chinese characters: 2 to 40 Latin letters. */
export const isTypedSound = (word: string): boolean => /^[a-z]{2,40}$/.test(word);

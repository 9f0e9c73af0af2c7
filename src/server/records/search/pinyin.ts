import { pinyin } from 'pinyin-pro';

/** Maximum number of Chinese characters of a record that can be found by pinyin. */
const MAX_PINYIN_CHARACTERS = 120;

/** Checks whether a character is a Chinese character (U+4E00 to U+9FFF). */
const isChinese = (char: string): boolean => char >= '一' && char <= '鿿';

/** A Chinese character of a text: its position in UTF-16 units and its pinyin without tone. */
export interface CharWithPinyin {
  position: number;
  syllable: string;
}

/** Returns the pinyin of these characters, in lower case and without tone. */
const toPinyin = (chars: readonly string[]): string[] =>
  pinyin(chars.join(''), { toneType: 'none', type: 'array', v: true }).map((pinyinSyllable) =>
    pinyinSyllable.toLowerCase(),
  );

/**
 * Returns the Chinese characters of a text with their pinyin, which may depend on the neighbouring characters (重庆:
 * chong qing).
 */
export function charsWithPinyin(text: string): CharWithPinyin[] {
  const chineseChars: { position: number; char: string }[] = [];
  let position = 0;
  for (const char of text) {
    if (isChinese(char)) chineseChars.push({ position, char });
    position += char.length;
  }
  if (chineseChars.length === 0) return [];
  const syllablesInContext = toPinyin(chineseChars.map(({ char }) => char));
  // without exactly one syllable for each character, convert each character alone
  const syllables =
    syllablesInContext.length === chineseChars.length
      ? syllablesInContext
      : chineseChars.map(({ char }) => toPinyin([char])[0] ?? '');
  return chineseChars.map(({ position }, index) => ({ position, syllable: syllables[index] ?? '' }));
}

/**
 * Returns the pinyin of the first `MAX_PINYIN_CHARACTERS` Chinese characters of a text: syllables separated by blanks,
 * lines by `|`. Other characters and repeated lines are left out.
 */
export function pinyinText(text: string): string {
  let remaining = MAX_PINYIN_CHARACTERS;
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const syllables = charsWithPinyin(line)
      .slice(0, remaining)
      .map(({ syllable }) => syllable)
      .filter(Boolean);
    remaining -= syllables.length;
    if (syllables.length > 0) lines.push(syllables.join(' '));
    if (remaining <= 0) break;
  }
  return [...new Set(lines)].join('|');
}

/** Checks whether a word may be the pinyin of Chinese characters: 2 to 40 Latin letters. */
export const isPinyinInput = (word: string): boolean => /^[a-z]{2,40}$/.test(word);

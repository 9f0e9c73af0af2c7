import { pinyin } from 'pinyin-pro';

interface Pinyin {
  initials: string;
  full: string;
  /** Index at which each syllable of `full` begins. */
  starts: readonly number[];
}

/** Cached pinyin by name. Computing it for ten thousand names takes half a second. */
const pinyinByName = new Map<string, Pinyin>();

/**
 * Returns the pinyin of a name: initials zmx, full zhoumingxuan for 周明轩. If the first character is a surname, it is
 * read as a surname (单 shàn, 解 xiè).
 */
export function pinyinOf(name: string): Pinyin {
  let namePinyin = pinyinByName.get(name);
  if (!namePinyin) {
    const syllables = pinyin(name, { toneType: 'none', type: 'array', surname: 'head', v: true });
    const starts: number[] = [];
    let length = 0;
    for (const syllable of syllables) {
      starts.push(length);
      length += syllable.length;
    }
    pinyinByName.set(
      name,
      (namePinyin = {
        initials: syllables
          .map((syllable) => syllable[0] ?? '')
          .join('')
          .toLowerCase(),
        full: syllables.join('').toLowerCase(),
        starts,
      }),
    );
  }
  return namePinyin;
}

/** Returns whether a search text may be pinyin: it consists of Latin letters. */
export const isPinyinInput = (text: string): boolean => /^[a-z]{1,40}$/i.test(text);

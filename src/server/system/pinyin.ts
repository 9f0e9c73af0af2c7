import { pinyin } from 'pinyin-pro';

interface Sound {
  initials: string;
  full: string;
  /** Where each syllable of `full` begins. */
  starts: readonly number[];
}

/** How a name sounds never changes; working it out for ten thousand names takes half a second once. */
const sounds = new Map<string, Sound>();

/** 周明轩 -> zmx and zhoumingxuan; a first character that is a surname is read as one (单 shàn, 解 xiè). */
export function soundOf(name: string): Sound {
  let sound = sounds.get(name);
  if (!sound) {
    const syllables = pinyin(name, { toneType: 'none', type: 'array', surname: 'head', v: true });
    let length = 0;
    sounds.set(
      name,
      (sound = {
        initials: syllables
          .map((syllable) => syllable[0] ?? '')
          .join('')
          .toLowerCase(),
        full: syllables.join('').toLowerCase(),
        starts: syllables.map((syllable) => (length += syllable.length) - syllable.length),
      }),
    );
  }
  return sound;
}

/** Typed text that may be the sound of a name: Latin letters, as an input method in English mode leaves them. */
export const isSound = (text: string): boolean => /^[a-z]{1,40}$/i.test(text);

import { match } from 'pinyin-pro';

/** Do the typed letters spell the name, by initials or whole syllables? Loaded when letters are first typed: the table of sounds is large. */
export const soundsLike = (name: string, typed: string): boolean => match(name, typed, { continuous: true }) !== null;

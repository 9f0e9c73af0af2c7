import { match } from 'pinyin-pro';

/**
 * Returns true if the typed letters are pinyin (initials or syllables) of the name. Loaded on demand, because the
 * pinyin table is large.
 */
export const matchesPinyin = (name: string, typed: string): boolean =>
  match(name, typed, { continuous: true }) !== null;

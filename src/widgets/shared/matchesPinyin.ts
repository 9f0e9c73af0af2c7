import { match } from 'pinyin-pro';

/**
 * Whether the typed letters are pinyin (initials or syllables) of the name. Loaded on demand, since the pinyin table is
 * large.
 */
export const matchesPinyin = (name: string, typed: string): boolean =>
  match(name, typed, { continuous: true }) !== null;

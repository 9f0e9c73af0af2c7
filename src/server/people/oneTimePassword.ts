import { randomInt } from 'node:crypto';

const GROUPS = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '@#%+='] as const;
const LENGTH = 12;

/** A password to be told once: of every group at least one character, without those that look alike. */
export function oneTimePassword(): string {
  const all = GROUPS.join('');
  const pick = (from: string): string => from[randomInt(from.length)] as string;
  const characters = [...GROUPS.map(pick), ...Array.from({ length: LENGTH - GROUPS.length }, () => pick(all))];
  for (let at = characters.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1);
    [characters[at], characters[other]] = [characters[other] as string, characters[at] as string];
  }
  // a letter first: a spreadsheet takes a text that begins with = or @ for a formula
  const letter = characters.findIndex((one) => /[A-Za-z]/.test(one));
  [characters[0], characters[letter]] = [characters[letter] as string, characters[0] as string];
  return characters.join('');
}

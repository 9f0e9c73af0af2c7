import { randomInt } from 'node:crypto';
import { readParameters } from '../parameters/index.ts';
import type { Settings } from '../settings.ts';
import type { Db } from '../store/database.ts';

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

const DAY_MS = 86_400_000;

/** Until when a one-time password that is given now opens its account; null where the company sets no end. */
export async function oneTimeUntil(db: Db, settings: Pick<Settings, 'parameters'>): Promise<Date | null> {
  const { oneTimePasswordDays } = await readParameters(db, settings);
  return oneTimePasswordDays === 0 ? null : new Date(Date.now() + oneTimePasswordDays * DAY_MS);
}

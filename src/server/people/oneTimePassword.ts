import { randomInt } from 'node:crypto';
import { readParameters } from '../parameters/index.ts';
import type { Settings } from '../settings.ts';
import type { Db } from '../store/database.ts';

const CHARACTER_GROUPS = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '@#%+='] as const;
const PASSWORD_LENGTH = 12;

/**
 * Generates a one-time password with at least one character of every group; characters that look alike are left out.
 */
export function generateOneTimePassword(): string {
  const allCharacters = CHARACTER_GROUPS.join('');
  const pick = (group: string): string => group[randomInt(group.length)] as string;
  const characters = [
    ...CHARACTER_GROUPS.map(pick),
    ...Array.from({ length: PASSWORD_LENGTH - CHARACTER_GROUPS.length }, () => pick(allCharacters)),
  ];
  // shuffle the characters
  for (let index = characters.length - 1; index > 0; index -= 1) {
    const swapIndex = randomInt(index + 1);
    [characters[index], characters[swapIndex]] = [characters[swapIndex] as string, characters[index] as string];
  }
  // the first character must be a letter: a spreadsheet treats a text that begins with = or @ as a formula
  const letterIndex = characters.findIndex((character) => /[A-Za-z]/.test(character));
  [characters[0], characters[letterIndex]] = [characters[letterIndex] as string, characters[0] as string];
  return characters.join('');
}

const DAY_MS = 86_400_000;

/** Returns the time at which a one-time password issued now expires; null when the system parameters set no expiry. */
export async function loadOneTimePasswordExpiry(db: Db, settings: Pick<Settings, 'parameters'>): Promise<Date | null> {
  const { oneTimePasswordDays } = await readParameters(db, settings);
  return oneTimePasswordDays === 0 ? null : new Date(Date.now() + oneTimePasswordDays * DAY_MS);
}

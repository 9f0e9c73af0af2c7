import { readdirSync } from 'node:fs';
import { hashOf } from './cachedFolder.ts';

/** Rooms that no server imports: what they hold changes nothing in a database. */
const BROWSER = new Set(['api', 'app', 'decisions', 'designer', 'runtime', 'screens', 'session', 'shell']);

/** What the run's setup does to a filled database before it is copied. */
const SETUP = ['tests/support/demoTemplate.ts', 'tests/support/keptHands.ts', 'tests/support/quickPasswords.ts'];

/**
 * A key of everything that decides what a first start writes: the documents, the code of the server, the packages, and
 * the day, from which the dates of the demo company are counted.
 */
export function sourcesKey(): string {
  const rooms = readdirSync('src').filter((room) => !BROWSER.has(room) && !room.endsWith('.md'));
  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  return `${day}-${hashOf(['package-lock.json', 'schemas', ...SETUP, ...rooms.sort().map((room) => `src/${room}`)])}`;
}

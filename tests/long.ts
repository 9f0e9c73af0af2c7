/**
 * `npm run test:long`, before a release and before an issue is resolved: every test that has a long form
 * (`tests/support/tier.ts`) or is one (`tests/longFiles.ts`), then people, kills and bad input for longer. An hour or more.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LONG_FILES } from './longFiles.ts';
import { LONG_STORE_FILES } from './server/storeFiles.ts';
import { command, runStages, suite } from './support/stages.ts';

process.env.TEST_LONG = '1';
// the server dies so often between an event and its effects
process.env.CHAOS_KILLS ??= '200';

const files = readdirSync('tests', { recursive: true, encoding: 'utf8' }).map((file) => join('tests', file));
const importsAny = (file: string, modules: readonly string[]): boolean =>
  modules.some((name) => new RegExp(`from '[./]+/${name}\\.ts'`).test(readFileSync(file, 'utf8')));
/** The properties take their number of cases by way of `holds.ts`. */
const long = files.filter((file) => /\.test\.tsx?$/.test(file) && importsAny(file, ['tier', 'holds']));
const filesOf = (folder: string): string[] => long.filter((file) => file.startsWith(folder));
const server = filesOf('tests/server/');
const embedded = [...new Set([...server, ...Object.keys(LONG_STORE_FILES)])];
const browser = [...new Set([...filesOf('tests/e2e/'), ...Object.keys(LONG_FILES)])];
const rest = long.filter((file) => !server.includes(file) && !browser.includes(file));

const postgres = process.env.TEST_DATABASE_URL;
const alone = (...line: Parameters<typeof command>) => [[command(...line)]];

const isGreen = await runStages([
  alone('build of the front end and the server', 'npm', 'run', '-s', 'build'),
  [[suite('properties of many cases', rest)]],
  ...(postgres ? [[[suite('long server tests on PostgreSQL', server, { DATABASE_URL: postgres })]]] : []),
  [[suite('long server tests on the embedded database', embedded)]],
  [[suite('long tests in a real browser', browser)]],
  alone('bad input', 'tsx', 'tests/fuzz/main.ts'),
  alone('people at work for minutes', 'tsx', 'tests/soak/main.ts'),
  alone('servers and databases that are killed', 'tsx', 'tests/chaos/main.ts'),
]);
process.exit(isGreen ? 0 : 1);

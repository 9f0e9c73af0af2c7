/**
 * `npm test`: every check in turn, then how long each took, what failed, by name, and one closing line
 * `N passed, N failed`. A check that cannot start counts as failed; nothing is skipped in silence.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LONG_FILES } from './longFiles.ts';
import { STORE_FILES } from './server/storeFiles.ts';
import { command, runStages, suite } from './support/stages.ts';

/**
 * The properties' cases of this run: the same each time, for it tells whether a change is good, and must not fail for
 * what the change did not bring. New cases are looked for by `npm run properties`, with another seed each time.
 */
process.env.FC_SEED ??= '20261122';

const postgres = process.env.TEST_DATABASE_URL;
const serverTests = postgres
  ? [
      suite('server tests on PostgreSQL', ['--project', 'server'], { DATABASE_URL: postgres }),
      suite(
        'server tests of the store, on the embedded database',
        ['--project', 'server', ...Object.keys(STORE_FILES)],
        { SECOND_STORE: '1' },
      ),
    ]
  : [suite('server tests on the embedded database', ['--project', 'server'])];

const browserFiles = readdirSync('tests/e2e', { recursive: true, encoding: 'utf8' })
  .map((file) => join('tests/e2e', file))
  .filter((file) => file.endsWith('.test.ts') && !(file in LONG_FILES));

const SEED = 'tests/support/seedTemplates.ts';

/** The big stages keep both processors busy alone; side by side they took as long and made the pages slow. */
const isGreen = await runStages([
  [
    [
      command('generated files match the grammar', 'tsx', 'codegen/main.ts', '--check'),
      command('types', 'tsc', '--noEmit'),
      command('format, lint and import direction', 'npm', 'run', '-s', 'lint'),
      command('build of the front end and the server', 'npm', 'run', '-s', 'build'),
    ],
    [suite('unit tests', ['--project', 'unit'])],
  ],
  // component tests wait for timers: that leaves time for a third worker, and for the demo company that the stages after
  // them are copied from
  [
    [suite('component tests', ['--project', 'component*'], { TEST_WORKERS: '3' })],
    [command('demo company', 'tsx', SEED)],
  ],
  ...serverTests.map((stage) => [[stage]]),
  [[suite('end-to-end tests in a real browser', ['--project', 'e2e', ...browserFiles])]],
]);
if (!postgres) console.log('TEST_DATABASE_URL is not set: the server tests ran on the embedded database only.');
process.exit(isGreen ? 0 : 1);

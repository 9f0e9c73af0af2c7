/**
 * `npm run check`, for each commit: generated files, types, lint, and the tests of the rooms that changed against main
 * (committed or not). Which tests belong to a change: `tests/support/changedTests.ts`.
 */
import { changedFiles, testsOf } from './support/changedTests.ts';
import { command, runStages, suite } from './support/stages.ts';

process.env.FC_SEED ??= '20261122';
if (process.env.TEST_DATABASE_URL) process.env.DATABASE_URL = process.env.TEST_DATABASE_URL;

const changed = changedFiles();
const { files, inBrowser } = testsOf(changed);
console.log(`${changed.length} changed files, ${files.length} test files belong to them:`);
console.log(files.map((file) => `  ${file}`).join('\n'));

const isGreen = await runStages([
  [
    [
      command('generated files match the grammar', 'tsx', 'codegen/main.ts', '--check'),
      command('format, lint and import direction', 'npm', 'run', '-s', 'lint'),
      command('types', 'tsc', '--noEmit'),
    ],
    [suite('tests of what changed', files)],
  ],
]);
if (inBrowser.length > 0) console.log(`Not run here, for they need a build: ${inBrowser.join(' ')}`);
process.exit(isGreen ? 0 : 1);

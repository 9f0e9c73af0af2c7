/**
 * `npm test`: every check in turn, then what failed, by name, and one closing line `N passed, N failed`.
 * A check that cannot start counts as failed; nothing is skipped in silence.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The properties' cases of this run: the same each time, for it tells whether a change is good, and must not fail for what
 * the change did not bring. New cases are looked for by `npm run properties`, with another seed each time.
 */
process.env.FC_SEED ??= '20261122';

let passed = 0;
let failed = 0;
/** What failed and where, and how long each check took: told again at the end, where a long log is read first. */
const faults: string[] = [];
const times: string[] = [];

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

function run(name: string, command: string, args: string[], env: Record<string, string> = {}): boolean {
  console.log(`\n== ${name}`);
  const began = Date.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  times.push(`${name}: ${Math.round((Date.now() - began) / 1000)} s`);
  return status === 0;
}

function check(name: string, command: string, args: string[]): void {
  if (run(name, command, args)) passed += 1;
  else fail(name);
}

function fail(what: string): void {
  failed += 1;
  faults.push(what);
}

/** Runs a vitest project and adds its counts; a run that dies without a report is one failure. */
function suite(name: string, project: string, env: Record<string, string> = {}): void {
  const report = join(mkdtempSync(join(tmpdir(), 'tests-')), 'report.json');
  const before = faults.length;
  const isGreen = run(
    name,
    'npx',
    ['vitest', 'run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    env,
  );
  if (!existsSync(report)) return fail(`${name}: no report`);
  const counts = JSON.parse(readFileSync(report, 'utf8')) as Report;
  passed += counts.numPassedTests;
  for (const file of counts.testResults) {
    const broken = file.assertionResults.filter((test) => test.status === 'failed');
    for (const test of broken)
      fail(`${name}: ${file.name} > ${test.fullName}\n    ${(test.failureMessages?.[0] ?? '').split('\n', 1)[0]}`);
    if (broken.length === 0 && file.message) fail(`${name}: ${file.name}\n    ${file.message.split('\n', 1)[0]}`);
  }
  if (!isGreen && faults.length === before) fail(`${name}: an error outside the tests, see above`);
}

check('generated files match the grammar', 'npx', ['tsx', 'codegen/main.ts', '--check']);
check('types', 'npx', ['tsc', '--noEmit']);
check('lint and import direction', 'npm', ['run', '-s', 'lint']);
suite('unit tests', 'unit');
suite('component tests', 'component');
check('build of the front end and the server', 'npm', ['run', '-s', 'build']);
suite('server tests on the embedded database', 'server');
if (process.env.TEST_DATABASE_URL)
  suite('server tests on PostgreSQL', 'server', { DATABASE_URL: process.env.TEST_DATABASE_URL });
else console.log('\nTEST_DATABASE_URL is not set: the server tests ran on the embedded database only.');
suite('end-to-end tests in a real browser', 'e2e');

console.log(`\n${[...times, ...faults.map((fault) => `FAILED ${fault}`)].join('\n')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

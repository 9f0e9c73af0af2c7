/**
 * `npm test`: every check in turn, then one closing line `N passed, N failed`.
 * A check that cannot start counts as failed; nothing is skipped in silence.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let passed = 0;
let failed = 0;

function run(name: string, command: string, args: string[], env: Record<string, string> = {}): boolean {
  console.log(`\n== ${name}`);
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  return status === 0;
}

function check(name: string, command: string, args: string[]): void {
  if (run(name, command, args)) passed += 1;
  else failed += 1;
}

/** Runs a vitest project and adds its counts; a run that dies without a report is one failure. */
function suite(name: string, project: string, env: Record<string, string> = {}): void {
  const report = join(mkdtempSync(join(tmpdir(), 'tests-')), 'report.json');
  const isGreen = run(name, 'npx', ['vitest', 'run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], env);
  if (!existsSync(report)) { failed += 1; return; }
  const counts = JSON.parse(readFileSync(report, 'utf8')) as { numPassedTests: number; numFailedTests: number; numFailedTestSuites: number };
  passed += counts.numPassedTests;
  const isBrokenOutside = !isGreen && counts.numFailedTests === 0;
  if (isBrokenOutside) console.log(`${name}: an error outside the tests, see above`);
  failed += counts.numFailedTests + (isBrokenOutside ? 1 : 0);
}

check('generated files match the grammar', 'npx', ['tsx', 'codegen/main.ts', '--check']);
check('types', 'npx', ['tsc', '--noEmit']);
check('lint and import direction', 'npm', ['run', '-s', 'lint']);
suite('unit tests', 'unit');
suite('component tests', 'component');
check('build of the front end and the server', 'npm', ['run', '-s', 'build']);
suite('server tests on the embedded database', 'server');
if (process.env.TEST_DATABASE_URL) suite('server tests on PostgreSQL', 'server', { DATABASE_URL: process.env.TEST_DATABASE_URL });
else console.log('\nTEST_DATABASE_URL is not set: the server tests ran on the embedded database only.');
suite('end-to-end tests in a real browser', 'e2e');

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/**
 * Stages of a test run (a command or a vitest project): runs them, several side by side where asked, counts what passed
 * and failed, and tells at the end how long each took, which test files were the slowest and what failed, by name.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** What one stage came to. `files`: milliseconds of each test file. */
interface Outcome {
  name: string;
  seconds: number;
  cpuSeconds: number | null;
  passed: number;
  faults: string[];
  files: { name: string; ms: number }[];
}

export interface Stage {
  name: string;
  run(isAlone: boolean): Promise<Outcome>;
}

/** The parts of vitest's JSON report that are read here. */
interface Report {
  testResults: {
    name: string;
    message?: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

const TICKS_PER_SECOND = 100;
const LEADING_LINES = 4;

/** Processor seconds of all ended child processes and their children; null where the system does not say (not Linux). */
function childSeconds(): number | null {
  if (!existsSync('/proc/self/stat')) return null;
  // behind the name in brackets, which may hold spaces; 13 and 14 are the user and system time of ended children
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

let counted = childSeconds();

/** Processor seconds of the child that has just ended: time of children is added when each ends. */
function newSeconds(): number | null {
  const before = counted;
  counted = childSeconds();
  return before === null || counted === null ? null : counted - before;
}

interface Ended {
  isGreen: boolean;
  seconds: number;
  cpuSeconds: number | null;
}

/** Runs a command. Beside another stage its output is collected and printed when it ends, so that the two do not mix. */
function execute(
  name: string,
  [command, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
  isAlone: boolean,
): Promise<Ended> {
  const began = Date.now();
  if (isAlone) console.log(`\n== ${name}`);
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    let cpuSeconds: number | null = null;
    const end = (isGreen: boolean): void => {
      if (!isAlone) console.log(`\n== ${name}\n${output.trimEnd()}`);
      resolve({ isGreen, seconds: (Date.now() - began) / 1000, cpuSeconds });
    };
    child.once('exit', () => {
      cpuSeconds = newSeconds();
    });
    child.once('error', (error) => {
      output += String(error);
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

/** A command that passes with exit code 0 and counts as one test. */
export const command = (name: string, ...line: readonly [string, ...string[]]): Stage => ({
  name,
  async run(isAlone) {
    const { isGreen, ...took } = await execute(name, line, {}, isAlone);
    return { name, ...took, passed: isGreen ? 1 : 0, faults: isGreen ? [] : [name], files: [] };
  },
});

/** Test files under vitest. `args`: projects and files; a run that dies without a report is one failure. */
export const suite = (name: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Stage => ({
  name,
  async run(isAlone) {
    const folder = mkdtempSync(join(tmpdir(), 'report-'));
    const report = join(folder, 'report.json');
    const line = ['vitest', 'run', ...args, '--reporter=default', '--reporter=json'] as const;
    const { isGreen, ...took } = await execute(name, [...line, `--outputFile.json=${report}`], env, isAlone);
    const text = existsSync(report) ? readFileSync(report, 'utf8') : null;
    rmSync(folder, { recursive: true, force: true });
    if (text === null) return { name, ...took, passed: 0, faults: [`${name}: no report`], files: [] };
    const { testResults } = JSON.parse(text) as Report;
    const faults = testResults.flatMap((file) => faultsOf(name, file));
    if (!isGreen && faults.length === 0) faults.push(`${name}: an error outside the tests, see above`);
    const passed = testResults.flatMap((file) => file.assertionResults).filter(({ status }) => status === 'passed');
    const files = testResults.map((file) => ({
      name: `${relative(process.cwd(), file.name)} (${name})`,
      ms: file.endTime - file.startTime,
    }));
    return { name, ...took, passed: passed.length, faults, files };
  },
});

/** What failed, what a browser was waiting for, and where in the tests: the lines of a message that lead to the cause. */
function told(message: string | undefined): string {
  const [first = '', ...rest] = stripVTControlCharacters(message ?? '')
    .split('\n')
    .map((line) => line.trim());
  const leading = rest.filter((line) => /^- waiting for|^at .*\/tests\//.test(line));
  return [first, ...leading.slice(0, LEADING_LINES)].join('\n      ');
}

/** Each failed test of a file by name; a file that failed as a whole (an import, a hook) by its message. */
function faultsOf(stage: string, file: Report['testResults'][number]): string[] {
  const path = relative(process.cwd(), file.name);
  const failed = file.assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return file.message ? [`${stage}: ${path}\n    ${told(file.message)}`] : [];
  return failed.map((test) => `${stage}: ${path} > ${test.fullName}\n    ${told(test.failureMessages?.[0])}`);
}

/**
 * Runs the lanes side by side and the stages of a lane one after the other, in groups: a group begins when the one
 * before has ended. Prints the summary and answers whether everything passed.
 */
export async function runStages(groups: readonly (readonly (readonly Stage[])[])[]): Promise<boolean> {
  const began = Date.now();
  const outcomes: Outcome[] = [];
  for (const lanes of groups) {
    const used = lanes.filter((lane) => lane.length > 0);
    await Promise.all(
      used.map(async (lane) => {
        for (const stage of lane) outcomes.push(await stage.run(used.length === 1));
      }),
    );
  }
  console.log(summary(outcomes, (Date.now() - began) / 1000));
  return outcomes.every(({ faults }) => faults.length === 0);
}

const SLOWEST = 10;

function summary(outcomes: readonly Outcome[], seconds: number): string {
  const slowest = outcomes
    .flatMap(({ files }) => files)
    .sort((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST);
  const faults = outcomes.flatMap((outcome) => outcome.faults);
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  return [
    '',
    'Stages:',
    ...outcomes.map(
      (outcome) =>
        `${String(Math.round(outcome.seconds)).padStart(6)} s  ${outcome.name}` +
        (outcome.cpuSeconds === null ? '' : ` (processor ${Math.round(outcome.cpuSeconds)} s)`),
    ),
    `${String(Math.round(seconds)).padStart(6)} s  altogether`,
    ...(slowest.length > 0 ? ['', 'Slowest test files:'] : []),
    ...slowest.map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`),
    ...(faults.length > 0 ? [''] : []),
    ...faults.map((fault) => `FAILED ${fault}`),
    '',
    `${passed} passed, ${faults.length} failed`,
  ].join('\n');
}

/**
 * `npm run bench`: the measured claims of the product as ratios within one run, printed as a table.
 * Timing decides no test; a figure over its target is marked and the exit code stays 0.
 * `npm run bench -- forms heap` measures these parts alone; BENCH_ROUNDS (5) repeats each case as often;
 * BENCH_DATABASE_URL is a PostgreSQL server whose role may create databases: it adds the figures of statistics, lists,
 * approvals, peers, records, roll-ups and transfers on it (peers are measured on it alone); BENCH_STORE=postgres leaves the embedded database
 * out; BENCH_EARLIER is a checkout of an earlier commit, with node_modules, for the part earlier; BENCH_PLAN=1
 * prints the plan of a sorted list. BENCH_BUILT=1 measures the build of the shell that is there.
 */
import { spawnSync } from 'node:child_process';
import { loadavg, cpus } from 'node:os';
import { openBench, type Bench } from './browser.ts';
import { measureApprovals } from './measures/approvals.ts';
import { measureDefinitions } from './measures/definitions.ts';
import { measureDesigner } from './measures/designer.ts';
import { measureEarlier } from './measures/earlier.ts';
import { measureFigures } from './measures/figures.ts';
import { measureForms, measureHeap } from './measures/forms.ts';
import type { ListFigures } from './measures/lists.ts';
import { measureOrganisation } from './measures/organisation.ts';
import { measurePeers } from './measures/peers.ts';
import { measurePivot } from './measures/pivot.ts';
import { measureColumns } from './measures/columns.ts';
import { measureRecords } from './measures/records.ts';
import { measureRelations } from './measures/relations.ts';
import { measureRollups } from './measures/rollups.ts';
import { measureShell, measureShellMemory, measureShellTabs } from './measures/shell.ts';
import { measureSubTables } from './measures/subTables.ts';
import { measureTransfer } from './measures/transfer.ts';
import { installPeers } from './peers.ts';
import { note, printTable, skip } from './table.ts';

const isInPages = (name: string): boolean => ['forms', 'subTables', 'heap', 'designer'].includes(name);
const missing = process.argv.length === 2 || process.argv.slice(2).some(isInPages) ? installPeers() : null;
if (missing !== null) console.log(`@bpmn-io/form-js is not installed, so nothing is compared with it: ${missing}`);

const inPages = (measure: (bench: Bench) => Promise<void>) => async (): Promise<void> => {
  const bench = await openBench({ hasPeers: missing === null });
  try {
    await measure(bench);
  } finally {
    await bench.close();
  }
};

/** In a process of its own: the server's store reads DATABASE_URL. */
function lists(databaseUrl: string): void {
  const { stdout, status } = spawnSync('npx', ['tsx', 'tests/bench/measures/lists.ts'], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const last = stdout.trim().split('\n').pop() ?? '';
  if (status !== 0) {
    skip('list of 100,000 records', last);
    return;
  }
  const figures = JSON.parse(last) as ListFigures;
  note(
    `list of ${figures.rows.toLocaleString('en')} records over HTTP / same query on the connection, p95, ${figures.store}`,
    figures.http,
    figures.direct,
    2,
  );
}

const databaseUrl = process.env['BENCH_DATABASE_URL'] ?? null;

/** Built anew, so that what is measured is what is written. */
function buildServer(): void {
  const { status } = spawnSync('npm', ['run', '-s', 'build:server'], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('the server could not be built');
}

const onBoth = (measure: (adminUrl: string | null) => Promise<void>) => async (): Promise<void> => {
  buildServer();
  if (process.env['BENCH_STORE'] !== 'postgres') await measure(null);
  if (databaseUrl) await measure(databaseUrl);
  else console.log('BENCH_DATABASE_URL is not set: measured on the embedded database only.');
};

const PARTS: Readonly<Record<string, () => void | Promise<void>>> = {
  forms: inPages(measureForms),
  subTables: inPages(measureSubTables),
  heap: inPages(measureHeap),
  designer: inPages(measureDesigner),
  definitions: measureDefinitions,
  shell: measureShell,
  shellTabs: measureShellTabs,
  shellHeap: measureShellMemory,
  approvals: onBoth(measureApprovals),
  records: onBoth(async (adminUrl) => {
    await measureRecords(adminUrl);
    await measureColumns(adminUrl);
  }),
  columns: onBoth(measureColumns),
  earlier: onBoth(measureEarlier),
  organisation: onBoth(measureOrganisation),
  rollups: onBoth(measureRollups),
  relations: onBoth(async (adminUrl) => {
    spawnSync('npm', ['run', '-s', 'build:web'], { stdio: 'ignore' });
    await measureRelations(adminUrl);
  }),
  figures: onBoth(measureFigures),
  pivot: onBoth(measurePivot),
  transfer: onBoth(measureTransfer),
  peers: async () => {
    buildServer();
    if (databaseUrl) await measurePeers(databaseUrl);
    else skip('peers', 'BENCH_DATABASE_URL is not set');
  },
  lists: () => {
    lists('');
    if (process.env.BENCH_DATABASE_URL) lists(process.env.BENCH_DATABASE_URL);
    else console.log('BENCH_DATABASE_URL is not set: lists were measured on the embedded database only.');
  },
};

const load = (): string =>
  `load ${loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')} on ${cpus().length} processors`;

const asked = process.argv.slice(2);
for (const name of asked) if (!(name in PARTS)) throw new Error(`no part "${name}": ${Object.keys(PARTS).join(', ')}`);
for (const [name, measure] of Object.entries(PARTS)) {
  // `records` measures columns, too
  if (asked.length > 0 ? !asked.includes(name) : name === 'columns') continue;
  console.log(`${name}: ${load()}`);
  try {
    await measure();
  } catch (error) {
    skip(name, String(error).split('\n')[0] ?? 'failed');
    console.error(error);
  }
}
console.log(`end: ${load()}`);
printTable();
process.exit(0);

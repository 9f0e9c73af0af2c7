/**
 * `npm run bench`: the measured claims of the product as ratios within one run, printed as a table.
 * Timing decides no test; a figure over its target is marked and the exit code stays 0.
 * BENCH_DATABASE_URL adds the list figures on a PostgreSQL server.
 */
import { spawnSync } from 'node:child_process';
import { openBench, type CaseResult } from './browser.ts';
import type { ListFigures } from './lists.ts';

interface Line { what: string; figure: string; ratio: number; target: number }
const lines: Line[] = [];
const note = (what: string, own: number, peer: number, target: number, unit = 'ms'): void => {
  lines.push({ what, figure: `${own.toFixed(own < 10 ? 1 : 0)} / ${peer.toFixed(peer < 10 ? 1 : 0)} ${unit}`, ratio: own / peer, target });
};
/** Figures that a case reports itself (per keystroke, per insert), in ms: the median over the rounds. */
const reported = ({ result }: CaseResult, key: 'median' | 'p95'): number => {
  const figures = (result as Record<string, number>[]).map((one) => one[key]).sort((a, b) => a - b);
  return figures[Math.floor(figures.length / 2)];
};

const bench = await openBench();
const cases = await bench.compare([
  'plain-500-edit', 'form-500-edit', 'form-500-view', 'form-1000-edit', 'plain-500-view',
  'sub-table-mount', 'sub-table-mount-antd', 'sub-table-keystroke', 'sub-table-keystroke-bare', 'sub-table-insert-1000', 'sub-table-insert-10000',
], 5);
await bench.close();

note('500-field form, parse to painted, main-thread time / plain SchemaField mount', cases['form-500-edit'].cpu, cases['plain-500-edit'].cpu, 1);
note('500-field form, wall time to painted / plain SchemaField', cases['form-500-edit'].wall, cases['plain-500-edit'].wall, 1);
note('500 fields in view mode / plain SchemaField in edit mode', cases['form-500-view'].cpu, cases['plain-500-edit'].cpu, 0.25);
note('1,000-field form / 500-field form', cases['form-1000-edit'].cpu, cases['form-500-edit'].cpu, 2);
note('sub-table 10,000 x 20 mount / antd virtual Table of plain text', cases['sub-table-mount'].cpu, cases['sub-table-mount-antd'].cpu, 2);
note('keystroke in a cell of 10,000 x 20 / bare Input, p95', reported(cases['sub-table-keystroke'], 'p95'), reported(cases['sub-table-keystroke-bare'], 'p95'), 2);
note('insert into 10,000 rows / into 1,000 rows', reported(cases['sub-table-insert-10000'], 'median'), reported(cases['sub-table-insert-1000'], 'median'), 1.5);

/** In a process of its own: the server's store reads DATABASE_URL. */
function lists(databaseUrl: string): void {
  const { stdout, status } = spawnSync('npx', ['tsx', 'tests/bench/lists.ts'], { env: { ...process.env, DATABASE_URL: databaseUrl }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const last = stdout.trim().split('\n').pop() ?? '';
  if (status !== 0) throw new Error(`the list benchmark failed: ${last}`);
  const figures = JSON.parse(last) as ListFigures;
  note(`list of ${figures.rows.toLocaleString('en')} records over HTTP / same query on the connection, p95, ${figures.store}`, figures.http, figures.direct, 2);
}
lists('');
if (process.env.BENCH_DATABASE_URL) lists(process.env.BENCH_DATABASE_URL);
else console.log('BENCH_DATABASE_URL is not set: lists were measured on the embedded database only.');

console.table(lines.map(({ what, figure, ratio, target }) => ({ case: what, 'own / peer': figure, ratio: ratio.toFixed(2), target: `<= ${target}`, met: ratio <= target ? 'yes' : 'NO' })));
console.log('JavaScript before the sign-in page is usable: printed and limited by every `npm run build:web` (codegen/budget.ts).');
process.exit(0);

import { Input, Table } from 'antd';
import { flushSync } from 'react-dom';
import type { FormRecord } from '../../../src/grammar/documents.ts';
import { compileForm } from '../../../src/kernel/compile.ts';
import { parseFormDefinition } from '../../../src/kernel/parse.ts';
import { createRegistry } from '../../../src/kernel/registry.ts';
import type { Situation } from '../../../src/rules/situation.ts';
import { createFormSession } from '../../../src/runtime/createSession.ts';
import type { Faces } from '../../../src/runtime/faces.ts';
import { FormView } from '../../../src/runtime/formView.tsx';
import { preloadFace } from '../../../src/runtime/lazyFace.tsx';
import { RuntimeProvider } from '../../../src/runtime/provider.tsx';
import type { Services } from '../../../src/runtime/services.ts';
import { builtins } from '../../../src/widgets/builtins.ts';
import { widget as subTable } from '../../../src/widgets/subTable/index.ts';
import { mountAndSettle } from './mount.tsx';

const COLUMNS = 20;
const keys = Array.from({ length: COLUMNS }, (_v, i) => `c${i}`);
const registry = createRegistry<Faces>([builtins, { name: 'subTable', install: ({ registerWidget }) => registerWidget(subTable) }]);
const text = (row: number, column: number): string => `第${row}行${column}`;
const services = { dictionary: () => Promise.resolve([]) } as unknown as Services;
const situation: Situation = { user: { id: 'u', name: '甲', roles: [] }, taskNode: '', todo: '0', isEdit: '1', flowState: '0', recordId: 'r', superRole: false, query: {}, nodeRules: null };

const definition = parseFormDefinition({
  formKey: 'bench', formName: '测试', fields: [{
    tag: 'subTable', __vModel__: 'rows', label: '明细', flowEditable: '1', needCopy: '1', height: 560,
    children: keys.map((key, i) => ({ tag: 'el-input', __vModel__: key, label: `列${i}`, width: 150, flowEditable: '1' })),
  }],
}, registry);
if (!definition.ok) throw new Error('the bench definition is broken');
const compiled = compileForm(definition.value, registry);

const recordOf = (count: number): FormRecord => ({
  id: 'r', formKey: 'bench', version: 1, revision: 1, flwState: '0', fieldsMap: {},
  childTables: { rows: Array.from({ length: count }, (_v, row) => ({ id: `r${row}`, fieldsMap: Object.fromEntries(keys.map((key, column) => [key, text(row, column)])) })) },
}) as FormRecord;

/** The code is downloaded before the clock starts: a mount is measured, not a download. */
await Promise.all([preloadFace(subTable.faces.edit), preloadFace(registry.widget('el-input')?.faces.edit)]);

const records = new Map([1000, 10_000].map((count) => [count, recordOf(count)]));

async function open(count: number): Promise<void> {
  const session = createFormSession({ compiled, record: records.get(count) ?? recordOf(count), situation, services });
  await mountAndSettle(<RuntimeProvider registry={registry} services={services} situation={situation}><FormView session={session} /></RuntimeProvider>);
}

const plainRows = records.get(10_000)?.childTables.rows.map(({ id, fieldsMap }) => ({ id, ...fieldsMap })) ?? [];
const plainColumns = keys.map((key, i) => ({ title: `列${i}`, dataIndex: key, width: 150, ...(i === 0 ? { fixed: 'left' as const } : {}) }));
const openPlain = (): Promise<void> =>
  mountAndSettle(<Table virtual rowKey="id" size="small" pagination={false} scroll={{ x: COLUMNS * 150, y: 520 }} columns={plainColumns} dataSource={plainRows} />);

const find = <T extends Element>(selector: string): T => {
  const element = document.querySelector<T>(selector);
  if (!element) throw new Error(`nothing matches ${selector}`);
  return element;
};
const turn = (): Promise<void> => new Promise((resolve) => { setTimeout(resolve, 0); });
const frame = (): Promise<void> => new Promise((resolve) => { requestAnimationFrame(() => resolve()); });
const percentile = (numbers: number[], part: number): number => numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))];

/** Main-thread time of one action: handlers, React, style and layout; what waits for a frame is left out. */
async function cost(action: () => void): Promise<number> {
  await frame();
  await turn();
  const start = performance.now();
  flushSync(action);
  await Promise.resolve();
  void document.body.offsetHeight;
  return performance.now() - start;
}

async function repeat(times: number, action: (i: number) => void): Promise<{ median: number; p95: number }> {
  const all: number[] = [];
  for (let i = 0; i < times; i += 1) all.push(await cost(() => action(i)));
  return { median: percentile(all, 0.5), p95: percentile(all, 0.95) };
}

function type(input: HTMLInputElement, value: string): void {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

const press = (element: Element): void => {
  for (const name of ['pointerdown', 'mousedown', 'mouseup', 'click']) element.dispatchEvent(new MouseEvent(name, { bubbles: true, cancelable: true, button: 0, buttons: 1 }));
};

async function keystrokes(count: number) {
  await open(count);
  press(find('[data-row="3"] [data-column="c1"]'));
  await frame();
  const input = find<HTMLInputElement>('.st-editor input');
  return repeat(60, (i) => type(input, '字'.repeat(i + 1)));
}

/** Copies a row in the middle: an insertion with everything that follows from it. */
async function inserts(count: number) {
  await open(count);
  const scroller = find<HTMLElement>('.st-scroll');
  scroller.scrollTop = count * 20;
  await frame();
  await frame();
  return repeat(30, () => find<HTMLButtonElement>('.st-row:nth-child(6) [data-action="copy-row"]').click());
}

async function paste(count: number) {
  await open(count);
  press(find('[data-row="3"] [data-column="c0"]'));
  await frame();
  find('.st-editor').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await frame();
  const lines = Array.from({ length: 1000 }, (_v, i) => keys.map((_k, j) => text(i, j)).join('\t')).join('\n');
  const data = new DataTransfer();
  data.setData('text/plain', lines);
  return cost(() => find('.st-keys').dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })));
}

interface Blocking { longest: number; over50: number }

/** The longest tasks of the main thread while something runs. */
async function blockingOf(work: () => Promise<void>): Promise<Blocking & { ms: number }> {
  const tasks: number[] = [];
  const observer = new PerformanceObserver((list) => { for (const entry of list.getEntries()) tasks.push(entry.duration); });
  observer.observe({ type: 'longtask' });
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  await frame();
  await turn();
  observer.disconnect();
  return { ms, longest: Math.max(0, ...tasks), over50: tasks.length };
}

/** Pastes `lines` rows of every column from row `from` of 10,000 on, and waits until they stand there. */
async function pasteLong(lines: number, from: number, rows = 10_000): Promise<Blocking & { ms: number }> {
  await open(rows);
  find<HTMLElement>('.st-scroll').scrollTop = from * 40;
  await frame();
  await frame();
  press(find(`[data-row="${from}"] [data-column="c0"]`));
  await frame();
  find('.st-editor').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await frame();
  const data = new DataTransfer();
  data.setData('text/plain', Array.from({ length: lines }, (_v, i) => keys.map((_k, j) => `新${text(i, j)}`).join('\t')).join('\n'));
  return blockingOf(async () => {
    find('.st-keys').dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    for (let i = 0; i < 2000 && (document.querySelector('.st-job') || document.querySelector(`[data-row="${from}"] [data-column="c0"]`)?.textContent?.startsWith('新') !== true); i += 1) await frame();
  });
}

/** Scrolls from top to bottom and back in steps of two windows; the longest blocking of the main thread. */
async function scroll(selector: string): Promise<{ longest: number; over50: number; perStep: number }> {
  const tasks: number[] = [];
  const observer = new PerformanceObserver((list) => { for (const entry of list.getEntries()) tasks.push(entry.duration); });
  observer.observe({ type: 'longtask' });
  const scroller = find<HTMLElement>(selector);
  const costs: number[] = [];
  for (let i = 0; i < 120; i += 1) {
    const start = performance.now();
    scroller.scrollTop = Math.abs(((i * 1100 * 7) % 700_000) - 350_000);
    scroller.dispatchEvent(new Event('scroll'));
    void document.body.offsetHeight;
    costs.push(performance.now() - start);
    await frame();
  }
  await turn();
  observer.disconnect();
  return { longest: Math.max(0, ...tasks, ...costs), over50: tasks.length, perStep: percentile(costs, 0.5) };
}

/** Run one by one, each on a page of its own. Those that answer figures measure themselves; for the mounts the run's own time counts. */
export const cases = {
  'sub-table-mount': () => open(10_000),
  'sub-table-mount-antd': openPlain,
  'sub-table-keystroke': () => keystrokes(10_000),
  'sub-table-keystroke-bare': async () => {
    await mountAndSettle(<Input defaultValue="" />);
    const input = find<HTMLInputElement>('input');
    return repeat(60, (i) => type(input, '字'.repeat(i + 1)));
  },
  'sub-table-insert-1000': () => inserts(1000),
  'sub-table-insert-10000': () => inserts(10_000),
  'sub-table-paste-1000': () => paste(10_000),
  'sub-table-paste-long-1000': () => pasteLong(1000, 5000),
  'sub-table-paste-long-10000': () => pasteLong(10_000, 0),
  'sub-table-paste-append-10000': () => pasteLong(10_000, 0, 1000),
  'sub-table-scroll': async () => { await open(10_000); return scroll('.st-scroll'); },
  'sub-table-scroll-antd': async () => { await openPlain(); return scroll('.ant-table-tbody-virtual-holder'); },
};

import { Table } from 'antd';
import { flushSync } from 'react-dom';
import { find, frame, medianOf, mountAndSettle, turn } from '../mount.tsx';
import { COLUMNS, keys, loadTable, openTable, rowsOf, text } from '../tableSetup.tsx';

await loadTable();

/** Made before the clock starts. */
const rows = new Map([1000, 2000, 10_000].map((count) => [count, rowsOf(count)]));

const open = (count: number): Promise<void> => openTable(rows.get(count) ?? rowsOf(count));

const plainRows = (rows.get(10_000) ?? []).map(({ id, fieldsMap }) => ({ id, ...fieldsMap }));
const plainColumns = keys.map((key, i) => ({
  title: `列${i}`,
  dataIndex: key,
  width: 150,
  ...(i === 0 ? { fixed: 'left' as const } : {}),
}));
const openPlain = async (): Promise<void> => {
  await mountAndSettle(
    <Table
      virtual
      rowKey="id"
      size="small"
      pagination={false}
      scroll={{ x: COLUMNS * 150, y: 520 }}
      columns={plainColumns}
      dataSource={plainRows}
    />,
  );
};

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
  return { median: medianOf(all, 0.5), p95: medianOf(all, 0.95) };
}

const press = (element: Element): void => {
  for (const name of ['pointerdown', 'mousedown', 'mouseup', 'click'])
    element.dispatchEvent(new MouseEvent(name, { bubbles: true, cancelable: true, button: 0, buttons: 1 }));
};

/** A cell of the third row with its editor open. */
async function edit(count: number): Promise<void> {
  await open(count);
  press(find('[data-row="3"] [data-column="c1"]'));
  await frame();
  find<HTMLInputElement>('.st-editor input').focus();
}

/** Into the middle of the rows. */
async function openMiddle(count: number): Promise<void> {
  await open(count);
  find<HTMLElement>('.st-scroll').scrollTop = count * 20;
  await frame();
  await frame();
}

/** Copies a row: an insertion with everything that follows from it. */
async function inserts(count: number) {
  await openMiddle(count);
  return repeat(30, () => find<HTMLButtonElement>('.st-row:nth-child(6) [data-action="copy-row"]').click());
}

/** Removes filled rows, which the dialog asks about: the answer is measured, not the dialog. */
async function removes(count: number) {
  await openMiddle(count);
  const all: number[] = [];
  for (let i = 0; i < 15; i += 1) {
    find<HTMLButtonElement>('.st-row:nth-child(6) [data-action="remove-row"]').click();
    for (let wait = 0; wait < 100 && !document.querySelector('.ant-modal .ant-btn-dangerous'); wait += 1) await frame();
    all.push(await cost(() => find<HTMLButtonElement>('.ant-modal .ant-btn-dangerous').click()));
    for (let wait = 0; wait < 300 && document.querySelector('.ant-modal-root'); wait += 1) await frame();
  }
  return { median: medianOf(all) };
}

interface Blocking {
  longest: number;
  over50: number;
}

/** The longest tasks of the main thread while something runs. */
async function blockingOf(work: () => Promise<void>): Promise<Blocking & { ms: number }> {
  const tasks: number[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) tasks.push(entry.duration);
  });
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
  data.setData(
    'text/plain',
    Array.from({ length: lines }, (_v, i) => keys.map((_k, j) => `新${text(i, j)}`).join('\t')).join('\n'),
  );
  return blockingOf(async () => {
    find('.st-keys').dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
    for (
      let i = 0;
      i < 2000 &&
      (document.querySelector('.st-job') ||
        document.querySelector(`[data-row="${from}"] [data-column="c0"]`)?.textContent?.startsWith('新') !== true);
      i += 1
    )
      await frame();
  });
}

/** Scrolls from top to bottom and back in steps of two windows; the longest blocking of the main thread. */
async function scroll(selector: string): Promise<{ longest: number; over50: number; perStep: number }> {
  const tasks: number[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) tasks.push(entry.duration);
  });
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
  return { longest: Math.max(0, ...tasks, ...costs), over50: tasks.length, perStep: medianOf(costs, 0.5) };
}

/** Run one by one, each on a page of its own. Those that answer figures measure themselves; for the mounts the run's own time counts. */
export const cases = {
  'sub-table-mount': () => open(10_000),
  'sub-table-mount-antd': openPlain,
  'sub-table-keys': () => edit(10_000),
  'sub-table-insert-1000': () => inserts(1000),
  'sub-table-insert-10000': () => inserts(10_000),
  'sub-table-remove-1000': () => removes(1000),
  'sub-table-remove-10000': () => removes(10_000),
  'sub-table-paste-2000': () => pasteLong(1000, 500, 2000),
  'sub-table-paste-10000': () => pasteLong(1000, 5000),
  'sub-table-paste-long-10000': () => pasteLong(10_000, 0),
  'sub-table-paste-append-10000': () => pasteLong(10_000, 0, 1000),
  'sub-table-scroll': async () => {
    await open(10_000);
    return scroll('.st-scroll');
  },
  'sub-table-scroll-antd': async () => {
    await openPlain();
    return scroll('.ant-table-tbody-virtual-holder');
  },
};

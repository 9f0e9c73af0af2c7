import type { Bench } from '../browser.ts';
import { compare, keystrokes, reported, ROUNDS, type Compared } from '../compare.ts';
import { figure, note, skip } from '../table.ts';

type Figure = (compared: Compared) => number;
const cpu: Figure = (compared) => compared.cpu;
const wall: Figure = (compared) => compared.wall;

/** One line of two cases of the same run; a case that could not run says so. */
export function noteOf(
  what: string,
  own: Compared | string,
  peer: Compared | string,
  target: number,
  of: Figure = cpu,
): void {
  const failure = [own, peer].find((one) => typeof one === 'string');
  if (typeof failure === 'string') skip(what, failure);
  else note(what, of(own as Compared), of(peer as Compared), target);
}

/** Mounting, typing and linkage of forms. */
export async function measureForms(bench: Bench): Promise<void> {
  const cases = await compare(bench, [
    'plain-500-edit',
    'form-500-edit',
    'form-js-500',
    'form-1000-edit',
    'plain-500-view',
    'form-500-view',
  ]);
  noteOf(
    '500 mixed fields, mount / plain @formily/antd-v5, processor',
    cases['form-500-edit'],
    cases['plain-500-edit'],
    0.4,
  );
  noteOf(
    '500 mixed fields, JSON to painted / plain @formily/antd-v5, wall',
    cases['form-500-edit'],
    cases['plain-500-edit'],
    0.35,
    wall,
  );
  noteOf('500 mixed fields, mount / @bpmn-io/form-js, processor', cases['form-500-edit'], cases['form-js-500'], 0.5);
  noteOf(
    '500 mixed fields, JSON to painted / @bpmn-io/form-js, wall',
    cases['form-500-edit'],
    cases['form-js-500'],
    0.5,
    wall,
  );
  noteOf('1,000 fields / 500 fields, mount, processor', cases['form-1000-edit'], cases['form-500-edit'], 1.3);
  noteOf(
    '1,000 fields / 500 fields, JSON to painted, wall',
    cases['form-1000-edit'],
    cases['form-500-edit'],
    1.3,
    wall,
  );
  noteOf(
    '500 fields in view mode / plain @formily/antd-v5 in readPretty, processor',
    cases['form-500-view'],
    cases['plain-500-view'],
    0.2,
  );

  const { 'form-5000-edit': long } = await compare(bench, ['form-5000-edit'], Math.min(ROUNDS, 3));
  if (typeof long === 'string') skip('a form of 5,000 fields', long);
  else {
    figure('a form of 5,000 fields, opened, edited and saved, processor', `${long.cpu.toFixed(0)} ms`);
    for (const [key, what] of [
      ['session', 'JSON to session'],
      ['open', 'session to painted'],
      ['keys', 'two values typed'],
      ['switch', 'edit to view mode and back'],
      ['save', 'checked and saved'],
    ] as const)
      figure(`  ${what}, wall`, `${reported(long, key).toFixed(0)} ms`);
  }

  const keys = await keystrokes(bench, ['form-1000-keys', 'bare-input-keys', 'sub-table-keys']);
  note(
    'keystroke to paint in 1,000 fields / bare antd Input, p95',
    keys['form-1000-keys'],
    keys['bare-input-keys'],
    1.5,
  );
  note(
    'keystroke to paint in a cell of 10,000 x 20 / bare antd Input, p95',
    keys['sub-table-keys'],
    keys['bare-input-keys'],
    1.5,
  );

  const chains = await compare(bench, ['chain-shown', 'chain-shown-plain', 'chain-values', 'chain-values-plain']);
  const settled: Figure = (compared) => reported(compared, 'median');
  noteOf(
    'chain of 50 linked fields on screen, settle / plain Formily reactions',
    chains['chain-shown'],
    chains['chain-shown-plain'],
    0.5,
    settled,
  );
  noteOf(
    'chain of 50 linked fields, values alone / plain Formily reactions',
    chains['chain-values'],
    chains['chain-values-plain'],
    0.5,
    settled,
  );
}

const MB = 1024 * 1024;

/** What forms keep in memory. */
export async function measureHeap(bench: Bench): Promise<void> {
  const rows = async (name: string): Promise<{ heap: number; bytes: number }> =>
    bench.on(name, async ({ meter, run }) => {
      const { result } = await run();
      return { heap: await meter.heap(), bytes: (result as { bytes: number }).bytes };
    });
  const heapOf = (name: string): Promise<number> =>
    bench.on(name, async ({ meter, run }) => {
      await run();
      return meter.heap();
    });
  const [bare, form] = [await heapOf('bare-input-keys'), await heapOf('form-500-edit')];
  figure('heap of 500 fields, without that of a page with one input', `${((form - bare) / MB).toFixed(1)} MB`, {
    is: (form - bare) / MB,
    atMost: 20,
  });
  const [few, many] = [await rows('heap-rows-20'), await rows('heap-rows-10000')];
  note(
    'heap of 10,000 x 20 rows / their JSON text',
    (many.heap - few.heap) / MB,
    (many.bytes - few.bytes) / MB,
    3,
    'MB',
  );

  await bench.on('form-open-close', async ({ page, meter, run }) => {
    await run();
    const after = async (times: number): Promise<{ heap: number; objects: number }> => {
      await page.evaluate(async (count) => {
        for (let i = 0; i < count; i += 1) await window.turn?.();
      }, times);
      return { heap: await meter.heap(), objects: await meter.objects() };
    };
    const [at20, at200] = [await after(19), await after(180)];
    note(
      'heap after opening and closing a form 200 times / 20 times, what scripts hold',
      at200.objects / MB,
      at20.objects / MB,
      1.05,
      'MB',
    );
    note('  the same with compiled code', at200.heap / MB, at20.heap / MB, 1.05, 'MB');
    // weak maps keep the size that they once needed: what grows until there and then stays is no leak
    const at800 = await after(600);
    note('  after 800 times / 200 times, what scripts hold', at800.objects / MB, at200.objects / MB, 1.05, 'MB');
  });
  figure('  of which the 10,000 rows open', `${(many.heap / MB).toFixed(1)} MB`);
}

import type { Bench, BenchPage } from '../browser.ts';
import { median } from '../statistics.ts';
import { figure, note } from '../table.ts';

/** Edits of each kind, and pointer moves of a drag. */
const [EDITS, MOVES] = [5, 120];
/** Milliseconds after which the check and what keeps the draft have run. */
const REST = 1500;

const painted = ({ page }: BenchPage): Promise<void> => page.evaluate(() => window.painted?.());

interface Costs {
  /** Processor time until the canvas is painted, and until everything that follows has run. */
  added: number;
  addedAll: number;
  typed: number;
  typedAll: number;
  /** A pointer move of a drag: processor time, and that of scripts. */
  move: number;
  moveScript: number;
}

/** `edit` ends when it is painted. */
async function costOf(on: BenchPage, edit: () => Promise<void>): Promise<{ soon: number; all: number }> {
  const before = await on.meter.cpu();
  await edit();
  const soon = (await on.meter.cpu()) - before;
  await on.page.waitForTimeout(REST);
  return { soon, all: (await on.meter.cpu()) - before };
}

async function costsOf(on: BenchPage): Promise<Costs> {
  const { page, meter, run } = on;
  await run();
  await page.waitForTimeout(REST);
  const add = (): Promise<void> => page.evaluate(() => window.turn?.());
  const type = async (): Promise<void> => {
    await page.keyboard.press('a');
    await painted(on);
  };
  const [added, typed]: { soon: number; all: number }[][] = [[], []];
  await costOf(on, add);
  for (let edit = 0; edit < EDITS; edit += 1) added.push(await costOf(on, add));
  await page.locator('[data-property="label"] input').click();
  await costOf(on, type);
  for (let edit = 0; edit < EDITS; edit += 1) typed.push(await costOf(on, type));
  const item = (await page.locator('[data-palette-item="el-select"]').boundingBox()) ?? { x: 0, y: 0 };
  const canvas = (await page.locator('[data-designer="canvas"]').boundingBox()) ?? { x: 0, y: 0, width: 0 };
  await page.mouse.move(item.x + 10, item.y + 10);
  await page.mouse.down();
  await page.mouse.move(canvas.x + 100, 300, { steps: 10 });
  const [cpu, script] = [await meter.cpu(), await meter.script()];
  await page.mouse.move(canvas.x + canvas.width - 60, 600, { steps: MOVES });
  await painted(on);
  const move = ((await meter.cpu()) - cpu) / MOVES;
  const moveScript = ((await meter.script()) - script) / MOVES;
  await page.mouse.up();
  return {
    added: median(added.map(({ soon }) => soon)),
    addedAll: median(added.map(({ all }) => all)),
    typed: median(typed.map(({ soon }) => soon)),
    typedAll: median(typed.map(({ all }) => all)),
    move,
    moveScript,
  };
}

/** What an edit in the form designer costs, by the size of the form. */
export async function measureDesigner(bench: Bench): Promise<void> {
  const few = await bench.on('designer-50', costsOf);
  const some = await bench.on('designer-200', costsOf);
  const many = await bench.on('designer-500', costsOf);
  const row = (what: string, key: keyof Costs, atMost?: number): void =>
    figure(
      `${what}, 200 fields, processor`,
      `${some[key].toFixed(1)} ms`,
      atMost === undefined ? undefined : { is: some[key], atMost },
    );
  row('designer: palette to canvas', 'added', 50);
  note('designer: palette to canvas, 500 fields / 200 fields, processor', many.added, some.added, 1.5);
  row('  with the panel, the check and the kept draft', 'addedAll');
  note('  the same, 500 fields / 200 fields', many.addedAll, some.addedAll, 1.5);
  row('designer: property to canvas', 'typed', 50);
  note('designer: property to canvas, 500 fields / 200 fields, processor', many.typed, some.typed, 1.5);
  row('  with the check and the kept draft', 'typedAll');
  note('  the same, 500 fields / 200 fields', many.typedAll, some.typedAll, 1.5);
  note('designer: a pointer move while dragging, 500 fields / 50 fields, script', many.moveScript, few.moveScript, 1.5);
  note('  the same with layout and painting, processor', many.move, few.move, 2);
}

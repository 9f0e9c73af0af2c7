import type { Page } from 'playwright-core';
import type { Bench, BenchPage, CaseResult, Meter } from './browser.ts';
import { median, p95 } from './statistics.ts';

export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

export interface Compared {
  wall: number;
  cpu: number;
  /** What the case reported in each round. */
  results: unknown[];
}

/** Runs the cases in turn, so that a busy moment of the machine hits all alike; medians by case. A case that throws gives its sentence. */
export async function compare<N extends string>(
  bench: Bench,
  names: readonly N[],
  rounds = ROUNDS,
): Promise<Record<N, Compared | string>> {
  const all = new Map<N, CaseResult[]>();
  const failed = new Map<N, string>();
  for (let i = 0; i < rounds; i += 1) {
    for (const name of names) {
      if (failed.has(name)) continue;
      try {
        all.set(name, [...(all.get(name) ?? []), await bench.on(name, ({ run }) => run())]);
      } catch (error) {
        failed.set(name, String(error).split('\n')[0] ?? 'failed');
      }
    }
  }
  return Object.fromEntries(
    names.map((name): [N, Compared | string] => {
      const runs = all.get(name) ?? [];
      return [
        name,
        failed.get(name) ?? {
          wall: median(runs.map(({ wall }) => wall)),
          cpu: median(runs.map(({ cpu }) => cpu)),
          results: runs.map(({ result }) => result),
        },
      ];
    }),
  ) as Record<N, Compared | string>;
}

/** A figure that a case reports itself (per insert, per step): the median over the rounds. */
export const reported = ({ results }: Compared, key: string): number =>
  median((results as Record<string, number>[]).map((one) => one[key] ?? Number.NaN));

const painted = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );

/** Main-thread time of one press of a key until its frame is painted, beside that of a frame in which nothing happens. */
async function pressed(page: Page, meter: Meter, key: string | null): Promise<number> {
  const before = await meter.cpu();
  if (key !== null) await page.keyboard.press(key);
  await painted(page);
  return (await meter.cpu()) - before;
}

/** Keys in a turn, and turns of each case in a round. */
const [KEYS, TURNS] = [20, 10];
const LETTERS = 'abcdefghij';

interface Costs {
  typed: number[];
  idle: number[];
}

/** One turn in a page that stands there with others; what the turn before has typed is taken out first. */
async function typeTurn({ page, meter }: BenchPage, { typed, idle }: Costs): Promise<void> {
  await page.bringToFront();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  for (let warm = 0; warm < 3; warm += 1) await pressed(page, meter, 'a');
  for (let key = 0; key < KEYS; key += 1) {
    typed.push(await pressed(page, meter, LETTERS[key % LETTERS.length] as string));
    if (key % 2 === 0) idle.push(await pressed(page, meter, null));
  }
}

/** Opens all of the cases, each in a page of its own. */
async function openAll(
  bench: Bench,
  names: readonly string[],
  work: (pages: readonly BenchPage[]) => Promise<void>,
  opened: readonly BenchPage[] = [],
): Promise<void> {
  const name = names[opened.length];
  if (name === undefined) return work(opened);
  return bench.on(name, async (page) => {
    await page.run();
    await openAll(bench, names, work, [...opened, page]);
  });
}

/**
 * Real key presses into what each case has focused. The cases stand side by side and take turns of a second or so, so
 * that a busy moment of the machine hits all alike; p95 of all keys of all rounds, less what measuring itself costs.
 */
export async function keystrokes<N extends string>(
  bench: Bench,
  names: readonly N[],
  rounds = ROUNDS,
): Promise<Record<N, number>> {
  const all = new Map<N, Costs>(names.map((name) => [name, { typed: [], idle: [] }]));
  for (let i = 0; i < rounds; i += 1) {
    await openAll(bench, names, async (pages) => {
      for (let turn = 0; turn < TURNS; turn += 1)
        for (const [at, name] of names.entries()) await typeTurn(pages[at] as BenchPage, all.get(name) as Costs);
    });
  }
  return Object.fromEntries([...all].map(([name, { typed, idle }]) => [name, p95(typed) - median(idle)])) as Record<
    N,
    number
  >;
}

import type { Page } from 'playwright-core';
import type { Bench, CaseResult, Meter } from './browser.ts';
import { median, p95 } from './statistics.ts';

export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

export interface Compared {
  wall: number;
  cpu: number;
  /** What the case reported in each round. */
  results: unknown[];
}

/** Runs the cases in turn, so that a busy moment of the machine hits all alike; medians by case. A case that throws gives its sentence. */
export async function compare<N extends string>(bench: Bench, names: readonly N[], rounds = ROUNDS): Promise<Record<N, Compared | string>> {
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
  return Object.fromEntries(names.map((name): [N, Compared | string] => {
    const runs = all.get(name) ?? [];
    return [name, failed.get(name) ?? { wall: median(runs.map(({ wall }) => wall)), cpu: median(runs.map(({ cpu }) => cpu)), results: runs.map(({ result }) => result) }];
  })) as Record<N, Compared | string>;
}

/** A figure that a case reports itself (per insert, per step): the median over the rounds. */
export const reported = ({ results }: Compared, key: string): number => median((results as Record<string, number>[]).map((one) => one[key] ?? Number.NaN));

const painted = (page: Page): Promise<void> => page.evaluate(() => new Promise<void>((resolve) => { requestAnimationFrame(() => requestAnimationFrame(() => resolve())); }));

/** Main-thread time of one press of a key until its frame is painted, beside that of a frame in which nothing happens. */
async function pressed(page: Page, meter: Meter, key: string | null): Promise<number> {
  const before = await meter.cpu();
  if (key !== null) await page.keyboard.press(key);
  await painted(page);
  return (await meter.cpu()) - before;
}

const KEYS = 60;

/** Real key presses into what each case has focused, in turn; p95 of all rounds, less what measuring itself costs. */
export async function keystrokes<N extends string>(bench: Bench, names: readonly N[], rounds = ROUNDS): Promise<Record<N, number>> {
  const all = new Map<N, number[]>(names.map((name) => [name, []]));
  for (let i = 0; i < rounds; i += 1) {
    for (const name of names) {
      await bench.on(name, async ({ page, meter, run }) => {
        await run();
        for (let warm = 0; warm < 5; warm += 1) await pressed(page, meter, 'a');
        const typed: number[] = [];
        const idle: number[] = [];
        for (let key = 0; key < KEYS; key += 1) {
          typed.push(await pressed(page, meter, 'abcdefghij'[key % 10] as string));
          idle.push(await pressed(page, meter, null));
        }
        const nothing = median(idle);
        all.get(name)?.push(...typed.map((cost) => cost - nothing));
      });
    }
  }
  return Object.fromEntries([...all].map(([name, costs]) => [name, p95(costs)])) as Record<N, number>;
}

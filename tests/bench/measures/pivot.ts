import { spawnSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { publishScreen } from '../../../src/server/documents/index.ts';
import { CAPTCHA } from '../../server/support.ts';
import { author } from '../../server/support/sealDemo.ts';
import { signInByHand } from '../../e2e/support.ts';
import { launchBrowser } from '../../support/browser.ts';
import { fillFigures, publishFigures } from '../figures.ts';
import { openGround } from '../ground.ts';
import { median } from '../statistics.ts';
import { figure, note } from '../table.ts';
import { open } from './shellPages.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 7);
const [ROWS, COLUMNS] = [200, 50];

/** In place of a shipped screen, so that the menu leads to it. */
const SCREEN = {
  screenKey: 'kanban/projectMainMap/index',
  title: '透视',
  root: {
    tag: 'pivot',
    dataset: 'bench/pivot',
    title: '透视',
    rows: ['down'],
    columns: [],
    values: ['amount'],
  },
};
const ADDRESS = '#/kanban/projectMainMap';

/** Drags a group into the columns. Answers ms from letting go of it until its cells are painted, and what was asked. */
async function dragToColumns(page: Page, key: string): Promise<{ ms: number; body: string }> {
  const grip = await page.locator(`[data-pivot-field="${key}"] .sc-pivot-grip`).boundingBox();
  const zone = await page.locator('[data-zone="columns"]').boundingBox();
  if (!grip || !zone) throw new Error('the pivot has no such field');
  const asked = page.waitForRequest((request) => request.url().endsWith('/dataset/run'));
  const painted = page.evaluate(
    (columns) =>
      new Promise<number>((resolve) => {
        const grid = document.querySelector('.sc-pivot-grid') as HTMLElement;
        let start = 0;
        const look = (): void => {
          const isThere = Number(document.querySelector('.sc-pivot-grid')?.getAttribute('aria-colcount')) > columns;
          // what a frame shows is painted when the next one begins
          if (isThere) requestAnimationFrame(() => resolve(performance.now() - start));
          else requestAnimationFrame(look);
        };
        grid.ownerDocument.addEventListener(
          'pointerup',
          () => {
            start = performance.now();
            requestAnimationFrame(look);
          },
          { once: true, capture: true },
        );
      }),
    COLUMNS,
  );
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
  await page.mouse.down();
  await page.mouse.move(zone.x + zone.width / 2, zone.y + zone.height / 2, { steps: 8 });
  await page.mouse.up();
  return { ms: await painted, body: (await asked).postData() ?? '' };
}

/** The same question by hand in the same page, until its answer is parsed. */
const askByHand = (page: Page, body: string, token: string): Promise<number> =>
  page.evaluate(
    async ([text, bearer]) => {
      const start = performance.now();
      const answer = await fetch('/api/system/dataset/run', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: bearer },
        body: text,
      });
      await answer.json();
      return performance.now() - start;
    },
    [body, token] as const,
  );

/** Scrolls all over the cells, a step a frame. Answers the longest task and how many were longer than 50 ms. */
const scroll = (page: Page): Promise<{ longest: number; over50: number }> =>
  page.evaluate(async () => {
    const long: number[] = [];
    const observer = new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration)));
    observer.observe({ type: 'longtask' });
    const grid = document.querySelector('.sc-pivot-grid') as HTMLElement;
    const frame = (): Promise<void> =>
      new Promise((resolve) => {
        requestAnimationFrame(() => resolve());
      });
    const most = [grid.scrollHeight - grid.clientHeight, grid.scrollWidth - grid.clientWidth] as const;
    const steps = 120;
    for (let step = 0; step <= steps; step += 1) {
      grid.scrollTop = (most[0] * step) / steps;
      await frame();
    }
    for (let step = 0; step <= steps; step += 1) {
      grid.scrollLeft = (most[1] * step) / steps;
      await frame();
    }
    for (let step = steps; step >= 0; step -= 1) {
      grid.scrollTo((most[1] * step) / steps, (most[0] * step) / steps);
      await frame();
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    observer.disconnect();
    return { longest: Math.max(0, ...long), over50: long.length };
  });

/** A pivot of 200 x 50 cells over BENCH_RECORDS records (1,000,000; embedded 100,000) in a real browser. */
export async function measurePivot(adminUrl: string | null): Promise<void> {
  spawnSync('npm', ['run', '-s', 'build:web'], { stdio: 'ignore' });
  const records = Number(process.env['BENCH_RECORDS'] ?? (adminUrl ? 1_000_000 : 100_000));
  const ground = await openGround(
    adminUrl,
    async ({ context }) => {
      await publishFigures(context);
      const { screenKey } = SCREEN;
      await publishScreen(context, { screenKey, definition: SCREEN, note: '', author });
    },
    (store) => fillFigures(store, records),
  );
  const browser = await launchBrowser();
  try {
    const { page } = await open(browser);
    await signInByHand(page, ground.url, 'admin', '/', CAPTCHA);
    let token = '';
    page.on('request', (request) => {
      token = request.headers()['authorization'] ?? token;
    });
    const times = { own: [] as number[], peer: [] as number[] };
    for (let round = -1; round < ROUNDS; round += 1) {
      await page.goto(`${ground.url}/${ADDRESS}`);
      await page.reload();
      await page.locator(`.sc-pivot-grid[aria-rowcount="${ROWS + 2}"]`).waitFor();
      const { ms, body } = await dragToColumns(page, 'across');
      const peer = await askByHand(page, body, token);
      if (round < 0) continue;
      times.own.push(ms);
      times.peer.push(peer);
    }
    const size = `${records.toLocaleString('en')} records, ${ground.store}`;
    note(
      `pivot of ${ROWS} x ${COLUMNS} cells, dragged group to painted / its query, ${size}`,
      median(times.own),
      median(times.peer),
      1.2,
    );
    const { longest, over50 } = await scroll(page);
    figure('  scrolling over all of them: longest task', `${longest.toFixed(0)} ms, ${over50} over 50 ms`, {
      is: longest,
      atMost: 50,
    });
  } finally {
    await browser.close();
    await ground.close();
  }
}

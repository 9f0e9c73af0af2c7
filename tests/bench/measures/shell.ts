import { spawnSync } from 'node:child_process';
import type { Browser, CDPSession } from 'playwright-core';
import { signInByHand, startProduct, type Product } from '../../e2e/support.ts';
import { launchBrowser } from '../../support/browser.ts';
import { ROUNDS } from '../compare.ts';
import { median } from '../statistics.ts';
import { figure, note, skip } from '../table.ts';
import { goTo, open, SCREENS, type Visit } from './shellPages.ts';
import { measureVisits } from './shellVisits.ts';

const [FIRST, SECOND] = ['/seals/businessSealApply', '/bidding/earnestMoney'];
const TABS = 30;
const SWITCHES = 12;

/** Requests and bytes until something is there. */
async function downloads(session: CDPSession): Promise<() => { requests: number; bytes: number }> {
  let [requests, bytes] = [0, 0];
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (request.url.startsWith('http')) requests += 1;
  });
  // what the browser has already, e.g. the page's icon, is no request
  session.on('Network.requestServedFromCache', () => {
    requests -= 1;
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return () => ({ requests, bytes });
}

const shown = ({ requests, bytes }: { requests: number; bytes: number }): string =>
  `${(bytes / 1000).toFixed(0)} kB gzip, ${requests} requests`;

async function measureDownloads(browser: Browser, { url }: Product): Promise<void> {
  const { page, session, close } = await open(browser, { 'accept-encoding': 'gzip' });
  const count = await downloads(session);
  await page.goto(`${url}/#/`);
  await page.locator('[data-action="sign-in"]:enabled').waitFor();
  figure('transferred before sign-in is usable', shown(count()));
  await page.locator('img[src^="data:"], svg, [data-action="refresh-captcha"]').first().waitFor();
  await signInByHand(page, url, 'staff');
  await page.locator('[data-screen]').first().waitFor();
  await page.locator('[data-screen="platform/home"] li').first().waitFor();
  await page.waitForFunction(
    () => !document.querySelector('.sf-loading, .ant-spin-spinning, .sc-panel[aria-busy=true]'),
  );
  figure('transferred before the home page is filled in, sign-in included', shown(count()), {
    is: count().requests,
    atMost: 40,
  });
  await page.locator('[data-chart] canvas').first().waitFor();
  figure('  the same with its charts', shown(count()));
  await close();
}

/** The first new record of a form, from the click on 新增 until its fields can be typed into: how long its list was looked at decides what is there. */
async function measureNewForm(browser: Browser, { url }: Product): Promise<void> {
  for (const [what, look] of [
    ['at once', 0],
    ['after its list was looked at for 4 s', 4_000],
  ] as const) {
    const costs: number[] = [];
    let asked = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const { page, meter, session, close } = await open(browser, { 'accept-encoding': 'gzip' });
      await signInByHand(page, url, 'staff');
      await goTo(page, FIRST);
      await page.locator('tbody tr[data-row-key]').first().waitFor();
      await page.waitForTimeout(look);
      const count = await downloads(session);
      const before = await meter.cpu();
      await page.locator('[data-action="create"]').click();
      await page.locator('.sf-form [data-field] input').first().waitFor();
      await page.waitForFunction(() => !document.querySelector('.sf-form .sf-loading'));
      costs.push((await meter.cpu()) - before);
      asked = count().requests;
      await close();
    }
    figure(
      `a new form opened for the first time, ${what}`,
      `${median(costs).toFixed(0)} ms processor, ${asked} requests`,
      {
        is: asked,
        atMost: look === 0 ? 32 : 12,
      },
    );
  }
}

/** Main-thread time of going from one open screen to another. */
async function switching({ page, meter }: Visit): Promise<number> {
  const costs: number[] = [];
  for (let i = 0; i < SWITCHES; i += 1) {
    const before = await meter.cpu();
    await goTo(page, i % 2 === 0 ? FIRST : SECOND);
    await page.waitForTimeout(250);
    costs.push((await meter.cpu()) - before);
  }
  return median(costs.slice(2));
}

async function withTabs(browser: Browser, url: string, count: number): Promise<Visit> {
  const visit = await open(browser);
  await signInByHand(visit.page, url, 'staff');
  const others = SCREENS.filter((screen) => screen !== FIRST && screen !== SECOND);
  for (let i = 0; i < count - 2; i += 1) await goTo(visit.page, `${others[i % others.length]}?id=${i}`);
  for (const screen of [FIRST, SECOND]) await goTo(visit.page, screen);
  return visit;
}

async function measureTabs(browser: Browser, { url }: Product): Promise<void> {
  // the two screens alone, and the same two among thirty
  const few = await withTabs(browser, url, 2);
  const many = await withTabs(browser, url, TABS);
  const open30 = await many.page.locator('[data-tab]').count();
  if (open30 < TABS) skip('route change with 30 open tabs', `only ${open30} tabs opened`);
  const costs = { few: [] as number[], many: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    await few.page.bringToFront();
    costs.few.push(await switching(few));
    await many.page.bringToFront();
    costs.many.push(await switching(many));
  }
  note(
    `route change with ${open30} open tabs / with the two alone, processor`,
    median(costs.many),
    median(costs.few),
    1.2,
  );
  await few.close();
  await many.close();
}

const MB = 1024 * 1024;

async function measureShellHeap(browser: Browser, { url }: Product): Promise<void> {
  const { page, meter, close } = await open(browser);
  await signInByHand(page, url, 'staff');
  let done = 0;
  const after = async (changes: number): Promise<{ heap: number; objects: number }> => {
    for (; done < changes; done += 1) await goTo(page, SCREENS[done % SCREENS.length] as string);
    await page.waitForTimeout(500);
    return { heap: await meter.heap(), objects: await meter.objects() };
  };
  const [at20, at200] = [await after(20), await after(200)];
  note(
    'heap after 200 changes of the screen / after 20, what scripts hold',
    at200.objects / MB,
    at20.objects / MB,
    1.1,
    'MB',
  );
  note('  the same with compiled code', at200.heap / MB, at20.heap / MB, 1.1, 'MB');
  await close();
}

let isBuilt = process.env.BENCH_BUILT === '1';

/** The product as it is built and served, on a scratch data folder; BENCH_BUILT=1 takes the build that is there. */
const onProduct =
  (...measures: readonly ((browser: Browser, product: Product) => Promise<void>)[]) =>
  async (): Promise<void> => {
    const built = isBuilt ? null : spawnSync('npm', ['run', '-s', 'build'], { encoding: 'utf8' });
    if (built && built.status !== 0) {
      skip('shell', `the build failed: ${built.stderr.split('\n')[0]}`);
      return;
    }
    isBuilt = true;
    const product = await startProduct();
    const browser = await launchBrowser();
    try {
      for (const measure of measures) await measure(browser, product);
    } finally {
      await browser.close();
      await product.close();
    }
  };

export const measureShell = onProduct(measureDownloads, measureNewForm, measureVisits);
export const measureShellTabs = onProduct(measureTabs);
export const measureShellMemory = onProduct(measureShellHeap);

import { spawnSync } from 'node:child_process';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { signIn, startProduct, type Product } from '../../e2e/support.ts';
import { launchBrowser } from '../../support/browser.ts';
import { meterOf, type Meter } from '../browser.ts';
import { ROUNDS } from '../compare.ts';
import { median } from '../statistics.ts';
import { figure, note, skip } from '../table.ts';

/** Screens of the demo company that a person goes to and fro between. */
const SCREENS = [
  '/taskCenter/toDoList', '/taskCenter/launch', '/taskCenter/alreadyDone', '/mail/collectionLetters', '/notice/list',
  '/seals/businessSealApply', '/bidding/earnestMoney', '/deviceManagement/deviceList',
] as const;
const [FIRST, SECOND] = ['/seals/businessSealApply', '/bidding/earnestMoney'];
const TABS = 30;
const SWITCHES = 12;

interface Visit { page: Page; meter: Meter; session: CDPSession; close(): Promise<void> }

async function open(browser: Browser, headers: Record<string, string> = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN', extraHTTPHeaders: headers });
  // the loader of this file names inner functions by a helper that pages do not have
  await context.addInitScript('globalThis.__name = (named) => named');
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const session = await context.newCDPSession(page);
  return { page, session, meter: await meterOf(session), close: () => context.close() };
}

/** In the page: goes there as a click on a link does and waits until it stands there, painted. Answers ms. */
const goTo = (page: Page, address: string): Promise<number> => page.evaluate(async (to) => {
  const LOADING = '.sf-loading, .ant-skeleton, .ant-spin-spinning, [data-screen-loading]';
  const frame = (): Promise<void> => new Promise((resolve) => { requestAnimationFrame(() => resolve()); });
  const tab = document.querySelector<HTMLAnchorElement>(`[data-tab="${to}"] a`);
  const before = document.querySelector('.sf-pane:not([hidden])');
  const start = performance.now();
  if (tab) tab.click();
  else window.location.hash = `#${to}`;
  for (let i = 0; i < 3000; i += 1) {
    await frame();
    const pane = document.querySelector('.sf-pane:not([hidden])');
    if (pane !== before && pane?.querySelector('[data-screen]') && !pane.querySelector(LOADING)) break;
  }
  await frame();
  return performance.now() - start;
}, address);

/** Requests and bytes until something is there. */
async function downloads(session: CDPSession): Promise<() => { requests: number; bytes: number }> {
  let [requests, bytes] = [0, 0];
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ request }) => { if (request.url.startsWith('http')) requests += 1; });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => { bytes += encodedDataLength; });
  return () => ({ requests, bytes });
}

const shown = ({ requests, bytes }: { requests: number; bytes: number }): string => `${(bytes / 1000).toFixed(0)} kB gzip, ${requests} requests`;

async function measureDownloads(browser: Browser, { url }: Product): Promise<void> {
  const { page, session, close } = await open(browser, { 'accept-encoding': 'gzip' });
  const count = await downloads(session);
  await page.goto(`${url}/#/`);
  await page.locator('[data-action="sign-in"]:enabled').waitFor();
  figure('transferred before sign-in is usable', shown(count()));
  await page.locator('img[src^="data:"], svg, [data-action="refresh-captcha"]').first().waitFor();
  await signIn(page, url, 'staff');
  await page.locator('[data-screen]').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('.sf-loading, .ant-skeleton, .ant-spin-spinning'));
  figure('transferred before the home page is usable, sign-in included', shown(count()));
  await close();
}

async function measureVisits(browser: Browser, { url }: Product): Promise<void> {
  const fresh: number[] = [];
  const again: number[] = [];
  for (let round = 0; round < Math.min(3, ROUNDS); round += 1) {
    const { page, close } = await open(browser);
    await signIn(page, url, 'staff');
    await page.waitForTimeout(500);
    for (const screen of SCREENS) fresh.push(await goTo(page, screen));
    for (const screen of SCREENS) again.push(await goTo(page, screen));
    await close();
  }
  figure('click to painted, a screen not yet visited (median)', `${median(fresh).toFixed(0)} ms`);
  figure('click to painted, a screen that is open in a tab (median)', `${median(again).toFixed(0)} ms`);
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
  await signIn(visit.page, url, 'staff');
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
  note(`route change with ${open30} open tabs / with the two alone, processor`, median(costs.many), median(costs.few), 1.2);
  await few.close();
  await many.close();
}

const MB = 1024 * 1024;

async function measureShellHeap(browser: Browser, { url }: Product): Promise<void> {
  const { page, meter, close } = await open(browser);
  await signIn(page, url, 'staff');
  let done = 0;
  const after = async (changes: number): Promise<{ heap: number; objects: number }> => {
    for (; done < changes; done += 1) await goTo(page, SCREENS[done % SCREENS.length] as string);
    await page.waitForTimeout(500);
    return { heap: await meter.heap(), objects: await meter.objects() };
  };
  const [at20, at200] = [await after(20), await after(200)];
  note('heap after 200 changes of the screen / after 20, what scripts hold', at200.objects / MB, at20.objects / MB, 1.1, 'MB');
  note('  the same with compiled code', at200.heap / MB, at20.heap / MB, 1.1, 'MB');
  await close();
}

let isBuilt = process.env.BENCH_BUILT === '1';

/** The product as it is built and served, on a scratch data folder; BENCH_BUILT=1 takes the build that is there. */
const onProduct = (...measures: readonly ((browser: Browser, product: Product) => Promise<void>)[]) => async (): Promise<void> => {
  const built = isBuilt ? null : spawnSync('npm', ['run', '-s', 'build'], { encoding: 'utf8' });
  if (built && built.status !== 0) { skip('shell', `the build failed: ${built.stderr.split('\n')[0]}`); return; }
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

export const measureShell = onProduct(measureDownloads, measureVisits);
export const measureShellTabs = onProduct(measureTabs);
export const measureShellMemory = onProduct(measureShellHeap);

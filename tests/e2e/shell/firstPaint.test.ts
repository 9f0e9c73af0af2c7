import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { isLong } from '../../support/tier.ts';
import {
  PASSWORD,
  picturesOnFailure,
  signInByHand,
  startProduct,
  visitor,
  type Product,
  type Visitor,
} from '../support.ts';

/** Added to every answer, so that one round of requests is told from the next whatever the machine does meanwhile. */
const DELAY = 2500;

interface Asked {
  path: string;
  start: number;
  end: number;
  depth: number;
}

/** How many requests may follow one another before the first screen is there. */
const ROUNDS = 3;

/** Notes every request and how many others came one after the other before it. Those after `ROUNDS` get no answer. */
async function watch(page: Page): Promise<() => Asked[]> {
  const asked: Asked[] = [];
  const running = new Map<Request, Asked>();
  await page.route('**/*', async (route) => {
    if ((running.get(route.request())?.depth ?? 0) > ROUNDS) return;
    await new Promise((done) => {
      setTimeout(done, DELAY);
    });
    await route.continue().catch(() => undefined);
  });
  page.on('request', (request) => {
    const start = Date.now();
    // what the page before had begun is not this one's
    if (request.isNavigationRequest()) asked.length = 0;
    const depth = 1 + Math.max(0, ...asked.filter(({ end }) => end <= start).map((one) => one.depth));
    const own = { path: new URL(request.url()).pathname, start, end: Infinity, depth };
    asked.push(own);
    running.set(request, own);
  });
  page.on('response', (response) => {
    const own = running.get(response.request());
    if (own) own.end = Date.now();
  });
  return () => asked;
}

describe('the first picture', () => {
  let product: Product;
  let browser: Browser;
  let own: Visitor;
  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
  });
  afterEach(picturesOnFailure(() => ({ own })));
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  it('sign-in loads neither the designer nor charts, nor the component library; the home page behind it takes 40 requests at most, and no tools', async () => {
    own = await visitor(browser, { motion: 'no-preference' });
    const { page } = own;
    const scripts: string[] = [];
    const requests: string[] = [];
    // the code of usual pages comes ahead of them, once the first page stands
    page.on('request', (request) => {
      if (request.url().startsWith('http') && !/\/(feeds|records|parts)-/.test(request.url()))
        requests.push(request.url());
    });
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) scripts.push(new URL(response.url()).pathname);
    });
    await page.addInitScript(() => {
      const page = window as unknown as { shownAt?: number };
      new MutationObserver((_changes, watch) => {
        if (document.querySelector('[data-action="sign-in"]')) {
          page.shownAt = performance.now();
          watch.disconnect();
        }
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(`${product.url}/#/login`);
    await page.locator('[data-action="sign-in"]').waitFor();
    // what comes ahead while a person types is asked for 1.5 s later; by the clock of the page, as this test may look later
    const first = await page.evaluate(() => {
      const { shownAt = 0 } = window as unknown as { shownAt?: number };
      return (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name, startTime }) => name.endsWith('.js') && startTime < shownAt + 1000)
        .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, size: encodedBodySize }));
    });
    const early = first.map(({ name }) => name);
    expect(early.length).toBeGreaterThan(0);
    expect(
      early.filter((name) => /FormManager|Editor|Chart|echarts|workbench|feeds|records|parts|tools|Block-/.test(name)),
    ).toEqual([]);
    const kilo = first.reduce((sum, { size }) => sum + size, 0) / 1000;
    expect(kilo).toBeGreaterThan(50);
    expect(kilo).toBeLessThan(140);
    await signInByHand(page, product.url, 'staff', '/');
    await page.locator('[data-chart] canvas').first().waitFor();
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(40);
    expect(scripts.filter((name) => /tools|xlsx|pdf|docx|bpmn/.test(name))).toEqual([]);
    await own.close();
  });

  it('is the shape of the layout, before the product has come, and nothing jumps when it does', async () => {
    own = await visitor(browser, { motion: 'no-preference' });
    const { page } = own;
    await signInByHand(page, product.url, 'staff', '/index');
    let isHeld = true;
    await page.route('**/*.js', async (route) => {
      while (isHeld && !route.request().url().includes('/early-'))
        await new Promise((done) => {
          setTimeout(done, 50);
        });
      await route.continue().catch(() => undefined);
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const isAsked = (screen: string): boolean =>
      asked.some((url) => url.includes('ScreenDef') && decodeURIComponent(url).includes(screen));
    const areScreensAsked = (): boolean => isAsked('platform/shell') && isAsked('platform/home');
    // the menu is answered when layout and page have been asked for, or after a while without them
    let areAskedBesideMenu = false;
    await page.route(/getCurrentUserMenus/, async (route) => {
      for (const until = Date.now() + 10_000; !areScreensAsked() && Date.now() < until;)
        await new Promise((done) => {
          setTimeout(done, 20);
        });
      areAskedBesideMenu = areScreensAsked();
      await route.continue().catch(() => undefined);
    });
    await page.reload({ waitUntil: 'commit' });
    const bones = page.locator('.sf-bones');
    await bones.waitFor();
    const box = async (selector: string) => {
      const found = await page.locator(selector).first().boundingBox();
      return found && { x: found.x, y: found.y, width: found.width, height: found.height };
    };
    const first = {
      side: await box('.sf-bones-side'),
      head: await box('.sf-bones-head'),
      tabs: await box('.sf-bones-tabs'),
    };
    expect(await page.locator('.sf-boot-page').isVisible()).toBe(false);
    await page.evaluate(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    isHeld = false;
    await page.locator('[data-panel], .sc-panel li').first().waitFor();
    await expect
      .poll(async () => ({
        side: await box('.sf-sidebar'),
        head: await box('.sf-header'),
        tabs: await box('.sf-tabs'),
      }))
      .toEqual(first);
    // 0.1 is where a page is said to jump
    expect(
      await page.evaluate(() =>
        (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
      ),
    ).toBeLessThan(0.1);
    // layout and page of an address that is known are asked for beside the menu, not after it
    expect(areAskedBesideMenu).toBe(true);
    await page.unroute(/getCurrentUserMenus/);
    await page.unroute('**/*.js');
    // kept dark, it is dark from the first moment
    await page.evaluate(() => localStorage.setItem('layout-setting', JSON.stringify({ mode: 'dark' })));
    await page.route('**/assets/*.js', (route) =>
      route.request().url().includes('/early-') ? route.continue() : route.abort(),
    );
    await page.reload({ waitUntil: 'commit' });
    await bones.waitFor();
    await expect
      .poll(() => bones.evaluate((element) => getComputedStyle(element).backgroundColor))
      .toBe('rgb(14, 18, 24)');
    await own.close();
  });

  it.runIf(isLong)('is dark from the first moment where the page is kept dark', async () => {
    own = await visitor(browser, { motion: 'no-preference' });
    const { page } = own;
    await signInByHand(page, product.url, 'staff', '/index');
    await page.evaluate(() => localStorage.setItem('layout-setting', JSON.stringify({ mode: 'dark' })));
    await page.route('**/assets/*.js', (route) =>
      route.request().url().includes('/early-') ? route.continue() : route.abort(),
    );
    await page.reload({ waitUntil: 'commit' });
    await page.locator('.sf-bones').waitFor();
    await expect
      .poll(() => page.locator('.sf-bones').evaluate((element) => getComputedStyle(element).backgroundColor))
      .toBe('rgb(14, 18, 24)');
    // a page without the layout has none of its bones
    await page.goto(`${product.url}/#/commonEntry/print`);
    await page.reload({ waitUntil: 'commit' });
    await page.locator('.sf-boot-page').waitFor();
    expect(await page.locator('.sf-bones').isVisible()).toBe(false);
    await own.close();
  });

  it.runIf(isLong)('is dark for who has just signed in and keeps it dark, while sign-in itself is light', async () => {
    own = await visitor(browser, { motion: 'no-preference' });
    const { page } = own;
    await page.addInitScript(() => localStorage.setItem('layout-setting', JSON.stringify({ mode: 'dark' })));
    await page.goto(`${product.url}/#/login`);
    await page.locator('[data-action="sign-in"]').waitFor();
    expect(await page.locator('html').getAttribute('data-theme')).toBeNull();
    let isHeld = true;
    await page.route('**/getCurrentUser', async (route) => {
      while (isHeld)
        await new Promise((done) => {
          setTimeout(done, 50);
        });
      await route.continue().catch(() => undefined);
    });
    await page.locator('#username').fill('staff');
    await page.locator('#password').fill(PASSWORD);
    await page.locator('#validateCode').fill('1234');
    await page.locator('[data-action="sign-in"]').click();
    await page.locator('.sf-bones').waitFor();
    await expect
      .poll(() => page.locator('.sf-bones').evaluate((element) => getComputedStyle(element).backgroundColor))
      .toBe('rgb(14, 18, 24)');
    isHeld = false;
    await page.locator('[data-screen]').first().waitFor();
    await own.close();
  });

  /**
   * What a start at `path`, in a browser that was at `before`, waits for after its third round of requests: nothing, if
   * the screen comes without their answers.
   */
  async function fourth(path: string, screen: string, before: string): Promise<string[]> {
    const visit = await visitor(browser, { motion: 'no-preference' });
    own = visit;
    const { page } = visit;
    await signInByHand(page, product.url, 'staff', before);
    await page.locator('.sf-sidebar').waitFor();
    await page.goto('about:blank');
    const asked = await watch(page);
    await page.goto(`${product.url}/#${path}`, { waitUntil: 'commit' });
    const isShown = await page
      .locator(`[data-screen="${screen}"]`)
      .waitFor({ state: 'attached', timeout: 40_000 })
      .then(
        () => true,
        () => false,
      );
    const deep = isShown ? [] : asked().filter(({ depth }) => depth > ROUNDS);
    await visit.close();
    expect(isShown || deep.length > 0, `${path} never came`).toBe(true);
    return deep.map(({ depth, path: name }) => `${depth} ${name}`);
  }

  // two at a time: most of it is waiting for answers that are held back
  const starts = [
    [
      'known',
      [
        ['/index', 'platform/home', '/index'],
        ['/taskCenter/toDoList', 'platform/taskCenter/toDoList', '/taskCenter/toDoList'],
      ],
    ],
    [
      'known, and of one never opened in this browser, as from a link in a mail,',
      [
        ['/mail/collectionLetters', 'platform/mail/collectionLetters', '/mail/collectionLetters'],
        ['/taskCenter/alreadyDone', 'platform/taskCenter/alreadyDone', '/index'],
      ],
    ],
    [
      'never opened',
      [
        ['/mail/sendLetters', 'platform/mail/sendLetters', '/index'],
        ['/testRoomCode', 'platform/hidden/testRoomCode', '/index'],
      ],
    ],
  ] as const;
  it.runIf(isLong).each(starts)(
    'of a page that is %s needs no more than three rounds of requests, one after the other',
    async (_which, places) => {
      const found = await Promise.all(places.map(([path, screen, before]) => fourth(path, screen, before)));
      expect(found).toEqual(places.map(() => []));
    },
  );
});

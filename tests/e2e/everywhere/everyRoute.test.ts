import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PAGES_WITHOUT_LAYOUT, FIXED_ROUTES } from '../../../src/app/routes/fixedRoutes.ts';
import { HIDDEN_PAGES } from '../../../src/app/routes/hiddenPages.ts';
import { sharedBrowser } from '../../support/browser.ts';
import {
  businessFile,
  catalogue,
  datasetsOf,
  figureBlocksOf,
  formsOf,
  listsOf,
  namedIn,
  nodesIn,
  type CatalogueRow,
} from '../../support/catalogue.ts';
import { isLong } from '../../support/tier.ts';
import { picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

/** A usual run opens one address in six on a wide window and others on a phone; the long one opens all on both. */
const WIDTHS = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const;
const alone = [...PAGES_WITHOUT_LAYOUT, ...HIDDEN_PAGES].map(({ path }) => path);
/** Pages without the layout that have one screen are one page at several addresses. */
const screens = new Map([...PAGES_WITHOUT_LAYOUT, ...HIDDEN_PAGES].map(({ path, screenKey }) => [path, screenKey]));
const inside = [...FIXED_ROUTES.flatMap(({ kind, path }) => (kind === 'redirect' ? [] : [path])), '/no/such/page'];

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

/** FR-001…030: every address that the product itself knows, typed as it is, says something to who comes there. */
describe.each(Object.entries(WIDTHS))('every fixed and hidden route on a %s', (name, size) => {
  let staff: Visitor;

  beforeAll(async () => {
    staff = await visitor(browser, size);
    await signIn(staff.page, product.url, 'staff', '/index');
  });
  afterAll(() => staff?.close());
  afterEach(picturesOnFailure(() => ({ staff })));

  async function look(path: string): Promise<{ words: string; title: string; isInside: boolean; overflow: number }> {
    // the page before may stand there a moment longer than its address: what is of it is marked
    await staff.page.evaluate(
      ([next, same]) => {
        for (const old of document.querySelectorAll<HTMLElement>('[data-screen]:not([data-screen="platform/shell"])'))
          if (old.dataset['screen'] !== same) old.setAttribute('data-before', next);
      },
      [path, screens.get(path) ?? ''] as const,
    );
    await staff.page.goto(`${product.url}/#${path}`);
    await staff.page.waitForFunction((wanted) => {
      const place = [...document.querySelectorAll('main')].find((each) => each.offsetHeight > 0);
      if (place?.querySelector(`[data-screen][data-before="${wanted}"]`)) return false;
      const isBusy = document.querySelector('.ant-skeleton, .ant-spin-spinning, [aria-busy="true"], .sf-boot-mark');
      return location.hash.startsWith(`#${wanted}`) && !isBusy && (place?.innerText.trim().length ?? 0) > 3;
    }, path);
    return staff.page.evaluate(() => ({
      // the landmark that a screen reader goes to holds the page, and says something
      words: [...document.querySelectorAll('main')].find((each) => each.offsetHeight > 0)?.innerText.trim() ?? '',
      title: document.title,
      isInside: document.querySelector('.sf-header') !== null,
      overflow: document.documentElement.scrollWidth - window.innerWidth,
    }));
  }

  const isSampled = (_path: string, index: number): boolean => isLong || index % 6 === (name === 'phone' ? 3 : 0);

  it.each(alone.filter(isSampled))('%s stands alone, says what it is, and breaks nothing', async (path) => {
    const { words, title, isInside, overflow } = await look(path);
    expect([words === '', title === '建设工程检测协同平台', isInside, overflow > 0]).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(staff.faults()).toEqual([]);
  });

  it.each(inside.filter(isSampled))(
    '%s stands inside the layout, says what it is, and breaks nothing',
    async (path) => {
      const { words, title, isInside, overflow } = await look(path);
      expect([
        words === '',
        /未命名|no-name/.test(title),
        title.replace(/^\(\d+\) /, '') === '建设工程检测协同平台',
        isInside,
        overflow > 0,
      ]).toEqual([false, false, false, true, false]);
      expect(staff.faults()).toEqual([]);
    },
  );

  it(`names a page that cannot be opened in its tab, on a ${name}`, async () => {
    await staff.page.goto(`${product.url}/#/commonEntry/list?formKey=noSuchForm`);
    await staff.page.waitForFunction(() => document.title.includes('表单列表'));
    await staff.page.getByText('不存在').first().waitFor();
    expect(await staff.page.getByText('未命名').count()).toBe(0);
  });
});

/**
 * A usual run opens a few screens on a wide window and others on a phone; the long one opens all on both. What each screen
 * holds is checked for all of them by `tests/shell/catalogue.test.ts`, and its figures by `tests/server/datasets`.
 */
const SCREEN_WIDTHS = {
  'a wide window': {
    size: { width: 1440, height: 900 },
    // records, a ledger, figures
    usual: ['/officialDocument/projectRegister', '/ledgerCentre/operatingLedgerContract', '/kanban/entrustBoard'],
  },
  'a phone': {
    size: { width: 390, height: 844 },
    // the tables of a record's page, a map
    usual: ['/projectList/detail', '/kanban/projectMainMap'],
  },
} as const;

const rowAt = (path: string): CatalogueRow => {
  const found = catalogue.find((row) => row.path === path);
  if (!found) throw new Error(`the catalogue has no ${path}`);
  return found;
};

/** What the columns of these keys are called where this screen shows them. */
function titlesOf(row: CatalogueRow): string[] {
  const lists = listsOf(row);
  if (lists.length === 0) {
    const tables = figureBlocksOf(row).filter(({ tag }) => tag === 'statTable');
    return row.own.fields.flatMap(
      (key) =>
        tables
          .filter(({ groups, figures }) => [...groups, ...figures].includes(key))
          .map(({ dataset }) => namedIn(dataset, key)?.label)
          .find((label) => label !== undefined) ?? [],
    );
  }
  const columns = lists.flatMap((list) => list.columns ?? []);
  const fields = (businessFile(row.screen).form?.fields ?? []).flatMap(nodesIn);
  const datasets = datasetsOf(row);
  return row.own.fields.flatMap((key) => {
    const title =
      columns.find(({ field }) => field === key)?.title ??
      fields.find((one) => one.__vModel__ === key)?.label ??
      datasets.map((dataset) => namedIn(dataset, key)?.label).find((label) => label !== undefined);
    // a list over a form of another file: that file knows the label
    return title ? [title] : [];
  });
}

describe.each(Object.entries(SCREEN_WIDTHS))('a screen of the catalogue on %s', (_width, { size, usual }) => {
  const rows = isLong ? catalogue : usual.map(rowAt);
  let own: Visitor;
  let who = '';
  afterEach(picturesOnFailure(() => ({ own })));
  afterAll(() => own?.close());

  const sorted = [...rows].sort((one, other) => one.account.localeCompare(other.account));
  it.each(sorted.map((row) => [row.path, row.account, row] as const))(
    '%s has records for %s, its own columns, and breaks nothing',
    async (path, account, row) => {
      if (account !== who) {
        await own?.close();
        own = await visitor(browser, size);
        await signIn(own.page, product.url, account, path);
        who = account;
      }
      const { page } = own;
      await page.goto(`${product.url}/#${path}${row.query ? `?${row.query}` : ''}`);
      const screen = page.locator(`[data-screen="${row.screen}"]`);
      await screen.waitFor();
      const lists = listsOf(row);
      // figures open their records; they are on a screen that has something to say
      const records = screen.locator(
        lists.length > 0 ? '[data-record]:visible, tr[data-row-key]:visible' : '.sc-figure-open:visible',
      );
      // of a queue with nothing to do, what was done or what comes stands behind another tab
      const tabs = screen.getByRole('tab');
      await expect
        .poll(() => screen.locator('[data-record], tr[data-row-key], .sc-figure-open, .ant-empty').count())
        .toBeGreaterThan(0);
      for (let at = 1; at < (await tabs.count()) && (await records.count()) === 0; at += 1) {
        await tabs.nth(at).click();
        await screen.locator('.ant-skeleton, .ant-spin-spinning').first().waitFor({ state: 'detached' });
      }
      await records.first().waitFor();
      if (size.width > 1000) {
        const missing = async (): Promise<string[]> => {
          const heads = (await screen.locator('th').allInnerTexts()).join(' ');
          return titlesOf(row).filter((title) => !heads.includes(title));
        };
        await expect.poll(missing).toEqual([]);
        expect(lists.flatMap(formsOf).length + datasetsOf(row).length).toBeGreaterThan(0);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      expect(own.faults()).toEqual([]);
    },
  );
});

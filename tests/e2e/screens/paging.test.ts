import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

const LIST = '/taskCenter/alreadyDone';

/** Turning the pages of a long list. */
describe('the pager', () => {
  let browser: Browser;
  let product: Product;
  let staff: Visitor;
  let page: Page;

  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    staff = await visitor(browser);
    page = staff.page;
    await signIn(page, product.url, 'staff', LIST);
    await page.locator('.sf-pager').waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(picturesOnFailure(() => ({ staff })));

  const pager = () => page.locator('.sf-pager:visible');
  const numbers = () => pager().locator('.ant-pagination-item').allInnerTexts();
  const current = () => pager().locator('.ant-pagination-item-active').innerText();
  const rows = () => page.locator('[data-screen="platform/taskCenter/alreadyDone"] tr[data-row-key]').count();
  const jump = async (to: string): Promise<void> => {
    await pager().locator('.ant-pagination-options-quick-jumper input').fill(to);
    await page.keyboard.press('Enter');
  };

  it('begins at page 1 with 10 rows, and says total, sizes, pages and jumper in this order, in Chinese (PG-002, PG-004, CO-001)', async () => {
    await expect.poll(async () => [await current(), await rows()]).toEqual(['1', 10]);
    await expect
      .poll(async () => (await pager().innerText()).replaceAll(/\s/g, ''))
      .toMatch(/^共\d+条10条\/页1.*跳至页$/);
    const places = await Promise.all(
      [
        '> span',
        '[data-action="page-size"], .ant-select',
        '.ant-pagination-prev',
        '.ant-pagination-item',
        '.ant-pagination-next',
        '.ant-pagination-options',
      ].map(async (part) => (await pager().locator(part).first().boundingBox())?.x ?? -1),
    );
    expect(places).toEqual([...places].sort((one, other) => one - other));
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('zh-CN');
  });

  it('writes times as year-month-day hour:minute:second (CO-003)', async () => {
    const text = await page
      .locator('[data-screen="platform/taskCenter/alreadyDone"] tr[data-row-key]')
      .first()
      .innerText();
    expect(text).toMatch(/\b20\d\d-[01]\d-[0-3]\d [0-2]\d:[0-5]\d:[0-5]\d\b/);
  });

  it('offers nine sizes, and shows as many rows as chosen, from page 1 (PG-001)', async () => {
    await jump('3');
    await expect.poll(current).toBe('3');
    await pager().locator('.ant-select').first().click();
    const open = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
    const sizes = ['10', '15', '20', '25', '30', '35', '40', '45', '50'].map((size) => `${size} 条/页`);
    const seen = new Set<string>();
    // only those in sight are there; behind the last comes the first
    await expect
      .poll(async () => {
        for (const text of await open.locator('.ant-select-item-option').allInnerTexts()) seen.add(text);
        await page.keyboard.press('ArrowDown');
        return [...seen].sort();
      })
      .toEqual(sizes);
    // the list that has just been loaded may have taken the focus
    await pager().locator('.ant-select input').first().press('Escape');
    await open.waitFor({ state: 'hidden' });
    await pager().locator('.ant-select').first().click();
    await open.locator('.ant-select-item-option[title="15 条/页"]').click();
    await expect.poll(async () => [await current(), await rows()]).toEqual(['1', 15]);
  });

  it('shows seven numbers around the middle on a desktop and five on a narrow window (PG-003)', async () => {
    await jump('5');
    await expect
      .poll(numbers)
      .toEqual(['1', '3', '4', '5', '6', '7', await pager().locator('.ant-pagination-item').last().innerText()]);
    await page.setViewportSize({ width: 991, height: 900 });
    await expect.poll(async () => (await numbers()).slice(0, 4)).toEqual(['1', '4', '5', '6']);
    await expect.poll(async () => (await numbers()).length).toBe(5);
    await page.setViewportSize({ width: 992, height: 900 });
    await expect.poll(async () => (await numbers()).length).toBe(7);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('goes back to the top of the list after turning, not at once but sliding (PG-005)', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.setViewportSize({ width: 1440, height: 500 });
    const main = page.locator('.sf-main');
    await expect
      .poll(() =>
        main.evaluate((element) => {
          element.scrollTop = element.scrollHeight;
          return element.scrollTop;
        }),
      )
      .toBeGreaterThan(100);
    // in view already: the click itself moves nothing
    await pager().locator('.ant-pagination-next').hover();
    await main.evaluate(async (element) => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      const tops: number[] = [];
      Object.assign(window, { tops });
      // the page's clock goes at a third of its pace: a busy machine draws some of the slide, too
      const [now, frame] = [performance.now.bind(performance), requestAnimationFrame.bind(window)];
      const zero = now();
      const slow = (): number => zero + (now() - zero) / 3;
      performance.now = slow;
      window.requestAnimationFrame = (run) => frame(() => run(slow()));
      element.addEventListener('scroll', () => tops.push(element.scrollTop));
    });
    await pager().locator('.ant-pagination-next').click();
    await expect.poll(() => main.evaluate((element) => element.scrollTop)).toBe(0);
    await expect.poll(current).toBe('6');
    const tops = await page.evaluate(() => (window as unknown as { tops: number[] }).tops);
    expect(tops.filter((top) => top > 0).length).toBeGreaterThan(1);
    expect(tops).toEqual([...tops].sort((one, other) => other - one));
    expect(staff.faults()).toEqual([]);
  });
});

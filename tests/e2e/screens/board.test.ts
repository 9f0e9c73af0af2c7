import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

const PATH = '/kanban/entrustBoard';

let product: Product;
let browser: Browser;
let manager: Visitor;
beforeAll(async () => {
  [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
  manager = await visitor(browser, { width: 1920, height: 1080 });
  await signIn(manager.page, product.url, 'manager', '/index');
  await manager.page.goto(`${product.url}/#${PATH}`);
  await filled(manager.page);
});
afterEach(picturesOnFailure(() => ({ manager })));
afterEach(() => expect(manager?.faults()).toEqual([]));
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

/** Every block of the board has its figures. */
async function filled(page: Page): Promise<void> {
  await page.locator('[data-board] .sc-figure-open').first().waitFor();
  await page.waitForFunction(() => document.querySelector('[data-board] [aria-busy="true"]') === null);
}

/** Width and height of a PNG that was saved by a press. */
async function pictureOf(page: Page, press: () => Promise<void>): Promise<{ name: string; size: number[] }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  return { name: download.suggestedFilename(), size: [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] };
}

describe('a board', () => {
  it('is saved as a picture as a whole, and each of its charts by itself', async () => {
    const { page } = manager;
    const board = page.locator('[data-board]');
    const box = await board.boundingBox();
    const whole = await pictureOf(page, () => page.locator('[data-action="boardPicture"]').click());
    expect(whole.name).toBe('委托看板.png');
    // twice as fine as the screen, and all of it, not what is in sight
    expect(whole.size[0]).toBeGreaterThan(2 * (box?.width ?? Number.NaN));
    expect(whole.size[1]).toBeGreaterThan(2 * 1080);
    const charts = await board.locator('section[aria-label]:has(canvas)').all();
    expect(charts.length).toBeGreaterThan(2);
    for (const chart of charts) {
      const title = (await chart.getAttribute('aria-label')) ?? '';
      await chart.locator('[data-action="exportFigure"]').click();
      const { name, size } = await pictureOf(page, () =>
        page.getByRole('menuitem', { name: '导出为图片' }).last().click(),
      );
      expect(name).toBe(`${title}.png`);
      expect(Math.min(...size)).toBeGreaterThan(200);
      await page.getByRole('menuitem', { name: '导出为图片' }).last().waitFor({ state: 'hidden' });
    }
  });

  it('fills a wall, dark and as large as the wall is, and a figure opens its records there', async () => {
    const { page } = manager;
    const board = page.locator('[data-board]');
    for (const [width, height] of [
      [1920, 1080],
      [3840, 2160],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.locator('[data-action="wall"]').click();
      await expect.poll(() => board.getAttribute('data-board')).toBe('wall');
      await filled(page);
      const look = await board.evaluate((one) => {
        const { left, top, width: wide, height: high } = one.getBoundingClientRect();
        const [red = 255] = /\d+/.exec(getComputedStyle(one).backgroundColor) ?? [];
        return {
          box: [left, top, wide, high].map(Math.round),
          red: Number(red),
          over: one.scrollWidth - one.clientWidth,
        };
      });
      expect([width, look.box]).toEqual([width, [0, 0, width, height]]);
      expect(look.red).toBeLessThan(40);
      expect(look.over).toBe(0);
      const figure = board.locator('[data-stat] .sc-figure-open').first();
      const shown = await figure.innerText();
      await figure.click();
      const sum = page.getByRole('dialog').locator('[data-drill-sum] b');
      await sum.waitFor();
      expect((await sum.innerText()).trim()).toBe(shown.trim());
      // the records close first, then the wall
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      expect(await board.getAttribute('data-board')).toBe('wall');
      await page.keyboard.press('Escape');
      await expect.poll(() => board.getAttribute('data-board')).toBe('page');
    }
    await page.setViewportSize({ width: 1920, height: 1080 });
  });

  it('is shared by a link that holds its filters and gives no right: each reads their own figures there', async () => {
    const { page } = manager;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${product.url}/#${PATH}?kind=见证送样`);
    await filled(page);
    const count = async (of: Page): Promise<number> =>
      Number(
        await of
          .locator('[data-stat="委托数"] .sc-figure-open, [data-stat="委托数"] .sc-stat-value')
          .first()
          .innerText()
          .then((text) => text.replace(/\D/g, '')),
      );
    await page.locator('[data-action="shareBoard"]').click();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(decodeURIComponent(link)).toContain('kind=');
    const own = await count(page);
    const admin = await visitor(browser, { width: 390, height: 844 });
    await signIn(admin.page, product.url, 'admin', '/index');
    await admin.page.goto(link);
    await filled(admin.page);
    expect(await count(admin.page)).toBeGreaterThanOrEqual(own);
    // one column on a phone
    const lefts = await admin.page
      .locator('[data-board] section[aria-label]:not([class*="scroll"])')
      .evaluateAll((all) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().left)))]);
    expect(lefts).toHaveLength(1);
    await admin.close();
    const staff = await visitor(browser);
    await signIn(staff.page, product.url, 'staff', '/index');
    await staff.page.goto(link);
    // no menu leads staff there: the address gives nothing
    await staff.page.locator('[data-screen="platform/404"]').waitFor();
    await staff.close();
  });

  it('is shown on a wall without scrolling, and what has no room on pages that are turned', async () => {
    const { page } = manager;
    for (const [path, count] of [
      ['/kanban/generalBoard', 1],
      ['/kanban/moneyCharts', 2],
      ['/projectList/projectBoard', 2],
    ] as const) {
      await page.goto(`${product.url}/#${path}`);
      await filled(page);
      const board = page.locator('[data-board]');
      const titles = await board.locator('section.sc-figure[aria-label]').evaluateAll((all) => all.length);
      for (const [width, height] of [
        [1920, 1080],
        [3840, 2160],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.locator('[data-action="wall"]').click();
        await expect.poll(() => board.getAttribute('data-fit')).toBe('laid');
        await filled(page);
        const seen = new Set<string>();
        for (let turn = 1; turn <= count; turn += 1) {
          if (turn > 1) await page.locator('[data-action="nextWallPage"]').click();
          const place = page.locator('[data-wall-page]');
          if (count > 1) await expect.poll(() => place.innerText()).toBe(`${turn} / ${count}`);
          else expect(await place.count()).toBe(0);
          const look = await board.evaluate((one) => {
            const grid = one.querySelector(':scope > .sf-grid') ?? one;
            const blocks = [...one.querySelectorAll<HTMLElement>('section.sc-figure[aria-label]')].filter(
              ({ offsetHeight }) => offsetHeight > 0,
            );
            return {
              over: [one.scrollHeight - one.clientHeight, grid.scrollHeight - grid.clientHeight].map((px) => px > 1),
              names: blocks.map((block) => block.getAttribute('aria-label') ?? ''),
              isWithin: blocks.every((block) => block.getBoundingClientRect().bottom <= window.innerHeight),
              // a chart that is lower than this cannot be read
              isReadable: [...one.querySelectorAll<HTMLElement>('[data-chart]')].every(
                ({ offsetHeight }) => offsetHeight === 0 || offsetHeight >= 140,
              ),
            };
          });
          expect([path, width, turn, look.over]).toEqual([path, width, turn, [false, false]]);
          expect([path, look.isWithin, look.isReadable]).toEqual([path, true, true]);
          for (const name of look.names) seen.add(name);
        }
        expect([path, seen.size]).toEqual([path, titles]);
        await page.keyboard.press('Escape');
        await expect.poll(() => board.getAttribute('data-board')).toBe('page');
        expect(await board.getAttribute('data-fit')).toBeNull();
      }
      await page.setViewportSize({ width: 1920, height: 1080 });
    }
  });
});

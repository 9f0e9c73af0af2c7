import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { read, utils } from '@e965/xlsx';
import { sharedBrowser } from '../../support/browser.ts';
import { isLong } from '../../support/tier.ts';
import { picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

let browser: Browser;
let product: Product;
let leader: Visitor;

const TODO = '/taskCenter/toDoList';
const MM_A_POINT = 25.4 / 72;
const number = async (page: Page, selector: string): Promise<number> =>
  Number((await page.locator(selector).first().textContent())?.replace(/\D/g, ''));

/** Pages of the paper that the browser's print gives: their size in mm, and their text. */
async function paper(page: Page, keepAs: string): Promise<{ width: number; height: number; text: string }[]> {
  const bytes = await page.pdf({
    preferCSSPageSize: true,
    printBackground: true,
    ...(process.env.E2E_PICTURES ? { path: join(process.env.E2E_PICTURES, `${keepAs}.pdf`) } : {}),
  });
  const file = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: true }).promise;
  const pages: { width: number; height: number; text: string }[] = [];
  for (let at = 1; at <= file.numPages; at += 1) {
    const sheet = await file.getPage(at);
    const [, , width = 0, height = 0] = sheet.view;
    const { items } = await sheet.getTextContent();
    pages.push({
      width: Math.round(width * MM_A_POINT),
      height: Math.round(height * MM_A_POINT),
      text: items
        .map((item) => ('str' in item ? item.str : ''))
        .join('')
        .replace(/\s/g, '')
        .normalize('NFKC'),
    });
  }
  return pages;
}

/** Paper is asked for by the test; a dialog of the browser would wait for somebody. */
async function withoutPrinter(username: string, path: string): Promise<Visitor> {
  const own = await visitor(browser);
  await own.page.addInitScript(() => {
    window.print = () => undefined;
  });
  await signIn(own.page, product.url, username, path);
  return own;
}

beforeAll(async () => {
  [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
  leader = await withoutPrinter('leader', TODO);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});
afterEach(picturesOnFailure(() => ({ leader })));

describe('the task centre in the browser', () => {
  it('shows one number in the sidebar, the title and the tree, and what a form of the tree holds', async () => {
    const { page } = leader;
    await page.locator('[data-category="all"]').waitFor();
    await expect.poll(() => number(page, '[data-total]')).toBeGreaterThan(0);
    const total = await number(page, '[data-total]');
    await expect.poll(() => number(page, '[data-category="all"] .tl-number')).toBe(total);
    await page.locator(`.sf-menu [title="${total} 件待办"]`).first().waitFor();
    const count = await number(page, '[data-category="businessSealApply"] .tl-number');
    await page.locator('[data-category="businessSealApply"]').click();
    await page.locator(`[data-total="${count}"]`).waitFor();
    // boxes, number and title stand before the name of the form
    await expect
      .poll(() => page.locator('tr[data-row] td:nth-child(4)').allTextContents())
      .toEqual(Array.from({ length: Math.min(10, count) }, () => '业务用印申请'));
  });

  it.runIf(isLong)('exports what is filtered, every row of it', async () => {
    const { page } = leader;
    const total = await number(page, '[data-total]');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('[data-action="export"]').click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^我的待办-\d{8}\.xlsx$/);
    const {
      SheetNames: [name = ''],
      Sheets,
    } = read(readFileSync(await download.path()));
    const rows = utils.sheet_to_json<Record<string, unknown>>(Sheets[name] ?? {});
    expect(rows).toHaveLength(total);
    expect(new Set(rows.map((row) => row['流程']))).toEqual(new Set(['业务用印申请']));
    await page.getByText(`已导出 ${total} 条`).first().waitFor();
  });

  it('draws how far an approval has come, and tells of the node that is focused', async () => {
    const { page } = leader;
    await page.goto(`${product.url}/#/taskCenter/launch?form=businessSealApply`);
    await page
      .locator('tr[data-row]')
      .filter({ hasText: '印章管理员用印' })
      .first()
      .locator('[data-action="view"]')
      .click();
    await page.locator('[data-action="flow-picture"]').click();
    await page.locator('[data-flow-diagram="ready"]').waitFor();
    await expect.poll(() => page.locator('[data-state="current"]').count()).toBe(1);
    await page.locator('[data-state="done"][aria-label^="部门负责人审核"]').focus();
    await page.locator('.fp-steps').filter({ hasText: '陈立群' }).filter({ hasText: '用时' }).waitFor();
    await page.locator('.bjs-powered-by').waitFor();
    expect(leader.faults()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('.fp-modal').waitFor({ state: 'hidden' });
  });

  it('prints the flow sheet on A4, with the form, every act and who has it now', async () => {
    const { page } = leader;
    const address = await page.locator('[data-action="flow-sheet"]').getAttribute('href');
    await page.goto(`${product.url}/${address}`);
    await page.locator('[data-print] [data-history]').waitFor();
    const pages = await paper(page, 'flow-sheet');
    expect(pages[0]).toMatchObject({ width: 210, height: 297 });
    const text = pages.map((each) => each.text).join('');
    // some characters of a PDF's text are radicals of the same look (门), which nothing maps back
    for (const part of ['业务用印申请流转单', '流转记录', '负责人审核', '陈立群', '待办理', '孙丽华'])
      expect(text).toContain(part.normalize('NFKC'));
    expect(text).not.toContain('返回');
    expect(leader.faults()).toEqual([]);
  });

  const labels = [
    ['printSample', '样品标签'],
    ['printSampleRetention', '留样标签'],
  ] as const;
  it.runIf(isLong).each(labels)('prints labels of %s at their size, one a page', async (path, title) => {
    const admin = await withoutPrinter('admin', `/taskCenter/${path}`);
    const { page } = admin;
    await page.locator('[data-choose]').first().waitFor();
    for (const index of [0, 1]) await page.locator('.lb-chooser li input').nth(index).check();
    await page.locator('[data-action="confirm"]').click();
    await page.locator('[data-label]').first().waitFor();
    const pages = await paper(page, path);
    expect(pages.map(({ width, height }) => [width, height])).toEqual([
      [60, 40],
      [60, 40],
    ]);
    for (const { text } of pages) expect(text).toContain(title);
    await page.getByText('A4 纸').click();
    await page.locator('.lb-sheet').waitFor();
    const [sheet, ...more] = await paper(page, `${path}-A4`);
    expect([sheet?.width, sheet?.height, more.length]).toEqual([210, 297, 0]);
    expect(sheet?.text.split(title)).toHaveLength(3);
    expect(admin.faults()).toEqual([]);
    await admin.close();
  });
});

/** Turning the pages of a long list. */
describe('the pager', () => {
  let staff: Visitor;
  let page: Page;

  beforeAll(async () => {
    staff = await visitor(browser);
    page = staff.page;
    await signIn(page, product.url, 'staff', '/taskCenter/alreadyDone');
    await page.locator('.sf-pager').waitFor();
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

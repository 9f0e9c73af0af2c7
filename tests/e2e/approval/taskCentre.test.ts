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
let admin: Visitor;

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

beforeAll(async () => {
  [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
  [leader, admin] = await Promise.all([visitor(browser), visitor(browser)]);
  // paper is asked for by the test; a dialog of the browser would wait for somebody
  for (const { page } of [leader, admin])
    await page.addInitScript(() => {
      window.print = () => undefined;
    });
  await signIn(leader.page, product.url, 'leader', TODO);
  await signIn(admin.page, product.url, 'admin', '/index');
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});
afterEach(picturesOnFailure(() => ({ leader, admin })));

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
    const { page } = admin;
    await page.goto(`${product.url}/#/taskCenter/${path}`);
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
  });
});

import { readFileSync } from 'node:fs';
import { read, utils, write } from '@e965/xlsx';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import {
  field,
  picturesOnFailure,
  saveRecord,
  signIn,
  startProduct,
  visitor,
  type Product,
  type Visitor,
} from '../support.ts';

/** Rows into and out of a sub-table, on the built product. */
describe('rows of a sub-table', () => {
  let browser: Browser;
  let product: Product;
  let staff: Visitor;

  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    staff = await visitor(browser);
    await signIn(staff.page, product.url, 'staff');
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(picturesOnFailure(() => ({ staff })));

  const table = (key: string) => staff.page.locator(`[data-sub-table="${key}"]`);
  const cell = (key: string, row: number, column: string) =>
    table(key).locator(`[data-row="${row}"] [data-column="${column}"]`).first();

  it('are picked from the device ledger over two pages, saved, and marked when one picks again', async () => {
    const { page } = staff;
    await page.goto(`${product.url}/#/commonEntry/detail?formKey=scrapDevice&isEdit=1`);
    await table('devices').locator('[data-action="outside-add"]').click();
    const dialog = page.getByRole('dialog', { name: '选择数据' });
    const first = dialog.locator('tr.sf-pick-row').first();
    await first.waitFor();
    const firstNo = await first.locator('td').nth(1).innerText();
    await first.click();
    await dialog.locator('.ant-pagination-item-2').click();
    const second = dialog.locator('tr.sf-pick-row').first();
    await dialog.locator('.ant-pagination-item-2.ant-pagination-item-active').waitFor();
    // the rows of the first page stay until those of the second are there
    await expect.poll(() => dialog.locator('tr.sf-pick-row').filter({ hasText: firstNo }).count()).toBe(0);
    await second.click();
    await dialog.getByText('已选 2 条').waitFor();
    await dialog.locator('[data-action="confirm"]').click();
    await cell('devices', 1, 'deviceNo').waitFor();
    await expect.poll(() => cell('devices', 0, 'deviceNo').innerText()).toBe(firstNo);
    await expect.poll(() => cell('devices', 0, 'deviceKind').innerText()).toMatch(/[\u4e00-\u9fff]/);
    await field(page, 'scrapTitle').locator('input').fill('台账选择报废');
    await saveRecord(page);
    await page.waitForURL((address) => /[?&]id=/.test(address.hash));
    await page.reload();
    await cell('devices', 1, 'deviceNo').waitFor();
    await table('devices').locator('[data-action="outside-add"]').click();
    await dialog.locator('tr', { hasText: firstNo }).getByText('已添加').waitFor();
    await dialog.locator('[data-action="cancel"]').click();
    expect(staff.faults()).toEqual([]);
  });

  it('are imported from a table, ten thousand at once too, each as one step, and what cannot be read is named', async () => {
    const { page } = staff;
    await page.goto(`${product.url}/#/commonEntry/detail?formKey=expenseReimbursement&isEdit=1`);
    const bookOf = (rows: unknown[][]): Buffer => {
      const book = utils.book_new();
      utils.book_append_sheet(book, utils.aoa_to_sheet(rows), '明细');
      return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
    };
    const give = async (name: string, buffer: Buffer): Promise<void> => {
      await table('expenseItems').locator('[data-action="import-data"]').click();
      await page
        .locator('.st-import input[type="file"]')
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
    };
    await give('明细.csv', Buffer.from('摘要'));
    await page.getByText('请上传后缀为.xls/.xlsx的文件').first().waitFor();
    await page.locator('[data-action="close-import"]').click();
    await give(
      '明细.xlsx',
      bookOf([
        ['摘要', '发生日期', '费用项目', '数量', '单价'],
        ['=高铁票', '2026/3/5', '交通费', 2, '1,553.50'],
        ['打车', '昨天', '交通费', 1, 30],
      ]),
    );
    await page.getByText('已导入 2 行，1 个单元格不能识别').first().waitFor();
    await page.getByText('“昨天”不是日期').first().waitFor();
    await expect.poll(() => cell('expenseItems', 0, 'amount').innerText()).toBe('3,107.00');
    await give(
      '一万行.xlsx',
      bookOf([['摘要', '数量', '单价'], ...Array.from({ length: 10_000 }, (_none, i) => [`第 ${i}`, i + 1, 1])]),
    );
    await table('expenseItems').getByText('共 10002 行').waitFor({ timeout: 60_000 });
    await table('expenseItems').locator('[data-action="undo"]').click();
    await table('expenseItems').getByText('共 2 行').waitFor();
    expect(staff.faults()).toEqual([]);
  });

  it('are exported as they are shown, with numbers as numbers and nothing that a table program would run', async () => {
    const { page } = staff;
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      table('expenseItems').locator('[data-action="exportData"]').click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^费用报销-费用明细-\d{8}\.xlsx$/);
    const { Sheets, SheetNames } = read(readFileSync(await download.path()), { cellNF: true, cellFormula: true });
    const sheet = Sheets[SheetNames[0] as string] as ReturnType<typeof utils.aoa_to_sheet>;
    const [heads, ...rows] = utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false });
    expect(heads?.slice(0, 6)).toEqual(['发生日期', '费用项目', '摘要', '数量', '单价', '金额']);
    expect(rows[0]?.slice(0, 6)).toEqual(['2026-03-05', '交通费', '=高铁票', '2.00', '1553.50', '3107.00']);
    expect([
      (sheet.C2 as { t: string; f?: string }).t,
      (sheet.C2 as { f?: string }).f,
      (sheet.D2 as { t: string }).t,
    ]).toEqual(['s', undefined, 'n']);
    expect(staff.faults()).toEqual([]);
  });
});

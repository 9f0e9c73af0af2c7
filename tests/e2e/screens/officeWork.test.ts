import type { Browser } from 'playwright-core';
import { readFile } from 'node:fs/promises';
import { read, utils } from '@e965/xlsx';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { field, picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

let product: Product;
let browser: Browser;
let leader: Visitor;
let staff: Visitor;

beforeAll(async () => {
  [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
  [leader, staff] = await Promise.all([visitor(browser), visitor(browser)]);
  await signIn(leader.page, product.url, 'leader', '/taskCenter/toDoList');
  await signIn(staff.page, product.url, 'staff', '/taskCenter/alreadyDone');
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});
afterEach(picturesOnFailure(() => ({ leader, staff })));
afterEach(() => {
  expect([...leader.faults(), ...staff.faults()]).toEqual([]);
});

for (const width of [1440, 1366])
  test(`titles of to-dos and of own applications stand there whole at ${width}`, async () => {
    for (const { page } of [leader, staff]) {
      await page.setViewportSize({ width, height: 900 });
      const titles = page.locator('tr[data-row] .tl-title .sc-link');
      await titles.first().waitFor();
      const cut = await titles.evaluateAll((links) =>
        links
          .filter((link) => link.scrollHeight > link.clientHeight + 2 || link.scrollWidth > link.clientWidth + 2)
          .map((link) => link.textContent),
      );
      // the longest of the demo company has 40 characters
      expect(cut).toEqual([]);
    }
  });

test('an opinion that the form has already is not written twice', async () => {
  const { page } = leader;
  const row = page.locator('tr[data-row]').filter({ hasText: '业务用印申请' }).first();
  await row.locator('[data-action="handle"]').click();
  await field(page, 'deptOpinion').locator('textarea').fill('同意用印，用后归档。');
  await page.locator('[data-action="approve"]').click();
  const dialog = page.getByRole('dialog').last();
  await expect.poll(() => dialog.getByLabel(/办理意见/).inputValue()).toBe('同意用印，用后归档。');
  await dialog.getByRole('button', { name: /取\s*消/ }).click();
});

test('three fields of a line have room for their words, and rows of a new record are exported before it is saved', async () => {
  const { page } = staff;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${product.url}/#/commonEntry/detail?formKey=testEntrustRegistration&isEdit=1`);
  const table = page.locator('[data-sub-table]').first();
  await table.locator('[data-action="add-row"]').click();
  await table.locator('[data-action="add-row"]').click();
  const narrow = await page
    .locator('.sf-form .sf-field > .sf-control')
    .evaluateAll((controls) =>
      controls
        .filter((control) => !control.closest('[data-sub-table]') && control.getBoundingClientRect().width < 190)
        .map((control) => control.parentElement?.getAttribute('data-field')),
    );
  expect(narrow).toEqual([]);
  // a wide table has a bar of its own, whatever the system does with its bars
  const bar = await table
    .locator('.st-scroll')
    .evaluate((grid) => [grid.scrollWidth > grid.clientWidth, getComputedStyle(grid, '::-webkit-scrollbar').height]);
  expect(bar).toEqual([true, '10px']);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    table.getByRole('button', { name: '导出' }).click(),
  ]);
  const book = read(await readFile(await download.path()));
  const rows = utils.sheet_to_json(book.Sheets[book.SheetNames[0] as string] as object, { header: 1 });
  expect(rows).toHaveLength(3);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { sharedBrowser } from '../../support/browser.ts';
import { field, saveRecord, signIn, startProduct, visitor, type Product } from '../support.ts';

/** What formulas look up in other forms, as people meet it: while they type, and in what is stored. */
let product: Product;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), sharedBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await product.close();
});

test('a quotation shows the list price of an item while it is typed, and stores it', async () => {
  const visit = await visitor(browser);
  const { page } = visit;
  await signIn(page, product.url, 'staff', '/commonEntry/detail?formKey=projectQuote&isEdit=1');
  const cell = (column: string) =>
    page.locator(`[data-sub-table="items"] [data-row="0"] [data-column="${column}"]`).first();
  await page.locator('[data-sub-table="items"] [data-action="add-row"]').click();
  await cell('itemName').click();
  await page.keyboard.type('路基压实度');
  await page.keyboard.press('Enter');
  await expect.poll(() => cell('listPrice').innerText()).toContain('90.00');
  await saveRecord(page);
  await page.reload();
  await expect.poll(() => cell('listPrice').innerText()).toContain('90.00');
  await cell('itemName').click();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('不在价目中');
  await page.keyboard.press('Enter');
  await expect.poll(() => cell('listPrice').innerText()).not.toContain('90.00');
  expect(visit.faults()).toEqual([]);
  await visit.close();
});

test('a salary sheet takes the rates in force in its month', async () => {
  const visit = await visitor(browser, { width: 390, height: 844 });
  const { page } = visit;
  await signIn(page, product.url, 'hr', '/commonEntry/detail?formKey=monthBasicSalary&isEdit=1');
  const rates: string[] = [];
  const now = new Date();
  for (const monthsAgo of [2, 18]) {
    const month = new Date(now.getFullYear(), now.getMonth() - monthsAgo, 15).toISOString().slice(0, 7);
    const input = field(page, 'salaryMonth').locator('input');
    await input.click();
    await input.fill(month);
    await input.press('Enter');
    await expect
      .poll(async () => (await field(page, 'insuranceRate').innerText()).match(/[\d.]+ %/)?.[0] ?? rates.at(-1))
      .not.toBe(rates.at(-1));
    rates.push((await field(page, 'insuranceRate').innerText()).match(/[\d.]+ %/)?.[0] ?? '');
  }
  expect(rates).toEqual(['10.50 %', '10.20 %']);
  expect(visit.faults()).toEqual([]);
  await visit.close();
});

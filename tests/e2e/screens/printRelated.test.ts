import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { sharedBrowser } from '../../support/browser.ts';
import { signIn, startProduct, visitor, type Product } from '../support.ts';

/** A contract on paper, with its customer's fields and its invoices and receipts. */
let product: Product;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), sharedBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await product.close();
});

test.each([
  [1440, 900],
  [390, 844],
])('a contract prints its customer and its invoices at %i', async (width, height) => {
  const visit = await visitor(browser, { width, height });
  const { page } = visit;
  await page.addInitScript('window.print = () => { window.printed = true; }');
  await signIn(page, product.url, 'leader', '/commonEntry/print?formKey=contractLedger&id=contractLedger-0001');
  const along = page.locator('[data-print-along="contractLedger"]');
  await along.waitFor();
  expect(await along.locator('[data-field="project.customer.customerName"] dd').innerText()).toMatch(
    /有限公司|中心|集团/,
  );
  const invoices = page.locator('[data-print-list="invoice"]');
  await invoices.locator('[data-row="0"]').waitFor();
  expect(await invoices.locator('th').allInnerTexts()).toEqual([
    '序号',
    '申请编号',
    '发票类型',
    '开票金额(含税)',
    '发票号码',
    '开票日期',
    '流程状态',
  ]);
  expect(await along.locator('dt').count()).toBe(6);
  const amounts = await invoices.locator('td[data-column="amount"]').allInnerTexts();
  const states = await invoices.locator('td[data-column="flwState"]').allInnerTexts();
  const inForce = amounts
    .filter((_text, index) => states[index] === '已办结')
    .map((one) => Number(one.replace(/[^\d.-]/g, '')));
  const foot = (await invoices.locator('[data-sum="amount"] b').innerText()).replaceAll(',', '');
  expect(Number(foot)).toBeCloseTo(
    inForce.reduce((sum, one) => sum + one, 0),
    2,
  );
  // the browser's print opens when these have come, too
  await expect.poll(() => page.evaluate(() => (window as unknown as { printed?: boolean }).printed)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  const picture = process.env['PICTURES_TO'];
  if (picture) await page.locator('.pr-sheet').screenshot({ path: `${picture}/print-${width}.png` });
  expect(visit.faults()).toEqual([]);
  await visit.close();
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { sharedBrowser } from '../../support/browser.ts';
import { field, saveRecord, signIn, startProduct, visitor, type Product } from '../support.ts';

/** Two records of one customer become one: what moves, what is left, and what history says of it. */
let product: Product;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), sharedBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await product.close();
});

const open = (page: Page, id: string) =>
  page.goto(`${product.url}/#/commonEntry/detail?formKey=customerProfile&id=${id}`);
const numberIn = async (page: Page, key: string): Promise<number> =>
  Number((await field(page, key).innerText()).match(/-?[\d,]+(\.\d+)?/)?.[0].replaceAll(',', '') ?? Number.NaN);

test.each([
  [1440, 900, 'customerProfile-0004', 'customerProfile-0001'],
  [390, 844, 'customerProfile-0003', 'customerProfile-0002'],
])('a customer is merged into another at %i', async (width, height, merged, keep) => {
  const visit = await visitor(browser, { width, height });
  const { page } = visit;
  const picture = async (name: string) => {
    const to = process.env['PICTURES_TO'];
    if (to) await page.screenshot({ path: `${to}/merge-${name}-${width}.png` });
  };
  await signIn(page, product.url, 'leader', `/commonEntry/detail?formKey=customerProfile&id=${keep}`);
  await field(page, 'projectCount').waitFor();
  const before = await numberIn(page, 'projectCount');
  const keepName = (await field(page, 'customerName').innerText()).split('\n').at(-1)?.trim() ?? '';
  await open(page, merged);
  await page.getByText('并入其他客户').first().waitFor();
  const moving = await numberIn(page, 'projectCount');
  expect(moving).toBeGreaterThan(0);
  await page.getByText('并入其他客户').first().click();
  // the customer is set and locked, with what hangs on it
  await field(page, 'mergedProjects').waitFor();
  expect(await numberIn(page, 'mergedProjects')).toBe(moving);
  await field(page, 'keep').locator('input').first().fill(keepName);
  await page
    .getByRole('option', { name: new RegExp(keepName) })
    .first()
    .waitFor({ state: 'attached' });
  await page.locator('.ant-select-item-option', { hasText: keepName }).first().click();
  await expect.poll(() => numberIn(page, 'projects')).toBe(before + moving);
  await field(page, 'reason').locator('textarea').fill('同一单位登记了两次');
  await page.locator('[data-action="save"]').click();
  // nothing is merged before somebody has said that the figures are right
  await field(page, 'agreed')
    .getByText(/请选择|必填|不能为空|请填写/)
    .first()
    .waitFor();
  await field(page, 'agreed').locator('input').first().check();
  await picture('form');
  await saveRecord(page);
  await picture('done');
  await open(page, merged);
  await page.getByText('已作废').first().waitFor();
  await picture('voided');
  await open(page, keep);
  await expect.poll(() => numberIn(page, 'projectCount')).toBe(before + moving);
  expect(visit.faults()).toEqual([]);
  await visit.close();
});

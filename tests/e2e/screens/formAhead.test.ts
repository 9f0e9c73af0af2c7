import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { sharedBrowser } from '../../support/browser.ts';
import { signIn, startProduct, visitor, type Product } from '../support.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

test('whoever has looked at a list opens a new record of it without waiting for code', async () => {
  const staff = await visitor(browser);
  const { page } = staff;
  const brought: string[] = [];
  page.on('request', (request) => brought.push(request.url()));
  const isCode = (url: string): boolean => /\.(js|css)$/.test(new URL(url).pathname);
  await signIn(page, product.url, 'staff', '/seals/businessSealApply');
  await page.locator('tbody tr[data-row-key]').first().waitFor();
  // brought piece by piece while the page is idle: done when nothing has come for a while
  await expect
    .poll(
      async () => {
        const before = brought.filter(isCode).length;
        await page.waitForTimeout(4_000);
        return brought.filter(isCode).length - before;
      },
      { timeout: 60_000 },
    )
    .toBe(0);
  brought.length = 0;
  await page.locator('[data-action="create"]').click();
  await page.locator('.sf-form [data-sub-table] [data-action="add-row"]').waitFor();
  await page.locator('.sf-form [data-field] input').first().waitFor();
  expect(brought.filter(isCode)).toEqual([]);
  // the counts of the menu are refreshed at every change of the page, whichever it is
  const isCount = (path: string): boolean => /\/(?:countMyTodo|groups\/todo)$/.test(path);
  const calls = brought
    .filter((url) => url.includes('/api/'))
    .map((url) => new URL(url).pathname)
    .filter((path) => !isCount(path));
  expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(9);
  expect(staff.faults()).toEqual([]);
  await staff.close();
});

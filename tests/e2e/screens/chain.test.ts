import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { sharedBrowser } from '../../support/browser.ts';
import { signIn, startProduct, visitor, type Product } from '../support.ts';

/** The chain of a record on its page: from a project of the demo company to what hangs on it, and on to one of those. */
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
])('leads from a project to its contracts and money at %i', async (width, height) => {
  const visit = await visitor(browser, { width, height });
  const { page } = visit;
  await signIn(page, product.url, 'leader', '/commonEntry/detail?formKey=projectRegister&id=projectRegister-0001');
  const tab = page.getByRole('tab', { name: '关联链' });
  // the row of tabs moves by itself when one of its hidden tabs takes the focus: a click in that moment misses
  await expect
    .poll(async () => {
      await tab.click();
      return tab.getAttribute('aria-selected');
    })
    .toBe('true');
  const chain = page.locator('[data-chain="projectRegister-0001"]');
  await chain.locator('[data-chain-above="customerProfile"] a').waitFor();
  for (const stage of ['contractLedger', 'projectSettlement', 'invoice'])
    expect(Number(await chain.locator(`[data-chain-stage="${stage}"]`).getAttribute('data-count'))).toBeGreaterThan(0);
  // a settlement hangs on a contract, so it stands behind it
  const left = async (stage: string) =>
    (await chain.locator(`[data-chain-stage="${stage}"]`).boundingBox()) ?? { x: 0, y: 0 };
  const [contracts, settlements] = [await left('contractLedger'), await left('projectSettlement')];
  expect(width > 800 ? settlements.x > contracts.x : settlements.y > contracts.y).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  const picture = process.env['PICTURES_TO'];
  if (picture) await chain.screenshot({ path: `${picture}/chain-${width}.png` });
  await chain.locator('[data-chain-stage="contractLedger"] a').first().click();
  await page.waitForURL((address) => address.hash.includes('formKey=contractLedger'));
  expect(visit.faults()).toEqual([]);
  await visit.close();
});

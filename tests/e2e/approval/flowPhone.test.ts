import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { seriousFindings } from '../../support/axe.ts';
import { sharedBrowser } from '../../support/browser.ts';
import { picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

let browser: Browser;
let product: Product;
let admin: Visitor;

beforeAll(async () => {
  [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
  admin = await visitor(browser, { width: 390, height: 844 });
  await admin.page.addInitScript(() => {
    if (!localStorage.getItem('layout-setting'))
      localStorage.setItem('layout-setting', JSON.stringify({ mode: 'auto' }));
  });
  await signIn(admin.page, product.url, 'admin', '/system/flowManager');
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});
afterEach(picturesOnFailure(() => ({ admin })));

/** Light and dark: nothing serious to find, nothing wider than the phone. */
async function look(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe(colorScheme);
    await expect.poll(() => seriousFindings(page)).toEqual([]);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
      .toBeLessThanOrEqual(0);
  }
}

it('a process is looked at and changed on a phone: steps, settings, diagram and trial, light and dark', async () => {
  const { page } = admin;
  await page.locator('[data-flow-key]').first().waitFor();
  await look(page);
  await page.locator('[data-flow-key] [data-action="edit"]').first().click();
  await page.locator('[data-list="steps"]').waitFor();
  await look(page);
  await page.locator('[data-step]').nth(1).click();
  await page.locator('.ant-drawer .fd-panel').waitFor();
  await look(page);
  await page.locator('.ant-drawer-close').click();
  await page.locator('.ant-segmented-item').filter({ hasText: '流程图' }).click();
  // the first elements are not covered by what can be drawn
  for (const at of [1, 2]) {
    await page.locator('.djs-shape[data-element-id]').nth(at).click();
    await page.locator('.ant-drawer .fd-panel[data-element]').waitFor();
    await page.locator('.ant-drawer-close').click();
    await page.locator('.ant-drawer .fd-panel').waitFor({ state: 'hidden' });
  }
  await look(page);
  await page.locator('[data-action="trial"]').click();
  await page.locator('[data-action="tryNow"]').click();
  await page.locator('.fd-trial-step').first().waitFor();
  await look(page);
  expect(admin.faults()).toEqual([]);
});

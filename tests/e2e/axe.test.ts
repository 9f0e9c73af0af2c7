import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { dialogs, hrPlaces, managerPlaces, openPlaces, places, adminPlaces, type Place } from './axePlaces.ts';
import { picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from './support.ts';

/** Looks at a place in light and dark; what a person opened there is looked at, too. */
async function look(page: Page, url: string, { path, ready, act }: Place): Promise<string[]> {
  await page.goto(`${url}/#${path}`);
  await page.locator(ready).first().waitFor();
  await page.locator('.ant-skeleton, .ant-spin-spinning, [data-loading], [role="status"].sf-boot').first().waitFor({ state: 'hidden' });
  await act?.(page);
  const found: string[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme);
    found.push(...(await seriousFindings(page)).map((line) => `${path} (${theme}) ${line}`));
  }
  await setTheme(page, 'light');
  await page.keyboard.press('Escape');
  return found;
}

/** As the setting 跟随系统 does it. */
async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  // colours of the component library move for a moment
  await page.waitForTimeout(400);
}

describe('axe finds nothing serious', () => {
  let product: Product;
  let browser: Browser;
  let own: Visitor;
  beforeAll(async () => {
    product = await startProduct();
    browser = await launchBrowser();
  });
  afterEach(picturesOnFailure(() => ({ own })));
  afterAll(async () => { await browser?.close(); await product?.close(); });

  const person = async (username: string, size?: { width: number; height: number }): Promise<Page> => {
    own = await visitor(browser, size);
    await own.page.addInitScript(() => { if (!localStorage.getItem('layout-setting')) localStorage.setItem('layout-setting', JSON.stringify({ mode: 'auto' })); });
    await signIn(own.page, product.url, username);
    return own.page;
  };
  const lookAt = async (page: Page, list: readonly Place[]): Promise<string[]> => {
    const found: string[] = [];
    for (const place of list) found.push(...await look(page, product.url, place));
    return found;
  };

  it('before sign-in', async () => {
    own = await visitor(browser);
    for (const { path, ready } of openPlaces) {
      await own.page.goto(`${product.url}/#${path}`);
      await own.page.locator(ready).first().waitFor();
      expect(await seriousFindings(own.page)).toEqual([]);
    }
    await own.close();
  });

  it('on the pages of staff, on a wide window', async () => {
    expect(await lookAt(await person('staff'), places)).toEqual([]);
    await own.close();
  });

  it('in dialogs, drawers, menus and panels', async () => {
    expect(await lookAt(await person('staff'), dialogs)).toEqual([]);
    await own.close();
  });

  it('on the pages of staff, on a phone', async () => {
    expect(await lookAt(await person('staff', { width: 390, height: 844 }), places)).toEqual([]);
    await own.close();
  });

  it('on the pages of who manages, writes notices and designs forms', async () => {
    for (const [username, list] of [['manager', managerPlaces], ['hr', hrPlaces], ['admin', adminPlaces]] as const) {
      expect(await lookAt(await person(username), list)).toEqual([]);
      await own.close();
    }
  });
});

import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from '../../support/axe.ts';
import { sharedBrowser } from '../../support/browser.ts';
import {
  adminPlaces,
  CANVAS,
  DIALOG,
  dialogs,
  hrPlaces,
  LIST,
  managerPlaces,
  NEW_RECORD,
  openPlaces,
  places,
  type Place,
} from './axePlaces.ts';
import { isLong } from '../../support/tier.ts';
import { picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

/** The dark theme changes colours and nothing else: in a usual run it is asked for these alone. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Looks at a place, and at what a person opened there. `isDarkToo`: in the dark theme as well, whose colours are the same
 * at every width, so that a usual run looks at them on a wide window.
 */
async function look(page: Page, url: string, { path, ready, act }: Place, isDarkToo: boolean): Promise<string[]> {
  await page.goto(`${url}/#${path}`);
  await page.locator(ready).first().waitFor();
  await page
    .locator(
      ['.ant-skeleton', '.ant-spin-spinning', '[data-loading]', '[role="status"].sf-boot']
        .map((one) => `${one}:visible`)
        .join(),
    )
    .first()
    .waitFor({ state: 'detached' });
  await act?.(page);
  const found: string[] = [];
  found.push(...(await seriousFindings(page)).map((line) => `${path} (light) ${line}`));
  if (isDarkToo) {
    await setTheme(page, 'dark');
    const dark = await seriousFindings(page, isLong ? undefined : COLOURS);
    found.push(...dark.map((line) => `${path} (dark) ${line}`));
    await setTheme(page, 'light');
  }
  await page.keyboard.press('Escape');
  return found;
}

/** As the setting 跟随系统 does it. Colours that move for a moment are brought to their end by the search for findings. */
async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, theme);
}

/**
 * A usual run looks at sign-in and at one place of each kind: a list and a dialog on a wide window, a new record on a
 * phone, the canvas of the designer. The long run walks through all of them. The roles, names and states of other screens
 * are judged by axe in their component tests.
 */
describe('axe finds nothing serious', () => {
  let product: Product;
  let browser: Browser;
  let own: Visitor;
  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
  });
  afterEach(picturesOnFailure(() => ({ own })));
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  it('before sign-in', async () => {
    own = await visitor(browser);
    for (const { path, ready } of isLong ? openPlaces : openPlaces.slice(0, 1)) {
      await own.page.goto(`${product.url}/#${path}`);
      await own.page.locator(ready).first().waitFor();
      expect(await seriousFindings(own.page)).toEqual([]);
    }
    await own.close();
  });

  const wide = { width: 1440, height: 900 };
  const walks = [
    { username: 'staff', what: 'pages on a wide window', size: wide, list: places, usual: LIST },
    { username: 'staff', what: 'dialogs, drawers, menus and panels', size: wide, list: dialogs, usual: DIALOG },
    { username: 'staff', what: 'pages on a phone', size: { width: 390, height: 844 }, list: places, usual: NEW_RECORD },
    { username: 'manager', what: 'the board of a region', size: wide, list: managerPlaces },
    { username: 'hr', what: 'writing notices', size: wide, list: hrPlaces },
    { username: 'admin', what: 'the designer', size: wide, list: adminPlaces, usual: CANVAS },
  ].flatMap(({ usual, ...walk }) => (isLong ? [walk] : usual ? [{ ...walk, list: [usual] }] : []));
  describe.each(walks)('$what, as $username', ({ username, size, list }) => {
    beforeAll(async () => {
      own = await visitor(browser, size);
      await own.page.addInitScript(() => {
        if (!localStorage.getItem('layout-setting'))
          localStorage.setItem('layout-setting', JSON.stringify({ mode: 'auto' }));
      });
      await signIn(own.page, product.url, username);
    });
    afterAll(() => own.close());
    const looks = list.map((place, index) => ({
      name: `${index + 1} ${place.path}`,
      place,
      isDarkToo: isLong || size === wide,
    }));
    it.each(looks)('$name', async ({ place, isDarkToo }) => {
      expect(await look(own.page, product.url, place, isDarkToo)).toEqual([]);
    });
  });
});

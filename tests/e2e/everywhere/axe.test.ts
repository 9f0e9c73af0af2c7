import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from '../../support/axe.ts';
import { sharedBrowser } from '../../support/browser.ts';
import { isAnnounced, spokenFaults, spokenTree, type Spoken } from '../../support/screenReader.ts';
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
import { field, picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

const FORM = 'businessSealApply';

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

const WIDE = { width: 1440, height: 900 };
let product: Product;
let browser: Browser;
/** The window that is looked at, and whose it is: what comes next goes on in it where it is of the same person and size. */
let own: Visitor;
let whose = '';
beforeAll(async () => {
  [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
});
afterEach(picturesOnFailure(() => ({ own })));
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

/** `path`: where a person comes in. */
async function windowOf(username: string | null, size = WIDE, path = '/index'): Promise<void> {
  const wanted = `${username} ${size.width}`;
  if (whose === wanted) return;
  await own?.close();
  own = await visitor(browser, size);
  whose = wanted;
  await own.page.addInitScript(() => {
    if (!localStorage.getItem('layout-setting'))
      localStorage.setItem('layout-setting', JSON.stringify({ mode: 'auto' }));
  });
  if (username) await signIn(own.page, product.url, username, path);
}

// before the others, which go on in its window
describe('axe finds nothing serious', () => {
  it('before sign-in', async () => {
    await windowOf(null);
    for (const { path, ready } of isLong ? openPlaces : openPlaces.slice(0, 1)) {
      await own.page.goto(`${product.url}/#${path}`);
      await own.page.locator(ready).first().waitFor();
      expect(await seriousFindings(own.page)).toEqual([]);
    }
  });
});

/** What Chromium gives to a screen reader of the pages that everybody works on. axe judges elements; this judges what is said. */
describe('a screen reader', () => {
  let page: Page;
  beforeAll(async () => {
    await windowOf(null);
    page = own.page;
  });

  const settled = (): Promise<void> =>
    page
      .locator('.ant-skeleton:visible, .ant-spin-spinning:visible, [data-loading]:visible, .sf-loading:visible')
      .first()
      .waitFor({ state: 'detached' });
  const there = async (path: string, ready: string): Promise<Spoken[]> => {
    await page.goto(`${product.url}/#${path}`);
    await page.locator(`.sf-pane:not([hidden]) ${ready}`).first().waitFor();
    await settled();
    return spokenTree(page);
  };
  const rolesOf = (tree: readonly Spoken[], role: string): string[] =>
    tree.filter((node) => node.role === role).map(({ name }) => name);

  it('hears the sign-in page: its heading, its fields, what is wrong with them', async () => {
    await page.goto(`${product.url}/#/login`);
    await page.locator('[data-action="sign-in"]:enabled').waitFor();
    const tree = await spokenTree(page);
    expect(spokenFaults(tree)).toEqual([]);
    expect(rolesOf(tree, 'textbox')).toEqual(
      expect.arrayContaining([expect.stringMatching(/用户名|账号/), expect.stringMatching(/密码/)]),
    );
    await page.locator('[data-action="sign-in"]').click();
    // the keyboard goes to the first field that is wrong, and its reason is read with it
    await expect
      .poll(async () => {
        const at = (await spokenTree(page)).find(({ role, properties }) => role === 'textbox' && properties['focused']);
        return [at?.properties['invalid'], at?.description];
      })
      .toEqual(['true', expect.stringContaining('请输入')]);
  });

  describe('on the pages behind sign-in', () => {
    beforeAll(async () => {
      await windowOf('staff', WIDE, LIST.path);
      page = own.page;
    });

    it.runIf(isLong)('hears the home page with its cards by headings, and the menu as navigation', async () => {
      await page.goto(`${product.url}/#/index`);
      await page.locator('[data-chart] canvas').first().waitFor();
      await settled();
      const tree = await spokenTree(page);
      expect(spokenFaults(tree)).toEqual([]);
      expect(rolesOf(tree, 'heading')).toEqual(expect.arrayContaining(['通知公告']));
      expect(tree.some(({ role }) => role === 'navigation')).toBe(true);
    });

    it('hears a list as a table with headers, sorting and paging, and the menu as navigation', async () => {
      const tree = await there(`/commonEntry/list?formKey=${FORM}`, '[data-row="0"]');
      expect(spokenFaults(tree)).toEqual([]);
      expect(rolesOf(tree, 'columnheader').length).toBeGreaterThan(3);
      expect(tree.some(({ role }) => role === 'navigation')).toBe(true);
    });

    it.runIf(isLong)('hears the to-do list', async () => {
      expect(spokenFaults(await there('/taskCenter/toDoList', '[data-row="0"]'))).toEqual([]);
    });

    it('hears a form: what is required, what is wrong and why, and the cells of its table', async () => {
      expect(
        spokenFaults(await there(`/commonEntry/detail?formKey=${FORM}&isEdit=1`, '[data-field="sealTitle"]')),
      ).toEqual([]);
      await page.locator('.sf-pane:not([hidden]) [data-action="add-row"]').first().click();
      await page.locator('.sf-pane:not([hidden]) [data-sub-table] [data-row="0"]').waitFor();
      const withRow = await spokenTree(page);
      expect(spokenFaults(withRow)).toEqual([]);
      expect(rolesOf(withRow, 'gridcell').length).toBeGreaterThan(4);
      const title = withRow.find(({ role, name }) => role === 'textbox' && name.includes('用印事项'));
      expect(title?.properties['required']).toBe(true);
      await page.locator('.sf-pane:not([hidden]) [data-action="submit"]').click();
      await field(page, 'sealTitle').locator('[aria-invalid="true"]').waitFor();
      const refused = await spokenTree(page);
      const wrong = refused.find(({ role, name }) => role === 'textbox' && name.includes('用印事项'));
      expect([wrong?.properties['invalid'], wrong?.description]).toEqual(['true', expect.stringContaining('用印事项')]);
    });

    it('hears that a record was saved, without looking for it', async () => {
      await field(page, 'sealTitle').locator('input').fill('检测报告用印');
      await page.locator('.sf-pane:not([hidden]) [data-action="save"]').click();
      await page.getByText('保存成功').first().waitFor();
      expect(isAnnounced(await spokenTree(page), '保存成功')).toBe(true);
    });

    it.runIf(isLong)('hears a record that is read, and a task', async () => {
      await there('/taskCenter/alreadyDone', '[data-row="0"]');
      await page.locator('.sf-pane:not([hidden]) [data-row="0"] .sc-link').first().click();
      await page.locator('.sf-pane:not([hidden]) [data-mode="view"]').first().waitFor();
      await settled();
      expect(spokenFaults(await spokenTree(page))).toEqual([]);
      await there('/taskCenter/toDoList', '[data-row="0"]');
      await page.locator('.sf-pane:not([hidden]) [data-row="0"] [data-action="handle"]').click();
      await page.locator('.sf-pane:not([hidden]) [data-field]').first().waitFor();
      await settled();
      expect(spokenFaults(await spokenTree(page))).toEqual([]);
    });
  });
});

/**
 * A usual run looks at sign-in (above) and at one place of each kind: a list and a dialog on a wide window, a new record on a
 * phone, the canvas of the designer. The long run walks through all of them. The roles, names and states of other screens
 * are judged by axe in their component tests.
 */
describe('axe finds nothing serious', () => {
  const walks = [
    { username: 'staff', what: 'pages on a wide window', size: WIDE, list: places, usual: LIST },
    { username: 'staff', what: 'dialogs, drawers, menus and panels', size: WIDE, list: dialogs, usual: DIALOG },
    { username: 'staff', what: 'pages on a phone', size: { width: 390, height: 844 }, list: places, usual: NEW_RECORD },
    { username: 'manager', what: 'the board of a region', size: WIDE, list: managerPlaces },
    { username: 'hr', what: 'writing notices', size: WIDE, list: hrPlaces },
    { username: 'admin', what: 'the designer', size: WIDE, list: adminPlaces, usual: CANVAS },
  ].flatMap(({ usual, ...walk }) => (isLong ? [walk] : usual ? [{ ...walk, list: [usual] }] : []));
  describe.each(walks)('$what, as $username', ({ username, size, list }) => {
    beforeAll(() => windowOf(username, size, list[0]?.path));
    const looks = list.map((place, index) => ({
      name: `${index + 1} ${place.path}`,
      place,
      isDarkToo: isLong || size === WIDE,
    }));
    it.each(looks)('$name', async ({ place, isDarkToo }) => {
      expect(await look(own.page, product.url, place, isDarkToo)).toEqual([]);
    });
  });
});

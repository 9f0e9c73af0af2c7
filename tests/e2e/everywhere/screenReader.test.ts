import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { isAnnounced, spokenFaults, spokenTree, type Spoken } from '../../support/screenReader.ts';
import { isLong } from '../../support/tier.ts';
import { field, picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

const FORM = 'businessSealApply';

/** What Chromium gives to a screen reader of the pages that everybody works on. axe judges elements; this judges what is said. */
describe('a screen reader', () => {
  let product: Product;
  let browser: Browser;
  let staff: Visitor;
  let page: Page;
  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    staff = await visitor(browser);
    page = staff.page;
  });
  afterEach(picturesOnFailure(() => ({ staff })));
  afterAll(async () => {
    await browser?.close();
    await product?.close();
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
    beforeAll(() => signIn(page, product.url, 'staff', '/index'));

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

import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { field, picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

const NEW = '/commonEntry/detail?formKey=businessSealApply&isEdit=1';

/** The frame around every page: menu, modules, tabs, search, settings, units. */
describe('the layout', () => {
  let browser: Browser;
  let product: Product;
  let admin: Visitor;
  let page: Page;

  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    admin = await visitor(browser);
    page = admin.page;
    await signIn(page, product.url, 'admin', '/');
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(picturesOnFailure(() => ({ admin })));

  const go = (path: string) => page.goto(`${product.url}/#${path}`);
  const hash = () => new URL(page.url()).hash;
  const left = async (selector: string): Promise<number> =>
    Math.round((await page.locator(selector).first().boundingBox())?.x ?? -1);
  const tab = (path: string) => page.locator(`[data-tab="${path}"]`);
  const command = async (path: string, name: string): Promise<void> => {
    await tab(path).click({ button: 'right' });
    await page.locator(`.ant-dropdown:not(.ant-dropdown-hidden) [data-action="tab-${name}"]`).click();
    await expect.poll(() => page.locator('.ant-dropdown:not(.ant-dropdown-hidden)').count()).toBe(0);
  };

  it('lands on the first page of the menu, titled after it (RG-009, RG-001, RG-003, SH-003, PR-002)', async () => {
    await page.locator('[data-screen="platform/home"]').waitFor();
    await expect.poll(hash).toBe('#/index');
    // in front of it stands how much waits, once that is known
    await expect.poll(() => page.title()).toMatch(/^(\(\d+\) )?首页 - 建设工程检测协同平台$/);
  });

  it('folds the sidebar, moves the bars with it, and keeps the choice (SB-001…005, SB-014, TB-001, SH-010, SH-011)', async () => {
    await go(NEW);
    await page.locator('.sc-record-header').waitFor();
    await expect.poll(async () => [await left('.sf-tabs'), await left('.sc-record-header')]).toEqual([250, 261]);
    await page.locator('[data-action="toggle-menu"]').click();
    await expect.poll(() => left('.sf-tabs')).toBe(54);
    await expect
      .poll(async () => [
        await left('.sc-record-header'),
        await page.evaluate(() => localStorage.getItem('sidebarStatus')),
      ])
      .toEqual([65, '0']);
    await page.reload();
    await page.locator('.sf-tabs').waitFor();
    await expect.poll(() => left('.sf-tabs')).toBe(54);
    await page.locator('.sf-sidebar .ant-menu-submenu').first().hover();
    await page.locator('.ant-menu-submenu-popup:visible').first().waitFor();
    await page.locator('[data-action="toggle-menu"]').click();
    await expect.poll(() => left('.sf-tabs')).toBe(250);
  });

  it('switches modules by their names, and the menu and the crumbs follow (TB-002, UN-005)', async () => {
    await page.locator('.sf-module', { hasText: '系统管理' }).click();
    await page.locator('[data-menu="setup"]').first().waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('activeModule'))).toBe('system');
    await page.getByLabel('当前位置').getByText('系统管理').waitFor();
    await page.locator('.sf-module', { hasText: '协同办公' }).click();
    await page.waitForURL((address) => address.hash === '#/index');
    await go('/taskCenter/toDoList');
    await page.getByLabel('当前位置').getByText('我的待办').waitFor();
    await expect
      .poll(() => page.getByLabel('当前位置').innerText())
      .toMatch(/协同办公\s*\/\s*任务中心\s*\/\s*我的待办/);
  });

  it('keeps what was typed and how far one scrolled while another tab is shown (TA-011)', async () => {
    await go(NEW);
    await field(page, 'sealTitle').locator('textarea, input').first().fill('切换页签不丢失');
    const scroll = () =>
      page.locator('.sf-main').evaluate((element) => {
        element.scrollTop = 120;
        return element.scrollTop;
      });
    await expect.poll(scroll).toBeGreaterThan(0);
    const scrolled = await scroll();
    await page.locator('[data-menu="launch"]').click();
    await page.locator('[data-screen="platform/taskCenter/launch"]').waitFor();
    await expect.poll(() => page.locator('[data-field="sealTitle"]').count()).toBe(0);
    await page.locator('[data-tab^="/commonEntry/detail"] a').click();
    await expect
      .poll(() => field(page, 'sealTitle').locator('textarea, input').first().inputValue())
      .toBe('切换页签不丢失');
    await expect.poll(() => page.locator('.sf-main').evaluate((element) => element.scrollTop)).toBe(scrolled);
    await page.locator('[data-tab^="/commonEntry/detail"] [data-action="close-tab"]').click();
    await page.locator('[data-action="discard-and-leave"]').first().click();
    await expect.poll(() => page.locator('[data-tab^="/commonEntry/detail"]').count()).toBe(0);
  });

  it('closes tabs by its menu and the middle button, never the pinned one, and opens no path twice (TA-001…008)', async () => {
    const paths = ['/taskCenter/toDoList', '/taskCenter/launch', '/taskCenter/alreadyDone', '/taskCenter/remindList'];
    for (const path of [...paths, paths[0]]) {
      await go(path);
      await page.locator(`[data-screen="platform${path}"]`).waitFor();
    }
    const open = () =>
      page.locator('[data-tab]').evaluateAll((tabs) => tabs.map((item) => item.getAttribute('data-tab')));
    await command('/taskCenter/alreadyDone', 'others');
    await expect.poll(open).toEqual(['/index', '/taskCenter/alreadyDone']);
    await page.waitForURL((address) => address.hash === '#/taskCenter/alreadyDone');
    // the address changes first, and the page that was closed is seen until the next one is drawn
    await page.locator('[data-screen="platform/taskCenter/alreadyDone"]').waitFor();
    for (const path of paths) {
      await go(path);
      await page.locator(`[data-screen="platform${path}"]`).waitFor();
    }
    await command('/taskCenter/toDoList', 'left');
    await expect.poll(open).toEqual(['/index', '/taskCenter/toDoList', '/taskCenter/launch', '/taskCenter/remindList']);
    await command('/taskCenter/launch', 'right');
    await expect.poll(open).toEqual(['/index', '/taskCenter/toDoList', '/taskCenter/launch']);
    await tab('/taskCenter/toDoList').locator('a').click({ button: 'middle' });
    await expect.poll(open).toEqual(['/index', '/taskCenter/launch']);
    await tab('/index').locator('a').click({ button: 'middle' });
    await command('/taskCenter/launch', 'all');
    await expect.poll(open).toEqual(['/index']);
    await expect.poll(hash).toBe('#/index');
  });

  it('finds a page by its name and by the first letters of its sound, from the keyboard alone', async () => {
    await page.keyboard.press('Control+k');
    await page.locator('[data-menu-search]').fill('ywyysq');
    await page.locator('[data-found="业务用印申请"]').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL((address) => address.hash === '#/seals/businessSealApply');
    expect(admin.faults()).toEqual([]);
  });

  it('switches to another unit by its address, keeps its id, and forgets module and session storage (TB-004, UN-001…003)', async () => {
    await page.locator('.sf-unit').first().waitFor();
    await page.evaluate(() => sessionStorage.setItem('marker', '1'));
    const before = await page.evaluate(() => localStorage.getItem('currentUnit'));
    await page.locator('.sf-unit .ant-select-selector, .ant-select.sf-unit').first().click();
    await page
      .locator(
        '.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option:not(.ant-select-item-option-selected)',
      )
      .first()
      .click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('currentUnit'))).not.toBe(before);
    await page.locator('[data-screen="platform/home"]').waitFor();
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('marker'))).toBeNull();
  });
});

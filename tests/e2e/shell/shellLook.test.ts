import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

/** How the layout looks is each person's own matter, and it fits every window. */
describe('the look of the layout', () => {
  let browser: Browser;
  let product: Product;
  let staff: Visitor;
  let page: Page;

  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    staff = await visitor(browser);
    page = staff.page;
    await signIn(page, product.url, 'staff', '/taskCenter/toDoList');
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(picturesOnFailure(() => ({ staff })));

  const drawer = () => page.locator('.sf-settings .ant-drawer-content-wrapper');
  const stored = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('layout-setting') ?? 'null') as Record<string, unknown> | null);

  it('is set in a drawer of 300 px, takes effect at once, and is kept after saving (SD-001…010)', async () => {
    await page.locator('[data-action="layout-settings"]').click();
    await page.locator('[data-setting="tagsView"]').waitFor();
    await expect.poll(async () => (await drawer().boundingBox())?.width).toBe(300);
    await expect.poll(() => page.locator('.sf-colours input').count()).toBe(8);
    await page.locator('[data-setting="tagsView"]').click();
    await expect.poll(() => page.locator('[data-tabs]').count()).toBe(0);
    await page.locator('[data-setting="sidebarLogo"]').click();
    await expect.poll(() => page.locator('.sf-logo').count()).toBe(0);
    await page.locator('[data-setting="dynamicTitle"]').click();
    // a count of what waits may stand before it
    await expect.poll(() => page.title()).toMatch(/^(\(\d+\) )?建设工程检测协同平台$/);
    await page.getByLabel('界面亮度').getByText('深色').click();
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    await page.locator('.sf-colours label[title="松绿"]').click();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.style.getPropertyValue('--sf-primary')))
      .toBe('#237a1e');
    expect(await stored()).toBeNull();
    // it turns for a second: looked for from before the click on
    await Promise.all([
      page.locator('[data-action="save-settings"].ant-btn-loading').waitFor(),
      page.locator('[data-action="save-settings"]').click(),
    ]);
    await page.getByText('布局设置已保存').waitFor();
    await expect
      .poll(() => stored())
      .toMatchObject({
        tagsView: false,
        sidebarLogo: false,
        dynamicTitle: false,
        mode: 'dark',
        theme: '#237a1e',
        sideTheme: 'dark',
      });
    await page.reload();
    await page.locator('[data-screen="platform/taskCenter/toDoList"]').waitFor();
    await expect
      .poll(() =>
        page.evaluate(() => [
          document.documentElement.dataset.theme,
          document.querySelectorAll('[data-tabs], .sf-logo').length,
        ]),
      )
      .toEqual(['dark', 0]);
  });

  it('goes back to the defaults by one button (SD-007, SD-008)', async () => {
    await page.locator('[data-action="layout-settings"]').click();
    await page.locator('[data-action="reset-settings"]').click();
    await page.getByText('已恢复默认设置').waitFor();
    await expect.poll(() => stored()).toBeNull();
    await expect
      .poll(() =>
        page.evaluate(() => [
          document.documentElement.dataset.theme,
          document.documentElement.style.getPropertyValue('--sf-primary'),
        ]),
      )
      .toEqual(['light', '#005bec']);
    await page.keyboard.press('Escape');
    await drawer().waitFor({ state: 'hidden' });
  });

  it.each([
    [1440, 'desktop', 5],
    [1024, 'desktop', 4],
    [991, 'mobile', 3],
    [768, 'mobile', 3],
    [390, 'mobile', 1],
  ] as const)('fits a window of %i px: %s, %i modules side by side (SH-008, TB-003)', async (width, device, most) => {
    await page.setViewportSize({ width, height: 844 });
    await page.locator(`.sf-shell[data-device="${device}"]`).waitFor();
    await expect.poll(() => page.locator('.sf-modules > .sf-module[data-module]').count()).toBeLessThanOrEqual(most);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    await expect
      .poll(() =>
        page
          .locator('.sf-header')
          .evaluate((header) =>
            [...header.children]
              .filter((part) => part.getBoundingClientRect().right > header.getBoundingClientRect().right + 1)
              .map((part) => part.className),
          ),
      )
      .toEqual([]);
  });

  it('opens the menu of a phone over the page, and closes it behind a choice', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('[data-action="toggle-menu"]').click();
    await page.locator('.sf-drawer [data-menu="launch"]').click();
    await page.locator('[data-screen="platform/taskCenter/launch"]').waitFor();
    await page.locator('.sf-drawer .ant-drawer-content-wrapper').waitFor({ state: 'hidden' });
    expect(staff.faults()).toEqual([]);
  });
});

import type { Browser, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { field, picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

const NO_SERVER = '无法连接服务器，请检查网络后重试';

/** A part of the program that cannot be downloaded: the place that asked says so, and the page stays. */
describe('parts of the program that are not there', () => {
  let browser: Browser;
  let product: Product;
  let staff: Visitor;
  let phone: Visitor;

  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    [staff, phone] = await Promise.all([visitor(browser), visitor(browser, { width: 390, height: 844 })]);
    await signIn(staff.page, product.url, 'staff');
    await signIn(phone.page, product.url, 'staff');
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(picturesOnFailure(() => ({ staff, phone })));

  const open = async ({ page }: Visitor, text: string) => {
    await page.goto(`${product.url}/#/commonEntry/detail?formKey=businessSealApply&isEdit=1`);
    await page.locator('[data-form="businessSealApply"]').waitFor();
    await field(page, 'sealTitle').locator('input').fill(text);
    await field(page, 'applicantId').locator('input').waitFor();
  };
  const stands = async ({ page }: Visitor, text: string) => {
    expect(page.url()).toContain('formKey=businessSealApply');
    expect(await field(page, 'sealTitle').locator('input').inputValue()).toBe(text);
  };

  for (const [name, who] of [
    ['at a desk', () => staff],
    ['on a phone', () => phone],
  ] as const) {
    it(`says ${name} that there is no connection, keeps the page and what was typed, and opens the dialog once there is one`, async () => {
      const visit = who();
      const { page } = visit;
      await open(visit, '离线时填写');
      await page.context().setOffline(true);
      const openSearch = page.locator('[data-action="menu-search"]');
      await openSearch.click();
      await page.getByText(NO_SERVER).first().waitFor();
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/offline-${name}.png` });
      await stands(visit, '离线时填写');
      expect(await page.getByRole('dialog').count()).toBe(0);

      await page.context().setOffline(false);
      await expect
        .poll(async () => {
          // by the keyboard: on a phone the notice stands over the button, and stays while the pointer is on it
          if ((await page.getByRole('dialog').count()) === 0)
            await openSearch.press('Enter', { timeout: 1_000 }).catch(() => undefined);
          return page.getByRole('dialog').locator('[data-menu-search]').count();
        })
        .toBe(1);
      await page.keyboard.press('Escape');
      await stands(visit, '离线时填写');
    });
  }

  it('asks to be loaded anew after an update while something is unsaved, and does so by itself when nothing is', async () => {
    const { page } = staff;
    await open(staff, '更新时填写');
    await page.reload();
    await open(staff, '更新时填写');
    await page.route('**/assets/SearchDialog-*', (route) => route.fulfill({ status: 404, body: '' }));
    const update = (route: Route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<script type="module" src="./assets/index-later.js"></script>',
      });
    await page.route(`${product.url}/`, (route) =>
      route.request().isNavigationRequest() ? route.continue() : update(route),
    );
    await page.locator('[data-action="menu-search"]').click();
    await page.locator('[data-notice]').getByText('重新加载', { exact: true }).waitFor();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/update.png` });
    await stands(staff, '更新时填写');

    // another tab, where nothing is unsaved
    const other = await page.context().newPage();
    await other.route('**/assets/SearchDialog-*', (route) => route.fulfill({ status: 404, body: '' }));
    await other.route(`${product.url}/`, (route) =>
      route.request().isNavigationRequest() ? route.continue() : update(route),
    );
    await other.goto(`${product.url}/#/index`);
    await other.locator('[data-screen="platform/home"]').waitFor();
    await Promise.all([other.waitForEvent('load'), other.locator('[data-action="menu-search"]').click()]);
    await other.locator('[data-screen="platform/home"]').waitFor();
    await other.close();
  });
});

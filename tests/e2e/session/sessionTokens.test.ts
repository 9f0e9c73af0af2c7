import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { countRefreshes, serveStorm, spoilTokens, storm } from './storm.ts';
import {
  field,
  picturesOnFailure,
  saveRecord,
  signInByHand,
  startProduct,
  visitor,
  type Product,
  type Visitor,
} from '../support.ts';

const FORM = '/commonEntry/detail?formKey=businessSealApply&isEdit=1';

/** A day at work is longer than an access token lives: what a person and two tabs notice of it is nothing. */
describe('tokens that expire while somebody works', () => {
  let browser: Browser;
  let product: Product;
  let staff: Visitor;

  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    staff = await visitor(browser);
    await serveStorm(staff.page.context(), product.url);
    await signInByHand(staff.page, product.url, 'staff', '/index');
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(picturesOnFailure(() => ({ staff })));

  const title = (page: Page) => field(page, 'sealTitle').locator('textarea, input').first();

  it('answers 200 calls at once with an expired token by one refresh, and loses none (AU-011)', async () => {
    const refreshes = countRefreshes(staff.page.context());
    await spoilTokens(staff.page);
    expect(await storm(staff.page, product.url, 200)).toEqual({ answered: 200, refused: [], overs: 0 });
    expect(refreshes()).toBe(1);
    expect(staff.faults()).toEqual([]);
  });

  it('refreshes once for two tabs that meet the expired token together', async () => {
    const other = await staff.page.context().newPage();
    await other.goto(`${product.url}/#/index`);
    await other.locator('[data-screen="platform/home"]').first().waitFor();
    const refreshes = countRefreshes(staff.page.context());
    await spoilTokens(staff.page);
    const both = await Promise.all([staff.page, other].map((page) => storm(page, product.url, 100)));
    expect(both).toEqual([
      { answered: 100, refused: [], overs: 0 },
      { answered: 100, refused: [], overs: 0 },
    ]);
    expect(refreshes()).toBe(1);
    await other.close();
  });

  it('saves a form whose token expired while it was filled in, and nothing typed is lost', async () => {
    const text = `令牌过期时填写 ${Date.now()}`;
    await staff.page.goto(`${product.url}/#${FORM}`);
    await title(staff.page).fill(text);
    await spoilTokens(staff.page);
    await saveRecord(staff.page);
    await expect.poll(() => title(staff.page).inputValue()).toBe(text);
    expect(staff.page.url()).not.toContain('/login');
  });

  it('leads to sign-in once when nothing can be refreshed, says it in one message, and brings back place and values (ER-005)', async () => {
    const text = `登录超时前填写 ${Date.now()}`;
    await staff.page.goto(`${product.url}/#/index`);
    // the form of the test before has gone
    await staff.page.locator('[data-screen="platform/home"]').waitFor();
    await staff.page.goto(`${product.url}/#${FORM}&draft=session`);
    await title(staff.page).fill(text);
    await spoilTokens(staff.page, true);
    await staff.page.locator('[data-action="save"]').click();
    await staff.page.locator('[data-action="sign-in"]').waitFor();
    await staff.page.getByText('登录超时，请重新登录').first().waitFor();
    await expect.poll(() => staff.page.locator('[data-notice]').count()).toBe(1);
    expect(new URL(staff.page.url()).hash).toContain('redirect=');
    await expect.poll(() => staff.page.locator('#username').inputValue()).toBe('staff');

    await staff.page.locator('#password').fill('Demo@2026');
    await staff.page.locator('#validateCode').fill('1234');
    await staff.page.locator('[data-action="sign-in"]').click();
    await staff.page.waitForURL((address) => address.hash.includes('formKey=businessSealApply'));
    await staff.page.locator('[data-action="restore-draft"]').first().click();
    await expect.poll(() => title(staff.page).inputValue()).toBe(text);
  });

  it('keeps the opinion of an act that the end of the session refused', async () => {
    const { page, close } = await visitor(browser);
    await signInByHand(page, product.url, 'sealer', '/taskCenter/toDoList');
    await page.locator('tr[data-row] [data-action="handle"]').first().click();
    await page.locator('[data-action="return"]').click();
    const opinion = page.locator('[data-opinion="return"] textarea').first();
    await opinion.fill('请补充附件后再报');
    await spoilTokens(page, true);
    // a call of the page itself may come first and end the session under the dialog
    const confirmed = page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: /确\s*定/ })
      .click({ timeout: 10_000 })
      .catch(() => undefined);
    await page.locator('[data-action="sign-in"]').waitFor();
    await confirmed;

    await page.locator('#password').fill('Demo@2026');
    await page.locator('#validateCode').fill('1234');
    await page.locator('[data-action="sign-in"]').click();
    await page.locator('[data-action="return"]').click();
    await expect.poll(() => opinion.inputValue()).toBe('请补充附件后再报');
    await close();
  });
});

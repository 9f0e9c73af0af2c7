import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT, startProvider, type TestProvider } from '../../server/auth/company/provider.ts';
import { sharedBrowser } from '../../support/browser.ts';
import { picturesOnFailure, startProduct, visitor, type Product, type Visitor } from '../support.ts';

const PLACE = '/mail/inbox';

/** Sign-in at the company's own service, by the button of the sign-in page. */
describe('a sign-in at the service of the company', () => {
  let browser: Browser;
  let product: Product;
  let provider: TestProvider;
  let staff: Visitor;
  beforeAll(async () => {
    [browser, product] = await Promise.all([
      sharedBrowser(),
      startProduct(async (url) => {
        provider = await startProvider(`${url}/api/auth/openid/callback`);
        return {
          PUBLIC_URL: url,
          OPENID_ISSUER: provider.issuer,
          OPENID_CLIENT_ID: CLIENT.id,
          OPENID_CLIENT_SECRET: CLIENT.secret,
          OPENID_LABEL: '用集团账号登录',
        };
      }),
    ]);
    staff = await visitor(browser);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
    await provider?.close();
  });
  afterEach(picturesOnFailure(() => ({ staff })));

  it('says why nobody is signed in, and keeps the page usable', async () => {
    provider.person.name = 'nobody';
    await staff.page.goto(`${product.url}/#${PLACE}`);
    await staff.page.getByRole('link', { name: '用集团账号登录' }).click();
    await staff.page.getByText('企业登录没有完成：已取消').waitFor();
    expect(staff.page.url()).not.toContain('ticket=');
    expect(staff.page.url()).toContain('redirect=');
  });

  it('leads to the page asked for', async () => {
    provider.person.name = 'staff';
    await staff.page.getByRole('link', { name: '用集团账号登录' }).click();
    await staff.page.waitForURL((address) => address.hash === `#${PLACE}`);
    await staff.page.locator('[data-screen]').first().waitFor();
    expect(staff.faults()).toEqual([]);
  });

  it('signs out there, too, and comes back to the sign-in page', async () => {
    const { page } = staff;
    await page.locator('[data-action="user-menu"]').first().click();
    await page.locator('[data-action="sign-out"]').click();
    await page.locator('[data-action="confirm-sign-out"]').click();
    await page.waitForURL((address) => address.href.startsWith(`${provider.issuer}/session/end`));
    await page.locator('button[name="logout"][value="yes"]').click();
    await page.waitForURL((address) => address.href.startsWith(product.url) && address.hash.startsWith('#/login'));
    await page.getByRole('link', { name: '用集团账号登录' }).waitFor();
  });
});

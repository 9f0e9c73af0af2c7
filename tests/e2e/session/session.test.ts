import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import {
  PASSWORD,
  picturesOnFailure,
  signIn,
  signInByHand,
  startProduct,
  visitor,
  type Product,
  type Visitor,
} from '../support.ts';

const NEXT = 'Next@2027';
const PLACE = '/commonEntry/list?formKey=businessSealApply';

/** In and out: sign-in, the place asked for, two tabs, a new password. */
describe('a session', () => {
  let browser: Browser;
  let product: Product;
  let staff: Visitor;

  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    staff = await visitor(browser);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(picturesOnFailure(() => ({ staff })));

  const fill = async (username: string, password: string, captcha: string): Promise<void> => {
    await staff.page.locator('#username').fill(username);
    await staff.page.locator('#password').fill(password);
    await staff.page.locator('#validateCode').fill(captcha);
    await staff.page.locator('[data-action="sign-in"]').click();
  };
  const picture = () => staff.page.locator('.sf-captcha img').getAttribute('src');

  it('asks for what is missing, says what is wrong, and shows another captcha after each attempt (AU-001, AU-007, ER-006, ER-008)', async () => {
    await staff.page.goto(`${product.url}/#${PLACE}`);
    await staff.page.locator('[data-action="sign-in"]').click();
    for (const text of ['请输入用户名', '请输入密码', '请输入验证码'])
      await staff.page.getByText(text, { exact: true }).waitFor();
    await staff.page.locator('.sf-captcha img').waitFor();
    const first = await picture();
    await fill('staff', PASSWORD, 'zzzz');
    await staff.page
      .getByText(/验证码/)
      .filter({ hasText: /错误|不正确|失效/ })
      .first()
      .waitFor();
    await expect.poll(picture).not.toBe(first);
    await expect.poll(() => staff.page.locator('#validateCode').inputValue()).toBe('');
    await fill('staff', 'Wrong@2026', '1234');
    await staff.page.getByText('用户名或密码错误').waitFor();
  });

  it('continues to the place asked for before sign-in, and keeps the trimmed name for the next time (RG-008, AU-003, AU-004)', async () => {
    await fill('  staff  ', PASSWORD, '1234');
    await staff.page.waitForURL((address) => address.hash === `#${PLACE}`);
    await staff.page.locator('[data-screen]').first().waitFor();
    await expect
      .poll(() =>
        staff.page.evaluate(() => [
          localStorage.getItem('username'),
          Object.keys(JSON.parse(localStorage.getItem('tokens') ?? '{}') as object),
        ]),
      )
      .toEqual(['staff', ['access_token', 'refresh_token', 'until']]);
    await staff.page.goto(`${product.url}/#/login`);
    await staff.page.waitForURL((address) => !address.hash.includes('/login'));
    expect(staff.faults()).toEqual([]);
  });

  it('ends in every tab with a confirmed logout, and begins again in every tab (AU-013…015)', async () => {
    const other = await staff.page.context().newPage();
    await other.goto(`${product.url}/#/taskCenter/toDoList`);
    await other.locator('[data-screen="platform/taskCenter/toDoList"]').waitFor();
    await staff.page.locator('[data-action="user-menu"]').click();
    await staff.page.locator('[data-action="sign-out"]').click();
    await staff.page.getByText('确定注销并退出系统吗？').waitFor();
    await staff.page.locator('[data-action="confirm-sign-out"]').click();
    await staff.page.locator('[data-action="sign-in"]').waitFor();
    await expect.poll(() => staff.page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
    await staff.page.waitForURL((address) => address.hash === '#/login');
    await other.locator('[data-action="sign-in"]').waitFor();

    await signInByHand(staff.page, product.url, 'staff', '/index');
    await other.waitForURL((address) => address.hash === '#/taskCenter/toDoList');
    await other.locator('[data-screen="platform/taskCenter/toDoList"]').waitFor();
    await other.close();
  });

  it('changes the password by the stated rule, signs out everywhere, and lets only the new one in (AU-019…023, ER-011)', async () => {
    const elsewhere = await visitor(browser);
    await signIn(elsewhere.page, product.url, 'staff', '/taskCenter/remindList');
    const open = async (): Promise<void> => {
      await staff.page.locator('[data-action="user-menu"]').click();
      await staff.page.locator('[data-action="change-password"]').click();
      await staff.page.getByLabel('旧密码').waitFor();
    };
    const type = async (old: string, next: string, again: string): Promise<void> => {
      await staff.page.getByLabel('旧密码').fill(old);
      await staff.page.getByLabel('新密码').fill(next);
      await staff.page.getByLabel('确认密码').fill(again);
      await staff.page.locator('[data-action="save-password"]').click();
    };
    await open();
    await expect.poll(() => staff.page.getByLabel('新密码').getAttribute('placeholder')).toContain('8-16 位');
    await type(PASSWORD, 'weak', 'weaker');
    for (const text of ['密码长度应为 8 到 16 位', '两次输入的密码不一致', '请检查输入'])
      await staff.page.getByText(text).first().waitFor();
    await type('Wrong@2026', NEXT, NEXT);
    await staff.page.getByText('旧密码：不正确').waitFor();
    await type(PASSWORD, NEXT, NEXT);
    await staff.page.locator('[data-action="sign-in"]').waitFor();
    await staff.page.waitForURL((address) => address.hash === '#/login?redirect=%2Findex');
    await expect.poll(() => staff.page.evaluate(() => localStorage.getItem('tokens'))).toBeNull();

    await elsewhere.page.goto(`${product.url}/#/taskCenter/launch`);
    await elsewhere.page.locator('[data-action="sign-in"]').waitFor();
    await elsewhere.close();
    await fill('staff', PASSWORD, '1234');
    await staff.page.getByText('用户名或密码错误').waitFor();
    await fill('staff', NEXT, '1234');
    await staff.page.waitForURL((address) => address.hash === '#/index');
  });
});

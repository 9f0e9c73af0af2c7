import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import {
  field,
  picturesOnFailure,
  signIn,
  signInByHand,
  startProduct,
  typeForbidden,
  visitor,
  type Product,
  type Visitor,
} from '../support.ts';

const ADMIN_PAGES = ['formManager', 'flowManager', 'flowInstanceManager', 'screenManager', 'menuManager'];

/** What people do to a page without meaning to: press twice, press back, lose the network, fill the browser. */
describe('a careless hand', () => {
  let browser: Browser;
  let product: Product;
  let staff: Visitor;
  let page: Page;

  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    staff = await visitor(browser);
    page = staff.page;
    await signIn(page, product.url, 'staff', '/mail/collectionLetters');
    await page.locator('[data-feed="收件箱"]').waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(picturesOnFailure(() => ({ staff })));

  /** A mail to oneself. */
  const writeTo = (subject: string): Promise<void> =>
    page.evaluate(async (text) => {
      const { access_token: token } = JSON.parse(localStorage.getItem('tokens') ?? '{}') as { access_token: string };
      const { id } = JSON.parse(localStorage.getItem('userInfo') ?? '{}') as { id: string };
      await fetch('/api/system/sendEmails/sendEmail', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ toIds: [id], subject: text, content: '见附件' }),
      });
    }, subject);
  const question = () => page.locator('.ant-modal-confirm-title', { hasText: '彻底删除 1 封邮件？' });
  const tick = (subject: string) => page.getByRole('checkbox', { name: `选择：${subject}` }).check();

  it('that presses 删除 twice finds the mail among the deleted ones', async () => {
    await writeTo('删除一次');
    await page.getByText('删除一次').first().waitFor();
    await tick('删除一次');
    await page.locator('[data-action="delete"]:visible').dblclick();
    await page.getByText('删除一次').first().waitFor({ state: 'detached' });
    await page.goto(`${product.url}/#/mail/delLetters`);
    await page.locator('[data-feed="已删除"]').getByText('删除一次').first().waitFor();
  });

  it('that presses back while it is asked something finds no question over the page before, and the question with its page', async () => {
    await tick('删除一次');
    await page.locator('[data-action="delete"]:visible').click();
    await question().waitFor();
    // as one that is still opening, to which the keyboard has not come yet
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    await page.goBack();
    await page.locator('[data-feed="收件箱"]').waitFor();
    await expect.poll(() => question().count()).toBe(0);
    await page.goForward();
    await question().waitFor();
    await page.keyboard.press('Escape');
    await question().waitFor({ state: 'detached' });
    await page.locator('[data-feed="已删除"]').getByText('删除一次').first().waitFor();
  });

  it('that presses back out of a dialog half filled in finds it as it was', async () => {
    await page.goto(`${product.url}/#/mail/writeLetters`);
    await field(page, 'toIds').locator('input').first().click();
    await page.getByRole('dialog').getByLabel('输入姓名查找').fill('陈');
    await page.goBack();
    await page.locator('[data-feed="已删除"]').waitFor();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.goForward();
    await expect.poll(() => page.getByRole('dialog').getByLabel('输入姓名查找').inputValue()).toBe('陈');
    await page.keyboard.press('Escape');
    expect(staff.faults()).toEqual([]);
  });

  it('that pulls the plug is told so, and goes on when the network is back', async () => {
    await page.goto(`${product.url}/#/mail/collectionLetters`);
    await page.locator('[data-feed="收件箱"]').waitFor();
    await page.context().setOffline(true);
    await page.locator('[data-action="refresh"]:visible').click();
    await page.getByText('无法连接服务器，请检查网络后重试').first().waitFor();
    await page.context().setOffline(false);
    await page.locator('[data-action="retry"]:visible').first().click();
    await page.getByText('无法连接服务器，请检查网络后重试').first().waitFor({ state: 'detached' });
    staff.faults();
  });

  it.each(ADMIN_PAGES)('that types the address of %s without the right sees nothing of it', async (name) => {
    await typeForbidden(page, product.url, `/system/${name}`);
    expect(
      await page
        .locator('[data-designer], [data-form-key], [data-flow-key], [data-screen-key], [data-menu-row]')
        .count(),
    ).toBe(0);
    expect(staff.faults()).toEqual([]);
  });

  it('that opens many pages sees all of the tab it is at, its cross too (TA-012)', async () => {
    for (const path of [
      '/taskCenter/toDoList',
      '/taskCenter/launch',
      '/taskCenter/alreadyDone',
      '/mail/sendLetters',
      '/mail/draftLetters',
      '/notice/list',
      '/seals/businessSealApply',
      '/bidding/earnestMoney',
      '/deviceFlow/scrapDevice',
      '/deviceManagement/deviceList',
      '/contractManagement/contractSeal',
      '/costManagement/costReport',
    ]) {
      await page.goto(`${product.url}/#${path}`);
      await page.locator(`[data-tab="${path}"]`).waitFor();
      await expect
        .poll(
          () =>
            page.evaluate((at) => {
              const tab = document.querySelector(`[data-tab="${at}"]`)?.getBoundingClientRect();
              const row = document.querySelector('.sf-tabs ul')?.getBoundingClientRect();
              return tab && row ? tab.left >= row.left - 1 && tab.right <= row.right + 1 : false;
            }, path),
          { message: path },
        )
        .toBe(true);
    }
    await expect
      .poll(() =>
        page.evaluate(() => {
          const row = document.querySelector('.sf-tabs ul') as HTMLElement;
          return row.scrollWidth > row.clientWidth;
        }),
      )
      .toBe(true);
  });

  it('that has filled the browser to its brim still signs in, folds the menu and keeps a draft', async () => {
    const other = await visitor(browser);
    await other.page.goto(`${product.url}/#/login`);
    const left = await other.page.evaluate(() => {
      const fits = (key: string, size: number): boolean => {
        try {
          localStorage.setItem(key, 'x'.repeat(size));
          return true;
        } catch {
          return false;
        }
      };
      for (let size = 1_000_000, n = 0; size >= 1; size = Math.floor(size / 2)) while (fits(`filled${n}`, size)) n += 1;
      return fits('one more', 10);
    });
    expect(left).toBe(false);
    await signInByHand(other.page, product.url, 'leader', '/index');
    await other.page.locator('[data-screen="platform/home"]').waitFor();
    await other.page.locator('[data-action="toggle-menu"]').click();
    await expect.poll(async () => Math.round((await other.page.locator('.sf-tabs').boundingBox())?.x ?? -1)).toBe(54);
    await other.page.goto(`${product.url}/#/commonEntry/detail?formKey=businessSealApply&isEdit=1`);
    await field(other.page, 'sealTitle').locator('textarea, input').first().fill('浏览器已满时填写');
    await expect
      .poll(
        () =>
          other.page.evaluate(async () => {
            const open = await new Promise<IDBDatabase>((done, fail) => {
              const asked = indexedDB.open('drafts', 1);
              asked.onupgradeneeded = () => asked.result.createObjectStore('drafts');
              asked.onsuccess = () => done(asked.result);
              asked.onerror = () => fail(new Error('closed'));
            });
            const all = await new Promise<unknown[]>((done) => {
              const asked = open.transaction('drafts').objectStore('drafts').getAll();
              asked.onsuccess = () => done(asked.result as unknown[]);
            });
            open.close();
            return JSON.stringify(all).includes('浏览器已满时填写');
          }),
        { timeout: 20_000 },
      )
      .toBe(true);
    expect(other.faults()).toEqual([]);
    await other.close();
  });
});

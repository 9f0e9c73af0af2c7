import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import {
  field,
  pickPerson,
  picturesOnFailure,
  signIn,
  startProduct,
  visitor,
  type Product,
  type Visitor,
} from '../support.ts';

let product: Product;
let browser: Browser;
let staff: Visitor;
let leader: Visitor;
let hr: Visitor;
beforeAll(async () => {
  [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
  [staff, leader, hr] = await Promise.all([visitor(browser), visitor(browser), visitor(browser)]);
  await signIn(staff.page, product.url, 'staff', '/mail/writeLetters');
  await signIn(leader.page, product.url, 'leader', '/mail/collectionLetters');
  await signIn(hr.page, product.url, 'hr', '/notice/release');
});
afterEach(picturesOnFailure(() => ({ staff, leader, hr })));
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const press = (who: Visitor, action: string) => who.page.locator(`[data-action="${action}"]:visible`).first().click();

describe('internal mail', () => {
  it('reaches an open inbox by itself, is read, answered, deleted and restored (CT-016, ML-001)', async () => {
    const { page } = staff;
    await press(staff, 'send');
    await page.locator('.sc-errors').getByText('主题').first().waitFor();

    await pickPerson(page, 'toIds', '陈立群');
    await field(page, 'subject').locator('input').fill('下周检测安排');
    await field(page, 'content').locator('textarea').fill('请于周一前确认人员。\n谢谢！');
    await press(staff, 'send');
    await page.waitForURL(/sendLetters/);
    await page.getByText('下周检测安排').first().waitFor();

    // nobody pressed refresh
    await leader.page.getByText('下周检测安排').first().click();
    await leader.page.getByText('请于周一前确认人员。').waitFor();
    await press(leader, 'reply');
    await expect.poll(() => field(leader.page, 'subject').locator('input').inputValue()).toBe('回复：下周检测安排');
    await expect.poll(() => field(leader.page, 'toIds').locator('input').first().inputValue()).toContain('周明轩');
    await press(leader, 'send');
    await leader.page.waitForURL(/sendLetters/);

    await page.goto(`${product.url}/#/mail/collectionLetters`);
    const row = page.locator('[data-feed="收件箱"] [data-row="0"]');
    await row.getByText('回复：下周检测安排').waitFor();
    await row.getByRole('checkbox').check();
    await press(staff, 'delete');
    await page.getByText('回复：下周检测安排').waitFor({ state: 'detached' });
    await page.goto(`${product.url}/#/mail/delLetters`);
    await page.locator('[data-feed="已删除"] [data-row="0"]').getByRole('checkbox').check();
    await press(staff, 'restore');
    await page.getByText('没有已删除的邮件').waitFor();
    expect(staff.faults()).toEqual([]);
    expect(leader.faults()).toEqual([]);
  });
});

describe('a notice', () => {
  it('is written, released, and reaches an open page by itself', async () => {
    await staff.page.goto(`${product.url}/#/notice/list`);
    await staff.page.getByText('综合楼电梯年度检修公告').waitFor();
    expect(await staff.page.getByText('国庆放假安排').count()).toBe(0);
    await press(hr, 'create');
    await field(hr.page, 'title').locator('input').fill('国庆放假安排');
    await field(hr.page, 'content').locator('textarea').fill('10 月 1 日至 7 日放假。');
    await hr.page.getByRole('button', { name: '保存' }).click();
    const line = hr.page.locator('[data-row]').filter({ hasText: '国庆放假安排' });
    await line.getByText('未发布').waitFor();
    await line.locator('[data-action="release"]').click();
    await hr.page.getByRole('dialog').getByRole('button', { name: '发布' }).click();
    await line.getByText('已发布', { exact: true }).waitFor();

    await staff.page.getByText('国庆放假安排').first().click();
    await staff.page.getByText('10 月 1 日至 7 日放假。').waitFor();
    expect(staff.faults()).toEqual([]);
    expect(hr.faults()).toEqual([]);
  });
});

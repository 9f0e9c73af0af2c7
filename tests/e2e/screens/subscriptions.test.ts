import type { Browser, FrameLocator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

const BOARD = '/kanban/entrustBoard';
/** Half of the year: the conditions of the page stand in its address. */
const YEAR = `?p.period=${encodeURIComponent('["2026-01-01","2026-06-30"]')}`;

/** A manager has a card of a board sent to them, and the notice leads back to the board with the same conditions. */
describe('a subscription to a card of a board', () => {
  let product: Product;
  let browser: Browser;
  let manager: Visitor;
  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    manager = await visitor(browser);
    await signIn(manager.page, product.url, 'manager', `${BOARD}${YEAR}`);
  });
  afterEach(picturesOnFailure(() => ({ manager })));
  afterEach(() => expect(manager?.faults()).toEqual([]));
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  it('is sent now, its notice says the figure of the card and opens the board', async () => {
    const { page } = manager;
    const card = page.locator('[data-stat="委托数"]');
    const shown = (await card.locator('.sc-figure-open').innerText()).trim();
    expect(Number(shown)).toBeGreaterThan(0);
    await card.hover();
    await card.locator('[data-action="subscribe"]').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('名称').fill('每天的委托数');
    await dialog.locator('[data-input="every"]').click();
    await page.locator('.ant-select-dropdown:visible').getByText('每天', { exact: true }).click();
    await dialog.getByText('邮件', { exact: true }).click();
    await dialog.locator('[data-action="save-subscription"]').click();
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('navigation').getByText('任务中心').first().click();
    await page.locator('[data-menu="subscriptions"]').click();
    const row = page.locator('[data-subscription]');
    await row.getByText('每天 08:00').waitFor();
    await row.getByText('尚未发送').waitFor();
    await row.locator('[data-action="send"]').click();
    await row.getByText(/已发送（站内：.+）$/).waitFor();
    // a second time at once is refused with a reason
    await row.locator('[data-action="send"]').click();
    await page.getByText(/秒后再试/).waitFor();

    await page.locator('[data-action="notice-push"]').click();
    const bell: FrameLocator = page.frameLocator('[data-panel="notice-push"] iframe');
    await bell.locator('[data-push="remind"] [data-action="open"]', { hasText: '每天的委托数' }).click();
    await page.waitForURL((address) => address.hash.startsWith(`#${BOARD}?p.period=`));
    await expect.poll(() => page.locator('[data-stat="委托数"] .sc-figure-open').innerText()).toBe(shown);

    await page.locator('[data-action="close-notice-push"]').click();
    await page.goto(`${product.url}/#/taskCenter/remindList`);
    await page.getByText(new RegExp(`委托数 ${shown} 份`)).waitFor();
    await page.getByText('每天的委托数').click();
    await page.waitForURL((address) => address.hash.startsWith(`#${BOARD}?p.period=`));
  });

  it('is paused, and ended after a question', async () => {
    const { page } = manager;
    await page.goto(`${product.url}/#/taskCenter/subscriptions`);
    const row = page.locator('[data-subscription]');
    await row.locator('[data-action="pause"]').click();
    await row.getByText('已暂停').waitFor();
    await row.locator('[data-action="remove"]').click();
    const question = page.getByRole('dialog');
    await question.locator('.ant-modal-confirm-title', { hasText: '确定删除订阅“每天的委托数”？' }).waitFor();
    await question.getByRole('button', { name: /删\s?除/ }).click();
    await page.getByText(/还没有订阅/).waitFor();
  });
});

import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

/** What a person chooses on their home page is there when they sign in elsewhere, and is nobody else's. */
describe('the home page as a person arranges it', () => {
  let product: Product;
  let browser: Browser;
  let manager: Visitor;
  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    manager = await visitor(browser);
    await signIn(manager.page, product.url, 'manager');
  });
  afterEach(picturesOnFailure(() => ({ manager })));
  afterEach(() => expect(manager?.faults()).toEqual([]));
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  async function drag(page: Page, handle: Locator, to: Locator): Promise<void> {
    await handle.hover();
    await page.mouse.down();
    const box = await to.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 30, (box?.y ?? 0) + 12, { steps: 12 });
    await page.mouse.up();
  }
  const cards = ({ page }: Visitor): Promise<(string | null)[]> =>
    page.locator('[data-desk-card]').evaluateAll((all) => all.map((one) => one.getAttribute('data-desk-card')));

  it('opens the list whose total a figure is', async () => {
    const { page } = manager;
    const figure = page.locator('[data-stat="本月办理"]');
    const shown = Number.parseInt(await figure.locator('.sc-stat-value').innerText(), 10);
    expect(shown).toBeGreaterThan(0);
    await figure.click();
    await page
      .getByText(new RegExp(`共 ${shown} `))
      .first()
      .waitFor();
    await page.goBack();
    await figure.waitFor();
  });

  it('keeps the cards that were chosen, moved by mouse and by keyboard', async () => {
    const { page } = manager;
    expect((await cards(manager)).slice(0, 2)).toEqual(['work', 'todo']);
    await page.getByRole('button', { name: '自定义' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('经营指标', { exact: true }).check();
    await dialog.getByLabel('我的工作', { exact: true }).uncheck();
    // to the place of the first one, by its handle
    await drag(page, dialog.getByLabel('移动“经营指标”'), dialog.locator('[data-desk-row="work"]'));
    const rows = () => dialog.locator('[data-desk-row]').evaluateAll((all) => all.map((one) => one.dataset['deskRow']));
    await expect.poll(async () => (await rows())[0]).toBe('money');
    await dialog.getByRole('button', { name: '上移“通知公告”' }).press('Enter');
    await expect.poll(async () => (await rows()).indexOf('notices') < (await rows()).indexOf('todo')).toBe(true);
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('[data-stat="今年回款额"]').waitFor();
    expect((await cards(manager)).slice(0, 3)).toEqual(['money', 'notices', 'todo']);

    const elsewhere = await visitor(browser);
    await signIn(elsewhere.page, product.url, 'manager');
    await elsewhere.page.locator('[data-stat="今年回款额"]').waitFor();
    expect((await cards(elsewhere)).slice(0, 3)).toEqual(['money', 'notices', 'todo']);
    await elsewhere.page.context().close();
    const staff = await visitor(browser);
    await signIn(staff.page, product.url, 'staff');
    await staff.page.locator('[data-stat="我的待办"]').waitFor();
    expect((await cards(staff)).slice(0, 2)).toEqual(['work', 'todo']);
    await staff.page.context().close();
  });
});

import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';
import { openEntry } from './hand.ts';

describe('an application begun from a template', () => {
  let browser: Browser;
  let product: Product;
  let admin: Visitor;

  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    admin = await visitor(browser);
    await signIn(admin.page, product.url, 'admin', '/system/formManager');
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(picturesOnFailure(() => ({ admin })));

  it('is offered on an empty canvas, and drawn by the renderer before it is taken', async () => {
    const { page } = admin;
    await page.getByRole('button', { name: '新建表单' }).click();
    await page.getByLabel('表单名称').fill('随便看看');
    await expect.poll(() => page.getByLabel('表单键').inputValue()).not.toBe('');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /新\s*建/ })
      .click();
    await page.getByRole('button', { name: /从模板新建/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^巡检记录/ }).click();
    const drawn = dialog.getByRole('region', { name: '预览' });
    await drawn.getByText('检查项', { exact: true }).waitFor();
    // a rule of the form works in the picture, too: nothing is to be mended while nothing failed
    await expect.poll(() => drawn.getByText('整改要求').count()).toBe(0);
    await dialog.getByRole('button', { name: /^会议室预订/ }).click();
    await drawn.getByRole('textbox', { name: '会议主题' }).waitFor();
    // on a phone the picture ends above the buttons
    const size = page.viewportSize() ?? { width: 1440, height: 900 };
    await page.setViewportSize({ width: 390, height: 844 });
    const take = dialog.getByRole('button', { name: /^采用/ });
    const ends = async (): Promise<number> => {
      const [picture, button] = await Promise.all([drawn.boundingBox(), take.boundingBox()]);
      return (button?.y ?? 0) - ((picture?.y ?? 0) + (picture?.height ?? 0));
    };
    await expect.poll(ends).toBeGreaterThanOrEqual(0);
    await page.setViewportSize(size);
    expect(admin.faults()).toEqual([]);
  });

  it('is taken with its samples into the menu: list and figures are there', async () => {
    const { page } = admin;
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: '放进菜单，所有人可用' }).check();
    await dialog.getByRole('button', { name: '采用“会议室预订”' }).click();
    await page.getByText('已采用“会议室预订”，含 4 条示例记录').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await page.goto(`${product.url}/#/index`);
    await openEntry(page, '协同办公', '会议室预订');
    // its list opens as the week with a row for each room, also for a free one
    await page.getByRole('row', { name: '多功能厅' }).waitFor();
    await page.locator('[data-action="look"]').click();
    await page.getByRole('menuitem', { name: '表格', exact: true }).click();
    await page.getByText('桥梁检测方案评审').waitFor();
    await page.getByText('共 4 条').waitFor();
    await openEntry(page, '协同办公', '会议室使用统计');
    await page
      .getByRole('row', { name: /多功能厅/ })
      .getByText('24', { exact: true })
      .first()
      .waitFor();
    expect(admin.faults()).toEqual([]);
  });

  it('is told to be there already, and opened instead of taken twice', async () => {
    const { page } = admin;
    await page.goto(`${product.url}/#/system/formManager`);
    await page.getByRole('button', { name: '从模板新建' }).click();
    const dialog = page.getByRole('dialog');
    const card = dialog.getByRole('button', { name: /^会议室预订/ });
    await card.getByText('已采用').waitFor();
    await card.click();
    await dialog.getByRole('button', { name: '打开“会议室预订”' }).click();
    await page.getByRole('application').getByText('会议主题').waitFor();
    expect(admin.faults()).toEqual([]);
  });
});

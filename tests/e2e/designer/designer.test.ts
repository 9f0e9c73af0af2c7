import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

/** Somebody who cannot program makes a form from nothing, by mouse and keyboard and by what is written on the page. */
describe('外出检测用车申请, drawn by an administrator', () => {
  let browser: Browser;
  let product: Product;
  let admin: Visitor;
  let staff: Visitor;

  beforeAll(async () => {
    [browser, product] = await Promise.all([launchBrowser(), startProduct()]);
    [admin, staff] = await Promise.all([visitor(browser), visitor(browser)]);
    await signIn(admin.page, product.url, 'admin', '/system/formManager');
    await signIn(staff.page, product.url, 'staff');
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(picturesOnFailure(() => ({ admin, staff })));

  /** Drags a field of the palette below what is on the canvas. */
  async function drag(page: Page, name: string): Promise<void> {
    const item = page.getByRole('region', { name: '字段' }).getByRole('button', { name, exact: true });
    const before = await page.getByRole('application').locator('[role="group"]').count();
    await item.scrollIntoViewIfNeeded();
    const from = (await item.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const to = (await page.getByRole('application').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const last = page.getByRole('application').locator('[role="group"]').last();
    const below =
      before === 0
        ? to.y + 120
        : ((await last.boundingBox())?.y ?? to.y) + ((await last.boundingBox())?.height ?? 0) + 12;
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + from.width, from.y + from.height, { steps: 4 });
    await page.mouse.move(to.x + to.width / 2, below, { steps: 6 });
    await page.mouse.up();
    await expect.poll(() => page.getByRole('application').locator('[role="group"]').count()).toBeGreaterThan(before);
  }
  const name = async (page: Page, label: string): Promise<void> => {
    await page.getByRole('region', { name: '属性' }).getByLabel(/^名称/).fill(label);
  };

  it('is dragged together, named, published, and put into the menu', async () => {
    const { page } = admin;
    await page.getByRole('button', { name: '新建表单' }).click();
    await page.getByLabel('表单名称').fill('外出检测用车申请');
    await expect.poll(() => page.getByLabel('表单键').inputValue()).toBe('waiChuJianCeYongCheShenQing');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /新\s*建/ })
      .click();
    await page.getByText('从哪里开始？').waitFor();
    await drag(page, '单行文本');
    await name(page, '检测项目');
    await page.getByRole('region', { name: '属性' }).getByRole('switch', { name: /^必填/ }).click();
    await drag(page, '日期');
    await name(page, '出发日期');
    await drag(page, '数字');
    await name(page, '随车人数');
    await page.getByText('列表', { exact: true }).first().click();
    await page.getByRole('checkbox', { name: '检测项目：列表列' }).check();
    await page.getByRole('checkbox', { name: '检测项目：查询条件' }).check();
    await page.getByRole('checkbox', { name: '检测项目：记录标题' }).check();
    await page.getByRole('checkbox', { name: '随车人数：列表列' }).check();
    await page.getByText('预览', { exact: true }).first().click();
    await page.getByRole('region', { name: '预览' }).getByText('检测项目').waitFor();
    await page.getByRole('button', { name: /发\s*布/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /发\s*布/ })
      .click();
    await page.getByText('已发布第 1 版').first().waitFor();
    expect(admin.faults()).toEqual([]);
  });

  it('is filled in by staff, refused while a required field is empty, and stands in the list', async () => {
    const { page } = staff;
    await page.goto(`${product.url}/#/commonEntry/detail?formKey=waiChuJianCeYongCheShenQing&isEdit=1`);
    await page.getByLabel('检测项目').waitFor();
    await page.locator('[data-action="save"]').click();
    await page.locator('.sf-invalid').getByText('检测项目').first().waitFor();
    await page.getByLabel('检测项目').fill('桥梁静载试验');
    await page.getByLabel('随车人数').fill('3');
    await page.locator('[data-action="save"]').click();
    await page.getByText('保存成功').first().waitFor();
    await page.goto(`${product.url}/#/commonEntry/list?formKey=waiChuJianCeYongCheShenQing`);
    await page.getByText('桥梁静载试验').first().waitFor();
    expect(staff.faults()).toEqual([]);
  });
});

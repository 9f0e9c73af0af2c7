import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { personAt, type Person } from '../chains/people.ts';
import { picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';
import { publish } from './hand.ts';

const REST = 1000;

/**
 * An administrator who cannot program makes a form change another record and remind its people; staff see both happen.
 */
describe('rules of a form, made by choosing', () => {
  let browser: Browser;
  let product: Product;
  let admin: Visitor;
  let sales: Person;
  let page: Page;

  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    admin = await visitor(browser);
    ({ page } = admin);
    await signIn(page, product.url, 'admin', '/system/formManager');
    sales = await personAt(browser, product, 'sales');
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(picturesOnFailure(() => ({ admin })));

  const part = (name: string) => page.getByRole('region', { name, exact: true });
  const sentence = (name: string) => part(name).locator('[aria-expanded]').first();

  /** What is chosen stands over the input that has the name. */
  const pick = async (where: string, label: string, option: string): Promise<void> => {
    const input = page.getByRole('combobox', { name: label, exact: true });
    await part(where).locator('.ant-select').filter({ has: input }).first().click();
    await page.getByTitle(option, { exact: true }).last().click();
  };

  it('are found in the form, and written as sentences while they are chosen', async () => {
    await page.getByLabel('查找表单').fill('跟进记录');
    await page
      .getByRole('row', { name: /跟进记录/ })
      .getByRole('button', { name: /编\s*辑/ })
      .click();
    await page.getByLabel('视图').getByText('规则').click();
    await part('联动').getByRole('button', { name: '添加联动' }).click();
    await pick('联动', '什么时候', '保存后');
    await pick('联动', '做什么', '修改记录');
    await pick('联动', '哪条记录', '客户');
    await part('联动').getByRole('button', { name: '添加一个字段' }).click();
    await pick('联动', '字段', '备注');
    await pick('联动', '备注的取法', '表达式');
    await part('联动').getByRole('textbox', { name: '备注的值' }).fill('subjec');
    await expect.poll(() => sentence('联动').innerText()).toContain('修改“客户”：备注 = ');
  });

  it('that name what is not there are refused at their place until they are right', async () => {
    const problems = page.getByRole('button', { name: /subjec/ });
    await problems.first().waitFor();
    await pick('联动', '备注的取法', '取字段');
    await pick('联动', '取本记录的字段', '主题');
    await expect.poll(() => problems.count()).toBe(0);
    expect(await sentence('联动').innerText()).toBe('保存后，修改“客户”：备注 = “主题”');
  });

  it('remind the people of a record by a date of it', async () => {
    await part('提醒').getByRole('button', { name: '添加提醒' }).click();
    await pick('提醒', '哪个日期', '下次跟进日期');
    // the form has a reminder already; the open one is the new one
    const added = part('提醒').locator('[aria-expanded="true"]');
    await expect.poll(() => added.innerText()).toContain('下次跟进日期前 3 天，提醒 ');
    expect(admin.faults()).toEqual([]);
    await publish(page, 2);
  });

  it('happen when somebody saves a record', async () => {
    await sales.begin('/customerManagement/followRecord', 'subject');
    await sales.relate('customer', '公司');
    await sales.choose('way', '电话');
    await sales.write('subject', '确认下季度委托计划');
    await sales.write('content', '甲方确认');
    const id = await sales.send('save');
    await sales.open('followRecord', id);
    await sales.field('customer').getByRole('link').first().click();
    await sales.page.getByText('确认下季度委托计划').first().waitFor();
    expect(sales.faults()).toEqual([]);
  });

  it('read and work on a phone by touch, with a name for each control', async () => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      locale: 'zh-CN',
      storageState: await page.context().storageState(),
    });
    const phone = await context.newPage();
    await phone.goto(`${product.url}/#/system/formManager?form=followRecord&view=rules`);
    const rule = phone.getByRole('region', { name: '联动', exact: true });
    await rule.getByText('保存后，修改“客户”：备注 = “主题”').tap();
    await rule.getByRole('combobox', { name: '什么时候' }).waitFor();
    const tree = await rule.ariaSnapshot();
    expect(tree).toMatch(/button "保存后，修改“客户”：备注 = “主题”" \[expanded\]/);
    expect(
      tree.split('\n').filter((line) => /^\s*- (button|combobox|textbox|spinbutton|switch)( \[|:|$)/.test(line)),
    ).toEqual([]);
    await phone.waitForTimeout(REST);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    if (process.env.E2E_PICTURES) await phone.screenshot({ path: `${process.env.E2E_PICTURES}/rules-phone.png` });
    await context.close();
  });
});

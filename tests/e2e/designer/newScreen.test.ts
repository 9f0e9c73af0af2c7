import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import {
  field,
  picturesOnFailure,
  saveRecord,
  signIn,
  startProduct,
  visitor,
  writeText,
  type Product,
  type Visitor,
} from '../support.ts';

/** What the product promises: an administrator puts a new screen live without a front-end deploy, and takes it back. */
describe('a new form, put live by the administrator', () => {
  let browser: Browser;
  let product: Product;
  let admin: Visitor;
  let staff: Visitor;

  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    [admin, staff] = await Promise.all([visitor(browser), visitor(browser)]);
    for (const { page } of [admin, staff]) page.setDefaultTimeout(45_000);
    // the staff's page is open all along and never loaded again
    await signIn(staff.page, product.url, 'staff', '/index');
    await signIn(admin.page, product.url, 'admin', '/system/formManager');
    await staff.page.evaluate(() => {
      (window as unknown as { isSame: boolean }).isSame = true;
    });
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(picturesOnFailure(() => ({ admin, staff })));

  const go = (path: string) => admin.page.goto(`${product.url}/#${path}`);
  const entry = () => staff.page.locator('.sf-sidebar [data-menu]', { hasText: '车辆使用登记' });
  const openGroup = async (): Promise<void> => {
    const group = staff.page.locator('.sf-sidebar .ant-menu-submenu-title', { hasText: '项目管理' }).first();
    // the entry may come a moment later than the group stands open: then a click would close it
    if ((await group.getAttribute('aria-expanded')) !== 'true') await group.click();
    await expect.poll(() => group.getAttribute('aria-expanded')).toBe('true');
  };

  it('is made and published in 表单管理', async () => {
    await admin.page.locator('[data-action="create"]').click();
    await admin.page.getByLabel('表单名称').fill('车辆使用登记');
    await admin.page.getByLabel('表单键').fill('carUse');
    await admin.page.locator('.ant-modal-footer .ant-btn-primary').click();
    await admin.page.locator('.ds-views').getByText('JSON').click();
    await admin.page.locator('.cm-content').waitFor();
    await writeText(
      admin.page,
      JSON.stringify({
        formKey: 'carUse',
        formName: '车辆使用登记',
        fields: [
          {
            tag: 'el-input',
            __vModel__: 'title',
            label: '标题',
            required: true,
            isTitle: '1',
            isList: '1',
            isSearch: '1',
          },
        ],
      }),
    );
    await expect.poll(() => admin.page.locator('[data-action="put-in-menu"]').isDisabled()).toBe(true);
    await admin.page.locator('[data-checking="false"]').waitFor();
    await admin.page.locator('[data-action="publish"]').click();
    await admin.page.locator('#publish-note').fill('首次发布');
    await admin.page.locator('.ant-modal-footer .ant-btn-primary').click();
    await admin.page.getByText('已发布第 1 版').first().waitFor();
  });

  it('is put into the menu from there, into a group and for everybody', async () => {
    await admin.page.locator('[data-action="put-in-menu"]').click();
    const dialog = admin.page.getByRole('dialog');
    await dialog.locator('[data-field="menu-parent"] .ant-select').click();
    await dialog.locator('#menu-parent').fill('项目管理');
    await admin.page.locator('.ant-select-tree-title', { hasText: '项目管理' }).first().click();
    await dialog.locator('#menu-path').fill('expenseReimbursement');
    await dialog.getByText('路径“/administration/expenseReimbursement”已由“费用报销”使用').waitFor();
    await dialog.locator('#menu-path').fill('carUse');
    await dialog.locator('.ant-modal-footer .ant-btn-primary').click();
    await admin.page.getByText('“车辆使用登记”已放进菜单').waitFor();
    expect(admin.faults()).toEqual([]);
  });

  it('stands in the menu of a browser that was open before, opens, is filled in and saved', async () => {
    await openGroup();
    await entry().click();
    await staff.page.waitForURL((address) => address.hash === '#/administration/carUse');
    await staff.page.locator('[data-screen="custom/carUse/list"] [data-action="create"]').first().click();
    await field(staff.page, 'title').locator('input').fill('去滨江花园二期工地');
    await saveRecord(staff.page, 45_000);
    await staff.page.locator('[data-menu]', { hasText: '车辆使用登记' }).first().click();
    await staff.page.locator('[data-screen="custom/carUse/list"]').getByText('去滨江花园二期工地').first().waitFor();
    await expect.poll(() => staff.page.evaluate(() => (window as unknown as { isSame?: boolean }).isSame)).toBe(true);
    expect(staff.faults()).toEqual([]);
  });

  it('is changed in 界面管理, and goes back to its first version', async () => {
    await go('/system/screenManager?screen=custom/carUse/list&view=json');
    await writeText(
      admin.page,
      JSON.stringify({
        screenKey: 'custom/carUse/list',
        title: '用车',
        root: { tag: 'list', formKey: 'carUse', title: '用车一览' },
      }),
    );
    await admin.page.locator('[data-action="publish"]').click();
    await admin.page.locator('.ant-modal-footer .ant-btn-primary').click();
    await admin.page.getByText('已发布第 2 版').first().waitFor();
    await staff.page.locator('[data-action="menu-search"]').waitFor();
    await staff.page.reload();
    await staff.page.getByText('用车一览').first().waitFor();
    await admin.page.locator('[data-action="versions"]').click();
    await admin.page.getByRole('dialog').locator('[data-action="rollback"]').first().click();
    await admin.page.locator('.ant-modal-footer .ant-btn-primary').last().click();
    await admin.page.getByText('现在是第 3 版').first().waitFor();
    await staff.page.reload();
    await staff.page
      .locator('[data-screen="custom/carUse/list"]')
      .getByRole('heading', { name: '车辆使用登记' })
      .waitFor();
    await staff.page.evaluate(() => {
      (window as unknown as { isSame: boolean }).isSame = true;
    });
  });

  it('is taken out of the menu: it goes from open pages at once, and who fills it in keeps the page and can save', async () => {
    await openGroup();
    await entry().click();
    await staff.page.locator('[data-screen="custom/carUse/list"] [data-action="create"]').first().click();
    await field(staff.page, 'title').locator('input').fill('去检测基地');
    await entry().click();
    await go('/system/menuManager');
    await admin.page.getByLabel('查找菜单').fill('车辆使用登记');
    await admin.page.locator('[data-menu-row]', { hasText: '车辆使用登记' }).click();
    await admin.page.locator('[data-action="menu-more"]').click();
    await admin.page.getByRole('menuitem', { name: '删除' }).click();
    await admin.page.locator('.ant-modal-confirm-title', { hasText: '删除“车辆使用登记”？' }).waitFor();
    await admin.page.locator('.ant-modal-confirm-btns .ant-btn-dangerous').click();
    await admin.page.getByText('已删除').first().waitFor();
    await entry().waitFor({ state: 'detached' });
    await staff.page.getByText('“车辆使用登记”已从菜单中移除').waitFor();
    await staff.page.locator('.sf-tab[data-dirty] a').first().click();
    await expect.poll(() => field(staff.page, 'title').locator('input').inputValue()).toBe('去检测基地');
    await saveRecord(staff.page, 45_000);
    await expect.poll(() => staff.page.evaluate(() => (window as unknown as { isSame?: boolean }).isSame)).toBe(true);
  });

  it('comes back with what it was, and is not there for who may not see it', async () => {
    await admin.page.locator('[data-action="removed"]').click();
    await admin.page.locator('[data-action="restore"]').first().click();
    await admin.page.getByText('“车辆使用登记”已恢复').waitFor();
    await admin.page.locator('.ant-modal-footer .ant-btn').first().click();
    await openGroup();
    await entry().waitFor();
    await admin.page.locator('[data-menu-row]', { hasText: '车辆使用登记' }).click();
    await admin.page.getByText('指定角色').click();
    await admin.page.locator('[data-field="menu-roles"] .ant-select').click();
    await admin.page.locator('.ant-select-item-option[title="部门负责人"]').click();
    await admin.page.keyboard.press('Escape');
    await admin.page.locator('.ds-menu-foot [data-action="save"]').click();
    await entry().waitFor({ state: 'detached' });
    expect(admin.faults()).toEqual([]);
    expect(staff.faults()).toEqual([]);
  });
});

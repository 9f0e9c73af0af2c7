import { utils, write } from '@e965/xlsx';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

/** Somebody who cannot program makes applications and figures, by mouse and keyboard and by what is written on the page. */
describe('an administrator who cannot program', () => {
  let browser: Browser;
  let product: Product;
  let admin: Visitor;
  let staff: Visitor;

  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    [admin, staff] = await Promise.all([visitor(browser), visitor(browser)]);
    await signIn(admin.page, product.url, 'admin', '/system/formManager');
    await signIn(staff.page, product.url, 'staff', '/index');
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(picturesOnFailure(() => ({ admin, staff })));

  const canvas = (page: Page) => page.getByRole('application');
  const nodes = (page: Page) => canvas(page).getByRole('group');

  /** Drags a field of the palette to a point, as a hand does: pressed, moved, let go. */
  async function dragTo(page: Page, name: string, x: number, y: number): Promise<void> {
    const item = page.getByRole('region', { name: '字段' }).getByRole('button', { name, exact: true });
    await item.scrollIntoViewIfNeeded();
    const from = await item.boundingBox();
    if (!from) throw new Error(`“${name}” is not in the palette`);
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(x, y, { steps: 5 });
    await page.mouse.up();
  }
  /** Below everything that stands on the canvas. */
  async function drag(page: Page, name: string): Promise<void> {
    const before = await nodes(page).count();
    const around = await canvas(page).boundingBox();
    const last = before === 0 ? null : await nodes(page).last().boundingBox();
    const y = last ? last.y + last.height + 10 : (around?.y ?? 0) + 120;
    await dragTo(page, name, (around?.x ?? 0) + (around?.width ?? 0) / 2, y);
    await expect.poll(() => nodes(page).count()).toBe(before + 1);
  }
  const properties = (page: Page) => page.getByRole('region', { name: '属性' });
  const name = (page: Page, label: string): Promise<void> => properties(page).getByLabel(/^名称/).fill(label);

  it('is dragged together with a sub-table, named and shown in a list', async () => {
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
    await properties(page).getByRole('switch', { name: /^必填/ }).click();
    await drag(page, '日期');
    await name(page, '出发日期');
    await drag(page, '数字');
    await name(page, '随车人数');
    await drag(page, '子表');
    await name(page, '携带设备');
    // fields are let go over the empty table, then behind its first column
    const here = await canvas(page).getByText('把字段拖到这里，成为子表的列').boundingBox();
    await dragTo(page, '单行文本', (here?.x ?? 0) + 40, (here?.y ?? 0) + 10);
    await canvas(page)
      .getByRole('group', { name: /^列 单行文本/ })
      .waitFor();
    await name(page, '设备名称');
    const column = await canvas(page)
      .getByRole('group', { name: /^列 .*设备名称/ })
      .boundingBox();
    await dragTo(page, '数字', (column?.x ?? 0) + (column?.width ?? 0) - 6, (column?.y ?? 0) + 20);
    await canvas(page)
      .getByRole('group', { name: /^列 数字/ })
      .waitFor();
    await name(page, '台数');
    const views = page.getByRole('radiogroup', { name: '视图' });
    await views.getByText('列表', { exact: true }).click();
    await page.getByRole('checkbox', { name: '检测项目：列表列' }).check();
    await page.getByRole('checkbox', { name: '检测项目：查询条件' }).check();
    await page.getByRole('checkbox', { name: '检测项目：记录标题' }).check();
    await page.getByRole('checkbox', { name: '随车人数：列表列' }).check();
    await views.getByText('预览', { exact: true }).click();
    await page.getByRole('region', { name: '预览' }).getByText('检测项目').waitFor();
    await publish(page, 1);
    expect(admin.faults()).toEqual([]);
  });

  async function publish(page: Page, version: number): Promise<void> {
    await page.getByRole('button', { name: /^发\s*布$/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^发\s*布$/ })
      .click();
    await page.getByText(`已发布第 ${version} 版`).first().waitFor();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }

  it('is put into the menu from there', async () => {
    const { page } = admin;
    await page.getByRole('button', { name: '放进菜单' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('上级').fill('项目管理');
    await page.getByText('项目管理', { exact: true }).last().click();
    await dialog.getByRole('button', { name: '放进菜单' }).click();
    await page.getByText('“外出检测用车申请”已放进菜单').waitFor();
    expect(admin.faults()).toEqual([]);
  });

  it('gets a process that is made of steps', async () => {
    const { page } = admin;
    await page.goto(`${product.url}/#/system/flowManager`);
    await page.getByRole('button', { name: '新建流程' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('流程名称').fill('用车审批');
    await dialog.getByLabel('流程键').fill('carApproval');
    await dialog.getByLabel('对应的表单').fill('外出检测用车');
    await page.getByTitle(/外出检测用车申请/).click();
    await dialog.getByRole('button', { name: /新\s*建/ }).click();
    await page.getByText('部门负责人').first().waitFor();
    await publish(page, 1);
    await page.getByText(/表单“外出检测用车申请”第 2 版起使用此流程/).waitFor();
    expect(admin.faults()).toEqual([]);
  });

  it('is found in the menu by staff, refused while a required field is empty, submitted and listed', async () => {
    const { page } = staff;
    const sidebar = page.getByRole('navigation').first();
    await sidebar.getByText('项目管理', { exact: true }).first().click();
    await sidebar.getByText('外出检测用车申请').click();
    await page
      .getByRole('button', { name: /新\s*建|新\s*增/ })
      .first()
      .click();
    await page.getByRole('textbox', { name: '检测项目' }).waitFor();
    await page
      .getByRole('button', { name: /提\s*交/ })
      .first()
      .click();
    await page.getByText('请填写检测项目').first().waitFor();
    await page.getByRole('textbox', { name: '检测项目' }).fill('桥梁静载试验');
    await page.getByRole('spinbutton', { name: '随车人数' }).fill('3');
    await page
      .getByRole('button', { name: /提\s*交/ })
      .first()
      .click();
    await page.getByText('提交成功').first().waitFor();
    await sidebar.getByText('外出检测用车申请').click();
    await page.getByRole('cell', { name: '桥梁静载试验' }).first().waitFor();
    expect(staff.faults()).toEqual([]);
  });

  it('makes 每月各部门合同金额 by dragging fields, beside the answer of the server, and puts it into the menu', async () => {
    const { page } = admin;
    await page.goto(`${product.url}/#/system/datasetManager`);
    await page.getByRole('button', { name: '新建数据集' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('统计哪个表单的记录').fill('合同台账');
    await page.getByTitle(/^合同台账（/).click();
    await dialog.getByLabel('名称').fill('每月各部门合同金额');
    await expect.poll(() => dialog.getByLabel('数据集键').inputValue()).toBe('custom/meiYueGeBuMenHeTongJinE');
    await dialog.getByRole('button', { name: /新\s*建/ }).click();
    const fields = page.getByRole('region', { name: '字段' });
    const drop = async (name: string, zone: string): Promise<void> => {
      const item = fields.getByText(name, { exact: true });
      await item.scrollIntoViewIfNeeded();
      const from = await item.boundingBox();
      const to = await page.getByRole('region', { name: zone, exact: true }).boundingBox();
      if (!from || !to) throw new Error(`“${name}” or “${zone}” is not there`);
      await page.mouse.move(from.x + 40, from.y + from.height / 2);
      await page.mouse.down();
      await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
      await page.mouse.up();
      // the zone grows by it, and moves those below: the next one is carried to where they stand then
      const names = page.getByRole('region', { name: zone, exact: true }).locator('input');
      await expect
        .poll(() => names.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)))
        .toContain(name);
    };
    for (const name of ['移除分组“月份”', '移除统计值“数量”']) {
      await page.getByRole('button', { name }).click();
      await page.getByRole('button', { name }).waitFor({ state: 'detached' });
    }
    await drop('签订日期', '分组');
    await drop('承办部门', '分组');
    await drop('合同金额', '统计值');
    await page
      .getByText('全部已办结的“合同台账”记录，按签订日期（每月）、承办部门分组，计算合同金额的合计。')
      .waitFor();
    const result = page.getByRole('region', { name: '结果预览' });
    await result.getByText('堆叠（推荐）').waitFor();
    await result.getByRole('columnheader', { name: '合同金额（元）' }).waitFor();
    // a field of the form that a relation leads to
    await fields.getByRole('button', { name: '展开所属项目的字段' }).click();
    await fields
      .getByRole('button', { name: /^所属项目 \/ .*：加入筛选$/ })
      .first()
      .waitFor();
    await publish(page, 1);
    await page.getByRole('button', { name: '放进菜单' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '放进菜单' }).click();
    await page.getByText('“每月各部门合同金额”已放进菜单').waitFor();
    await page.goto(`${product.url}/#/index`);
    await page.getByRole('navigation').first().getByText('每月各部门合同金额').click();
    await page
      .getByRole('columnheader', { name: /合同金额/ })
      .first()
      .waitFor();
    expect(admin.faults()).toEqual([]);
  });

  it('makes two related forms with their records and lists of an Excel file', async () => {
    const { page } = admin;
    const sheets = {
      检测客户: [
        ['客户名称', '联系电话', '等级'],
        ['滨江建设', '13800001111', 'A'],
        ['江南置业', '13800002222', 'B'],
        ['城东路桥', '13800003333', 'A'],
      ],
      委托登记: [
        ['委托编号', '客户', '委托日期', '金额'],
        ['WT-001', '滨江建设', '2026-03-01', 1200.5],
        ['WT-002', '滨江建设', '2026-03-05', 800],
        ['WT-003', '城东路桥', '2026-04-02', 4300],
      ],
    };
    const book = utils.book_new();
    for (const [name, rows] of Object.entries(sheets)) utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
    const buffer = Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array);
    await page.goto(`${product.url}/#/system/formManager`);
    await page.getByRole('button', { name: '从 Excel 新建' }).click();
    const dialog = page.getByRole('dialog');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByText('点击选择或拖入 Excel 文件').click(),
    ]);
    await chooser.setFiles({ name: '委托.xlsx', mimeType: 'application/octet-stream', buffer });
    await dialog.getByRole('tab', { name: '委托登记' }).click();
    // what was guessed is shown: the client is a record of the other sheet
    await dialog.getByText('关联记录').first().waitFor();
    const everybody = dialog.getByRole('checkbox', { name: '放进菜单，所有人可用' });
    // nobody sees the new forms unless that is asked for
    expect(await everybody.isChecked()).toBe(false);
    await everybody.check();
    await dialog.getByRole('button', { name: '新建并发布（2 个表单）' }).click();
    await expect.poll(() => dialog.getByText('已导入 3 条记录').count(), { timeout: 60_000 }).toBe(2);
    await expect.poll(() => dialog.getByText('完成', { exact: true }).count()).toBe(2);
    await dialog
      .getByRole('button', { name: /关\s*闭/ })
      .last()
      .click();
    const sidebar = staff.page.getByRole('navigation').first();
    await sidebar.getByText('检测客户').waitFor();
    await page.goto(`${product.url}/#/index`);
    await page.getByRole('navigation').first().getByText('委托登记').click();
    const line = page.getByRole('row').filter({ hasText: 'WT-003' });
    await line.getByText('城东路桥').waitFor();
    expect(admin.faults()).toEqual([]);
  });
});

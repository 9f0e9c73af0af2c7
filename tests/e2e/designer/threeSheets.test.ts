import { utils, write } from '@e965/xlsx';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';
import { film, openEntry } from './hand.ts';

const shot = film('sheets');

const SHEETS = {
  往来客户: [
    ['序号', '客户编号', '客户名称', '等级', '联系电话'],
    [1, 'KH001', '滨江建设', 'A', '13800001111'],
    [2, 'KH002', '江南置业', 'B', '13800002222'],
    [3, 'KH003', '城东路桥', 'A', '13800003333'],
    [4, 'KH004', '高新水务', 'B', '13800004444'],
  ],
  检测仪器: [
    ['仪器编号', '仪器名称', '购置日期', '购置金额'],
    ['YQ-01', '回弹仪', '2024-03-01', 3800],
    ['YQ-02', '超声波检测仪', '2023-11-15', 86500.5],
    ['YQ-03', '全站仪', '2025-06-20', 128000],
  ],
  外检任务: [
    ['任务编号', '委托客户', '使用仪器', '检测日期', '检测费用', '是否加急', '备注'],
    ['RW-001', '滨江建设', 'YQ-01', '2026-03-01', 1200.5, '是', ''],
    ['RW-002', '城东路桥', 'YQ-03', '2026-03-05', 800, '否', '夜间作业'],
    ['RW-003', '滨江建设', 'YQ-02', '2026-04-02', 4300, '否', ''],
    ['RW-004', '高新水务', 'YQ-01', '2026-04-09', 960, '否', ''],
  ],
} as const;

/** An application of three related sheets, by mouse and keyboard: what is guessed is shown, corrected, made and filled. */
describe('three sheets of an Excel file', () => {
  let browser: Browser;
  let product: Product;
  let admin: Visitor;
  let staff: Visitor;

  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    [admin, staff] = await Promise.all([visitor(browser), visitor(browser)]);
    await signIn(admin.page, product.url, 'admin', '/system/formManager');
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(picturesOnFailure(() => ({ admin, staff })));

  const dialog = () => admin.page.getByRole('dialog');
  const line = (title: string) =>
    dialog()
      .getByRole('row')
      .filter({ has: admin.page.getByLabel(`采用${title}`) });
  const open = (sheet: string): Promise<void> => dialog().getByRole('tab', { name: sheet }).click();
  const isTicked = (name: string): Promise<boolean> =>
    dialog().getByRole('checkbox', { name, exact: true }).isChecked();

  it('are read: kinds, options, relations, required and unique are guessed and shown', async () => {
    const { page } = admin;
    const book = utils.book_new();
    for (const [name, rows] of Object.entries(SHEETS))
      utils.book_append_sheet(book, utils.aoa_to_sheet(rows as unknown as unknown[][]), name);
    const buffer = Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array);
    await page.getByRole('button', { name: '从 Excel 新建' }).click();
    await shot(page, 'choose');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog().getByText('点击选择或拖入 Excel 文件').click(),
    ]);
    await chooser.setFiles({ name: '外检.xlsx', mimeType: 'application/octet-stream', buffer });
    await open('往来客户');
    // a running number of the sheet is no field; a number of a client is filled in and never twice
    expect(await isTicked('采用序号')).toBe(false);
    expect([await isTicked('客户编号必填'), await isTicked('客户编号不重复')]).toEqual([true, true]);
    await line('联系电话').getByTitle('电话', { exact: true }).waitFor();
    await line('等级').getByTitle('下拉选择', { exact: true }).waitFor();
    await line('等级').getByText('A', { exact: true }).waitFor();
    await line('等级').getByText('B', { exact: true }).waitFor();
    await shot(page, 'clients');
    await open('检测仪器');
    await line('购置日期').getByTitle('日期', { exact: true }).waitFor();
    await expect.poll(() => dialog().getByLabel('购置金额的小数位').inputValue()).toBe('2');
    await shot(page, 'instruments');
    await open('外检任务');
    for (const [title, target] of [
      ['委托客户', '往来客户'],
      ['使用仪器', '检测仪器'],
    ] as const) {
      await line(title).getByTitle('关联记录', { exact: true }).waitFor();
      await line(title).getByTitle(target, { exact: true }).waitFor();
    }
    await line('是否加急').getByTitle('单选', { exact: true }).waitFor();
    await line('备注').getByTitle('多行文本', { exact: true }).waitFor();
    expect(await isTicked('备注必填')).toBe(false);
    await shot(page, 'tasks');
    expect(admin.faults()).toEqual([]);
  });

  it('are corrected, made and filled with their records', async () => {
    const { page } = admin;
    await dialog().getByLabel('第 7 列的字段名称').fill('作业说明');
    await open('往来客户');
    // a grade that no row has yet
    await dialog().getByRole('combobox', { name: '等级的选项' }).click();
    await page.keyboard.type('C');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await line('等级').getByText('C', { exact: true }).waitFor();
    await dialog().getByRole('checkbox', { name: '联系电话必填', exact: true }).uncheck();
    await dialog().getByRole('checkbox', { name: '放进菜单，所有人可用' }).check();
    await shot(page, 'corrected');
    await dialog().getByRole('button', { name: '新建并发布（3 个表单）' }).click();
    await expect.poll(() => dialog().getByText('完成', { exact: true }).count(), { timeout: 60_000 }).toBe(3);
    expect(await dialog().getByText('已导入 4 条记录').count()).toBe(2);
    await dialog().getByText('已导入 3 条记录').waitFor();
    await shot(page, 'made');
    await dialog()
      .getByRole('button', { name: /关\s*闭/ })
      .last()
      .click();
    expect(admin.faults()).toEqual([]);
  });

  it('are lists whose records lead to each other, and forms that staff fill in', async () => {
    const { page } = admin;
    await page.goto(`${product.url}/#/index`);
    await openEntry(page, '协同办公', '外检任务');
    const task = page.getByRole('row').filter({ hasText: 'RW-003' });
    await task.getByText('滨江建设').waitFor();
    await task.getByText('超声波检测仪').waitFor();
    await page.getByText('共 4 条').waitFor();
    await shot(page, 'list');

    await signIn(staff.page, product.url, 'staff', '/index');
    await openEntry(staff.page, '协同办公', '往来客户');
    await staff.page
      .getByRole('button', { name: /新\s*增/ })
      .first()
      .click();
    const save = staff.page.getByRole('button', { name: /^保\s*存$/ });
    // the list that is left has a field of the same name, to look for clients by
    await save.waitFor();
    await staff.page.getByRole('textbox', { name: '客户编号' }).fill('KH001');
    await staff.page.getByRole('textbox', { name: '客户名称' }).fill('滨江建设集团');
    await staff.page.getByRole('combobox', { name: '等级' }).click();
    await staff.page.getByTitle('C', { exact: true }).click();
    await staff.page.getByRole('main').getByTitle('C', { exact: true }).waitFor();
    await save.click();
    // its number is another client's
    await staff.page.getByText('“KH001”已存在，不能重复').first().waitFor();
    await shot(staff.page, 'refused');
    // the field knows it before the save is refused, and a save that is under way takes no second click
    await save.waitFor();
    await staff.page.getByRole('textbox', { name: '客户编号' }).fill('KH005');
    await save.click();
    await staff.page.getByText('保存成功').first().waitFor();
    await shot(staff.page, 'saved');
    expect(staff.faults()).toEqual([]);
  });
});

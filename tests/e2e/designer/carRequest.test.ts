import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';
import {
  add,
  canvasOf,
  carry,
  drag,
  dragTo,
  film,
  name,
  openEntry,
  pickIn,
  propertiesOf,
  publish,
  putInMenu,
} from './hand.ts';

const TITLE = '外出检测用车申请';
const GROUP = '项目管理';
const FIGURES = '各车型用车天数';
const shot = film('car');

/** From nothing to an approved application in calendar and statistics: mouse, keyboard and what is written on the page, no JSON. */
describe('外出检测用车申请, made by an administrator who cannot program', () => {
  let browser: Browser;
  let product: Product;
  let admin: Visitor;
  let staff: Visitor;
  let leader: Visitor;

  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    [admin, staff, leader] = await Promise.all([visitor(browser), visitor(browser), visitor(browser)]);
    await signIn(admin.page, product.url, 'admin', '/system/formManager');
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(picturesOnFailure(() => ({ admin, staff, leader })));

  it('is drawn: fields of several kinds, a dictionary made in place, a relation, a sub-table, computed fields', async () => {
    const { page } = admin;
    const properties = propertiesOf(page);
    await page.getByRole('button', { name: '新建表单' }).click();
    await page.getByLabel('表单名称').fill(TITLE);
    await expect.poll(() => page.getByLabel('表单键').inputValue()).toBe('waiChuJianCeYongCheShenQing');
    await shot(page, 'name');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /新\s*建/ })
      .click();
    await page.getByText('从哪里开始？').waitFor();
    await shot(page, 'empty');
    await page.getByRole('button', { name: '申请人信息' }).last().click();
    await canvasOf(page)
      .getByRole('group', { name: /申请人，必填/ })
      .waitFor();
    await drag(page, '单行文本');
    await name(page, '用车事由');
    await shot(page, 'text');
    await drag(page, '下拉选择');
    await name(page, '车型');
    await properties.getByRole('button', { name: '新建字典' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('名称').fill('检测用车车型');
    await expect.poll(() => dialog.getByLabel('编码').inputValue()).toBe('jianCeYongCheCheXing');
    await dialog.getByLabel('字典项').fill('轿车\n商务车\n皮卡');
    await shot(page, 'dictionary');
    await dialog.getByRole('button', { name: /新\s*建/ }).click();
    await page.getByText('已新建字典“检测用车车型”').waitFor();
    await properties.getByText('选项取自下面的数据字典').waitFor();
    await shot(page, 'choice');
    // the rest by the keyboard, each behind the one before
    await add(page, '日期');
    await name(page, '出车日期');
    await add(page, '日期');
    await name(page, '返回日期');
    await add(page, '数字');
    await name(page, '用车天数');
    await add(page, '关联记录');
    await name(page, '所属项目');
    await page.getByText('所属项目：还没有设置“关联的表单”').waitFor();
    await canvasOf(page).getByText('所属项目：在属性中设置“关联的表单”').waitFor();
    await shot(page, 'problem');
    await pickIn(page, properties, /^关联的表单/, /^项目登记（/, '项目登记');
    await shot(page, 'relation');
    await add(page, '子表');
    await name(page, '行程');
    const empty = canvasOf(page).getByText('把字段拖到这里，成为子表的列');
    await empty.scrollIntoViewIfNeeded();
    const here = await empty.boundingBox();
    await dragTo(page, '单行文本', { x: (here?.x ?? 0) + 40, y: (here?.y ?? 0) + 10 });
    await name(page, '目的地');
    const column = canvasOf(page).getByRole('group', { name: /^列 .*目的地/ });
    await column.waitFor();
    const edge = await column.boundingBox();
    await dragTo(page, '数字', { x: (edge?.x ?? 0) + (edge?.width ?? 0) - 6, y: (edge?.y ?? 0) + 20 });
    await canvasOf(page)
      .getByRole('group', { name: /^列 数字/ })
      .waitFor();
    await name(page, '里程');
    await shot(page, 'columns');
    await drag(page, '数字');
    await name(page, '总里程');
    await pickIn(page, properties, '常用公式', '子表某一列的合计');
    await pickIn(page, properties, '列', '行程：里程');
    await properties.getByText('“行程”的“里程”的合计（保留 2 位小数）', { exact: true }).waitFor();
    await shot(page, 'total');
    await canvasOf(page)
      .getByRole('group', { name: /^数字 用车天数/ })
      .click();
    await pickIn(page, properties, '常用公式', '两个日期之间的天数（含首尾）');
    await pickIn(page, properties, '从', '出车日期');
    await pickIn(page, properties, '到', '返回日期');
    await shot(page, 'days');
    await canvasOf(page)
      .getByRole('group', { name: /用车天数，自动计算/ })
      .waitFor();
    // undone and done again, by the keyboard
    await canvasOf(page)
      .getByRole('group', { name: /用车天数/ })
      .click();
    await page.keyboard.press('Control+z');
    await canvasOf(page)
      .getByRole('group', { name: /用车天数，自动计算/ })
      .waitFor({ state: 'detached' });
    await page.keyboard.press('Control+y');
    await canvasOf(page)
      .getByRole('group', { name: /用车天数，自动计算/ })
      .waitFor();
    expect(admin.faults()).toEqual([]);
  });

  it('says who fills in what and what its list shows, and is published', async () => {
    const { page } = admin;
    const views = page.getByRole('radiogroup', { name: '视图' });
    await views.getByText('权限', { exact: true }).click();
    for (const field of ['用车事由', '出车日期', '返回日期'])
      await page.getByRole('checkbox', { name: `${field}：必填` }).check();
    await shot(page, 'rights');
    await views.getByText('列表', { exact: true }).click();
    for (const field of ['用车事由', '车型', '出车日期', '用车天数'])
      await page.getByRole('checkbox', { name: `${field}：列表列` }).check();
    await page.getByRole('checkbox', { name: '用车事由：记录标题' }).check();
    await shot(page, 'list');
    await views.getByText('预览', { exact: true }).click();
    await page.getByRole('region', { name: '预览' }).getByText('用车事由').waitFor();
    await shot(page, 'preview');
    await publish(page, 1);
    expect(admin.faults()).toEqual([]);
  });

  it('gets a process from there, a place in the menu and a page of figures', async () => {
    const { page } = admin;
    await putInMenu(page, TITLE, GROUP);
    await page.getByRole('radiogroup', { name: '视图' }).getByText('权限', { exact: true }).click();
    await page.getByRole('button', { name: '新建审批流程' }).click();
    const flow = page.getByRole('dialog');
    await expect.poll(() => flow.getByLabel('流程名称').inputValue()).toBe('外出检测用车审批');
    await expect.poll(() => flow.getByLabel('流程键').inputValue()).toBe('waiChuJianCeYongCheShenPi');
    await shot(page, 'flow');
    await flow.getByRole('button', { name: /新\s*建/ }).click();
    await page.getByText('部门负责人审批').first().waitFor();
    await page.getByPlaceholder('查找字段').waitFor();
    await shot(page, 'process');
    await publish(page, 1);
    await page.getByText(`表单“${TITLE}”第 2 版起使用此流程`).waitFor();

    await shot(page, 'process-published');
    await page.goto(`${product.url}/#/system/datasetManager`);
    await page.getByRole('button', { name: '新建数据集' }).click();
    const dialog = page.getByRole('dialog');
    await pickIn(page, dialog, /统计哪个表单的记录/, new RegExp(`^${TITLE}（`), TITLE);
    await dialog.getByLabel('名称').fill(FIGURES);
    await expect.poll(() => dialog.getByLabel('数据集键').inputValue()).toBe('custom/geCheXingYongCheTianShu');
    await shot(page, 'dataset-new');
    await dialog.getByRole('button', { name: /新\s*建/ }).click();
    for (const part of ['移除分组“月份”', '移除统计值“数量”']) await page.getByRole('button', { name: part }).click();
    const drop = async (field: string, zone: string): Promise<void> => {
      const to = await page.getByRole('region', { name: zone, exact: true }).boundingBox();
      const item = page.getByRole('region', { name: '字段' }).getByText(field, { exact: true });
      await carry(page, item, field, {
        x: (to?.x ?? 0) + (to?.width ?? 0) / 2,
        y: (to?.y ?? 0) + (to?.height ?? 0) / 2,
      });
    };
    await drop('车型', '分组');
    await page.getByRole('button', { name: '移除分组“车型”' }).waitFor();
    await drop('用车天数', '统计值');
    await page.getByText(`全部已办结的“${TITLE}”记录，按车型分组，计算用车天数的合计。`).waitFor();
    await page.getByText('没有符合条件的记录').waitFor();
    await shot(page, 'dataset');
    await publish(page, 1);
    await putInMenu(page, FIGURES, GROUP);
    await shot(page, 'menu');
    expect(admin.faults()).toEqual([]);
  });

  it('is filled in by staff, who are told what is missing and see what is computed', async () => {
    const { page } = staff;
    await signIn(page, product.url, 'staff', '/index');
    await openEntry(page, GROUP, TITLE);
    await page.getByText('还没有记录').waitFor();
    await shot(page, 'no-records');
    await page
      .getByRole('button', { name: /新\s*增/ })
      .first()
      .click();
    const submit = page.getByRole('button', { name: /^提\s*交$/ });
    await page.getByRole('textbox', { name: '用车事由' }).waitFor();
    await submit.click();
    await page.getByText('请填写用车事由').first().waitFor();
    await shot(page, 'missing');
    await page.getByRole('textbox', { name: '用车事由' }).fill('桥梁静载试验');
    await pickIn(page, page.getByRole('main'), /^车型/, '商务车');
    const today = await page.evaluate(() => new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Shanghai' }).format());
    for (const label of ['出车日期', '返回日期']) {
      await page.getByRole('textbox', { name: label, exact: true }).fill(today);
      await page.keyboard.press('Enter');
    }
    const row = page.getByRole('grid');
    await page.getByRole('button', { name: /添加$/ }).click();
    await page.keyboard.type('滨江大桥');
    await page.keyboard.press('Tab');
    await page.keyboard.type('36.5');
    await page.keyboard.press('Enter');
    await row.getByText('36.5').waitFor();
    await row.getByText('滨江大桥').waitFor();
    // the row, and the total below it
    await expect.poll(() => page.getByText('36.5', { exact: true }).count()).toBe(2);
    await shot(page, 'filled');
    await submit.click();
    await page.getByText('提交成功').first().waitFor();
    await shot(page, 'submitted');
    expect(staff.faults()).toEqual([]);
  });

  it('is approved by the leader, and then stands in the calendar and in the figure', async () => {
    await signIn(leader.page, product.url, 'leader', '/index');
    await leader.page.getByText('桥梁静载试验').first().waitFor();
    await shot(leader.page, 'desk');
    await leader.page.getByText('桥梁静载试验').first().click();
    await leader.page.getByRole('button', { name: /^通\s*过$/ }).waitFor();
    await shot(leader.page, 'task');
    await leader.page.getByRole('button', { name: /^通\s*过$/ }).click();
    await shot(leader.page, 'approval');
    await leader.page
      .getByRole('dialog')
      .getByRole('button', { name: /^确\s*定$/ })
      .click();
    await leader.page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(leader.faults()).toEqual([]);

    const { page } = staff;
    await openEntry(page, GROUP, TITLE);
    await page.getByRole('button', { name: /表格$/ }).click();
    await page.getByText('日历（出车日期）').click();
    // in the weeks of the calendar; the table, which may be shown for a moment longer, has the same text
    await page
      .getByRole('region', { name: /起的一周$/ })
      .getByText('桥梁静载试验')
      .waitFor();
    await shot(page, 'calendar');
    await openEntry(page, GROUP, FIGURES);
    await page.getByRole('columnheader', { name: '用车天数' }).first().waitFor();
    await page
      .getByRole('row', { name: /商务车/ })
      .getByText('1', { exact: true })
      .first()
      .waitFor();
    await shot(page, 'figures');
    expect(staff.faults()).toEqual([]);
  });
});

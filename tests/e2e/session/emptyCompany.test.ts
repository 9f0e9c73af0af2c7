import { mkdtempSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { read, utils } from '@e965/xlsx';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import {
  choose,
  drawn,
  field,
  picturesOnFailure,
  startProduct,
  visitor,
  type Product,
  type Visitor,
} from '../support.ts';
import { answerOf, COMPANY, enter, enterFirst, keepPictures, peopleSheet, START } from './company.ts';

const FORM = 'waiChuDengJi';

/** An administrator takes an empty start to a company at work, in the browser alone; then its people do their part. */
describe('an empty production start', () => {
  let browser: Browser;
  let product: Product;
  let admin: Visitor;
  let clerk: Visitor;
  let leader: Visitor;
  let accountant: Visitor;
  const passwords = new Map<string, string>();
  beforeAll(async () => {
    browser = await sharedBrowser();
    product = await startProduct({ DEMO: '0', ADMIN_PASSWORD: START }, mkdtempSync(join(tmpdir(), 'empty-')));
    [admin, clerk, leader, accountant] = await Promise.all(Array.from({ length: 4 }, () => visitor(browser)));
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(picturesOnFailure(() => ({ admin, clerk, leader, accountant })));

  const confirm = (): Promise<void> =>
    admin.page.locator('.ant-modal-footer .ant-btn-primary, .ant-modal-confirm-btns .ant-btn-primary').last().click();
  const properties = () => admin.page.getByRole('region', { name: '属性' });
  async function publish(): Promise<void> {
    const { page } = admin;
    await drawn(page);
    await page.locator('[data-designer][data-checking="false"]').waitFor();
    await page.locator('[data-action="publish"]').click();
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: /^发\s*布$/ })
      .click();
    await page
      .getByText(/已发布第 \d+ 版/)
      .first()
      .waitFor();
  }

  it('becomes two units and five departments with thirty people from Excel, by the pages of the menu', async () => {
    const { page } = admin;
    await enter(page, product.url, 'admin', START);
    await page.locator('[data-setup="company"]').waitFor();
    await page.goto(`${product.url}/#/system/orgManager`);
    await page.locator('[data-action="createMany"]').first().click();
    await field(page, 'lines').locator('textarea').fill(COMPANY);
    await confirm();
    await page.getByText('江城二分公司').first().waitFor();

    await page.goto(`${product.url}/#/system/userManager`);
    await page.locator('[data-action="import"]').first().click();
    await page
      .locator('.ant-upload-drag input[type="file"]')
      .setInputFiles({ name: '人员.xlsx', mimeType: 'application/octet-stream', buffer: peopleSheet() });
    await page.locator('[data-action="run-import"]').waitFor();
    await page.locator('[data-action="run-import"]').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('[data-action="passwords"]').click(),
    ]);
    const book = read(await readFile((await download.path()) ?? ''));
    const rows = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? '']!, { header: 1 });
    for (const [username, , password] of rows.slice(1)) passwords.set(String(username), String(password));
    expect(passwords.size).toBe(30);
    await page.locator('[data-action="close"]').click();
    await keepPictures(page, '1-people');
    expect(admin.faults()).toEqual([]);
  });

  it('gets six roles, a leader of a department and a dictionary', async () => {
    const { page } = admin;
    await page.goto(`${product.url}/#/system/roleManager`);
    for (const [name, code] of [
      ['行政专员', 'office'],
      ['试验员', 'lab'],
      ['试验组长', 'labLeader'],
      ['会计', 'accountant'],
      ['商务专员', 'sales'],
      ['外检员', 'fieldTester'],
    ] as const) {
      await page.locator('[data-action="create"]').first().click();
      await field(page, 'name').locator('input').fill(name);
      await field(page, 'code').locator('input').fill(code);
      await confirm();
      await page.locator('.ant-modal-wrap:visible').waitFor({ state: 'detached' });
      await page.getByPlaceholder('名称或编码').fill(code);
      await page.keyboard.press('Enter');
      const row = page.locator(`tr[data-row-key="${code}"]`);
      await expect.poll(() => page.locator('tr[data-row-key]').count()).toBe(1);
      await row.locator('[data-action="members"]').click();
      await page.locator('[data-action="addPosts"]').click();
      await choose(page, 'ids', name);
      await page.keyboard.press('Escape');
      await confirm();
      await page.locator('.ant-drawer tr[data-row-key]').filter({ hasText: name }).first().waitFor();
      await page.locator('.ant-modal-wrap:visible').waitFor({ state: 'detached' });

      await page.keyboard.press('Escape');
      await page.locator('.ant-drawer-open').waitFor({ state: 'detached' });
      await row.filter({ hasText: '5' }).waitFor();
    }

    await keepPictures(page, '2-roles');

    await page.goto(`${product.url}/#/system/dictManager`);
    await page.locator('[data-action="create"]').first().click();
    await field(page, 'typeCode').locator('input').fill('outKind');
    await field(page, 'typeName').locator('input').fill('外出类别');
    for (const [index, [label, value]] of [
      ['现场检测', 'site'],
      ['客户拜访', 'visit'],
    ].entries()) {
      await page.locator('[data-sub-table="items"] [data-action="add-row"]').first().click();
      for (const [column, text] of [
        ['dictLabel', label],
        ['dictValue', value],
      ] as const) {
        const cell = page.locator(`[data-sub-table="items"] [data-row="${index}"] [data-column="${column}"]`);
        await cell.click();
        await cell.locator('input').fill(text ?? '');
        await page.keyboard.press('Enter');
      }
    }
    await confirm();
    await page.getByText('已保存').first().waitFor();
    await keepPictures(page, '3-dictionaries');

    await page.goto(`${product.url}/#/system/orgManager`);
    const row = page.locator('tr[data-row-key]').filter({ hasText: '检测部' }).filter({ hasText: '部门' }).first();
    await row.locator('[data-action="edit"]').click();
    await field(page, 'leaderId').locator('input').click();
    const people = page.getByRole('dialog').last();
    await people.getByLabel('输入姓名查找').fill('员工3');
    // the answer to what was typed, not the list before it
    await expect.poll(() => people.locator('.sf-pick-row').count()).toBe(2);
    await people.locator('.sf-pick-row').filter({ hasText: '员工3' }).first().click();
    await people.getByRole('button', { name: /^确\s*定$/ }).click();
    await expect.poll(() => field(page, 'leaderId').locator('input').inputValue()).toBe('员工3');
    await confirm();
    await page.locator('tr[data-row-key]').filter({ hasText: '员工3' }).first().waitFor();
    await keepPictures(page, '4-departments');
    expect(admin.faults()).toEqual([]);
  });

  it('gets a numbered form with the dictionary, drawn in the designer, open to one role, and its process', async () => {
    const { page } = admin;
    await page.goto(`${product.url}/#/system/formManager`);
    await page.locator('[data-action="create"]').first().click();
    await page.getByLabel('表单名称').fill('外出登记');
    await expect.poll(() => page.getByLabel('表单键').inputValue()).toBe(FORM);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /新\s*建/ })
      .last()
      .click();
    await page.getByText('从哪里开始？').waitFor();
    // who designs for the first time is led through it, and may leave
    await page.locator('.ant-tour').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.ant-tour').waitFor({ state: 'detached' });
    const add = (name: string) =>
      page.getByRole('region', { name: '字段' }).getByRole('button', { name, exact: true }).click();
    await add('自动编号');
    await properties().getByLabel(/^名称/).fill('外出编号');
    await add('下拉选择');
    await properties().getByLabel(/^名称/).fill('外出类别');
    await properties()
      .getByRole('combobox', { name: /^数据字典/ })
      .click();
    await page.keyboard.type('外出类别');
    await page.locator('.ant-select-item-option:visible').filter({ hasText: '外出类别' }).click();
    await properties().getByRole('switch', { name: /^必填/ }).click();
    await add('单行文本');
    await properties().getByLabel(/^名称/).fill('事由');
    await properties().getByRole('switch', { name: /^必填/ }).click();
    const views = page.getByRole('radiogroup', { name: '视图' });
    await views.getByText('列表', { exact: true }).click();
    for (const label of ['外出编号', '外出类别', '事由'])
      await page.getByRole('checkbox', { name: `${label}：列表列` }).check();
    await page.getByRole('checkbox', { name: '事由：记录标题' }).check();
    await publish();
    await keepPictures(page, '5-form');
    await page.goto(`${product.url}/#/system/flowManager`);
    await page.locator('[data-action="create"]').first().click();
    await page.getByLabel('流程名称').fill('外出审批');
    await page.getByLabel('流程键').fill('outingFlow');
    await page.getByLabel('对应的表单').click();
    await page.getByLabel('对应的表单').fill('外出登记');
    await page.locator('.ant-select-item-option').filter({ hasText: '外出登记' }).click();
    await page
      .getByRole('button', { name: /新\s*建/ })
      .last()
      .click();
    await page.locator('[data-list="steps"]').waitFor();
    await publish();
    await page.getByText(/表单“外出登记”第 2 版起使用此流程/).waitFor();
    await keepPictures(page, '6-process');

    for (const role of ['lab', 'accountant']) {
      await page.goto(`${product.url}/#/system/roleGrid?role=${role}`);
      const line = page.locator(`[data-grid="${role}"] [data-form="${FORM}"]`);
      await line.waitFor();
      await page.getByLabel('查找表单').fill('外出登记');
      await page.keyboard.press('Enter');
      for (const right of ['see', ...(role === 'lab' ? ['create', 'editOwn'] : [])])
        await line.locator(`[data-right="${right}"]`).check();
      await page.locator('[data-grid] [data-action="save"]').click();
      await page.getByText('已保存，马上生效').first().waitFor();
    }
    await keepPictures(page, '7-rights');
    await page.goto(`${product.url}/#/system/formManager?form=${FORM}`);
    await page.locator('[data-action="putInMenu"], [data-action="put-in-menu"]').first().waitFor();
    await page.getByRole('button', { name: '放进菜单' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('上级').fill('协同办公');
    await page.getByText('协同办公', { exact: true }).last().click();
    await dialog.getByText('指定角色').click();
    await dialog.locator('[data-field="menu-roles"] .ant-select').click();
    await page.keyboard.type('试验员');
    await page.locator('.ant-select-item-option:visible').filter({ hasText: '试验员' }).first().click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: '放进菜单' }).click();
    await page.getByText('“外出登记”已放进菜单').waitFor();
    expect(admin.faults()).toEqual([]);
  });

  it('is worked in by three of its people: one applies, one decides, one reads', async () => {
    await enterFirst(clerk.page, product.url, 'user2', passwords.get('user2') ?? '');
    await clerk.page.goto(`${product.url}/#/commonEntry/list?formKey=${FORM}`);
    await clerk.page.locator('[data-action="create"], [data-action="add"]').first().waitFor();
    await clerk.page.goto(`${product.url}/#/commonEntry/detail?formKey=${FORM}&isEdit=1`);
    await choose(clerk.page, 'waiChuLeiBie', '现场检测');
    await field(clerk.page, 'shiYou').locator('input').fill('滨江花园取样');
    await clerk.page.locator('[data-action="submit"]').click();
    const sure = clerk.page.locator('.ant-modal-confirm .ant-btn-primary');
    await Promise.race([sure.waitFor().then(() => sure.click()), clerk.page.getByText('提交成功').first().waitFor()]);
    await clerk.page.getByText('提交成功').first().waitFor();

    await enterFirst(leader.page, product.url, 'user3', passwords.get('user3') ?? '');
    await leader.page.goto(`${product.url}/#/taskCenter/toDoList`);
    const task = leader.page.locator('tr[data-row]').filter({ hasText: '滨江花园取样' }).first();
    await task.waitFor();
    await task.locator('[data-action="handle"]').click();
    await leader.page.locator('[data-action="approve"]').waitFor();
    await keepPictures(leader.page, '8-task');
    await leader.page.locator('[data-action="approve"]').click();
    await leader.page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: /确\s*定/ })
      .click();
    await leader.page.getByText('办理成功').first().waitFor();

    await clerk.page.reload();
    const line = clerk.page.locator('tr[data-row]').filter({ hasText: '滨江花园取样' }).filter({ hasText: '已办结' });
    await line.waitFor();
    expect(await line.textContent()).toMatch(/\d{4}/);
    await keepPictures(clerk.page, '9-own-records');

    // may see the form, within what they read: nothing of another department, and nothing to add
    await enterFirst(accountant.page, product.url, 'user4', passwords.get('user4') ?? '');
    await accountant.page.goto(`${product.url}/#/commonEntry/list?formKey=${FORM}`);
    await accountant.page.locator('[data-screen] [data-action="search"], [data-action="refresh"]').first().waitFor();
    await accountant.page.getByText('外出登记').first().waitFor();
    expect(await accountant.page.locator('tr[data-row]').count()).toBe(0);
    await keepPictures(accountant.page, '10-reader');
    // what the person may do here is asked beside the list
    await expect.poll(() => accountant.page.locator('[data-action="create"], [data-action="add"]').count()).toBe(0);
    expect([...clerk.faults(), ...leader.faults(), ...accountant.faults()]).toEqual([]);
  });

  it('shows nobody what is not theirs: not by a page, not by an address, not by a call', async () => {
    const listed = await answerOf(clerk.page, `/api/system/frmCrud/list/${FORM}`, { data: {} });
    const [record] = (listed.data as { data: { id: string }[] }).data;
    if (!record) throw new Error('the clerk does not see their own record');
    const outsider = await visitor(browser);
    await enterFirst(outsider.page, product.url, 'user5', passwords.get('user5') ?? '');

    // by a page: neither the entry of the form nor anything of the administrator stands in the menu
    for (const { page } of [outsider, accountant]) {
      await page.goto(`${product.url}/#/index`);
      await page.locator('[data-screen="platform/home"]').waitFor();
      expect(await page.getByText('系统管理', { exact: true }).count()).toBe(0);
      const menus = await answerOf(page, '/api/system/sys/menu/getCurrentUserMenus', {}, 'GET');
      expect([menus.code, JSON.stringify(menus.data).includes(FORM)]).toEqual(['1', false]);
    }
    const own = await answerOf(clerk.page, '/api/system/sys/menu/getCurrentUserMenus', {}, 'GET');
    expect(JSON.stringify(own.data)).toContain(FORM);

    // by an address: the form, its record, and what administrators keep
    for (const path of [
      `/commonEntry/list?formKey=${FORM}`,
      `/commonEntry/detail?formKey=${FORM}&id=${record.id}`,
      '/system/userManager',
      '/system/orgManager',
      '/system/roleGrid',
      '/system/dictManager',
    ]) {
      await outsider.page.goto(`${product.url}/#/index`);
      await outsider.page.locator('[data-screen="platform/home"]').waitFor();
      await outsider.page.goto(`${product.url}/#${path}`);
      await outsider.page
        .locator('[data-screen="platform/404"], [data-screen="platform/401"], .ant-result-403, .ant-alert-error')
        .or(outsider.page.getByText(/没有权限|不存在/))
        .first()
        .waitFor();
      expect([path, await outsider.page.getByText('滨江花园取样').count()]).toEqual([path, 0]);
      await keepPictures(outsider.page, `11-refused-${path.replace(/\W+/g, '-').slice(1, 40)}`);
    }

    // by a call: reading, changing, deciding, exporting, and making oneself more
    const refused: [string, object, 'GET' | 'POST'][] = [
      [`/api/system/frmCrud/list/${FORM}`, { data: {} }, 'POST'],
      [`/api/system/frmCrud/getById/${FORM}?id=${record.id}`, {}, 'GET'],
      [`/api/system/frmCrud/history/${FORM}?id=${record.id}`, {}, 'GET'],
      [`/api/system/frmCrud/delById/${FORM}?id=${record.id}`, {}, 'GET'],
      [`/api/system/frmCrud/saveOrUpdate/${FORM}`, { data: { fieldsMap: { shiYou: '冒充' } } }, 'POST'],
      [`/api/system/frmCrud/exportRows/${FORM}`, { data: {} }, 'POST'],
      ['/api/system/sys/user/page', { data: {} }, 'POST'],
      ['/api/system/sys/role/addMembers', { code: 'lab', kind: 'user', ids: ['me'] }, 'POST'],
      ['/api/system/sys/org/move', { id: 'any' }, 'POST'],
      ['/api/system/sys/dictType/saveOrUpdate', { typeCode: 'outKind', typeName: 'x', items: [] }, 'POST'],
      ['/api/system/sys/param/save', { key: 'platformName', value: 'x' }, 'POST'],
    ];
    for (const [path, body, method] of refused) {
      const answer = await answerOf(outsider.page, path, body, method);
      expect([path, answer.code]).not.toEqual([path, '1']);
      expect([path, JSON.stringify(answer.data ?? null).includes('滨江花园取样')]).toEqual([path, false]);
    }
    // who may see the form only reads what their role reaches
    const seen = await answerOf(accountant.page, `/api/system/frmCrud/list/${FORM}`, { data: {} });
    expect([seen.code, (seen.data as { data: unknown[] }).data]).toEqual(['1', []]);
    const opened = await answerOf(accountant.page, `/api/system/frmCrud/getById/${FORM}?id=${record.id}`, {}, 'GET');
    expect(opened.code).not.toBe('1');

    // the same on a phone, which the clerk holds too
    await clerk.page.setViewportSize({ width: 390, height: 844 });
    await clerk.page.goto(`${product.url}/#/commonEntry/list?formKey=${FORM}`);
    await clerk.page.getByText('滨江花园取样').first().waitFor();
    expect(await clerk.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect([outsider.faults(), accountant.faults()].flat().filter((fault) => !/40[34]/.test(fault))).toEqual([]);
    await outsider.close();
  });
});

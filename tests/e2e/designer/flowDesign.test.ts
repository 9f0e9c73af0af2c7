import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import {
  drawn,
  field,
  picturesOnFailure,
  signIn,
  startProduct,
  typeForbidden,
  visitor,
  type Product,
  type Visitor,
} from '../support.ts';
import { callAsAdmin } from './caller.ts';

const FORM = 'outingApply';
const FLOW = 'outingFlow';
const definition = {
  formKey: FORM,
  formName: '外出申请',
  labelWidth: 120,
  fields: [
    { tag: 'el-input', __vModel__: 'reason', label: '事由', required: true, span: 24, isList: '1', isTitle: '1' },
    { tag: 'el-input-number', __vModel__: 'days', label: '天数', span: 12 },
    { tag: 'el-input', __vModel__: 'opinion', label: '部门意见', span: 12 },
  ],
};

let browser: Browser;
let product: Product;
let admin: Visitor;
let staff: Visitor;
let leader: Visitor;

async function submit(reason: string): Promise<void> {
  await staff.page.goto(`${product.url}/#/commonEntry/detail?formKey=${FORM}&isEdit=1&new=${Date.now()}`);
  await field(staff.page, 'reason').locator('input').fill(reason);
  await staff.page.locator('[data-action="submit"]').click();
  const sure = staff.page.locator('.ant-modal-confirm .ant-btn-primary');
  await Promise.race([sure.waitFor().then(() => sure.click()), staff.page.getByText('提交成功').first().waitFor()]);
  await staff.page.getByText('提交成功').first().waitFor();
}

async function approve(reason: string): Promise<void> {
  await leader.page.goto(`${product.url}/#/taskCenter/toDoList?at=${Date.now()}`);
  const row = leader.page.locator('tr[data-row]').filter({ hasText: reason }).first();
  await row.locator('[data-action="handle"]').click();
  await leader.page.locator('[data-action="approve"]').click();
  await leader.page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /确\s*定/ })
    .click();
  await leader.page.getByText('办理成功').first().waitFor();
}

/** Chooses in one of the administrator's settings. */
async function pick(label: string, text: RegExp): Promise<void> {
  await admin.page.locator(`.ant-select[aria-label="${label}"]`).first().click();
  await admin.page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: text }).click();
}

/** Waits until the server has looked at what stands in the editor, then publishes it. */
async function publish(note: string): Promise<void> {
  await drawn(admin.page);
  await admin.page.locator('[data-designer][data-checking="false"]').waitFor();
  await admin.page.locator('[data-action="publish"]').click();
  await admin.page.locator('#publish-note').fill(note);
  await admin.page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /发\s*布/ })
    .click();
  await admin.page
    .getByText(/已发布第 \d+ 版/)
    .first()
    .waitFor();
  await admin.page.locator('#publish-note').waitFor({ state: 'hidden' });
}

beforeAll(async () => {
  [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
  [admin, staff, leader] = await Promise.all([visitor(browser), visitor(browser), visitor(browser)]);
  await callAsAdmin(product, 'frmDef/saveDraft', {
    formKey: FORM,
    formName: '外出申请',
    definition: { access: { createRoles: ['*'] }, ...definition },
  });
  await callAsAdmin(product, 'frmDef/publish', { formKey: FORM, note: '新建' });
  await signIn(admin.page, product.url, 'admin', '/system/flowManager');
  await signIn(staff.page, product.url, 'staff');
  await signIn(leader.page, product.url, 'leader');
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});
afterEach(picturesOnFailure(() => ({ admin, staff, leader })));

describe('an approval made by an administrator', () => {
  it('begins as a list of steps, and the form uses it from then on', async () => {
    const { page } = admin;
    await page.locator('[data-action="create"]').click();
    await page.getByLabel('流程名称').fill('外出审批');
    await page.getByLabel('流程键').fill(FLOW);
    await page.getByLabel('对应的表单').click();
    await page.getByLabel('对应的表单').fill('外出');
    await page.locator('.ant-select-item-option').filter({ hasText: '外出申请' }).click();
    await page
      .getByRole('button', { name: /新\s*建/ })
      .last()
      .click();
    await page.locator('[data-list="steps"]').waitFor();
    // a second approval after the department's leader
    await page.locator('[data-action="addStep"]').last().click();
    await page
      .locator('.ant-dropdown-menu-item')
      .filter({ hasText: /^审批$/ })
      .click();
    // the new step is the one that the settings are of
    await expect.poll(() => page.locator('[data-kind="task"]').count()).toBe(2);
    await expect.poll(() => page.getByLabel('名称').inputValue()).not.toMatch(/部门负责人/);
    await page.getByLabel('名称').fill('分管领导审批');
    await pick('办理人类型', /^角色$/);
    await pick('角色', /^分管领导$/);
    await page.keyboard.press('Escape');
    await page.locator('[data-step]').filter({ hasText: '分管领导审批' }).waitFor();
    await expect.poll(() => page.locator('[data-kind="task"]').count()).toBe(2);
    // the leader fills in the opinion
    await page.locator('[data-step="leader"] .fd-card-main').click();
    await page.getByRole('tab', { name: /字段权限/ }).click();
    await pick('部门意见的权限', /^可填写$/);
    await page.locator('[data-step="leader"]').filter({ hasText: '字段权限 1 项' }).waitFor();
    await publish('第一版');
    await page.getByText(/表单“外出申请”第 2 版起使用此流程/).waitFor();
    expect(admin.faults()).toEqual([]);
  });

  it('carries comments on its steps, in the list and in the diagram', async () => {
    const { page } = admin;
    await page.locator('[data-step="leader"] .fd-card-main').click();
    await page.locator('[data-action="comments"]').click();
    await page.getByRole('textbox', { name: /^写批注：/ }).fill('请确认由谁办理');
    await page.locator('[data-action="comment-send"]').click();
    const mark = page.getByRole('button', { name: '1 条未解决的批注' });
    await page.locator('[data-step="leader"]').getByRole('button', { name: '1 条未解决的批注' }).waitFor();
    await page.locator('[data-step="apply"] .fd-card-main').click();
    await page.getByRole('radiogroup', { name: '怎样编辑' }).getByText('流程图').click();
    await page.locator('[data-canvas="flow"]').getByRole('button', { name: '1 条未解决的批注' }).click();
    await page.locator('[data-part="element:leader"][data-chosen="true"]').waitFor();
    await page.locator('[data-action="comment-resolve"]').click();
    await expect.poll(() => mark.count()).toBe(0);
    await page.getByRole('radiogroup', { name: '怎样编辑' }).getByText('步骤').click();
    await page.locator('[data-action="comments"]').click();
    expect(admin.faults()).toEqual([]);
  });

  it('says before it is used where it would go', async () => {
    const { page } = admin;
    await page.locator('[data-action="trial"]').click();
    await page.locator('[data-action="tryNow"]').click();
    await page.getByText('流程走到了结束（假定每个人都通过）').waitFor();
    await expect.poll(() => page.locator('[data-trial]').count()).toBe(3);
    await page.locator('.ant-drawer-close').click();
  });

  it('is submitted to and approved', async () => {
    await submit('去现场');
    await approve('去现场');
  });

  it('is changed in the diagram: a new application takes the new way, the running one stays on its own', async () => {
    const { page } = admin;
    await page.locator('.ant-segmented-item').filter({ hasText: '流程图' }).click();
    await page.locator('.djs-element[data-element-id="leader"]').click();
    await page.getByLabel('名称').fill('部门审核');
    await page.getByLabel('名称').press('Enter');
    await page.locator('.djs-element[data-element-id="leader"]').filter({ hasText: '部门审核' }).waitFor();
    const words = await page
      .locator('.djs-palette .entry, .djs-context-pad .entry')
      .evaluateAll((entries) =>
        entries.map(
          (entry) => entry.getAttribute('title') ?? entry.querySelector('[title]')?.getAttribute('title') ?? '',
        ),
      );
    expect(words.length).toBeGreaterThan(0);
    expect(words.filter((word) => /[A-Za-z]{2,}/.test(word))).toEqual([]);
    // the licence of the library asks that its logo can be seen and pressed
    const logo = page.locator('.bjs-powered-by');
    await logo.waitFor();
    await logo.click({ trial: true });
    expect((await logo.boundingBox())?.width).toBeGreaterThan(20);
    await page.locator('[data-action="undo"]').click();
    await page.locator('.djs-element[data-element-id="leader"]').filter({ hasText: '部门负责人审批' }).waitFor();
    await page.locator('[data-action="redo"]').click();
    await page.locator('.djs-element[data-element-id="leader"]').filter({ hasText: '部门审核' }).waitFor();
    await publish('改名');
    await submit('去总部');
    await leader.page.goto(`${product.url}/#/taskCenter/toDoList?at=${Date.now()}`);
    await leader.page.locator('tr[data-row]').filter({ hasText: '去总部' }).filter({ hasText: '部门审核' }).waitFor();
    await page.locator('[data-action="versions"]').click();
    const rows = page.locator('.ant-modal .ant-table-row');
    await rows.filter({ hasText: '第 2 版' }).filter({ hasText: '使用中' }).waitFor();
    await expect
      .poll(() => rows.filter({ hasText: '第 1 版' }).locator('[data-action="running"]').textContent())
      .toBe('1');
    await rows.filter({ hasText: '第 1 版' }).locator('[data-action="diff"]').click();
    await page.locator('[data-change="changed"][data-node="leader"]').filter({ hasText: '部门审核' }).waitFor();
    expect(admin.faults()).toEqual([]);
  });

  it('is not for staff', async () => {
    await typeForbidden(staff.page, product.url, '/system/flowManager');
    expect(await staff.page.locator('[data-flow-key], [data-designer]').count()).toBe(0);
  });
});

import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import {
  field,
  picturesOnFailure,
  saveRecord,
  signIn,
  startProduct,
  typeForbidden,
  visitor,
  writeText,
  type Product,
  type Visitor,
} from '../support.ts';

const shipped = readFileSync('schemas/business/administration/expenseReimbursement.json', 'utf8');

interface Definition {
  fields: Record<string, unknown>[];
}
const definition = (): Definition => (JSON.parse(shipped) as { form: Definition }).form;

/** A screen changes while the product runs: no build, no restart, and running approvals keep what they started with. */
describe('a form changed by the administrator', () => {
  let browser: Browser;
  let product: Product;
  let admin: Visitor;
  let staff: Visitor;

  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    [admin, staff] = await Promise.all([visitor(browser), visitor(browser)]);
    await signIn(admin.page, product.url, 'admin');
    await signIn(staff.page, product.url, 'staff');
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(picturesOnFailure(() => ({ admin, staff })));

  async function openEditor(): Promise<void> {
    await admin.page.goto(`${product.url}/#/system/formManager?form=expenseReimbursement&view=json`);
    await admin.page.locator('.cm-content').waitFor();
  }

  const write = (text: string): Promise<void> => writeText(admin.page, text);

  it('cannot be opened in the designer by staff', async () => {
    await typeForbidden(staff.page, product.url, '/system/formManager');
    expect(await staff.page.locator('[data-designer], [data-form-key]').count()).toBe(0);
  });

  it('is not published while it is broken, and the editor says where and why', async () => {
    await openEditor();
    const broken = definition();
    broken.fields.push({
      tag: 'el-input',
      __vModel__: 'broken',
      label: '坏字段',
      visibleWhen: 'noSuchField == "1"',
      flowVisible: '7',
    });
    await write(JSON.stringify(broken, null, 2));
    await admin.page.getByText('表达式引用了不存在的字段“noSuchField”').first().waitFor();
    await admin.page.locator('[data-action="publish"]').click();
    await admin.page.getByText(/还有 \d+ 个错误，不能发布/).waitFor();
    await expect.poll(() => admin.page.locator('.ant-modal .ant-btn-primary').first().isDisabled()).toBe(true);
    await admin.page.locator('.ant-modal-footer .ant-btn').first().click();
    await admin.page.locator('.ant-modal-wrap').waitFor({ state: 'hidden' });
    expect(admin.faults()).toEqual([]);
  });

  it('keeps text and problems on one screen of a phone, and previews the form as a phone shows it', async () => {
    const phone = await visitor(browser, { width: 390, height: 844 });
    await signIn(phone.page, product.url, 'admin', '/system/formManager?form=expenseReimbursement&view=json');
    await phone.page.locator('.cm-content').waitFor();
    await expect.poll(async () => (await phone.page.locator('.ds-problems').boundingBox())?.y).toBeLessThan(844);
    await phone.page.getByRole('radiogroup', { name: '视图' }).getByText('预览', { exact: true }).click();
    await phone.page.locator('.ds-device[data-device="phone"]').waitFor();
    // its key and its version stand beside its name, within the window
    await phone.page.goto(`${product.url}/#/system/formManager`);
    const line = phone.page.locator('tr[data-form-key]').first();
    const key = (await line.getAttribute('data-form-key')) ?? '';
    await expect.poll(() => line.innerText()).toMatch(new RegExp(`${key}[\\s\\S]*(第 \\d+ 版|未发布)`));
    await expect
      .poll(() =>
        phone.page
          .locator('.ant-table-content, .ant-table-body')
          .first()
          .evaluate((table) => table.scrollWidth - table.clientWidth),
      )
      .toBe(0);
    await phone.close();
  });

  it('keeps a control of full width, as other generators write it, inside its frame', async () => {
    const wide = definition();
    wide.fields.splice(1, 0, {
      tag: 'el-input',
      __vModel__: 'wide',
      label: '全宽',
      span: 24,
      style: { width: '100%' },
    });
    await write(JSON.stringify(wide));
    await admin.page.locator('.ds-preview [data-field="wide"] input').waitFor();
    await expect
      .poll(() =>
        field(admin.page, 'wide').evaluate(
          (frame) =>
            (frame.querySelector('input')?.getBoundingClientRect().right ?? Infinity) -
            frame.getBoundingClientRect().right,
        ),
      )
      .toBeLessThanOrEqual(1);
  });

  it('shows the new field to staff in form and list after publishing, without a restart', async () => {
    const changed = definition();
    changed.fields.splice(1, 0, {
      tag: 'el-input',
      __vModel__: 'costProject',
      label: '成本归属项目',
      span: 12,
      isList: '1',
    });
    await write(JSON.stringify(changed, null, 2));
    await admin.page.getByText('没有问题').first().waitFor();
    await admin.page.locator('.ds-device, [data-device]').getByText('成本归属项目').first().waitFor();
    await admin.page.locator('[data-action="publish"]').click();
    await admin.page.locator('#publish-note').fill('增加成本归属项目');
    await admin.page.locator('.ant-modal .ant-btn-primary').click();
    await admin.page.getByText('已发布第 2 版').first().waitFor();

    await staff.page.goto(`${product.url}/#/commonEntry/detail?formKey=expenseReimbursement&isEdit=1`);
    await staff.page.reload();
    await field(staff.page, 'costProject').locator('input').fill('滨江花园二期');
    await saveRecord(staff.page);
    await staff.page.goto(`${product.url}/#/commonEntry/list?formKey=expenseReimbursement`);
    await staff.page.getByText('成本归属项目').first().waitFor();
    await staff.page.getByText('滨江花园二期').first().waitFor();
    expect(staff.faults()).toEqual([]);
  });

  it('leaves an approval that was running on the version it started with', async () => {
    const versions = await staff.page.evaluate(async () => {
      const token =
        (JSON.parse(localStorage.getItem('tokens') ?? '{}') as { access_token?: string }).access_token ?? '';
      const call = async (path: string, body?: unknown) =>
        (
          await fetch(`api/${path}`, {
            method: body ? 'POST' : 'GET',
            body: body ? JSON.stringify(body) : undefined,
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          })
        ).json();
      const { data } = await call('task/flow/task/listMyStart', {
        data: { conditions: [{ field: 'formKey', op: 'eq', value: 'expenseReimbursement' }] },
        page: { pageNum: 1, pageSize: 50 },
      });
      const running = data.data.find(
        (task: { flwState: string; formKey: string }) =>
          task.flwState === '1' && task.formKey === 'expenseReimbursement',
      );
      return {
        id: running.recordId,
        version: (await call(`system/frmCrud/getById/expenseReimbursement?id=${running.recordId}`)).data.version,
      };
    });
    expect(versions.version).toBe(1);
    await staff.page.goto(`${product.url}/#/commonEntry/detail?formKey=expenseReimbursement&id=${versions.id}`);
    await staff.page.locator(`[data-record="${versions.id}"] [data-field]`).first().waitFor();
    expect(await field(staff.page, 'costProject').count()).toBe(0);
  });
});

import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isLong } from '../../support/tier.ts';
import { sharedBrowser } from '../../support/browser.ts';
import {
  field,
  picturesOnFailure,
  saveRecord,
  signIn,
  startProduct,
  visitor,
  type Product,
  type Visitor,
} from '../support.ts';

const NEW = '/commonEntry/detail?formKey=businessSealApply&isEdit=1';

/** What goes wrong in an office: two windows on one record, an impatient finger, a server that is gone, a wrong file. */
describe('when something goes wrong', () => {
  let browser: Browser;
  let product: Product;
  let one: Visitor;
  let two: Visitor;
  const title = `并发测试 ${Date.now()}`;

  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    [one, two] = await Promise.all([visitor(browser), visitor(browser)]);
    await signIn(one.page, product.url, 'staff', NEW);
    await signIn(two.page, product.url, 'staff', '/taskCenter/remindList');
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(picturesOnFailure(() => ({ one, two })));

  const type = (visit: Visitor, key: string, text: string) =>
    field(visit.page, key).locator('textarea, input').first().fill(text);
  const recordId = (visit: Visitor) => new URLSearchParams(new URL(visit.page.url()).hash.split('?')[1]).get('id');

  it('makes one record of a double click on 保存草稿', async () => {
    await type(one, 'sealTitle', title);
    await one.page.locator('[data-action="save"]').dblclick();
    await one.page.getByText('保存成功').first().waitFor();
    await expect.poll(() => recordId(one)).toBeTruthy();
    await two.page.goto(`${product.url}/#/commonEntry/list?formKey=businessSealApply`);
    await two.page.getByText(title).first().waitFor();
    await expect.poll(() => two.page.locator('.ant-table-tbody').getByText(title).count()).toBe(1);
  });

  it('refuses the second of two saves, names who was first, and keeps the typed values', async () => {
    const id = recordId(one);
    await two.page.goto(`${product.url}/#/commonEntry/detail?formKey=businessSealApply&id=${id}&isEdit=1`);
    await type(two, 'receiver', '市建设局');
    await saveRecord(two.page);

    await type(one, 'receiver', '住建委');
    await one.page.locator('[data-action="save"]').click();
    await one.page.getByText('您在另一处修改过此记录').first().waitFor();
    await expect.poll(() => one.page.locator('.ant-modal').innerText()).toContain('周明轩');
    await one.page.locator('[data-action="keep-mine"]').click();
    await expect.poll(() => field(one.page, 'receiver').locator('input').inputValue()).toBe('住建委');
    await saveRecord(one.page);
    expect(one.faults()).toEqual([]);
  });

  it('refuses a file of a wrong type with a message that says which types', async () => {
    await field(one.page, 'materials')
      .locator('input[type="file"]')
      .setInputFiles({ name: 'virus.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') });
    await one.page
      .getByText(/文件格式不正确/)
      .first()
      .waitFor();
  });

  it('loses nothing that was typed while the server was gone, and saves when it is back', async () => {
    await type(one, 'sealReason', '服务器停机期间填写的内容');
    await product.kill();
    await one.page.locator('[data-action="save"]').click();
    await one.page
      .getByText(/无法连接服务器/)
      .first()
      .waitFor();
    // another call may have told it first: this save is over when its button is at rest
    await one.page.locator('[data-action="save"]:not(.ant-btn-loading)').waitFor();
    await expect
      .poll(() => field(one.page, 'sealReason').locator('textarea').inputValue())
      .toBe('服务器停机期间填写的内容');
    await product.start();
    await saveRecord(one.page);
    const id = recordId(one);
    await two.page.goto(`${product.url}/#/commonEntry/detail?formKey=businessSealApply&id=${id}`);
    await two.page.reload();
    await two.page.getByText('服务器停机期间填写的内容').first().waitFor();
  });

  it.runIf(isLong)('offers typed values back after the window was closed without saving', async () => {
    const kept = one.page.waitForResponse(
      (response) =>
        response.url().includes('/frmDraft/save') && (response.request().postData() ?? '').includes('13800138000'),
    );
    await type(one, 'phone', '13800138000');
    await kept;
    const again = await one.page.context().newPage();
    await one.page.close({ runBeforeUnload: false });
    await again.goto(
      `${product.url}/#/commonEntry/detail?formKey=businessSealApply&id=${recordId(one) ?? ''}&isEdit=1`,
    );
    await again
      .getByText(/未保存/)
      .first()
      .waitFor();
    await again.locator('[data-action="restore-draft"]').click();
    await expect.poll(() => again.locator('[data-field="phone"] input').inputValue()).toBe('13800138000');
  });

  it('answers an unknown address and an unknown form with a page that says so', async () => {
    await two.page.goto(`${product.url}/#/no/such/page`);
    await two.page
      .getByText(/不存在|找不到/)
      .first()
      .waitFor();
    await two.page.goto(`${product.url}/#/commonEntry/list?formKey=noSuchForm`);
    await two.page
      .getByText(/不存在/)
      .first()
      .waitFor();
    expect(two.faults()).toEqual([]);
  });
});

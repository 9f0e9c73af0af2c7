import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import {
  drawn,
  field,
  picturesOnFailure,
  saveRecord,
  signIn,
  startProduct,
  visitor,
  WAIT,
  type Product,
  type Visitor,
} from '../support.ts';

/** Nothing typed is lost: on another device, without a connection, over somebody else's change; and who approves sees what was changed. */
describe('what was typed and what was changed', () => {
  let browser: Browser;
  let product: Product;
  let office: Visitor;
  let home: Visitor;
  let leader: Visitor;
  const title = `草稿用印 ${Date.now()}`;
  const FORM = 'businessSealApply';

  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    [office, home, leader] = await Promise.all([visitor(browser), visitor(browser), visitor(browser)]);
    await signIn(office.page, product.url, 'staff');
    await signIn(home.page, product.url, 'staff');
    await signIn(leader.page, product.url, 'leader');
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(picturesOnFailure(() => ({ office, home, leader })));

  const type = (visit: Visitor, key: string, text: string) =>
    field(visit.page, key).locator('textarea, input').first().fill(text);
  const valueOf = (visit: Visitor, key: string) =>
    field(visit.page, key).locator('textarea, input').first().inputValue();
  const open = async (visit: Visitor, query: string) => {
    await visit.page.goto(`${product.url}/#/commonEntry/detail?formKey=${FORM}&${query}`);
    // a new record has no number
    await visit.page
      .locator(`[data-form="${FORM}"][data-record="${new URLSearchParams(query).get('id') ?? ''}"]`)
      .waitFor();
  };
  const recordId = (visit: Visitor) =>
    new URLSearchParams(new URL(visit.page.url()).hash.split('?')[1]).get('id') ?? '';
  /** Does something and waits until the server has what was typed last by it; a slow typist's draft goes in several parts. */
  const kept = async (visit: Visitor, last: string, act: () => Promise<unknown>) => {
    await Promise.all([
      visit.page.waitForResponse(
        (response) =>
          response.url().includes('/frmDraft/save') &&
          response.ok() &&
          (response.request().postData() ?? '').includes(last),
      ),
      act(),
    ]);
    await visit.page.locator('[data-draft="synced"]').waitFor();
  };
  const saved = (visit: Visitor) => saveRecord(visit.page);
  const cell = (visit: Visitor, row: number, column: string) =>
    visit.page.locator(`[data-sub-table="sealFiles"] [data-row="${row}"] [data-column="${column}"]`).first();
  const typeInCell = async (visit: Visitor, row: number, column: string, text: string) => {
    await cell(visit, row, column).click();
    const input = cell(visit, row, column).locator('input, textarea').first();
    await input.fill(text);
    await input.press('Enter');
  };

  it('offers in the browser at home what was typed at the office, rows among it, and takes it back', async () => {
    await open(office, 'isEdit=1');
    await kept(office, '检测报告', async () => {
      await type(office, 'sealTitle', title);
      await office.page.locator('[data-sub-table="sealFiles"] [data-action="add-row"]').click();
      await typeInCell(office, 0, 'fileName', '检测报告');
    });

    await home.page.goto(`${product.url}/#/index`);
    await home.page.reload();
    await home.page.locator('[data-panel="drafts"]').getByText(title).waitFor();
    await open(home, 'isEdit=1');
    await home.page.getByText(/发现未提交的草稿/).waitFor();
    await home.page.locator('[data-action="restore-draft"]').click();
    await expect.poll(() => valueOf(home, 'sealTitle')).toBe(title);
    await expect.poll(() => cell(home, 0, 'fileName').innerText()).toContain('检测报告');
    expect(home.faults()).toEqual([]);
  });

  it('keeps both when the two go on with it, and the list of the form leads to each', async () => {
    await kept(home, '家里填写', () => type(home, 'receiver', '家里填写'));
    await kept(office, '办公室填写', () => type(office, 'receiver', '办公室填写'));
    await home.page.goto(`${product.url}/#/commonEntry/list?formKey=${FORM}`);
    await home.page.locator('[data-action="my-drafts"]').click();
    await expect.poll(() => home.page.locator('[data-draft-id]').count()).toBe(2);
    await home.page.locator('[data-action="open-draft"]').first().click();
    await home.page.locator(`[data-form="${FORM}"]`).waitFor();
    await expect.poll(() => valueOf(home, 'receiver')).toBe('办公室填写');
  });

  it('keeps what is typed without a connection and brings it to the server when it is back', async () => {
    await saved(home);
    await expect.poll(() => recordId(home)).not.toBe('');
    const id = recordId(home);
    await home.page.locator(`[data-record="${id}"] [data-field="phone"] input`).waitFor();
    await home.page.context().setOffline(true);
    await type(home, 'phone', '13800138000');
    await home.page.locator('[data-draft="offline"]').waitFor();
    await kept(home, '13800138000', () => home.page.context().setOffline(false));
    await open(office, `id=${id}&isEdit=1`);
    await office.page.locator(`[data-record="${id}"]`).waitFor();
    await office.page.locator('[data-action="restore-draft"]').click();
    await expect.poll(() => valueOf(office, 'phone')).toBe('13800138000');
  });

  it('keeps what is typed without a connection in a window that is closed, and offers it in the next', async () => {
    const id = recordId(home);
    const context = home.page.context();
    const window = await context.newPage();
    window.setDefaultTimeout(WAIT);
    const address = `${product.url}/#/commonEntry/detail?formKey=${FORM}&id=${id}&isEdit=1`;
    await window.goto(address);
    await kept({ ...home, page: window }, '等待中', () =>
      field(window, 'sealReason').locator('textarea').fill('等待中'),
    );
    await context.setOffline(true);
    await field(window, 'sealReason').locator('textarea').fill('断网时填写，随即关闭窗口');
    await window.close();
    await context.setOffline(false);
    const next = await context.newPage();
    next.setDefaultTimeout(WAIT);
    await next.goto(address);
    await next.locator('[data-action="restore-draft"]').click();
    await expect
      .poll(() => field(next, 'sealReason').locator('textarea').inputValue())
      .toBe('断网时填写，随即关闭窗口');
    await next.close();
  });

  it('lays two saves side by side, field by field and row by row, and keeps what is chosen', async () => {
    await type(office, 'receiver', '市住建局');
    await typeInCell(office, 0, 'remark', '办公室的备注');
    await saved(office);
    await type(home, 'receiver', '区质监站');
    await typeInCell(home, 0, 'fileName', '检测报告（修订）');
    await home.page.locator('[data-action="save"]').click();
    const dialog = home.page.getByRole('dialog', { name: '您在另一处修改过此记录' });
    await dialog.waitFor();
    const receiver = dialog.locator('[data-merge="receiver"]');
    await expect.poll(() => receiver.innerText()).toContain('市住建局');
    await expect.poll(() => receiver.innerText()).toContain('区质监站');
    await expect.poll(() => receiver.getAttribute('data-by')).toBe('both');
    await receiver.getByText('用最新的').click();
    await dialog.locator('[data-action="keep-mine"]').click();
    await expect.poll(() => valueOf(home, 'receiver')).toBe('市住建局');
    await expect.poll(() => cell(home, 0, 'fileName').innerText()).toContain('检测报告（修订）');
    await expect.poll(() => cell(home, 0, 'remark').innerText()).toContain('办公室的备注');
    await saved(home);
    expect(home.faults()).toEqual([]);
  });

  it('marks for an approver after a return what the applicant changed', async () => {
    await open(home, `id=${recordId(home)}&isEdit=1`);
    const { page } = home;
    const chooseInCell = async (column: string, text: string) => {
      await cell(home, 0, column).click();
      await page
        .locator(`.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option[title="${text}"]`)
        .click();
    };
    await type(home, 'sealReason', '向建设单位出具检测报告');
    await chooseInCell('fileType', '检测报告');
    await chooseInCell('sealType', '公章');
    await page.locator('[data-action="submit"]').click();
    await page.getByText('提交成功').first().waitFor();

    const openTodo = async (visit: Visitor) => {
      await visit.page.goto(`${product.url}/#/taskCenter/toDoList`);
      await visit.page.reload();
      await visit.page.getByText(title).first().click();
      await visit.page.locator('[data-action="approve"], [data-action="submit"]').first().waitFor();
    };
    const [asked] = await Promise.all([
      leader.page.waitForResponse((response) => response.url().includes('/frmCrud/changes/')),
      openTodo(leader),
    ]);
    expect(asked.ok()).toBe(true);
    await drawn(leader.page);
    expect(await leader.page.locator('[data-changes]').count()).toBe(0);
    await leader.page.locator('[data-action="return"]').click();
    await leader.page.getByLabel('办理意见（必填）').fill('请更正事由');
    await leader.page.getByRole('button', { name: /确\s*定/ }).click();
    await leader.page.getByText('已退回申请人').first().waitFor();

    await openTodo(home);
    await type(home, 'sealReason', '更正后的事由');
    await typeInCell(home, 0, 'copies', '7');
    await page.locator('[data-action="submit"]').click();
    await page.getByText('提交成功').last().waitFor();

    await openTodo(leader);
    await leader.page.getByText('本次审批前有 2 处修改').waitFor();
    await leader.page.locator('[data-action="list-changes"]').click();
    await expect.poll(() => leader.page.locator('[data-changes]').innerText()).toContain('更正后的事由');
    await leader.page.locator('[data-changes="2"] [data-action="jump-to-change"]').last().click();
    await leader.page.locator('[data-sub-table="sealFiles"] [data-changed="cell"][data-column="copies"]').waitFor();
    await expect
      .poll(() => field(leader.page, 'sealReason').locator('[data-action="show-change"]').innerText())
      .toBe('已修改');
    await leader.page.locator('[data-action="history"]').click();
    await leader.page.locator('.ant-drawer').getByText('向建设单位出具检测报告').first().waitFor();
    expect(leader.faults()).toEqual([]);
  });

  it('keeps what is typed when its person signs out', async () => {
    await open(office, 'isEdit=1');
    // its tab was open all along
    await expect.poll(() => valueOf(office, 'sealTitle')).toBe(title);
    await type(office, 'sealTitle', '退出之前');
    await office.page.locator('[data-action="user-menu"]').click();
    await office.page.locator('[data-action="sign-out"]').click();
    await office.page.locator('[data-action="confirm-sign-out"]').click();
    await office.page.locator('[data-action="leave"]').click();
    await office.page.waitForURL((address) => address.hash.includes('/login'));
    await office.page.locator('input[type="password"]').first().waitFor();
    await office.page.waitForLoadState('load');
    await signIn(office.page, product.url, 'staff', '/index');
    await office.page.locator('[data-panel="drafts"]').getByText('退出之前').waitFor();
    expect(office.faults()).toEqual([]);
  });
});

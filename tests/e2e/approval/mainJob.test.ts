import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import {
  field,
  picturesOnFailure,
  saveRecord,
  signIn,
  signInByHand,
  startProduct,
  visitor,
  type Product,
  type Visitor,
} from '../support.ts';

/** The main job of the product, as three people do it, on the built product. */
describe('业务用印申请 from application to seal', () => {
  let browser: Browser;
  let product: Product;
  let staff: Visitor;
  let leader: Visitor;
  let sealer: Visitor;
  const title = `检测报告用印 ${Date.now()}`;

  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    [staff, leader, sealer] = await Promise.all([
      visitor(browser, { motion: 'no-preference' }),
      visitor(browser),
      visitor(browser),
    ]);
    await signInByHand(staff.page, product.url, 'staff');
    // a page that neither of them opens later
    for (const [{ page }, username] of [
      [leader, 'leader'],
      [sealer, 'sealer'],
    ] as const)
      await signIn(page, product.url, username, '/taskCenter/remindList');
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  afterEach(picturesOnFailure(() => ({ staff, leader, sealer })));

  const cell = (visit: Visitor, row: number, column: string) =>
    visit.page
      .locator(
        `[data-sub-table="sealFiles"] [data-row="${row}"] [data-column="${column}"], [data-sub-table="sealFiles"] [data-row="${row}"][data-column="${column}"]`,
      )
      .first();

  async function typeInCell(visit: Visitor, row: number, column: string, text: string): Promise<void> {
    await cell(visit, row, column).click();
    const input = cell(visit, row, column).locator('input, textarea').first();
    await input.fill(text);
    await input.press('Enter');
  }

  async function chooseInCell(visit: Visitor, row: number, column: string, text: string): Promise<void> {
    await cell(visit, row, column).click();
    await visit.page
      .locator(`.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option[title="${text}"]`)
      .click();
  }

  /** `isAgain`: the list was open before, and is read anew as the page is. */
  async function openFromTodo(visit: Visitor, isAgain = false): Promise<void> {
    await visit.page.goto(`${product.url}/#/taskCenter/toDoList`);
    if (isAgain) await visit.page.reload();
    await visit.page.locator('[data-screen="platform/taskCenter/toDoList"]').getByText(title).first().click();
    await visit.page.locator('[data-action="approve"], [data-action="submit"]').first().waitFor();
  }

  it('lets staff open the form from a menu that came from the server', async () => {
    await staff.page.getByText('印章管理', { exact: true }).first().click();
    await staff.page.getByText('业务用印申请', { exact: true }).first().click();
    await staff.page.locator('[data-action="create"]').first().click();
    await field(staff.page, 'sealTitle').waitFor();
    expect(staff.faults()).toEqual([]);
  });

  it('keeps a draft with two rows and an attachment', async () => {
    const { page } = staff;
    await field(page, 'sealTitle').locator('input, textarea').first().fill(title);
    await field(page, 'sealReason').locator('textarea, input').first().fill('向建设单位出具检测报告，需加盖公章');
    for (let row = 0; row < 2; row += 1) {
      await page.locator('[data-sub-table="sealFiles"] [data-action="add-row"]').click();
      await typeInCell(staff, row, 'fileName', `检测报告 ${row + 1}`);
      await chooseInCell(staff, row, 'fileType', '检测报告');
      await chooseInCell(staff, row, 'sealType', '公章');
      await typeInCell(staff, row, 'copies', String(row + 2));
    }
    await field(page, 'materials')
      .locator('input[type="file"]')
      .setInputFiles({ name: '委托书.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') });
    // the name stands there from the first moment; a save waits for the file itself
    await field(page, 'materials').locator('[data-file]', { hasText: '委托书.pdf' }).waitFor();
    await saveRecord(page);
    await field(page, 'totalCopies').getByText('5').first().waitFor();
    expect(staff.faults()).toEqual([]);
  });

  it('submits it to the department leader, who may edit exactly what the node allows', async () => {
    await staff.page.locator('[data-action="submit"]').click();
    await staff.page.getByText('提交成功').first().waitFor();
    await openFromTodo(leader);
    const { page } = leader;
    await expect.poll(() => field(page, 'sealTitle').getAttribute('data-mode')).toBe('view');
    await expect.poll(() => field(page, 'deptOpinion').getAttribute('data-mode')).toBe('edit');
    await field(page, 'deptOpinion').locator('textarea, input').first().fill('同意用印');
    await cell(leader, 0, 'fileName').click();
    await page.locator('[data-sub-table="sealFiles"] [data-row="0"] .st-active[data-column="fileName"]').waitFor();
    expect(await cell(leader, 0, 'fileName').locator('input').count()).toBe(0);
    await typeInCell(leader, 0, 'approvedCopies', '2');
    expect(leader.faults()).toEqual([]);
  });

  it('refuses a forged change of the leader with its path and stores nothing', async () => {
    const answer = await leader.page.evaluate(async () => {
      const query = new URLSearchParams(location.hash.split('?')[1]);
      const token =
        (JSON.parse(localStorage.getItem('tokens') ?? '{}') as { access_token?: string }).access_token ?? '';
      const call = async (path: string, body?: unknown) =>
        (
          await fetch(`api/system/frmCrud/${path}`, {
            method: body ? 'POST' : 'GET',
            body: body ? JSON.stringify(body) : undefined,
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          })
        ).json();
      const id = query.get('id');
      const before = (await call(`getById/businessSealApply?id=${id}`)).data;
      const forged = { ...before, fieldsMap: { ...before.fieldsMap, sealTitle: '被篡改' } };
      const refusal = await call('runProcess/businessSealApply', {
        record: forged,
        action: 'approve',
        opinion: '同意',
      });
      const after = (await call(`getById/businessSealApply?id=${id}`)).data;
      return {
        code: refusal.code,
        paths: (refusal.data?.problems ?? []).map((p: { path: unknown[] }) => p.path),
        title: after.fieldsMap.sealTitle,
        revisions: [before.revision, after.revision],
      };
    });
    expect(answer.code).toBe('RECORD_FORBIDDEN');
    expect(answer.paths).toContainEqual(['fieldsMap', 'sealTitle']);
    expect(answer.title).toBe(title);
    expect(answer.revisions[0]).toBe(answer.revisions[1]);
  });

  it('returns to the applicant, who corrects and resubmits', async () => {
    await leader.page.locator('[data-action="return"]').click();
    await leader.page.locator('.ant-modal textarea, [data-opinion] textarea').first().fill('请补充用印事由');
    await leader.page.locator('.ant-modal .ant-btn-primary').last().click();
    await leader.page.getByText('已退回').first().waitFor();
    await openFromTodo(staff);
    await field(staff.page, 'sealReason')
      .locator('textarea, input')
      .first()
      .fill('向建设单位出具检测报告（竣工备案用），需加盖公章');
    await staff.page.locator('[data-action="submit"]').click();
    await staff.page.getByText('提交成功').first().waitFor();
  });

  it('goes from the leader to the sealer, who finishes it', async () => {
    await openFromTodo(leader, true);
    await leader.page.locator('[data-action="approve"]').click();
    await leader.page.locator('.ant-modal .ant-btn-primary').last().click();
    await leader.page.getByText('办理成功').first().waitFor();
    await openFromTodo(sealer);
    await expect.poll(() => field(sealer.page, 'deptOpinion').getAttribute('data-mode')).toBe('view');
    await field(sealer.page, 'registerNo').locator('input').first().fill('YY-2026-9001');
    const date = field(sealer.page, 'finishDate').locator('input').first();
    // on the day of the application: sealing lies between that day and today
    await date.fill(new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' }));
    await date.press('Enter');
    for (let row = 0; row < 2; row += 1) {
      await cell(sealer, row, 'seal').click();
      await sealer.page
        .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
        .first()
        .click();
      await typeInCell(sealer, row, 'actualCopies', String(row + 2));
    }
    await sealer.page.locator('[data-action="approve"]').click();
    await sealer.page.locator('.ant-modal .ant-btn-primary').last().click();
    await sealer.page.getByText('办理成功').first().waitFor();
  });

  it('writes each file into the register of seals, with a link back to the application', async () => {
    const { page } = sealer;
    await page.goto(`${product.url}/#/commonEntry/list?formKey=sealDetails`);
    for (const name of ['检测报告 1', '检测报告 2']) await page.getByText(name).first().waitFor();
    await page.getByText('检测报告 2').first().dblclick();
    await field(page, 'apply').getByText(title).first().waitFor();
    await field(page, 'copies').getByText('3').first().waitFor();
    expect(sealer.faults()).toEqual([]);
  });

  it('shows the applicant the finished application with its history, and each actor what was done', async () => {
    await staff.page.goto(`${product.url}/#/taskCenter/alreadyDone`);
    await staff.page.locator('[data-screen="platform/taskCenter/alreadyDone"]').getByText(title).first().click();
    await staff.page.getByText('请补充用印事由').first().waitFor();
    await staff.page.getByText('已办结').first().waitFor();
    for (const visit of [leader, sealer]) {
      await visit.page.goto(`${product.url}/#/taskCenter/launch`);
      await visit.page.getByText(title).first().waitFor();
      expect(visit.faults()).toEqual([]);
    }
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { sharedBrowser } from '../../support/browser.ts';
import { field, pickPerson, saveRecord, signIn, startProduct, visitor, type Product } from '../support.ts';

/** The office's work on projects: from the overview to a project's page, another person in charge, business handed over. */
let product: Product;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), sharedBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await product.close();
});

const picture = async (page: Page, name: string): Promise<void> => {
  const to = process.env['PICTURES_TO'];
  if (to) await page.screenshot({ path: `${to}/projects-${name}.png` });
};
/** Pages that were open before stay alive behind the one that is shown. */
const shown = (page: Page, selector: string) => page.locator(selector).locator('visible=true');

test('two selected projects get another person in charge, who is told; the page of a project says so', async () => {
  const visit = await visitor(browser);
  const { page } = visit;
  await signIn(page, product.url, 'leader', '/projectList/principalDialog');
  const list = page.locator('[data-screen="administration/projectList/principalDialog"]');
  const rows = list.locator('tr[data-row-key]:visible', { hasText: '检测中' }).filter({ hasNotText: '郑凯' });
  await rows.first().waitFor();
  const names: string[] = [];
  for (const at of [0, 1]) {
    names.push((await rows.nth(at).locator('td').nth(1).innerText()).trim());
    await rows.nth(at).locator('input[type="checkbox"]').check();
  }
  await list.getByText('已选 2 条').waitFor();
  await list.locator('[data-action="principal"]').click();
  await page.locator('[data-dialog="principal"]').waitFor();
  await page.locator('.ant-modal-footer .ant-btn-primary').click();
  // nothing happens without a person and a reason
  await field(page, 'reason')
    .getByText(/请填写|不能为空|必填|请输入/)
    .first()
    .waitFor();
  await field(page, 'leader').locator('input').click();
  const people = page.getByRole('dialog').last();
  await people.getByLabel('输入姓名查找').fill('郑凯');
  await people.locator('.sf-pick-row').filter({ hasText: '郑凯' }).first().click();
  await people.getByRole('button', { name: '确定' }).click();
  await field(page, 'reason').locator('textarea').fill('原负责人调往检测二部');
  await picture(page, 'principal-dialog');
  await page.locator('.ant-modal-footer .ant-btn-primary').last().click();
  await page.getByText('更换负责人成功，共 2 条').waitFor();
  for (const name of names)
    await list.locator('tr[data-row-key]:visible', { hasText: name }).filter({ hasText: '郑凯' }).first().waitFor();
  await list.getByRole('tab', { name: '更换记录' }).click();
  await shown(page, 'tr[data-row-key]').filter({ hasText: '原负责人调往检测二部' }).nth(1).waitFor();
  await picture(page, 'principal-changes');

  // the same project from the overview
  await page.goto(`${product.url}/#/projectList/index`);
  const overview = page.locator('[data-screen="administration/projectList/index"]');
  await overview.getByRole('tab', { name: '检测中' }).click();
  const row = overview.locator('tr[data-row-key]:visible', { hasText: names[0] as string }).first();
  await row.waitFor();
  await picture(page, 'overview');
  await row.locator('[data-action="view"]').click();
  const record = page.locator('[data-screen="administration/projectList/detail"]');
  await record.getByRole('tab', { name: /^负责人/ }).click();
  await record.locator('tr[data-row-key]:visible', { hasText: '原负责人调往检测二部' }).first().waitFor();
  await picture(page, 'record');
  expect(visit.faults()).toEqual([]);
  await visit.close();
});

test('contracts of a project are chosen from a list in a dialog and handed over in one act', async () => {
  const visit = await visitor(browser);
  const { page } = visit;
  await signIn(page, product.url, 'leader', '/projectList/detail?id=projectRegister-0001');
  const record = page.locator('[data-screen="administration/projectList/detail"]');
  const tab = record.getByRole('tab', { name: /^合同/ });
  await tab.waitFor();
  const count = await record.locator('[data-related="contractLedger:project"] tr[data-row-key]').count();
  await record.locator('[data-action="create-businessHandover"]').first().click();
  await shown(page, '[data-field="contracts"]').first().waitFor();
  await shown(page, '[data-field="contracts"] [data-action="pick-record"]').first().click();
  const dialog = page.getByRole('dialog').filter({ hasText: '选择合同' });
  const rows = dialog.locator('tr.sf-pick-row');
  await rows.first().waitFor();
  if (count > 0) expect(await rows.count()).toBe(count);
  const total = await rows.count();
  for (let at = 0; at < total; at += 1) await rows.nth(at).locator('input[type="checkbox"]').check();
  await picture(page, 'business-dialog');
  await dialog.locator('[data-action="confirm"]').click();
  await expect.poll(() => shown(page, '[data-field="contractCount"]').first().innerText()).toContain(String(total));
  await pickPerson(page, 'receiver', '郑凯');
  await shown(page, '[data-field="reason"] textarea').first().fill('经办人长期驻外');
  await picture(page, 'handover');
  await saveRecord(page);
  await page.goto(`${product.url}/#/projectList/businessDialog`);
  await shown(page, 'tr[data-row-key]')
    .filter({ hasText: '经办人长期驻外' })
    .filter({ hasText: '郑凯' })
    .first()
    .waitFor();
  await picture(page, 'handovers');
  expect(visit.faults()).toEqual([]);
  await visit.close();
});

test('the pages stand on a phone', async () => {
  const visit = await visitor(browser, { width: 390, height: 844 });
  const { page } = visit;
  await signIn(page, product.url, 'leader', '/projectList/index');
  for (const path of ['index', 'detail?id=projectRegister-0001', 'principalDialog', 'businessDialog']) {
    await page.goto(`${product.url}/#/projectList/${path}`);
    await page.locator(`[data-screen="administration/projectList/${path.split('?')[0]}"]`).waitFor();
    await shown(page, '[data-record], tr[data-row-key]').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await picture(page, `phone-${path.split('?')[0]}`);
  }
  expect(visit.faults()).toEqual([]);
  await visit.close();
});

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fillWithOlder } from '../../server/support/olderDatabase.ts';
import { fillFromTemplate, testSettings } from '../../server/support.ts';
import { sharedBrowser } from '../../support/browser.ts';
import {
  field,
  picturesOnFailure,
  saveRecord,
  signIn,
  startProduct,
  visitor,
  writeText,
  type Product,
  type Visitor,
} from '../support.ts';

const FORM = 'businessSealApply';
const LIST = `/commonEntry/list?formKey=${FORM}`;
const NEW_FIELD = { tag: 'el-input', __vModel__: 'archiveBox', label: '归档盒号', isList: '1', isSearch: '1' };

/** A company that worked with the last version whose records were documents in one table starts this one. */
describe('after an upgrade', () => {
  let browser: Browser;
  let product: Product;
  let admin: Visitor;
  let staff: Visitor;
  let leader: Visitor;
  beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'upgraded-'));
    await fillFromTemplate(dataDir);
    await (await fillWithOlder(testSettings({ dataDir, databaseUrl: null }))).close();
    browser = await sharedBrowser();
    [admin, staff, leader] = await Promise.all([visitor(browser), visitor(browser), visitor(browser)]);
    product = await startProduct({}, dataDir);
    // it answers at once, and is ready when the records are brought over
    const isReady = (): Promise<boolean> =>
      fetch(`${product.url}/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isReady()))
      await new Promise((wake) => {
        setTimeout(wake, 200);
      });
    await signIn(admin.page, product.url, 'admin', LIST);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(picturesOnFailure(() => ({ admin, staff, leader })));

  const rows = (page: Page) => page.locator(`[data-list="${FORM}"] tr[data-row-key]`);
  const column = async (page: Page, label: string): Promise<string[]> => {
    const heads = await page.locator(`[data-list="${FORM}"] thead th`).allInnerTexts();
    const at = heads.findIndex((head) => head.includes(label));
    if (at < 0) throw new Error(`no column “${label}” among ${heads.join(', ')}`);
    return rows(page).evaluateAll(
      (all, index) => all.map((row) => (row.children[index] as HTMLElement | undefined)?.innerText.trim() ?? ''),
      at,
    );
  };
  const answered = (page: Page): Promise<unknown> =>
    page.waitForResponse((response) => response.url().includes(`/frmCrud/list/${FORM}`) && response.ok());
  const search = async (page: Page, key: string, text: string): Promise<void> => {
    const filter = page.locator(`[data-filter="${key}"] input`).first();
    if (!(await filter.isVisible())) await page.locator('[data-action="fold"]').click();
    await filter.fill(text);
    await Promise.all([answered(page), page.locator('[data-action="search"]').click()]);
  };

  it('the list shows the records of before, sorts them by a number, and finds two characters within a text', async () => {
    const { page } = admin;
    await rows(page).first().waitFor();
    for (const order of [1, -1]) {
      await Promise.all([answered(page), page.locator('thead th').filter({ hasText: '申请总份数' }).first().click()]);
      await expect
        .poll(async () => {
          const copies = (await column(page, '申请总份数'))
            .filter((text) => text !== '')
            .map((text) => parseFloat(text));
          return copies.length > 3 && copies.every((count, at) => at === 0 || (count - copies[at - 1]!) * order >= 0);
        })
        .toBe(true);
    }
    const before = await rows(page).count();
    await search(page, 'sealTitle', '检测');
    await expect
      .poll(async () => {
        const titles = await column(page, '用印事项');
        return titles.length > 0 && titles.length <= before && titles.every((title) => title.includes('检测'));
      })
      .toBe(true);
    expect(admin.faults()).toEqual([]);
  });

  it('an approval of before goes on', async () => {
    const { page } = leader;
    await signIn(page, product.url, 'leader', '/taskCenter/toDoList');
    const row = page.locator('tr[data-row]').filter({ hasText: '用印' }).first();
    const id = (await row.getAttribute('data-record')) ?? '';
    await row.locator('[data-action="handle"]').click();
    await page.locator('[data-action="approve"]').click();
    await page.locator('[data-opinion] textarea').fill('同意用印');
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: /确\s*定/ })
      .click();
    await page.getByText('办理成功').first().waitFor();
    await page.waitForURL(/toDoList/);
    await expect.poll(() => page.locator(`tr[data-record="${id}"]`).count()).toBe(0);
    expect(leader.faults()).toEqual([]);
  });

  it('a field that is published now stands in the list, is filled in, found and sorted by, beside the records of before', async () => {
    const { page } = admin;
    const draft = page.waitForResponse((response) => response.url().includes('/frmDef/getDraft'));
    await page.goto(`${product.url}/#/system/formManager?form=${FORM}&view=json`);
    const { data } = (await (await draft).json()) as { data: { fields: object[] } };
    await page.locator('.cm-content').waitFor();
    await writeText(page, JSON.stringify({ ...data, fields: [...data.fields, NEW_FIELD] }, null, 2));
    await page.locator('[data-designer][data-checking="false"]').waitFor();
    await page.locator('[data-action="publish"]').click();
    await expect.poll(() => page.locator('.ant-modal .ant-btn-primary').isEnabled()).toBe(true);
    await page.locator('.ant-modal .ant-btn-primary').click();
    await page
      .getByText(/已发布第 \d+ 版/)
      .first()
      .waitFor();

    await signIn(staff.page, product.url, 'staff', `/commonEntry/detail?formKey=${FORM}&isEdit=1`);
    await field(staff.page, NEW_FIELD.__vModel__).locator('input').fill('盒 2026-07');
    await saveRecord(staff.page);
    await staff.page.goto(`${product.url}/#${LIST}`);
    await rows(staff.page).first().waitFor();
    await expect.poll(() => column(staff.page, NEW_FIELD.label)).toContain('盒 2026-07');
    expect((await column(staff.page, NEW_FIELD.label)).length).toBeGreaterThan(1);
    await Promise.all([
      answered(staff.page),
      staff.page.locator('thead th').filter({ hasText: NEW_FIELD.label }).first().click(),
    ]);
    await search(staff.page, NEW_FIELD.__vModel__, '2026-07');
    await expect.poll(() => column(staff.page, NEW_FIELD.label)).toEqual(['盒 2026-07']);
    expect([...admin.faults(), ...staff.faults()]).toEqual([]);
    if (process.env.E2E_PICTURES)
      await staff.page.screenshot({ path: join(process.env.E2E_PICTURES, 'upgraded-list.png') });
  });
});

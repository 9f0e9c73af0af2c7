import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { read, utils } from '@e965/xlsx';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { field, picturesOnFailure, startProduct, visitor, type Product, type Visitor } from '../support.ts';
import { answerOf, COMPANY, enter, enterFirst, peopleSheet, START } from './company.ts';

const TEXT = '请联系信息中心张工，内线 8001';

describe('the first start of an empty company', () => {
  let browser: Browser;
  let product: Product;
  let admin: Visitor;
  const passwords = new Map<string, string>();
  beforeAll(async () => {
    browser = await sharedBrowser();
    product = await startProduct({ DEMO: '0', ADMIN_PASSWORD: START }, mkdtempSync(join(tmpdir(), 'first-')));
    admin = await visitor(browser);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(picturesOnFailure(() => ({ admin })));

  const setup = (step: string) => admin.page.locator(`[data-setup="${step}"]`);
  const done = (): Promise<void> => admin.page.locator('[data-setup] [data-action="done"]').click();
  const confirm = (): Promise<void> =>
    admin.page.locator('.ant-modal-footer .ant-btn-primary, .ant-modal-confirm-btns .ant-btn-primary').last().click();

  it('leads its administrator to the guide, through name, units and departments', async () => {
    const { page } = admin;
    await enter(page, product.url, 'admin', START);
    await setup('company').waitFor();
    await field(page, 'platformName').locator('input').fill('江城检测协同平台');
    await field(page, 'registerText').locator('textarea').fill(TEXT);
    await page.locator('[data-system-form] [data-action="save"]').click();
    await page.getByText('已保存').first().waitFor();
    await done();
    await setup('organisation').waitFor();
    await page.locator('[data-action="createMany"]').first().click();
    await field(page, 'lines').locator('textarea').fill(COMPANY);
    await confirm();
    await page.getByText('江城二分公司').first().waitFor();
    await done();
    await page.getByText('2 个单位，5 个部门').waitFor();
  });

  it('takes thirty people from Excel, checked before anything is stored, and gives them roles by their posts', async () => {
    const { page } = admin;
    await setup('people').waitFor();
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
    const book = read(await (await import('node:fs/promises')).readFile((await download.path()) ?? ''));
    const rows = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? '']!, { header: 1 });
    for (const [username, , password] of rows.slice(1)) passwords.set(String(username), String(password));
    expect(passwords.size).toBe(30);
    await page.locator('[data-action="close"]').click();
    await done();
    await setup('roles').waitFor();
    await page.locator('[data-action="adoptAll"]').first().click();
    await confirm();
    // every post has its role: nothing is left to be adopted
    await page.locator('[data-action="adopt"]').first().waitFor({ state: 'detached' });
    await done();
    await page.getByText('7 个角色有成员').waitFor();
  });

  it('is ended with a step skipped, found again in the menu, and does not lead there any more', async () => {
    const { page } = admin;
    await setup('channels').waitFor();
    // while the list of the step loads, the buttons below it move
    await setup('channels').locator('.ant-table-placeholder, .ant-table-row, .ant-empty').first().waitFor();
    await page.locator('[data-setup] [data-action="skip"]').click();
    await page.getByText('全部步骤已处理').waitFor();
    await page.locator('[data-setup] [data-action="end"]').click();
    await page.locator('[data-screen="platform/home"]').waitFor();
    await page.goto(`${product.url}/#/system/setup?step=channels`);
    await setup('channels').getByText('已跳过').first().waitFor();
    const again = await visitor(browser);
    await enter(again.page, product.url, 'admin', START);
    await again.page.locator('[data-screen="platform/home"]').waitFor();
    await again.close();
    expect(admin.faults()).toEqual([]);
  });

  it('tells a stranger how to get an account', async () => {
    const stranger = await visitor(browser);
    await stranger.page.goto(`${product.url}/#/register`);
    await stranger.page.getByText(TEXT).waitFor();
    await stranger.close();
  });

  it.each(['user1', 'user2', 'user6'])(
    'lets %s in with a password of their own, and to nothing of the administrator',
    async (name) => {
      const own = await visitor(browser);
      const { page } = own;
      await enterFirst(page, product.url, name, passwords.get(name) ?? '');
      for (const path of ['/system/setup', '/system/userManager', '/system/roleGrid']) {
        await page.goto(`${product.url}/#/index`);
        await page.locator('[data-screen="platform/home"]').waitFor();
        await page.goto(`${product.url}/#${path}`);
        await page.locator('[data-screen="platform/404"]').waitFor();
      }
      for (const path of [
        '/api/system/sys/user/page',
        '/api/system/sys/role/proposals',
        '/api/system/sys/org/addLines',
      ])
        expect([path, (await answerOf(page, path)).code]).not.toEqual([path, '1']);
      expect((await answerOf(page, '/api/system/sys/role/proposals')).code).toBe('403');
      await own.close();
    },
  );
});

import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { picturesOnFailure, signIn, startProduct, visitor, writeText, type Product, type Visitor } from '../support.ts';

interface FormText {
  fields: { __vModel__?: string }[];
}

/** Two administrators at once: one learns what a publication would break, the other that it has happened. */
describe('what a publication touches', () => {
  let browser: Browser;
  let product: Product;
  let admin: Visitor;
  let other: Visitor;
  let text: FormText;

  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    [admin, other] = await Promise.all([visitor(browser), visitor(browser)]);
    await signIn(admin.page, product.url, 'admin');
    await signIn(other.page, product.url, 'admin');
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(picturesOnFailure(() => ({ admin, other })));

  const open = async ({ page }: Visitor, formKey: string): Promise<void> => {
    await page.goto(`${product.url}/#/system/formManager?form=${formKey}&view=json`);
    await page.locator('.cm-content').waitFor();
  };
  const written = async (without: string): Promise<void> => {
    const fields = text.fields.filter(({ __vModel__: key }) => key !== without);
    await writeText(admin.page, JSON.stringify({ ...text, fields }, null, 2));
    await admin.page.locator('[data-designer][data-checking="false"]').waitFor();
    await admin.page.locator('[data-action="publish"]').click();
  };

  it('a field that a dataset groups by: publishing is not offered, and the link opens the dataset', async () => {
    const answer = admin.page.waitForResponse((response) => response.url().includes('/frmDef/getDraft'));
    await open(admin, 'testEntrustRegistration');
    text = ((await (await answer).json()) as { data: FormText }).data;
    await written('entrustUnit');
    await admin.page.getByText(/发布后会使 \d+ 处失效，不能发布/).waitFor();
    expect(await admin.page.locator('.ant-modal .ant-btn-primary').isDisabled()).toBe(true);
    expect(await admin.page.getByText(/委托单位（\d+ 条记录填写过）|委托单位/).count()).toBeGreaterThan(0);
    const link = admin.page.getByRole('link', { name: '数据集“检测委托”' });
    expect(await link.getAttribute('href')).toContain('/system/datasetManager?dataset=kanban');
    await admin.page.locator('.ant-modal-close').click();
  });

  it('a copy is disabled, listed as such, and removed once nothing uses it', async () => {
    await admin.page.goto(`${product.url}/#/system/formManager`);
    await admin.page
      .getByRole('button', { name: '离开' })
      .click({ timeout: 5000 })
      .catch(() => undefined);
    await admin.page.getByLabel('查找表单').fill('basis');
    const row = (key: string) => admin.page.locator(`[data-form-key="${key}"]`);
    await row('basis').locator('[data-action="more"]').click();
    await admin.page.getByRole('menuitem', { name: '复制' }).click();
    await admin.page.getByLabel('表单键').last().fill('basisCopy');
    await admin.page.locator('.ant-modal .ant-btn-primary').click();
    await admin.page.locator('[data-designer="basisCopy"]').waitFor();
    await admin.page.locator('[data-action="publish"]').click();
    await expect.poll(() => admin.page.locator('.ant-modal .ant-btn-primary').isEnabled()).toBe(true);
    await admin.page.locator('.ant-modal .ant-btn-primary').click();
    await admin.page.getByText('已发布第 1 版').first().waitFor();
  });

  it('an editor that stands open says that another version was published, and loads it', async () => {
    await open(other, 'basisCopy');
    expect(await other.page.locator('[data-overtaken]').count()).toBe(0);
    await admin.page.locator('[data-action="publish"]').click();
    await expect.poll(() => admin.page.locator('.ant-modal .ant-btn-primary').isEnabled()).toBe(true);
    await admin.page.locator('.ant-modal .ant-btn-primary').click();
    await admin.page.getByText('已发布第 2 版').first().waitFor();
    await other.page.locator('[data-overtaken="2"]').waitFor();
    // the draft that the first one saved before is told until then
    await expect
      .poll(() => other.page.locator('[data-overtaken="2"]').textContent())
      .toContain('发布第 2 版，这里打开的是第 1 版');
    await other.page.locator('[data-action="load-newest"]').click();
    await other.page.getByText('已发布第 2 版').first().waitFor();
    await expect.poll(() => other.page.locator('[data-overtaken]').count()).toBe(0);
    await other.page.goto(`${product.url}/#/system/formManager`);
    await other.page.getByLabel('查找表单').fill('basisCopy');
    const row = other.page.locator('[data-form-key="basisCopy"]');
    const act = async (name: string): Promise<void> => {
      await row.locator('[data-action="more"]').click();
      await other.page.getByRole('menuitem', { name, exact: true }).click();
      await other.page.locator('.ant-modal-confirm .ant-btn-dangerous').click();
    };
    await act('停用');
    await row.getByText('已停用').waitFor();
    await act('删除');
    await row.waitFor({ state: 'detached' });
  });
});

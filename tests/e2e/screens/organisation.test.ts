import type { Browser, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import {
  choose,
  field,
  picturesOnFailure,
  signIn,
  startProduct,
  visitor,
  type Product,
  type Visitor,
} from '../support.ts';

/** The tree of 单位与部门: moved by the mouse and by the keyboard, merged, taken out of use. */
describe('the organisation as its administrator keeps it', () => {
  let browser: Browser;
  let product: Product;
  let admin: Visitor;
  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    admin = await visitor(browser);
    await signIn(admin.page, product.url, 'admin', '/system/orgManager');
    await admin.page.locator('[data-action="createMany"]').click();
    await field(admin.page, 'lines').locator('textarea').fill('试验公司\n  甲部\n    甲一组\n  乙部\n  丙部');
    await confirm();
    await admin.page.locator('.ant-modal-wrap:visible').waitFor({ state: 'detached' });
    await toggle('试验公司');
    await node('丙部').waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(picturesOnFailure(() => ({ admin })));

  const tree = (): Locator => admin.page.getByRole('navigation', { name: '单位和部门' });
  const node = (name: string): Locator => tree().locator('.ant-tree-treenode').filter({ hasText: name }).first();
  const toggle = (name: string): Promise<void> => node(name).locator('.ant-tree-switcher').click();
  const confirm = (): Promise<void> =>
    admin.page.locator('.ant-modal-footer .ant-btn-primary, .ant-modal-confirm-btns .ant-btn-primary').last().click();
  /** What stands in the trial company, in its order. */
  const shown = async (): Promise<string[]> => {
    const all = await tree().locator('.ant-tree-title').allTextContents();
    return all.filter((name) => /^[甲乙丙]/.test(name));
  };
  /** Drags a node into another one, or to the edge below it. */
  async function drag(name: string, onto: string, where: 'into' | 'after'): Promise<void> {
    const { mouse } = admin.page;
    const from = await node(name).locator('[data-node]').boundingBox();
    const to = await node(onto).locator('[data-node]').boundingBox();
    if (!from || !to) throw new Error('nothing to drag');
    await mouse.move(from.x + 10, from.y + from.height / 2);
    await mouse.down();
    // further to the right means one level deeper
    const x = to.x + (where === 'into' ? 40 : 10);
    await mouse.move(x, to.y, { steps: 4 });
    await mouse.move(x, to.y + to.height / 2, { steps: 4 });
    await mouse.up();
  }
  const row = (name: string): Locator =>
    admin.page.locator('tr[data-row-key]').filter({ has: admin.page.locator('td:first-child', { hasText: name }) });
  const told = async (text: string): Promise<void> => {
    await admin.page.getByText(text).last().waitFor();
    await admin.page.getByText(text).last().waitFor({ state: 'hidden' });
  };

  it('is put in another order and below another department by the mouse', async () => {
    await drag('丙部', '试验公司', 'into');
    await expect.poll(shown).toEqual(['丙部', '甲部', '乙部']);
    await drag('乙部', '丙部', 'into');
    await expect.poll(shown).toEqual(['丙部', '乙部', '甲部']);
    await told('已移动');
  });

  it('says why a department does not go below itself', async () => {
    await drag('丙部', '乙部', 'into');
    await told('上级不能是自己或自己的下级');
    expect(await shown()).toEqual(['丙部', '乙部', '甲部']);
    await node('试验公司').locator('[data-node]').click();
    await row('丙部').locator('[data-action="edit"]').click();
    await choose(admin.page, 'parentId', '乙部（丙部）');
    await confirm();
    await admin.page.getByRole('dialog').getByText('上级不能是自己或自己的下级').waitFor();
    await admin.page.keyboard.press('Escape');
    await admin.page.getByRole('button', { name: /^放\s*弃$/ }).click();
    await admin.page.locator('.ant-modal-wrap:visible').waitFor({ state: 'detached' });
  });

  it('is moved by the keyboard alone, out, up, down and in', async () => {
    const { page } = admin;
    const alt = async (key: string, order: string[]): Promise<void> => {
      await page.keyboard.press(`Alt+${key}`);
      await expect.poll(shown).toEqual(order);
    };
    await node('乙部').locator('[data-node]').click();
    await alt('ArrowLeft', ['丙部', '乙部', '甲部']);
    await alt('ArrowUp', ['乙部', '丙部', '甲部']);
    await alt('ArrowDown', ['丙部', '乙部', '甲部']);
    await alt('ArrowRight', ['丙部', '乙部', '甲部']);
    await node('试验公司').locator('[data-node]').click();
    // two levels, as the list of the company says
    await expect.poll(() => page.locator('tr[data-row-key]').count()).toBe(2);
    await node('丙部').locator('[data-node]').click();
    await page.keyboard.press('Alt+ArrowUp');
    await told('已在同级的最前面');
  });

  it('is merged into another department and stands there out of use', async () => {
    const { page } = admin;
    await node('试验公司').locator('[data-node]').click();
    await expect.poll(() => page.locator('tr[data-row-key]').count()).toBe(2);
    await row('甲部').locator('[data-action="more"]').click();
    await page.locator('[data-action="merge"]:visible').click();
    await field(page, 'intoId').locator('input').click();
    const picker = page.getByRole('dialog').last();
    await picker.getByLabel('输入名称查找').fill('丙部');
    await picker.locator('.ant-tree-treenode').filter({ hasText: '丙部' }).first().click();
    await picker.getByRole('button', { name: /^确\s*定$/ }).click();
    await confirm();
    await page
      .getByText(/已合并/)
      .first()
      .waitFor();
    await expect.poll(() => row('甲部').textContent()).toContain('停用');
    await expect.poll(shown).toContain('甲部（停用）');
    await node('丙部').locator('[data-node]').click();
    await row('甲一组').waitFor();
    expect(admin.faults()).toEqual([]);
  });
});

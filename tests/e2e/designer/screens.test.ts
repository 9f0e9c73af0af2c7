import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import {
  picturesOnFailure,
  signIn,
  startProduct,
  typeForbidden,
  visitor,
  writeText,
  type Product,
  type Visitor,
} from '../support.ts';

interface Shell {
  root: { sidebar: unknown[]; header: { tag: string }[]; children: unknown[] };
}
const shell = (): Shell => JSON.parse(readFileSync('schemas/platform/shell.json', 'utf8')) as Shell;

/** The layout itself is a document: the administrator moves its parts, and takes the change back. */
describe('the shell changed by the administrator', () => {
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

  const places = (page: Visitor['page']): Promise<string[]> =>
    page.evaluate(() => {
      const left = (selector: string): number => document.querySelector(selector)?.getBoundingClientRect().left ?? -1;
      return Object.entries({
        menuSearch: left('[data-action="menu-search"]'),
        fullScreen: left('[data-action="full-screen"]'),
      })
        .sort((a, b) => a[1] - b[1])
        .map(([name]) => name);
    });

  const write = (document: unknown): Promise<void> => writeText(admin.page, JSON.stringify(document, null, 2));

  async function publish(note: string): Promise<void> {
    await admin.page.locator('[data-action="publish"]').click();
    await admin.page.locator('#publish-note').fill(note);
    await admin.page.locator('.ant-modal-footer .ant-btn-primary').click();
    await admin.page.locator('.ant-modal-wrap').waitFor({ state: 'hidden' });
  }

  it('is found in the list, opens beside its preview, and is not published without a place for pages', async () => {
    await admin.page.goto(`${product.url}/#/system/screenManager`);
    await admin.page.getByLabel('查找界面').fill('platform/shell');
    await admin.page.locator('[data-screen-key="platform/shell"] [data-action="edit"]').click();
    await admin.page.locator('.ds-views').getByText('JSON').click();
    await admin.page.locator('.ds-preview [data-screen]').waitFor();
    const broken = shell();
    broken.root.children = [{ tag: 'text', text: '无' }];
    await write(broken);
    await admin.page.getByText('外壳里没有页面出口').first().waitFor();
    await admin.page.locator('[data-action="publish"]').click();
    await admin.page.getByText('还有 1 个错误，不能发布').waitFor();
    await admin.page.locator('.ant-modal-footer .ant-btn').first().click();
    await admin.page.locator('.ant-modal-wrap').waitFor({ state: 'hidden' });
  });

  it('shows its parts in their new order to everybody who opens a page from then on', async () => {
    await expect.poll(() => places(staff.page)).toEqual(['menuSearch', 'fullScreen']);
    const moved = shell();
    const at = (tag: string): number => moved.root.header.findIndex((node) => node.tag === tag);
    const [search] = moved.root.header.splice(at('menuSearch'), 1);
    moved.root.header.splice(at('fullScreen') + 1, 0, search as { tag: string });
    await write(moved);
    await publish('查找移到全屏之后');
    await staff.page.reload();
    await staff.page.locator('[data-action="full-screen"]').waitFor();
    await expect.poll(() => places(staff.page)).toEqual(['fullScreen', 'menuSearch']);
  });

  it('says what was moved, and goes back to the first version', async () => {
    await admin.page.locator('[data-action="versions"]').click();
    await admin.page.locator('.ant-modal [data-action="diff"]').last().click();
    await admin.page.locator('.ds-changes > li').first().waitFor();
    await admin.page.locator('.ant-modal-close').last().click();
    await admin.page.locator('[data-action="rollback"]').first().click();
    await admin.page.getByRole('button', { name: '恢复并发布' }).click();
    await admin.page.getByText('已恢复，现在是第 3 版').waitFor();
    await staff.page.reload();
    await staff.page.locator('[data-action="full-screen"]').waitFor();
    await expect.poll(() => places(staff.page)).toEqual(['menuSearch', 'fullScreen']);
    expect(admin.faults()).toEqual([]);
    expect(staff.faults()).toEqual([]);
  });

  it('cannot be opened by staff', async () => {
    await typeForbidden(staff.page, product.url, '/system/screenManager?screen=platform/shell');
    expect(await staff.page.locator('[data-designer], [data-screen-key]').count()).toBe(0);
  });
});

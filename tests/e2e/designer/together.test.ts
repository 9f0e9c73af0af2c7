import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';

import {
  knowsDesigner,
  picturesOnFailure,
  signIn,
  startProduct,
  visitor,
  type Product,
  type Visitor,
} from '../support.ts';
import { makeAdministrator } from './caller.ts';
import { add, canvasOf, name, partsOf, propertiesOf } from './hand.ts';

const PICTURES = process.env.TOGETHER_PICTURES;
const FORM = '/system/formManager?form=expenseReimbursement';

/** Two administrators at one form: they see each other, and neither loses what the other stored. */
describe('two administrators at one form', () => {
  let browser: Browser;
  let product: Product;
  let first: Visitor;
  let second: Visitor;

  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    [first, second] = await Promise.all([visitor(browser), visitor(browser)]);
    await makeAdministrator(product, 'u-hr');
    await signIn(first.page, product.url, 'admin', '/index');
    await signIn(second.page, product.url, 'hr', '/index');
    await knowsDesigner(second.page);
    for (const { page } of [first, second]) await page.goto(`${product.url}/#${FORM}`);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(picturesOnFailure(() => ({ first, second })));

  const picture = async (page: Page, title: string): Promise<void> => {
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/${title}.png` });
  };
  const people = (page: Page) => page.getByRole('list', { name: '同时打开此文档的人' });
  const part = (page: Page, title: string) => partsOf(page).filter({ hasText: title }).first();
  const save = (page: Page) => page.getByRole('button', { name: '保存草稿' }).click();
  const choosePart = async (page: Page, title: string): Promise<void> => {
    await part(page, title).click();
    await expect.poll(() => propertiesOf(page).getByLabel(/^名称/).inputValue()).toBe(title);
  };

  it('see who else is there and at what', async () => {
    await Promise.all([canvasOf(first.page).waitFor(), canvasOf(second.page).waitFor()]);
    await people(first.page)
      .getByText(/也打开着|正在编辑/)
      .waitFor();
    await choosePart(second.page, '报销事由');
    await people(first.page).getByText('正在编辑“报销事由”').waitFor();
    await picture(first.page, 'presence');
  });

  it('have changes at different places taken together when the later one saves', async () => {
    await choosePart(first.page, '报销事由');
    await name(first.page, '费用事由');
    await save(first.page);
    await first.page.getByText('草稿已保存').first().waitFor();
    // the other goes on with what was opened before
    await second.page.getByText(/保存了草稿。$/).waitFor();
    await add(second.page, '多行文本');
    await name(second.page, '随行单位');
    await save(second.page);
    await second.page
      .getByText(/已与.+的修改合并，草稿已保存/)
      .first()
      .waitFor();
    await part(second.page, '费用事由').waitFor();
    await part(second.page, '随行单位').waitFor();
    // and back to the first, who changed nothing since
    await first.page.getByRole('button', { name: '载入最新草稿' }).click();
    await part(first.page, '随行单位').waitFor();
    await part(first.page, '费用事由').waitFor();
  });

  it('are asked where both changed the same, and lose neither before it is decided', async () => {
    await choosePart(first.page, '费用事由');
    await name(first.page, '报销缘由');
    await choosePart(second.page, '费用事由');
    await name(second.page, '开支事由');
    await save(first.page);
    await first.page.getByText('草稿已保存').first().waitFor();
    await second.page.getByText(/保存了草稿。$/).waitFor();
    await save(second.page);
    const dialog = second.page.getByRole('dialog', { name: /的修改合并$/ });
    await dialog.getByText('报销缘由').waitFor();
    await dialog.getByText('开支事由').first().waitFor();
    await picture(second.page, 'conflict');
    expect(await dialog.getByRole('button', { name: '合并并保存草稿' }).isDisabled()).toBe(true);
    // put off: what was typed is still there
    await dialog.getByRole('button', { name: /取\s*消/ }).click();
    await part(second.page, '开支事由').waitFor();
    await save(second.page);
    await dialog.getByRole('radio', { name: /用我的/ }).check();
    await dialog.getByRole('button', { name: '合并并保存草稿' }).click();
    await second.page
      .getByText(/已与.+的修改合并，草稿已保存/)
      .first()
      .waitFor();
    await first.page.getByRole('button', { name: '载入最新草稿' }).click();
    await part(first.page, '开支事由').waitFor();
  });

  it('lose nothing either when the other has published meanwhile', async () => {
    await add(second.page, '单行文本');
    await name(second.page, '发票抬头');
    await first.page.getByRole('button', { name: /^发\s*布$/ }).click();
    await first.page
      .getByRole('checkbox')
      .first()
      .check({ timeout: 3000 })
      .catch(() => undefined);
    await first.page
      .getByRole('dialog')
      .getByRole('button', { name: /^发\s*布$/ })
      .click();
    await first.page
      .getByText(/已发布第 \d+ 版/)
      .first()
      .waitFor();
    await second.page.getByText(/发布第 \d+ 版，这里打开的/).waitFor();
    await second.page.getByRole('button', { name: '合并到这里' }).click();
    await second.page
      .getByText(/已载入.+的修改/)
      .first()
      .waitFor();
    await part(second.page, '发票抬头').waitFor();
    await save(second.page);
    await second.page.getByText('草稿已保存').first().waitFor();
    expect(first.faults()).toEqual([]);
    expect(second.faults()).toEqual([]);
  });
});

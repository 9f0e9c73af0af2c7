import { CFB } from '@e965/xlsx';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';
import { partsOf } from './hand.ts';

const cell = (text: string): string => `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;
const row = (...texts: string[]): string => `<w:tr>${texts.map(cell).join('')}</w:tr>`;

/** A form as offices have it in Word: a heading, and a table of labels with places beside them. */
function letter(): Buffer {
  const body = `<w:p><w:r><w:t>外出培训登记表</w:t></w:r></w:p><w:tbl>${row('姓 名', '', '部 门', '')}${row(
    '培训日期',
    '年  月  日',
    '培训方式',
    '□ 面授  □ 线上  □ 自学',
  )}${row('费用（元）', '', '联系电话（必填）', '')}</w:tbl>`;
  const zip = CFB.utils.cfb_new();
  const xml = `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`;
  CFB.utils.cfb_add(zip, '/word/document.xml', Buffer.from(xml));
  return Buffer.from(CFB.write(zip, { type: 'buffer', fileType: 'zip' }) as Uint8Array);
}

/** A form from what an office has already: lines of a mail, a table in Word. By mouse and keyboard, found by what is written. */
describe('a form from lines or from Word', () => {
  let browser: Browser;
  let product: Product;
  let admin: Visitor;

  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    admin = await visitor(browser);
    await signIn(admin.page, product.url, 'admin', '/system/formManager');
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(picturesOnFailure(() => ({ admin })));

  const dialog = () => admin.page.getByRole('dialog', { name: '从 Word 或文字新建表单' });
  const open = (): Promise<void> => admin.page.getByRole('button', { name: '从 Word 或文字新建' }).click();
  const line = (title: string) =>
    dialog()
      .getByRole('row')
      .filter({ has: admin.page.getByLabel(`采用${title}`) });
  const make = async (): Promise<void> => {
    await dialog().getByRole('button', { name: '新建并发布（1 个表单）' }).click();
    await dialog().getByText('完成', { exact: true }).waitFor();
  };

  it('has the fields of pasted lines, which are corrected before it is made', async () => {
    const { page } = admin;
    await open();
    const lines = dialog().getByRole('textbox', { name: '字段，每行一个' });
    const read = dialog().getByRole('button', { name: '识别字段' });
    await lines.fill('：\n______');
    await read.click();
    await dialog().getByText('没有找到字段：请每行写一个字段名称').waitFor();
    await lines.fill('礼品领用单\n领用人（必填）：____\n领用日期\n礼品：茶叶/笔记本/雨伞\n数量\n事由：');
    await read.click();
    await dialog().getByText('识别到 5 个字段').waitFor();
    expect(await dialog().getByLabel('表单名称').or(dialog().locator('input[value="礼品领用单"]')).count()).toBe(1);
    expect(await dialog().getByRole('checkbox', { name: '领用人必填', exact: true }).isChecked()).toBe(true);
    await line('领用日期').getByTitle('日期', { exact: true }).waitFor();
    await line('礼品').getByText('雨伞', { exact: true }).waitFor();
    await line('数量').getByTitle('数字', { exact: true }).waitFor();
    await line('事由').getByTitle('多行文本', { exact: true }).waitFor();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/from-lines.png` });
    await make();
    await dialog().getByRole('button', { name: '打开设计' }).click();
    await expect.poll(() => partsOf(page).count()).toBe(5);
    await page.getByText('礼品领用单').first().waitFor();
    expect(admin.faults()).toEqual([]);
  });

  it('has the fields of a table of labels in a Word document', async () => {
    const { page } = admin;
    await page.goto(`${product.url}/#/system/formManager`);
    await open();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/from-text.png` });
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog().getByText('点击选择或拖入 Word 文档（.docx）').click(),
    ]);
    const mimeType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    await chooser.setFiles({ name: '培训.docx', mimeType, buffer: letter() });
    await dialog().getByText('识别到 6 个字段').waitFor();
    await line('培训日期').getByTitle('日期', { exact: true }).waitFor();
    await line('培训方式').getByText('线上', { exact: true }).waitFor();
    await line('费用').getByTitle('数字', { exact: true }).waitFor();
    expect(await dialog().getByRole('checkbox', { name: '联系电话必填', exact: true }).isChecked()).toBe(true);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/from-word.png` });
    await make();
    expect(admin.faults()).toEqual([]);
  });
});

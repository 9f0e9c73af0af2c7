import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { build, preview, type PreviewServer } from 'vite';
import { sharedBrowser } from '../../support/browser.ts';
import { isLong } from '../../support/tier.ts';
import { publishForm, tokenOf } from './gridForm.ts';
import {
  field,
  picturesOnFailure,
  saveRecord,
  signIn,
  startProduct,
  visitor,
  type Product,
  type Visitor,
} from '../support.ts';

const FORM = {
  formKey: 'formilyStory',
  formName: 'Formily 组件',
  access: { keeperRoles: ['staff', 'admin'], createRoles: ['*'] },
  fields: [
    { tag: 'formilyInput', __vModel__: 'name', label: '名称', required: true, maxlength: 6 },
    { tag: 'formilyNumberPicker', __vModel__: 'count', label: '数量', max: 10 },
    {
      tag: 'formilySelect',
      __vModel__: 'kind',
      label: '类别',
      __slot__: {
        options: [
          { label: '甲类', value: 'a' },
          { label: '乙类', value: 'b' },
        ],
      },
    },
    { tag: 'el-input', __vModel__: 'reason', label: '原因', visibleWhen: `kind == 'b'` },
    {
      tag: 'subTable',
      __vModel__: 'rows',
      label: '明细',
      children: [{ tag: 'formilyInput', __vModel__: 'part', label: '零件', maxlength: 4 }],
    },
  ],
};

let product: Product;
let browser: Browser;
let person: Visitor;
let other: PreviewServer | undefined;
const outDir = mkdtempSync(join(tmpdir(), 'formily-app-'));

/** The application of others, as it is built and served by itself. */
async function startOther(): Promise<PreviewServer> {
  const root = join(import.meta.dirname, 'foreign');
  await build({
    configFile: false,
    root,
    base: './',
    plugins: [react()],
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  });
  return preview({ configFile: false, root, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
}

beforeAll(async () => {
  if (isLong) other = await startOther();
  [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
  await publishForm(product.url, FORM);
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([product?.close(), other?.close()]);
  rmSync(outDir, { recursive: true, force: true });
});
beforeEach(async () => {
  person = await visitor(browser);
});
afterEach(picturesOnFailure(() => ({ person })));
afterEach(async () => {
  const faults = person.faults();
  await person.close();
  expect(faults).toEqual([]);
});

test.runIf(isLong)(
  'a Formily application renders our schema with our components: rules, computed values, tables and checks work in its form',
  async () => {
    const { page } = person;
    await page.goto(other?.resolvedUrls?.local[0] ?? '');
    await field(page, 'count').locator('input').waitFor();
    await expect.poll(() => page.locator('#total').textContent()).toBe('6');
    expect(await field(page, 'reason').count()).toBe(0);
    // a served text in {{ }} is a text
    expect(await field(page, 'past').locator('.sf-label').innerText()).toBe('{{ globalThis.stolen = 1 }}');
    expect(await page.evaluate(() => Reflect.get(globalThis, 'stolen') as unknown)).toBeUndefined();

    await field(page, 'count').locator('input').fill('12');
    await field(page, 'reason').locator('input').fill('大批');
    await expect.poll(() => page.locator('#total').textContent()).toBe('36');

    await page.locator('#submit').click();
    await page.getByText(/^未提交 .*请填写名称/).waitFor();
    await field(page, 'name').locator('.sf-error').waitFor();

    await field(page, 'name').locator('input').fill('钢筋');
    await page.locator('[data-sub-table="rows"] [data-action="add-row"]').click();
    await page.locator('[data-sub-table="rows"] [data-row="0"] [data-column="part"]').click();
    await page.keyboard.type('螺栓');
    await page.keyboard.press('Enter');
    await page.waitForTimeout(300);
    await page.locator('#submit').click();
    await page.getByText(/^已提交/).waitFor();
    const outcome = (await page.locator('#outcome').textContent()) ?? '';
    expect(JSON.parse(outcome.replace('已提交 ', ''))).toMatchObject({
      contact: '外部',
      name: '钢筋',
      count: 12,
      total: 36,
      reason: '大批',
      rows: [{ fieldsMap: { part: '螺栓' } }],
    });
  },
);

test('components of @formily/antd-v5 fill in our form and a cell of its sub-table, are saved and read back; who only reads downloads none of them', async () => {
  const { page } = person;
  const isLibrary = (url: string): boolean => /\/formilyAntd[^/]*\.js/.test(url);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await signIn(page, product.url, 'staff', '/commonEntry/detail?formKey=formilyStory&isEdit=1');
  await field(page, 'name').locator('input').fill('样品一');
  await field(page, 'count').locator('input').fill('7');
  await field(page, 'kind').locator('.ant-select-selector').click();
  await page.locator('.ant-select-item-option', { hasText: '乙类' }).click();
  await field(page, 'reason').locator('input').fill('复检');
  await page.locator('[data-sub-table="rows"] [data-action="add-row"]').click();
  await page.locator('[data-sub-table="rows"] [data-row="0"] [data-column="part"]').click();
  await page.keyboard.type('螺栓');
  await page.keyboard.press('Enter');
  await saveRecord(page);
  await page.reload();
  await field(page, 'name').waitFor();
  expect(
    await field(page, 'name')
      .locator('input')
      .inputValue()
      .catch(() => field(page, 'name').innerText()),
  ).toContain('样品一');
  expect(await field(page, 'kind').innerText()).toContain('乙类');
  expect(await page.locator('[data-sub-table="rows"]').innerText()).toContain('螺栓');
  expect(loaded.filter(isLibrary)).not.toEqual([]);

  const reader = await visitor(browser);
  try {
    const read: string[] = [];
    reader.page.on('request', (request) => read.push(request.url()));
    const address = new URL(page.url()).hash.slice(1).replace('isEdit=1', 'isEdit=0');
    await signIn(reader.page, product.url, 'staff', address);
    await field(reader.page, 'name').getByText('样品一').waitFor();
    await reader.page.locator('[data-sub-table="rows"]').getByText('螺栓').waitFor();
    expect(await reader.page.locator('[data-mode="edit"]').count()).toBe(0);
    expect(read.filter(isLibrary)).toEqual([]);
  } finally {
    await reader.close();
  }
});

test.runIf(isLong)('the rules of a Formily component are held by the server', async () => {
  const { page } = person;
  await signIn(page, product.url, 'staff', '/commonEntry/detail?formKey=formilyStory&isEdit=1');
  await field(page, 'name').locator('input').waitFor();
  await field(page, 'count').locator('input').fill('11');
  await page.locator('[data-action="save"]').click();
  await field(page, 'name').getByText('请填写名称').waitFor();
  await field(page, 'count').getByText('不能大于 10').waitFor();
  // the same values straight to the server
  const answer = await fetch(`${product.url}/api/system/frmCrud/saveOrUpdate/formilyStory`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await tokenOf(product.url, 'staff')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      formKey: 'formilyStory',
      fieldsMap: { name: '样品', count: 11 },
      childTables: { rows: [] },
    }),
  });
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain('不能大于 10');
});

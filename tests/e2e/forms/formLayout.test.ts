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
import { LAYOUT_FORM } from './layoutForm.ts';
import {
  choose,
  field,
  picturesOnFailure,
  saveRecord,
  signIn,
  startProduct,
  visitor,
  type Product,
  type Visitor,
} from '../support.ts';

/** Fields of another component library. */
const FORMILY_FORM = {
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
let staff: Visitor;
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
  await publishForm(product.url, LAYOUT_FORM);
  await publishForm(product.url, FORMILY_FORM);
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([product?.close(), other?.close()]);
  rmSync(outDir, { recursive: true, force: true });
});
beforeEach(async () => {
  staff = await visitor(browser);
});
afterEach(picturesOnFailure(() => ({ staff })));
afterEach(async () => {
  const faults = staff.faults();
  await staff.close();
  expect(faults).toEqual([]);
});

const NEW = '/commonEntry/detail?formKey=layoutStory&isEdit=1';
const step = (label: string): string => `section[aria-label="${label}"]`;

test('steps ask for what is missing before going on, and every problem of a closed part is reached by its jump', async () => {
  const { page } = staff;
  await signIn(page, product.url, 'staff', NEW);
  await page.locator('[data-action="step-next"]').click();
  await field(page, 'client').locator('.sf-error').waitFor();
  expect(await page.locator(step('费用')).isVisible()).toBe(false);

  await field(page, 'client').locator('input').fill('宏基建工');
  await page.locator('[data-action="step-next"]').click();
  await field(page, 'fee').locator('input').waitFor();
  await page.locator('[data-action="step-back"]').click();
  await field(page, 'client').locator('input').waitFor();

  await page.locator('[data-action="save"]').click();
  const summary = page.locator('.sc-errors');
  await summary.waitFor();
  for (const [key, words] of [
    ['fee', '费用'],
    ['x2', '说明二'],
    ['x3', '说明三'],
  ] as const) {
    await summary.getByRole('button', { name: words }).click();
    await page.waitForFunction(
      (name) => document.activeElement?.closest('[data-field]')?.getAttribute('data-field') === name,
      key,
    );
  }

  // a phone has no room for the list of sections
  const nav = page.getByRole('navigation', { name: '表单目录' });
  await nav.waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await nav.waitFor({ state: 'hidden' });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test.runIf(isLong)('the list of sections leads through a long form and follows the reading', async () => {
  const { page } = staff;
  await signIn(page, product.url, 'staff', NEW);
  const nav = page.getByRole('navigation', { name: '表单目录' });
  await nav.waitFor();
  await nav.getByRole('button', { name: '明细' }).click();
  await page.waitForFunction(() => {
    const top = document.getElementById('lines')?.getBoundingClientRect().top ?? -1;
    return top >= 0 && top < window.innerHeight;
  });
  await nav.getByRole('button', { name: '收起目录' }).click();
  await expect.poll(() => nav.locator('li').count()).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await nav.waitFor({ state: 'hidden' });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test.runIf(isLong)(
  'choices follow their parent, and a saved record prints on one sheet without the shell and what is hidden',
  async () => {
    const { page } = staff;
    await page.addInitScript(() => {
      (window as unknown as { printed: number }).printed = 0;
      window.print = () => {
        (window as unknown as { printed: number }).printed += 1;
      };
    });
    await signIn(page, product.url, 'staff', NEW);
    await choose(page, 'province', '广东');
    await choose(page, 'city', '深圳');
    await choose(page, 'province', '河北');
    await page.waitForFunction(() => !document.querySelector('[data-field="city"]')?.textContent?.includes('深圳'));
    await choose(page, 'city', '保定');
    expect(await page.locator('.ant-select-item-option[title="广州"]').count()).toBe(0);

    await field(page, 'title').locator('input').fill('版面打印');
    await field(page, 'level').getByText('二级').click();
    await field(page, 'client').locator('input').fill('宏基建工');
    await page.locator('[data-action="step-next"]').click();
    await field(page, 'fee').locator('input').fill('1234.5');
    await page.getByRole('tab', { name: '附加二' }).click();
    await field(page, 'x2').locator('input').fill('二');
    await page.getByText('更多', { exact: true }).click();
    await field(page, 'x3').locator('input').fill('三');
    await page.locator('[data-action="save"]').first().click();
    await page.waitForURL(/id=/);

    await expect.poll(() => page.locator('[data-action="print"]').getAttribute('href')).toContain('id=');
    const address = await page.locator('[data-action="print"]').getAttribute('href');
    await page.goto(`${product.url}/${address}`);
    const sheet = page.locator('[data-print="layoutStory"]');
    await sheet.waitFor();
    await page.waitForFunction(() => (window as unknown as { printed: number }).printed === 1);
    const text = (await sheet.textContent()) ?? '';
    for (const shown of ['版面打印', '二级', '保定', '1,234.50 元', '宏基建工', '委托', '说明三'])
      expect(text).toContain(shown);
    for (const hidden of ['不可打印', '内部字段']) expect(text).not.toContain(hidden);
    expect(await page.locator('[data-screen="platform/shell"]').count()).toBe(0);
  },
);

test('on a phone a label of a record that is read stands nearer to its own text than to the one before', async () => {
  const { page } = staff;
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, product.url, 'leader', '/commonEntry/list?formKey=testEntrustRegistration');
  await page.locator('[data-action="view"]').first().click();
  await page.locator('.sf-form[data-mode="view"] .sf-field .sf-text').first().waitFor();
  const gaps = await page.locator('.sf-form[data-mode="view"]').evaluate((form) =>
    [...form.querySelectorAll('.sf-field')].flatMap((field) => {
      const next = field.nextElementSibling;
      const [label, text, after] = [
        field.querySelector('.sf-label'),
        field.querySelector('.sf-text'),
        next?.querySelector('.sf-label'),
      ];
      if (!label || !text || !after || !next?.matches('.sf-field')) return [];
      const box = text.getBoundingClientRect();
      return [[box.top - label.getBoundingClientRect().bottom, after.getBoundingClientRect().top - box.bottom]];
    }),
  );
  expect(gaps.length).toBeGreaterThan(5);
  expect(gaps.filter(([own = 0, other = 0]) => other < 2 * own)).toEqual([]);
});

test.runIf(isLong)(
  'a Formily application renders our schema with our components: rules, computed values, tables and checks work in its form',
  async () => {
    const { page } = staff;
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
  const { page } = staff;
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
  const { page } = staff;
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

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { sharedBrowser } from '../../support/browser.ts';
import { isLong } from '../../support/tier.ts';
import { publishForm } from './gridForm.ts';
import { LAYOUT_FORM } from './layoutForm.ts';
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

let product: Product;
let browser: Browser;
let staff: Visitor;

beforeAll(async () => {
  [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
  await publishForm(product.url, LAYOUT_FORM);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
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

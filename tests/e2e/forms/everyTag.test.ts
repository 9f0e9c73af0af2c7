import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { atRest } from '../../support/axe.ts';
import { sharedBrowser } from '../../support/browser.ts';
import { EVERY_TAG_FORM } from './everyTagForm.ts';
import { publishForm } from './gridForm.ts';
import { field, picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

let product: Product;
let browser: Browser;
let staff: Visitor;

beforeAll(async () => {
  [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
  await publishForm(product.url, EVERY_TAG_FORM);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});
afterEach(picturesOnFailure(() => ({ staff })));
afterEach(async () => {
  const faults = staff.faults();
  await staff.close();
  expect(faults).toEqual([]);
});

const NEW = '/commonEntry/detail?formKey=everyTag&isEdit=1';
/** High enough that every control is there, not only those near the window. */
const TALL = 5200;

async function axeFaults(page: Page): Promise<string[]> {
  await atRest(page);
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: run } = window as unknown as {
      axe: {
        run(
          target: string,
        ): Promise<{ violations: { id: string; nodes: { html: string; any: { message: string }[] }[] }[] }>;
      };
    };
    return (await run.run('.sf-form')).violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
    );
  });
}

/** Signs in on a page of this width, light or dark, with a new record of every tag open and all of it there. */
async function openNew(width: number, mode: 'light' | 'dark'): Promise<Page> {
  staff = await visitor(browser, { width, height: TALL });
  const { page } = staff;
  await page.addInitScript((wanted) => localStorage.setItem('layout-setting', JSON.stringify({ mode: wanted })), mode);
  await signIn(page, product.url, 'staff', NEW);
  await field(page, 'g9').locator('input').waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.sf-form .sf-loading').length === 0);
  return page;
}

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

describe.each([
  [1440, 'light'],
  [1440, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const)('a form of every widget, %i wide and %s', (width, mode) => {
  test('has no accessibility fault, colours included, while it is filled in, wrong or read; and nothing is wider than the window', async () => {
    const page = await openNew(width, mode);
    expect(await axeFaults(page)).toEqual([]);
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);

    await field(page, 'a1').locator('input').fill('');
    await page.locator('[data-action="save"]').click();
    await field(page, 'a1').locator('.sf-error').waitFor();
    expect(await axeFaults(page)).toEqual([]);

    await field(page, 'a1').locator('input').fill('一切控件');
    await page.locator('[data-action="save"]').click();
    await page.waitForURL(/id=/);
    await page.goto(page.url().replace('isEdit=1', 'isEdit=0'));
    await page.locator('.sf-form[data-mode="view"]').waitFor();
    await page.waitForFunction(() => document.querySelectorAll('.sf-form .sf-loading').length === 0);
    expect(await axeFaults(page)).toEqual([]);
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
  });
});

describe('the keyboard', () => {
  beforeEach(async () => {
    await openNew(1440, 'light');
  });

  test('goes by Tab through every field in the order of reading, and never stays in one', async () => {
    const { page } = staff;
    const wanted = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.sf-form [data-field][data-mode="edit"]')]
        .filter((one) => one.checkVisibility())
        .map((one) => one.dataset.field),
    );
    await field(page, 'a1').locator('input').focus();
    const met: string[] = ['a1'];
    for (let press = 0; press < 250 && met.length < wanted.length; press += 1) {
      await page.keyboard.press('Tab');
      const key = await page.evaluate(
        () => document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset.field,
      );
      if (key && met.at(-1) !== key) met.push(key);
    }
    expect(met).toEqual(wanted);
  });

  test('chooses, ticks, rates and moves without a mouse', async () => {
    const { page } = staff;
    const text = (key: string): Promise<string> => field(page, key).innerText();
    await field(page, 'c7').locator('input').first().focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => field(page, 'c7').locator('input:checked').getAttribute('value')).toBe('2');
    await field(page, 'c9').locator('input').nth(1).focus();
    await page.keyboard.press('Space');
    await expect.poll(() => field(page, 'c9').locator('input:checked').count()).toBe(3);
    await field(page, 'c10').locator('button').focus();
    await page.keyboard.press('Space');
    await expect.poll(() => field(page, 'c10').locator('button').getAttribute('aria-checked')).toBe('false');
    await field(page, 'c12').getByRole('slider').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => text('c12')).toContain('65');
    await field(page, 'c4').getByRole('combobox').focus();
    await page.keyboard.type('自拟用途');
    await page.keyboard.press('Enter');
    await expect.poll(() => text('c4')).toContain('自拟用途');
    await field(page, 'c3').getByRole('combobox').focus();
    await page.keyboard.type('全站仪');
    // Enter chooses nothing before the answer to the typed text has come
    const offered = page.locator('.ant-select-dropdown:visible .ant-select-item-option');
    await expect.poll(async () => (await offered.allInnerTexts()).every((one) => one.includes('全站仪'))).toBe(true);
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option-active', { hasText: '全站仪' }).waitFor();
    await page.keyboard.press('Enter');
    await field(page, 'c3').locator('.ant-select-selection-item', { hasText: '全站仪' }).waitFor();
    await field(page, 'e2').locator('input').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: '选择数据' });
    await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]') !== null);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.waitForFunction(
      () => document.activeElement?.closest('[data-field]')?.getAttribute('data-field') === 'e2',
    );

    // the server finds the chosen record in its list, and the reader its name
    await page.locator('[data-action="save"]').click();
    await page.waitForURL(/id=/);
    await page.goto(page.url().replace('isEdit=1', 'isEdit=0'));
    await page.locator('.sf-form[data-mode="view"] [data-field="c3"] .sf-text', { hasText: '全站仪' }).waitFor();
  });
});

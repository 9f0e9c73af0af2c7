import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { sharedBrowser } from '../../support/browser.ts';
import { publishForm } from './gridForm.ts';
import { field, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

let product: Product;
let browser: Browser;
let staff: Visitor | null = null;

let keys = 0;
/** Elements as the family's designers write them: what holds others is known by its layout alone. */
const input = (label: string, span: number) => ({
  __config__: { tag: 'el-input', label, layout: 'colFormItem', span },
  __vModel__: `f${(keys += 1)}`,
});
const row = (children: readonly object[]) => ({
  __config__: { layout: 'rowFormItem', tagIcon: 'row', span: 12, children },
  type: 'default',
  gutter: 40,
});
const deep = (depth: number): object[] =>
  depth === 0 ? [input('施工单位联系人', 12), input('电话', 12)] : [row(deep(depth - 1)), row(deep(depth - 1))];

const NESTED_FORM = {
  formKey: 'nestedRows',
  formName: '行中行',
  labelWidth: 120,
  fields: [
    ...deep(4),
    {
      tag: 'tableLayout',
      columns: 6,
      children: Array.from({ length: 6 }, (_, index) => ({ children: [input(`格${index}`, 24)] })),
    },
    { ...input('备注', 24), __vModel__: 'note' },
  ],
};

beforeAll(async () => {
  [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
  await publishForm(product.url, NESTED_FORM);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});
afterEach(async () => {
  const faults = staff?.faults() ?? [];
  await staff?.close();
  staff = null;
  expect(faults).toEqual([]);
});

/** Fields that leave the form, controls too narrow to type into, and captions that lie under a control of another field. */
const crooked = (page: Page) =>
  page.evaluate(() => {
    const boxOf = (element: Element | null) => element?.getBoundingClientRect() ?? new DOMRect();
    const form = boxOf(document.querySelector('.sf-form'));
    const fields = [...document.querySelectorAll('.sf-form .sf-field')];
    const controls = fields.map((frame) => boxOf(frame.querySelector('.sf-control')));
    const nameOf = (frame: Element): string => frame.getAttribute('data-field') ?? '';
    return {
      outside: fields.filter((frame) => boxOf(frame).right > form.right + 1).map(nameOf),
      narrow: fields.filter((_, index) => (controls[index]?.width ?? 0) < 100).map(nameOf),
      covered: fields
        .filter((frame) => {
          const label = boxOf(frame.querySelector('.sf-label'));
          return controls.some(
            (control) =>
              label.left < control.right - 1 &&
              control.left < label.right - 1 &&
              label.top < control.bottom - 1 &&
              control.top < label.bottom - 1,
          );
        })
        .map(nameOf),
      isWider: document.documentElement.scrollWidth > window.innerWidth,
    };
  });

for (const [width, height] of [
  [1440, 900],
  [1280, 720],
  [390, 844],
] as const) {
  test(`rows in rows four deep and cells of a table keep their fields in the form and beside each other at ${width}`, async () => {
    staff = await visitor(browser, { width, height });
    const { page } = staff;
    await signIn(page, product.url, 'staff', '/commonEntry/detail?formKey=nestedRows&isEdit=1');
    await field(page, 'note').waitFor();
    await expect.poll(() => crooked(page)).toEqual({ outside: [], narrow: [], covered: [], isWider: false });
    expect(await page.locator('.sf-form .sf-field').count()).toBeGreaterThan(30);
  });
}

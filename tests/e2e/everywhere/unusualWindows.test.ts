import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { publishForm, tokenOf } from '../forms/gridForm.ts';
import { field, picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

let product: Product;
let browser: Browser;
let staff: Visitor;

const KEY = 'unusualStory';
const FORM = {
  formKey: KEY,
  formName: '少见情形',
  fields: [
    { tag: 'el-input', __vModel__: 'title', label: '标题', isTitle: '1', isList: '1', maxlength: 300 },
    {
      tag: 'subTable',
      __vModel__: 'items',
      label: '明细',
      children: [
        { tag: 'el-input', __vModel__: 'no', label: '检测编号', width: 120 },
        { tag: 'el-input', __vModel__: 'note', label: '检测说明', width: 200 },
      ],
    },
  ],
};
/** Two names that run over: one without a place to break, one that is written from right to left. */
const LONG = `${'宏基建工集团'.repeat(12)}${'ABCDEFGHIJ'.repeat(12)}`;
const RIGHT_TO_LEFT = 'محمد بن عبد الرحمن (2026-11) 检测委托';

/** Stores a record as the page does. Answers its id. */
async function store(record: object): Promise<string> {
  const answer = await fetch(`${product.url}/api/system/frmCrud/saveOrUpdate/${KEY}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await tokenOf(product.url, 'staff')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(record),
  });
  const { code, msg, data } = (await answer.json()) as { code: string; msg: string; data: { id: string } };
  if (code !== '1') throw new Error(`${code} ${msg}`);
  return data.id;
}

beforeAll(async () => {
  [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
  await publishForm(product.url, FORM);
  staff = await visitor(browser);
  await signIn(staff.page, product.url, 'staff', '/index');
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});
afterEach(picturesOnFailure(() => ({ staff })));
afterEach(() => {
  expect(staff.faults()).toEqual([]);
});

/** What runs out of the window: the page as a whole, and what can be pressed or read outside of what scrolls by itself. */
const outside = (page: Page) =>
  page.evaluate(() => {
    const scrolls = (element: Element): boolean => {
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement)
        if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth + 1) return true;
      return false;
    };
    const pane = document.querySelector('.sf-pane:not([hidden])') ?? document.body;
    return {
      isWider: document.documentElement.scrollWidth > window.innerWidth,
      cut: [...pane.querySelectorAll('button, a, h1, h2, h3, label, input')]
        .filter((element) => {
          const { width, right } = element.getBoundingClientRect();
          return width > 0 && right > window.innerWidth + 1 && !scrolls(element);
        })
        .map((element) => (element.textContent ?? '').slice(0, 20)),
    };
  });
const NOTHING = { isWider: false, cut: [] };

// a window of 1440x900 at 200 % shows half as much
for (const [what, width, height] of [
  ['zoomed to 200 %', 720, 450],
  ['of 1280x720', 1280, 720],
  ['of 1366x768', 1366, 768],
] as const)
  test(`no page runs out of a window ${what}`, async () => {
    const { page } = staff;
    await page.setViewportSize({ width, height });
    for (const [path, there] of [
      ['/index', '.sc-panel li'],
      ['/taskCenter/toDoList', '.tl-rows'],
      ['/seals/businessSealApply', '[data-action="create"]'],
      ['/commonEntry/detail?formKey=testEntrustRegistration&isEdit=1', '[data-sub-table]'],
    ] as const) {
      await page.goto(`${product.url}/#${path}`);
      await page.locator(`.sf-pane:not([hidden]) ${there}`).first().waitFor();
      await expect.poll(() => outside(page), { message: path }).toEqual(NOTHING);
    }
  });

test('names that are very long or written from right to left stay in their places, in a list and in the record', async () => {
  const { page } = staff;
  const ids = [
    await store({ fieldsMap: { title: LONG }, childTables: {} }),
    await store({ fieldsMap: { title: RIGHT_TO_LEFT }, childTables: {} }),
  ];
  for (const [width, height] of [
    [1280, 720],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${product.url}/#/commonEntry/list?formKey=${KEY}`);
    await page.getByText(RIGHT_TO_LEFT).first().waitFor();
    await expect.poll(() => outside(page), { message: `list ${width}` }).toEqual(NOTHING);
    for (const id of ids) {
      await page.goto(`${product.url}/#/commonEntry/detail?formKey=${KEY}&id=${id}`);
      await field(page, 'title').waitFor();
      await expect.poll(() => outside(page), { message: `record ${width}` }).toEqual(NOTHING);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('a sub-table of 500 rows prints with its head on each sheet, every row once and whole', async () => {
  const { page } = staff;
  const rows = Array.from({ length: 500 }, (_, index) => ({
    id: `new-${index}`,
    fieldsMap: {
      no: `JC-${String(index + 1).padStart(4, '0')}`,
      note: index % 7 === 0 ? `始${index}。${'混凝土抗压强度检测'.repeat(12)}终${index}。` : '合格',
    },
  }));
  const id = await store({ fieldsMap: { title: '五百行' }, childTables: { items: rows } });
  const paper = await visitor(browser);
  await paper.page.addInitScript(() => {
    window.print = () => undefined;
  });
  await signIn(paper.page, product.url, 'staff', `/commonEntry/print?formKey=${KEY}&id=${id}`);
  await paper.page.locator(`[data-print="${KEY}"]`).getByText('JC-0500').waitFor();
  const bytes = await paper.page.pdf({ preferCSSPageSize: true, printBackground: true });
  const file = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: true }).promise;
  const texts: string[] = [];
  for (let at = 1; at <= file.numPages; at += 1) {
    const { items } = await (await file.getPage(at)).getTextContent();
    texts.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join('')
        .replace(/\s/g, '')
        .normalize('NFKC'),
    );
  }
  const withRows = texts.filter((text) => /JC-\d{4}/.test(text));
  expect(withRows.length).toBeGreaterThan(10);
  expect(withRows.filter((text) => !text.includes('检测编号'))).toEqual([]);
  expect(texts.join('').match(/JC-\d{4}/g)).toEqual(rows.map(({ fieldsMap: { no } }) => no));
  // a row that was parted over two sheets would begin on one and end on the next
  for (let index = 0; index < 500; index += 7) {
    const sheet = texts.findIndex((text) => text.includes(`始${index}。`));
    expect(texts[sheet], `row ${index}`).toContain(`终${index}。`);
  }
  expect(paper.faults()).toEqual([]);
  await paper.close();
  await page.bringToFront();
});

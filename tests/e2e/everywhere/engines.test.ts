import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FIREFOX_PACKAGE, isFirefoxHere, openFirefox } from '../../support/bidi.ts';
import { isWebKitHere, openWebKit, WEBKIT_PACKAGES, type DrivenWindow } from '../../support/webDriver.ts';
import { CAPTCHA, PASSWORD, startProduct, type Product } from '../support.ts';

const ENGINES = [
  { engine: 'WebKit', isHere: isWebKitHere(), needs: WEBKIT_PACKAGES, open: openWebKit },
  { engine: 'Firefox', isHere: isFirefoxHere(), needs: FIREFOX_PACKAGE, open: openFirefox },
];
for (const { engine, isHere, needs } of ENGINES)
  if (!isHere) console.warn(`Not tested in ${engine}: ${needs} not installed.`);

const pictures = process.env.E2E_PICTURES;
const inView = (selector: string): string => `.sf-pane:not([hidden]) ${selector}`;
const TEXT = `return [...document.querySelectorAll(arguments[0])].some((one) => one.textContent.includes(arguments[1]));`;

/** The main story of the product in the engines of Safari and Firefox: what they parse, lay out and store differs from Chromium. */
const story = (engine: string, open: () => Promise<DrivenWindow>) => (): void => {
  let product: Product;
  let page: DrivenWindow;
  const title = `检测报告用印 ${Date.now()}`;
  beforeAll(async () => {
    product = await startProduct();
    page = await open();
  });
  afterEach(async ({ task }) => {
    if (pictures) writeFileSync(join(pictures, `${engine}-${task.name.slice(0, 30)}.png`), await page.picture());
  });
  afterAll(async () => {
    await page?.close();
    await product?.close();
  });

  const there = (selector: string): Promise<unknown> =>
    page.until('return document.querySelector(arguments[0]);', selector);
  const says = (selector: string, text: string): Promise<unknown> => page.until(TEXT, selector, text);
  /** What a person would have seen go wrong since the page began. */
  const faults = (): Promise<string[]> => page.run('return window.faults ?? ["nobody listened"];');

  it('a person signs in and sees the home page', async () => {
    await page.go(`${product.url}/#/login`);
    await page.run(`window.faults = [];
      addEventListener('error', (event) => window.faults.push(event.message));
      addEventListener('unhandledrejection', (event) => window.faults.push(String(event.reason)));
      document.addEventListener('securitypolicyviolation', (event) => window.faults.push(event.violatedDirective));`);
    await page.type('input[name="username"], #username', 'staff');
    await page.type('input[type="password"]', PASSWORD);
    await page.type('input[name="validateCode"], #validateCode', CAPTCHA);
    await page.click('[data-action="sign-in"]');
    await there('[data-screen="platform/home"] li');
    await there('[data-chart] canvas');
    expect(await faults()).toEqual([]);
  });

  it('goes to the to-do list and opens a task', async () => {
    await page.run(`location.hash = '#/taskCenter/toDoList';`);
    await there(inView('[data-row="0"]'));
    await page.click(inView('[data-action="handle"]'));
    await there(inView('[data-action="approve"], [data-action="submit"]'));
    expect(await faults()).toEqual([]);
  });

  it('fills a form in, with a row of its table, and saves it', async () => {
    await page.run(`location.hash = '#/seals/businessSealApply';`);
    await there(inView('tbody tr[data-row-key]'));
    await page.click(inView('[data-action="create"]'));
    await page.type(inView('[data-field="sealTitle"] input, [data-field="sealTitle"] textarea'), title);
    await page.type(inView('[data-field="sealReason"] textarea'), '向建设单位出具检测报告');
    await page.click(inView('[data-sub-table="sealFiles"] [data-action="add-row"]'));
    await page.click(inView('[data-sub-table="sealFiles"] [data-row="0"] [data-column="copies"]'));
    // what is typed reaches the cell once the table has the keyboard
    await there(inView('[data-sub-table="sealFiles"] .st-active[data-column="copies"]'));
    await page.until(`return document.activeElement?.closest('[data-sub-table]');`);
    await page.press('3\uE007');
    await says(inView('[data-field="totalCopies"]'), '3');
    await page.click(inView('[data-action="save"]'));
    await says('.ant-message', '保存成功');
    expect(await faults()).toEqual([]);
  });

  it('finds the record in the list, with what was typed', async () => {
    await page.run(`location.hash = '#/seals/businessSealApply';`);
    await says(inView('tbody tr[data-row-key]'), title);
    expect(await faults()).toEqual([]);
  });
};

for (const { engine, isHere, open } of ENGINES) describe.runIf(isHere)(`in ${engine}`, story(engine, open));

import axe from 'axe-core';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { atRest } from '../../support/axe.ts';
import { sharedBrowser } from '../../support/browser.ts';
import { isLong, usualOrLong } from '../../support/tier.ts';
import { cell, drag, go, GRID_FORM, middle, NEW_GRID, openGrid, pasteHere, publishForm } from './gridForm.ts';
import { picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

/** How many lines are pasted and stored: a power of ten, so that each search below finds as many in both lengths. */
const LINES = usualOrLong(1000, 10_000);
const NINES = String(LINES - 1);
/** The rows, counted from 0, whose quantity is wrong. */
const [WRONG, LAST_WRONG] = [LINES * 0.7, LINES * 0.9];

const texts = (page: Page, column: string, rows: readonly number[]): Promise<string[]> =>
  Promise.all(rows.map((row) => cell(page, row, column).innerText()));
const count = (page: Page) => page.locator('[data-sub-table="items"] .st-count');
const table = (page: Page, selector: string) => page.locator(`[data-sub-table="items"] ${selector}`);

describe('the rows of a form, with a real keyboard and mouse', () => {
  let browser: Browser;
  let product: Product;
  let staff: Visitor;
  let page: Page;
  let input: CDPSession;

  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    await publishForm(product.url, GRID_FORM);
    staff = await visitor(browser);
    ({ page } = staff);
    await signIn(page, product.url, 'staff', NEW_GRID);
    input = await page.context().newCDPSession(page);
    await openGrid(page, product.url);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(picturesOnFailure(() => ({ staff })));

  it('keep every letter that an input method composes over a cell', async () => {
    await page.locator('[data-action="add-row"]').click();
    await page.locator('.st-editor input').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowRight');
    for (const text of ['n', 'ni', "ni'h", "ni'hao"])
      await input.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await input.send('Input.insertText', { text: '你好' });
    await page.locator('.st-editor input').waitFor();
    await input.send('Input.imeSetComposition', { text: 'ma', selectionStart: 2, selectionEnd: 2 });
    await input.send('Input.insertText', { text: '吗' });
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      () => document.querySelector('[data-row="0"] [data-column="name"]')?.textContent === '你好吗',
    );
  });

  it('take typing, Tab to a new row at the end, Esc, undo and redo', async () => {
    await go(page, 0, 'no');
    await page.keyboard.type('YP-1');
    await page.keyboard.press('Tab');
    await page.keyboard.press('F2');
    await page.keyboard.type('！');
    await page.keyboard.press('Enter');
    await expect.poll(() => texts(page, 'name', [0])).toEqual(['你好吗！']);
    await go(page, 0, 'note');
    await page.keyboard.press('Tab');
    await page.waitForFunction(() => document.querySelectorAll('[data-sub-table="items"] [data-row]').length === 2);
    await expect.poll(() => table(page, '.st-active').getAttribute('data-column')).toBe('no');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(() => texts(page, 'name', [0])).toEqual(['你好吗']);
    await page.keyboard.press('Control+y');
    await expect.poll(() => texts(page, 'name', [0])).toEqual(['你好吗！']);
  });

  it('take a block from a spreadsheet, each text by its column, and say cell by cell what was left out', async () => {
    await go(page, 0, 'no');
    await pasteHere(
      page,
      [
        ['YP-1', '甲', '钢筋', '1,000', '￥12.50', '', '2026/1/2', '是', '周明轩', '', '', ''],
        ['YP-2', '乙', '水泥', '2,000', '12.5', '999', '2026年1月3日', '×', '没有此人', '', '', ''],
        ['YP-3', '丙', '木头', '一百', '12.5', '', '3月4日', '', '', '', '', ''],
      ]
        .map((line) => line.join('\t'))
        .join('\r\n'),
    );
    await table(page, '.st-report').waitFor();
    await expect.poll(() => texts(page, 'kind', [0, 1])).toEqual(['钢筋', '水泥']);
    await expect.poll(() => texts(page, 'price', [0])).toEqual(['12.50']);
    await expect.poll(() => texts(page, 'amount', [0, 1])).toEqual(['12,500.00', '25,000.00']);
    await expect.poll(() => texts(page, 'day', [0, 1])).toEqual(['2026-01-02', '2026-01-03']);
    await expect.poll(() => texts(page, 'who', [0])).toEqual(['周明轩']);
    await expect
      .poll(() => table(page, '.st-report li').allInnerTexts())
      .toEqual([
        '不能修改的列已跳过：金额',
        '第 2 行“经办人”：没有名为“没有此人”的人员',
        '第 3 行“类别”：没有“木头”这个选项',
        '第 3 行“数量”：“一百”不是数字',
      ]);
    await table(page, '[data-action="report-cell"]').last().click();
    await expect.poll(() => table(page, '.st-active').getAttribute('data-column')).toBe('quantity');
    await table(page, '[data-action="close-report"]').click();
    await expect.poll(() => page.locator('[data-field="total"]').innerText()).toContain('37,500.00');
  });

  it('go back to a spreadsheet as plain numbers, with the column names when asked', async () => {
    await page.evaluate(() => {
      document.addEventListener('copy', (event) => {
        (window as unknown as { copied?: string }).copied = event.clipboardData?.getData('text/plain');
      });
    });
    await go(page, 0, 'quantity');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+End');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Control+c');
    const copied = (): Promise<string | undefined> =>
      page.evaluate(() => (window as unknown as { copied?: string }).copied);
    await expect
      .poll(async () => (await copied())?.split('\r\n')[0].split('\t').slice(0, 3))
      .toEqual(['1000', '12.50', '12500.00']);
    await page.keyboard.press('Control+Alt+c');
    await expect
      .poll(async () => (await copied())?.split('\r\n')[0].split('\t').slice(0, 3))
      .toEqual(['数量', '单价', '金额']);
  });

  it('fill on by the corner of the selection as a series, down and right by the keyboard', async () => {
    await go(page, 0, 'no');
    await pasteHere(page, Array.from({ length: 8 }, (_v, i) => `${i === 0 ? 'A-08' : ''}\t`).join('\r\n'));
    await expect.poll(() => count(page).innerText()).toBe('共 8 行');
    await go(page, 0, 'quantity');
    await page.keyboard.type('10');
    await page.keyboard.press('Enter');
    await page.keyboard.type('12.5');
    await page.keyboard.press('Enter');
    await drag(page, await middle(cell(page, 0, 'quantity')), await middle(cell(page, 1, 'quantity')));
    await drag(
      page,
      await middle(cell(page, 1, 'quantity').locator('.st-fill-handle')),
      await middle(cell(page, 4, 'quantity')),
    );
    await page.waitForFunction(
      () => document.querySelector('[data-row="4"] [data-column="quantity"]')?.textContent === '20',
    );
    await expect.poll(() => texts(page, 'quantity', [2, 3, 4])).toEqual(['15', '17.5', '20']);
    await go(page, 0, 'no');
    await cell(page, 0, 'no').locator('.st-fill-handle').dblclick();
    await page.waitForFunction(
      () => document.querySelector('[data-row="7"] [data-column="no"]')?.textContent === 'A-15',
    );
    await page.keyboard.press('Control+z');
    await expect.poll(() => texts(page, 'no', [1])).not.toEqual(['A-09']);
    await page.keyboard.press('Control+y');
    await expect.poll(() => texts(page, 'no', [1, 2])).toEqual(['A-09', 'A-10']);
  });

  it('move by their grip and by Alt with an arrow, and back by undo', async () => {
    const before = await texts(page, 'no', [0, 1, 2, 3]);
    await table(page, '[data-row="0"] .st-index').hover();
    await drag(
      page,
      await middle(table(page, '[data-row="0"] .st-grip')),
      await middle(cell(page, 3, 'no')).then(({ x, y }) => ({ x, y: y + 12 })),
    );
    // the eight selected rows were all of them: one row alone moves when it alone is selected
    await go(page, 0, 'no');
    await page.keyboard.press('Alt+ArrowDown');
    await page.waitForFunction(
      (first) => document.querySelector('[data-row="1"] [data-column="no"]')?.textContent === first,
      before[0],
    );
    await expect.poll(() => texts(page, 'no', [0, 1, 2])).toEqual([before[1], before[0], before[2]]);
    await drag(
      page,
      await middle(table(page, '[data-row="1"] .st-grip')),
      await middle(cell(page, 3, 'no')).then(({ x, y }) => ({ x, y: y + 12 })),
    );
    await page.waitForFunction(
      (first) => document.querySelector('[data-row="3"] [data-column="no"]')?.textContent === first,
      before[0],
    );
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(() => texts(page, 'no', [0, 1, 2, 3])).toEqual(before);
  });

  it('ask for linked data when a watched cell changes', async () => {
    await go(page, 0, 'finder');
    await page.keyboard.type('周明轩');
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      () => (document.querySelector('[data-row="0"] [data-column="dept"]')?.textContent ?? '') !== '',
    );
    await page.keyboard.type('查无此人');
    await page.keyboard.press('Enter');
    await table(page, '[data-row="1"] [data-action="retry-call"]').waitFor();
    await expect.poll(() => table(page, '.st-calls').innerText()).toContain('1 处关联数据获取失败');
    await go(page, 1, 'finder');
    await page.keyboard.press('Delete');
    await table(page, '.st-calls').waitFor({ state: 'hidden' });
  });

  it('keep the columns a person froze in sight, also after a reload', async () => {
    await cell(page, 0, 'name').click({ button: 'right' });
    await page.locator('.ant-dropdown [data-action="freeze-column"]').click();
    const isFrozen = (): Promise<boolean> =>
      cell(page, 0, 'name').evaluate((element) => element.classList.contains('st-frozen-left'));
    await expect.poll(() => isFrozen()).toBe(true);
    const left = (await cell(page, 0, 'name').boundingBox())?.x;
    await go(page, 0, 'note');
    await expect.poll(async () => (await cell(page, 0, 'name').boundingBox())?.x).toBe(left);
    const kept = () =>
      page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('sub-table:'))?.[1]);
    await expect.poll(async () => JSON.parse((await kept()) ?? '{}') as unknown).toMatchObject({ frozenTo: 'name' });
    await cell(page, 0, 'no').click({ button: 'right' });
    await page.locator('.ant-dropdown [data-action="reset-columns"]').click();
    await expect.poll(() => isFrozen()).toBe(false);
    expect(staff.faults()).toEqual([]);
  });

  it('have no accessibility fault while a cell is active', async () => {
    await go(page, 0, 'name');
    await atRest(page);
    await page.evaluate(axe.source);
    const found = await page.evaluate(async () => {
      const { axe: run } = window as unknown as {
        axe: { run(target: string): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      };
      return (await run.run('[data-sub-table="items"]')).violations.map(
        ({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`,
      );
    });
    expect(found).toEqual([]);
  });

  const lines = Array.from({ length: LINES }, (_v, i) =>
    [`N-${i + 1}`, `名${i + 1}`, '', i === WRONG || i === LAST_WRONG ? '-5' : `${i}`].join('\t'),
  ).join('\r\n');
  const isAt = (row: number) =>
    page.waitForFunction(
      (wanted) => document.querySelector('.st-active')?.closest('[data-row]')?.getAttribute('data-row') === wanted,
      String(row),
    );

  it.runIf(isLong)('take ten thousand lines with a bar that can stop them', async () => {
    await go(page, 0, 'no');
    // pressed as soon as it is there: a quick machine is done soon after
    const stopped = page.evaluate(
      () =>
        new Promise<void>((done) => {
          const press = (): boolean => {
            const button = document.querySelector<HTMLElement>('[data-action="cancel-job"]');
            button?.click();
            if (button) done();
            return button !== null;
          };
          const watch = new MutationObserver(() => {
            if (press()) watch.disconnect();
          });
          watch.observe(document.body, { childList: true, subtree: true });
        }),
    );
    await pasteHere(page, lines);
    await stopped;
    await table(page, '.st-job').waitFor({ state: 'hidden' });
    await expect.poll(() => count(page).innerText()).toBe('共 8 行');
  });

  it('take many lines, list what is wrong, and go to it', async () => {
    await go(page, 0, 'no');
    await pasteHere(page, lines);
    await page.getByText(`共 ${LINES} 行`).waitFor({ timeout: 60_000 });
    await table(page, '.st-problems').getByText('共 2 处需要修改').waitFor({ timeout: 60_000 });
    await table(page, '[data-action="next-problem"]').click();
    await isAt(WRONG);
    await table(page, '[data-action="list-problems"]').click();
    await table(page, '[data-action="problem-cell"]').last().click();
    await isAt(LAST_WRONG);
    await page.keyboard.type('5');
    await page.keyboard.press('Enter');
    await table(page, '.st-problems').getByText('共 1 处需要修改').waitFor();
    await table(page, '[data-action="previous-problem"]').click();
    await isAt(WRONG);
    await page.keyboard.type('7');
    await page.keyboard.press('Enter');
    await table(page, '.st-problems').waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+End');
    await isAt(LINES - 1);
  });

  it('are stored as they stand, all of them', async () => {
    await page.locator('[data-field="title"] input').fill('许多行');
    await page.locator('[data-action="save"]').first().click();
    await page.waitForURL((address) => address.hash.includes('id='), { timeout: 60_000 });
    await page.reload();
    await page
      .getByText(`共 ${LINES} 行`)
      .waitFor({ timeout: 60_000 })
      .catch(() => undefined);
    await page.waitForFunction(
      () => document.querySelector('[data-row="1"] [data-column="no"]')?.textContent === 'N-2',
      undefined,
      { timeout: 60_000 },
    );
    expect(staff.faults()).toEqual([]);
  });

  it('are sorted, chosen, searched and copied by somebody who only reads them', async () => {
    const id = new URL(page.url().replace('/#/', '/')).searchParams.get('id');
    await page.goto(`${product.url}/#/commonEntry/detail?formKey=gridStory&id=${id}&isEdit=0`);
    await table(page, '[data-action="find-rows"]').waitFor();
    await page.evaluate(() => {
      document.addEventListener('copy', (event) => {
        (window as unknown as { copied?: string }).copied = event.clipboardData?.getData('text/plain');
      });
    });
    const menu = async (column: string, item: string): Promise<void> => {
      await table(page, `.st-header [data-column="${column}"]`).hover();
      await table(page, `.st-header [data-column="${column}"] [data-action="column-menu"]`).click();
      await page.locator(`.ant-dropdown [data-action="${item}"]`).click();
    };
    const first = (text: string) =>
      page.waitForFunction(
        (wanted) => document.querySelector('[data-row="0"] [data-column="no"]')?.textContent === wanted,
        text,
      );
    await menu('quantity', 'sort-down');
    await first(`N-${LINES}`);
    await table(page, '[data-action="find-rows"]').fill(`名${NINES.slice(2)} `);
    await page.getByText(`显示 111 行，共 ${LINES} 行`).waitFor();
    await menu('no', 'filter-column');
    await page
      .locator('.st-filter input')
      .first()
      .fill(`N-${NINES.slice(1)}`);
    await page.locator('[data-action="apply-filter"]').click();
    await page.getByText(`显示 11 行，共 ${LINES} 行`).waitFor();
    await first(`N-${NINES}`);
    await cell(page, 0, 'no').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    const copied = () => page.evaluate(() => (window as unknown as { copied?: string }).copied);
    await expect
      .poll(async () => (await copied())?.split('\r\n').map((line) => line.split('\t')[0]))
      .toEqual([...Array.from({ length: 10 }, (_v, i) => `N-${LINES - 1 - i}`), `N-${NINES.slice(1)}`]);
    await page.keyboard.press('Delete');
    await pasteHere(page, '改');
    await page.getByText('这里只能查看，不能粘贴').waitFor();
    await table(page, '[data-action="clear-arrangement"]').click();
    await page.getByText(`共 ${LINES} 行`).waitFor();
    await first('N-1');
    expect(staff.faults()).toEqual([]);
  });

  it('are cards on a phone, edited by a tap and moved by their buttons', async () => {
    const phone = await visitor(browser, { width: 390, height: 844 });
    try {
      await signIn(phone.page, product.url, 'leader', NEW_GRID);
      await openGrid(phone.page, product.url);
      for (const [index, text] of ['一', '二'].entries()) {
        await phone.page.locator('[data-action="add-row"]').click();
        const card = phone.page.locator(`[data-sub-table="items"] article[data-row="${index}"]`);
        await card.locator('[data-column="no"] button').click();
        await card.locator('.st-editor input').fill(text);
        await card.locator('.st-editor input').press('Enter');
      }
      await phone.page.locator('article[data-row="1"] [data-action="move-up"]').click();
      await expect
        .poll(() => texts(phone.page, 'no', [0, 1]))
        .toEqual(['编号二', '编号一'].map((text) => expect.stringContaining(text.slice(2))) as unknown as string[]);
      await expect
        .poll(() => phone.page.locator('article[data-row="0"] [data-action="move-up"]').isDisabled())
        .toBe(true);
      await expect
        .poll(() => phone.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
        .toBe(true);
      expect(phone.faults()).toEqual([]);
    } finally {
      await phone.close();
    }
  });
});

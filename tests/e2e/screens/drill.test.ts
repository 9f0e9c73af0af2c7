import { readFile } from 'node:fs/promises';
import { read, utils } from '@e965/xlsx';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { isLong } from '../../support/tier.ts';
import { tokenOf } from '../forms/gridForm.ts';
import { picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

const DATASET = 'kanban/projectRegions';
/** Figures that count records: what they say is how many records stand behind them. */
const COUNTS = ['count', 'running', 'late'];

/** A pivot and a ledger of groups in place of a shipped screen, as an administrator publishes it. */
const SCREEN = {
  screenKey: 'kanban/projectMainMap/index',
  title: '项目总地图',
  root: {
    tag: 'row',
    gutter: 16,
    children: [
      { tag: 'pivot', dataset: DATASET, title: '项目透视', rows: ['province'], columns: ['state'], values: ['count'] },
      { tag: 'list', dataset: DATASET, title: '类别台账', groups: ['kind'] },
    ],
  },
};

let product: Product;
let browser: Browser;
let manager: Visitor;
beforeAll(async () => {
  [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
  manager = await visitor(browser);
  await signIn(manager.page, product.url, 'manager', '/ledgerCentre/operatingLedgerContract');
});
afterEach(picturesOnFailure(() => ({ manager })));
afterEach(() => expect(manager?.faults()).toEqual([]));
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

async function publish(): Promise<void> {
  const token = await tokenOf(product.url, 'admin');
  const { screenKey } = SCREEN;
  for (const [call, body] of [
    ['saveDraft', { screenKey, definition: SCREEN }],
    ['publish', { screenKey, note: '试验' }],
  ] as const) {
    const answer = await fetch(`${product.url}/api/system/screenDef/${call}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(((await answer.json()) as { code: string }).code, call).toBe('1');
  }
}

/** Presses a figure and answers what the drawer says: the figure over its records, and how many these are. */
async function behind(page: Page, figure: Locator): Promise<{ key: string; sum: string; total: number }> {
  await figure.click();
  const drawer = page.getByRole('dialog');
  const sum = drawer.locator('[data-drill-sum]');
  await sum.waitFor();
  const found = {
    key: (await sum.getAttribute('data-drill-sum')) ?? '',
    sum: (await sum.locator('b').innerText()).trim(),
    total: Number(/共 (\d+) 条/.exec(await drawer.locator('.ant-pagination').innerText())?.[1] ?? -1),
  };
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  return found;
}

/**
 * Every one of these figures is what its records come to, if it is a measure; `most` of them are pressed. Answers how
 * many were.
 */
async function drilled(page: Page, figures: Locator, most: number): Promise<number> {
  await figures.first().waitFor();
  const count = Math.min(most, await figures.count());
  for (let at = 0; at < count; at += 1) {
    const figure = figures.nth(at);
    const shown = (await figure.innerText()).trim();
    const pressed = await figure.evaluate((one) => one.closest('[data-figure]')?.getAttribute('data-figure') ?? null);
    const { key, sum, total } = await behind(page, figure);
    // a share opens the records of the measure that it is a share of
    const isOwn = pressed === null || pressed === key;
    if (isOwn) expect(sum, `${key} ${shown}`).toBe(shown);
    if (isOwn && COUNTS.includes(key)) expect(total, `${key} ${shown}`).toBe(Number(shown.replaceAll(',', '')));
    else expect(total).toBeGreaterThan(0);
  }
  return count;
}

describe('a ledger with grouped heads', () => {
  it('leaves a window of 1440x900 to its rows: its head takes little more than one line', async () => {
    const { page } = manager;
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${product.url}/#/ledgerCentre/operatingLedgerContract`);
    const list = page.locator('[data-list="ledgerCentre/contractLines"]');
    await list.locator('[data-row="9"]').waitFor();
    const head = await list.locator('thead').boundingBox();
    expect(head?.height).toBeLessThan(64);
    const seen = await list
      .locator('[data-row]')
      .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length);
    expect(seen).toBeGreaterThanOrEqual(10);
  });
});

describe('the map of a list', () => {
  it.runIf(isLong)(
    'says of each place how many records are listed there, in the country and in a province; back leads out',
    async () => {
      const { page } = manager;
      await page.goto(`${product.url}/#/officialDocument/projectRegister?look=map.`);
      const list = page.locator('[data-list="projectRegister"]:visible');
      const listed = async (): Promise<number> =>
        Number(/共 (\d+) 条/.exec(await list.locator('.sc-map-records .sf-pager').innerText())?.[1] ?? -1);
      const places = list.locator('[data-place]');
      await list.locator('canvas').waitFor();
      await places.first().waitFor();
      const countsOf = async (): Promise<number[]> =>
        (await places.locator('b').allInnerTexts()).map((text) => Number(text));
      const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
      const all = await countsOf();
      expect(all.length).toBeGreaterThan(2);
      // no record is lost
      await expect.poll(listed).toBe(sum(all));
      await list.locator('[data-place="320000"]').click();
      await expect.poll(listed).toBe(all[0]);
      await list.locator('[data-place="320100"]').waitFor();
      const cities = await countsOf();
      expect(sum(cities)).toBe(all[0]);
      await list.locator('[data-place="320500"]').click();
      const city = Number(await list.locator('[data-place="320500"] b').innerText());
      await expect.poll(listed).toBe(city);
      await list.locator('[data-sums]').getByText(`生效 ${city} 条`).waitFor();
      await page.goBack();
      await expect.poll(listed).toBe(all[0]);
      await page.goBack();
      await expect.poll(listed).toBe(sum(all));
      expect(page.url()).not.toContain('place=');
    },
  );
});

describe('a figure is what the list of its records comes to', () => {
  it.runIf(isLong)('on the cards, the map and the table of a board', async () => {
    const { page } = manager;
    await page.goto(`${product.url}/#/kanban/projectMainMap`);
    expect(await drilled(page, page.locator('[data-stat] .sc-figure-open'), 4)).toBeGreaterThan(2);
    const map = page.getByRole('region', { name: '项目分布' });
    // the pressed picture has no texts: the same figures as a table do
    await map.locator('[data-action="figureTable"]').click();
    expect(await drilled(page, map.locator('.sc-figure-open'), 3)).toBeGreaterThan(1);
    const table = page.getByRole('region', { name: '城市项目', exact: true });
    expect(await drilled(page, table.locator('tbody .sc-figure-open'), 5)).toBe(5);
    expect(await drilled(page, table.locator('tfoot .sc-figure-open'), 2)).toBe(2);
  });

  it('on the cards of a ledger, whose amounts are in the unit of its rows', async () => {
    const { page } = manager;
    await page.goto(`${product.url}/#/ledgerCentre/operatingLedgerSettlement`);
    const cards = page.locator('[data-stat]:has-text("元")');
    expect(await drilled(page, cards.locator('.sc-figure-open'), 4)).toBe(3);
    const units = await cards.locator('small').allInnerTexts();
    expect(units).toEqual(['元', '元', '元']);
    const list = page.locator('[data-list="ledgerCentre/settlementLines"]');
    await list.locator('thead').getByText('金额（元）').waitFor({ state: 'attached' });
    expect(await list.locator('[data-sums] [data-sum="amount"]').innerText()).toBe(
      await page.locator('[data-stat="结算额"] .sc-figure-open').innerText(),
    );
  });

  it.runIf(isLong)('in the province of a map that was entered', async () => {
    const { page } = manager;
    await page.goto(`${product.url}/#/kanban/projectMainMap`);
    const map = page.getByRole('region', { name: '项目分布' });
    if ((await map.locator('tbody .sc-link').count()) === 0) await map.locator('[data-action="figureTable"]').click();
    const province = map.locator('tbody .sc-link').first();
    const name = await province.innerText();
    await province.click();
    await map.getByRole('navigation', { name: '区划' }).getByText(name).waitFor();
    expect(await drilled(page, map.locator('tbody .sc-figure-open'), 3)).toBeGreaterThan(0);
  });

  it.runIf(isLong)('in the cells and totals of a pivot, and in the groups of a ledger', async () => {
    await publish();
    const { page } = manager;
    await page.reload();
    const pivot = page.getByRole('region', { name: '项目透视' });
    expect(await drilled(page, pivot.locator('.sc-pivot-body .sc-figure-open'), 5)).toBe(5);
    expect(await drilled(page, pivot.locator('.sc-pivot-foot .sc-figure-open'), 3)).toBeGreaterThan(1);
    const ledger = page.locator(`[data-list="${DATASET}"]`);
    expect(await drilled(page, ledger.locator('tbody .sc-figure-open'), 5)).toBe(5);
  });

  it.runIf(isLong)('is laid out anew with the mouse, and its sheet holds what is laid out', async () => {
    const { page } = manager;
    const pivot = page.getByRole('region', { name: '项目透视' });
    const inZone = (zone: string): Promise<string[]> =>
      pivot
        .locator(`[data-zone="${zone}"] [data-pivot-field]`)
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-pivot-field') ?? ''));
    const drag = async (name: string, zone: string): Promise<void> => {
      const from = await pivot.getByRole('button', { name: `移动“${name}”` }).boundingBox();
      const to = await pivot.locator(`[data-zone="${zone}"]`).boundingBox();
      if (!from || !to) throw new Error(`${name} or ${zone} is not on the page`);
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
      await page.mouse.down();
      await page.mouse.move(to.x + to.width / 2, to.y + to.height - 8, { steps: 12 });
      await page.mouse.up();
    };
    await drag('工程类别', 'rows');
    await expect.poll(() => inZone('rows')).toEqual(['province', 'kind']);
    await drag('项目状态', 'fields');
    await expect.poll(() => inZone('columns')).toEqual([]);
    const total = pivot.locator('.sc-pivot-foot .sc-figure-open').last();
    await total.waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      pivot.locator('[data-action="export"]').click(),
    ]);
    const book = read(await readFile(await download.path()));
    const lines = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? '']!, { header: 1 });
    expect(lines[0]?.slice(0, 2)).toEqual(['省份', '工程类别']);
    const last = lines.at(-1) ?? [];
    expect([last[0], Number(last.at(-1))]).toEqual(['合计', Number((await total.innerText()).replaceAll(',', ''))]);
    const cells = lines.slice(1, -1).map((line) => Number(line.at(-1)));
    expect(cells.reduce((sum, one) => sum + one, 0)).toBe(Number(last.at(-1)));
    await drag('工程类别', 'fields');
    await drag('项目状态', 'columns');
    await expect.poll(async () => [await inZone('rows'), await inZone('columns')]).toEqual([['province'], ['state']]);
  });

  it.runIf(isLong)(
    'is laid out anew with the keyboard alone: a group changes its side, and the address keeps it',
    async () => {
      const { page } = manager;
      const pivot = page.getByRole('region', { name: '项目透视' });
      const fieldsOf = (zone: string): Promise<string[]> =>
        pivot
          .locator(`[data-zone="${zone}"] [data-pivot-field]`)
          .evaluateAll((all) => all.map((one) => one.getAttribute('data-pivot-field') ?? ''));
      expect([await fieldsOf('rows'), await fieldsOf('columns')]).toEqual([['province'], ['state']]);
      await pivot.getByRole('button', { name: '移动“项目状态”' }).focus();
      await page.keyboard.press('Space');
      await pivot.locator('[data-dragging]').waitFor();
      await page.keyboard.press('ArrowLeft');
      await page.getByText('“项目状态”移到“行”').waitFor({ state: 'attached' });
      await page.keyboard.press('Space');
      await expect.poll(() => fieldsOf('columns')).toEqual([]);
      expect((await fieldsOf('rows')).toSorted()).toEqual(['province', 'state']);
      await expect.poll(() => page.url()).toContain('rows=');
      // the menu beside a field does the same, and Escape leaves it as it was
      await pivot.getByRole('button', { name: '“项目状态”放到哪里' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: '移到列' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Escape');
      await page.getByRole('menuitem', { name: '移到列' }).waitFor({ state: 'hidden' });
      expect(await fieldsOf('columns')).toEqual([]);
      // the cells follow what is laid out, and the keyboard opens what stands behind one
      const figure = pivot.locator('.sc-pivot-body .sc-figure-open').first();
      const shown = (await figure.innerText()).trim();
      await figure.focus();
      await page.keyboard.press('Enter');
      const sum = page.getByRole('dialog').locator('[data-drill-sum] b');
      await sum.waitFor();
      expect((await sum.innerText()).trim()).toBe(shown);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      // back where it was
      await expect.poll(() => figure.evaluate((one) => one === document.activeElement)).toBe(true);
    },
  );
});

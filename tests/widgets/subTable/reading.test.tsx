import { act, fireEvent } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { formatHtml, parseHtml } from '../../../src/widgets/subTable/data/html.ts';
import { settle } from '../support.tsx';
import { press, rowsOf, show, type, type Shown } from './support.tsx';
import { narrowWindow } from '../../support/narrowWindow.ts';

const read = (count: number): Promise<Shown> => show({ rows: rowsOf(count), mode: 'view', situation: { isEdit: '0' } });
const copyFrom = (table: Shown): Map<string, string> => {
  const held = new Map<string, string>();
  fireEvent.copy(table.keys(), { clipboardData: { setData: (kind: string, text: string) => held.set(kind, text) } });
  return held;
};
const choose = (name: string): HTMLElement => {
  const item = document.querySelector<HTMLElement>(`.ant-dropdown [data-action="${name}"]`);
  if (!item) throw new Error(`no menu item ${name}`);
  return item;
};
async function headMenu(table: Shown, column: string, item: string): Promise<void> {
  await table.click(
    table.root.querySelector(`.st-header [data-column="${column}"] [data-action="column-menu"]`) as Element,
  );
  await settle(60);
  await table.click(choose(item));
  await settle(60);
}
const names = (table: Shown): (string | undefined)[] => table.texts().map((line) => line.split('|')[0]);

describe('a table that is only read', () => {
  test('is walked with the arrows and copied as a block, as text and as a table that keeps digits', async () => {
    const table = await read(3);
    await table.click(table.cell(0, 'name'));
    await press(table.keys(), 'ArrowDown', { shiftKey: true });
    await press(table.keys(), 'ArrowRight', { shiftKey: true });
    const held = copyFrom(table);
    expect(held.get('text/plain')).toBe('样品1\t钢筋\r\n样品2\t钢筋');
    expect(held.get('text/html')).toContain('<td style=\'mso-number-format:"\\@"\'>样品1</td><td>钢筋</td>');
    await press(table.keys(), 'a', { ctrlKey: true });
    expect(copyFrom(table).get('text/plain')?.split('\r\n')).toHaveLength(3);
  });

  test('takes no paste, no Delete, no typing and no undo', async () => {
    const table = await read(2);
    await table.click(table.cell(0, 'name'));
    await act(async () => {
      fireEvent.paste(table.keys(), { clipboardData: { getData: () => '别的' } });
    });
    for (const key of ['Delete', 'F2', 'Enter', 'x']) await press(table.keys(), key);
    await press(table.keys(), 'z', { ctrlKey: true });
    await press(table.keys(), 'd', { ctrlKey: true });
    expect(table.root.querySelector('.st-editor')).toBeNull();
    expect(names(table)).toEqual(['样品1', '样品2']);
    await expect.poll(() => document.body.textContent, { timeout: 5000 }).toContain('这里只能查看，不能粘贴');
  });

  test('is sorted by a column, numbers by size, and back, without touching the record', async () => {
    const table = await read(11);
    const before = table.rows();
    await headMenu(table, 'quantity', 'sort-down');
    expect(names(table).slice(0, 2)).toEqual(['样品11', '样品10']);
    expect(table.root.querySelector('.st-header [data-column="quantity"]')?.getAttribute('aria-sort')).toBe(
      'descending',
    );
    expect(table.rows()).toEqual(before);
    await headMenu(table, 'quantity', 'sort-off');
    expect(names(table)[0]).toBe('样品1');
  });

  test('shows the rows that hold what is searched, totals them, and says how many there are', async () => {
    const table = await read(12);
    const search = table.root.querySelector('[data-action="find-rows"]') as HTMLElement;
    await type(search.matches('input') ? search : (search.querySelector('input') as HTMLElement), '样品1');
    await settle(60);
    expect(names(table)).toEqual(['样品1', '样品10', '样品11', '样品12']);
    expect(table.root.textContent).toContain('显示 4 行，共 12 行');
    expect(table.root.querySelector('[data-total="quantity"]')?.textContent).toBe('34');
    await table.click(table.action('clear-arrangement') as HTMLElement);
    await settle(60);
    expect(names(table)).toHaveLength(12);
  });

  test('shows only the texts of a column that are ticked', async () => {
    const table = await read(10);
    await headMenu(table, 'name', 'filter-column');
    const panel = document.querySelector('.st-filter') as HTMLElement;
    await type(panel.querySelector('input') as HTMLElement, '样品3');
    await table.click(panel.querySelector('[data-action="apply-filter"]') as HTMLElement);
    await settle(60);
    expect(names(table)).toEqual(['样品3']);
    expect(table.root.querySelector('.st-header [data-column="name"] .st-head-mark')).not.toBeNull();
  });

  test('cannot be filtered down to no row at all', async () => {
    const table = await read(10);
    await headMenu(table, 'name', 'filter-column');
    const panel = document.querySelector('.st-filter') as HTMLElement;
    const box = panel.querySelector('input') as HTMLElement;
    await type(box, '没有的');
    await press(box, 'Enter');
    expect(names(table)).toHaveLength(10);
    await type(box, '样品3');
    await table.click(panel.querySelector('.st-filter-all input') as HTMLElement);
    expect(panel.querySelector('[data-action="apply-filter"]')).toHaveProperty('disabled', true);
  });

  test('is put in order and narrowed on a phone, where its rows are cards without heads', async () => {
    narrowWindow();
    const table = await read(12);
    const cards = (): (string | undefined)[] =>
      [...table.root.querySelectorAll('article')].map((card) => /样品\d+/.exec(card.textContent ?? '')?.[0]);
    const from = async (action: string, text: string): Promise<void> => {
      const box = document.querySelector(`[data-action="${action}"]`) as HTMLElement;
      await act(async () => {
        fireEvent.mouseDown(box.querySelector('.ant-select-selector') ?? box);
      });
      await settle(60);
      const option = [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')].find(
        (one) => one.textContent === text,
      );
      await table.click(option as Element);
      await settle(60);
    };
    expect(cards().slice(0, 2)).toEqual(['样品1', '样品2']);
    await from('sort-cards', '数量 降序');
    expect(cards().slice(0, 2)).toEqual(['样品12', '样品11']);
    await from('filter-cards', '样品名称');
    const panel = document.querySelector('.ant-modal .st-filter') as HTMLElement;
    await type(panel.querySelector('input') as HTMLElement, '样品3');
    await table.click(panel.querySelector('[data-action="apply-filter"]') as HTMLElement);
    await settle(60);
    expect(cards()).toEqual(['样品3']);
    expect(table.root.querySelector('[data-action="filter-cards"]')?.textContent).toContain('已筛选 1 列');
  });
});

describe('a table on the clipboard', () => {
  test('is read cell by cell, with line ends inside cells and merged cells in their first place', () => {
    const html =
      '<p>前言</p><table><tr><td rowspan="2">甲</td><td>一\n  行<br>二行</td><td colspan="2">宽</td></tr><tr><td>乙</td><td>丙</td><td></td></tr></table>';
    expect(parseHtml(html)).toEqual([
      ['甲', '一 行\n二行', '宽', ''],
      ['', '乙', '丙', ''],
    ]);
    expect(parseHtml('<p>没有表格</p>')).toBeNull();
  });

  test('comes back as it was written, whatever stands in its cells', () => {
    const texts = [
      ['<b>&"', '1\n2'],
      ['', '007'],
    ];
    expect(parseHtml(formatHtml(texts.map((row) => row.map((text) => ({ text, isText: true })))))).toEqual(texts);
  });
});

test('from a web page a table is pasted cell by cell although its plain text has no tabs', async () => {
  const table = await show({ rows: rowsOf(1) });
  await table.click(table.cell(0, 'quantity'));
  await press(table.root.querySelector('.st-editor input') as Element, 'Escape');
  const held: Record<string, string> = {
    'text/plain': '5\n6',
    'text/html': '<table><tr><td>5</td><td>6</td></tr></table>',
  };
  await act(async () => {
    fireEvent.paste(table.keys(), { clipboardData: { getData: (kind: string) => held[kind] ?? '' } });
  });
  await settle(60);
  expect(table.rows()[0].fieldsMap).toMatchObject({ quantity: 5, price: 6, amount: 30 });
});

test('a text is found in rows that are not in the page, one place after the other and round again', async () => {
  const table = await show({ rows: rowsOf(400) });
  await act(async () => table.keys().focus());
  await press(table.keys(), 'f', { ctrlKey: true });
  const input = table.root.querySelector('.st-findbar input') as HTMLElement;
  await type(input, '样品39');
  await settle(60);
  expect(table.root.querySelector('.st-findbar output')?.textContent).toBe('11 处');
  await press(input, 'Enter');
  await press(input, 'Enter');
  expect(table.root.querySelector('.st-findbar output')?.textContent).toBe('2 / 11');
  await press(input, 'Enter', { shiftKey: true });
  await press(input, 'Enter', { shiftKey: true });
  expect(table.root.querySelector('.st-findbar output')?.textContent).toBe('11 / 11');
  await press(input, 'Escape');
  expect(table.keys().getAttribute('aria-label')).toBe('第 399 行 样品名称：样品399');
});

test('a selected block says what it comes to', async () => {
  const table = await show({ rows: rowsOf(3) });
  await table.click(table.cell(0, 'quantity'));
  await press(table.root.querySelector('.st-editor input') as Element, 'Escape');
  await press(table.keys(), 'ArrowDown', { shiftKey: true });
  await press(table.keys(), 'ArrowDown', { shiftKey: true });
  expect(table.root.querySelector('.st-sums')?.textContent).toBe('已选 3 行 × 1 列，求和 6，平均 2');
});

import { act, fireEvent, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { settle } from '../support.tsx';
import { COLUMNS, giveSize, KIND, NAME, press, QUANTITY, rowsOf, show, type } from './support.tsx';

vi.setConfig({ testTimeout: 60_000 });

describe('a sub-table being edited', () => {
  test('shows text in every cell and a widget in the active one alone', async () => {
    const table = await show({ rows: rowsOf(3) });
    expect(table.texts()[0]).toBe('样品1|钢筋|1|2.00|2.00');
    expect(table.root.querySelectorAll('.st-body input')).toHaveLength(0);
    await table.edit(0, 'name');
    await table.edit(1, 'quantity');
    expect(table.root.querySelectorAll('.st-editor')).toHaveLength(1);
    expect(table.cell(1, 'quantity').querySelector('.st-editor')).not.toBeNull();
  });

  test('gives the form the full row list after an edit, with every other row the same object (SL-003)', async () => {
    const rows = rowsOf(3);
    const table = await show({ rows });
    const input = await table.edit(1, 'quantity');
    await type(input, '10');
    await press(input, 'Enter');
    expect(table.rows()).toHaveLength(3);
    expect(table.rows()[0]).toBe(rows[0]);
    expect(table.rows()[2]).toBe(rows[2]);
    expect(table.rows()[1].fieldsMap).toMatchObject({ quantity: 10, amount: 20 });
  });

  test('computes the row and the totals from what was typed', async () => {
    const table = await show({ rows: rowsOf(3) });
    const input = await table.edit(0, 'quantity');
    await type(input, '100.5');
    await press(input, 'Tab');
    expect(table.cell(0, 'amount').textContent).toBe('201.00');
    expect(table.root.querySelector('[data-total="quantity"]')?.textContent).toContain('105.5');
    expect(table.root.querySelector('[data-total="amount"]')?.textContent).toContain('211.00');
  });

  test('follows typing that rests, without leaving the cell', async () => {
    const table = await show({ rows: rowsOf(1) });
    await type(await table.edit(0, 'quantity'), '7');
    await settle(200);
    expect(table.rows()[0].fieldsMap.amount).toBe(14);
    expect(table.root.querySelectorAll('.st-editor')).toHaveLength(1);
  });

  test('Esc takes back what was typed, also what has already reached the form', async () => {
    const rows = rowsOf(1);
    const table = await show({ rows });
    const input = await table.edit(0, 'name');
    await type(input, '别的');
    await settle(200);
    expect(table.rows()[0].fieldsMap.name).toBe('别的');
    await press(input, 'Escape');
    expect(table.rows()[0].fieldsMap.name).toBe('样品1');
    expect(table.session.isDirty).toBe(false);
  });

  test('keeps what was typed when the user turns to another part of the page', async () => {
    const table = await show({ rows: rowsOf(1), fields: [{ tag: 'el-input', __vModel__: 'title', label: '标题' }] });
    await type(await table.edit(0, 'name'), '新名');
    await table.click(document.querySelector('[data-field="title"] input') as Element);
    expect(table.rows()[0].fieldsMap.name).toBe('新名');
    expect(table.root.querySelector('.st-editor')).toBeNull();
  });

  test('a press inside a popup of the editor does not close the editor, and the choice is stored with its label (LB-001)', async () => {
    const table = await show({ rows: rowsOf(1) });
    await table.edit(0, 'kind');
    const option = [...document.querySelectorAll('.ant-select-item-option')].find(
      (item) => item.textContent === '水泥',
    ) as Element;
    await table.click(option);
    expect(table.root.querySelectorAll('.st-editor')).toHaveLength(1);
    await settle(200);
    expect(table.rows()[0].fieldsMap).toMatchObject({ kind: '1', kindLabel: '水泥' });
  });

  test('an answer that comes after the cell was left still reaches its row', async () => {
    let finish: (file: object) => void = () => undefined;
    const files = {
      upload: () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
      byIds: async () => [],
      open: async () => undefined,
    };
    const table = await show({
      rows: rowsOf(2),
      columns: [NAME, { tag: 'el-upload', __vModel__: 'file', label: '附件' }],
      services: { files: files as never },
    });
    await table.click(table.cell(1, 'file'));
    const input = table.root.querySelector<HTMLInputElement>('.st-editor input[type="file"]') as HTMLInputElement;
    await act(async () => {
      fireEvent.change(input, { target: { files: [new File(['x'], '报告.pdf', { type: 'application/pdf' })] } });
    });
    await table.edit(0, 'name');
    await act(async () => finish({ id: 'f7', fileName: '报告.pdf', fileExt: 'pdf', url: '/f7' }));
    await settle();
    expect(table.rows()[1].fieldsMap.file).toBe('f7');
  });
});

describe('the clipboard', () => {
  const clipboard = (text = '') => {
    const data = new Map([['text/plain', text]]);
    return {
      getData: (kind: string) => data.get(kind) ?? '',
      setData: (kind: string, value: string) => data.set(kind, value),
    };
  };

  test('copies the selected block as Excel takes it', async () => {
    const table = await show({ rows: rowsOf(2) });
    await press(await table.edit(0, 'name'), 'Escape');
    await press(table.keys(), 'ArrowDown', { shiftKey: true });
    await press(table.keys(), 'ArrowRight', { shiftKey: true });
    const data = clipboard();
    fireEvent.copy(table.keys(), { clipboardData: data });
    expect(data.getData('text/plain')).toBe('样品1\t钢筋\r\n样品2\t钢筋');
  });

  test('pastes a block by the types of its columns, adds rows, skips what may not be edited, as one step', async () => {
    const table = await show({ rows: rowsOf(1) });
    await press(await table.edit(0, 'name'), 'Escape');
    await act(async () => {
      fireEvent.paste(table.keys(), { clipboardData: clipboard('甲\t水泥\t1,200\t3\t999\n乙\t没有\tx\t\t1\n') });
    });
    expect(table.rows().map((row) => row.fieldsMap)).toMatchObject([
      { name: '甲', kind: '1', kindLabel: '水泥', quantity: 1200, price: 3, amount: 3600 },
      { name: '乙', price: null, amount: 0 },
    ]);
    expect(table.rows()[1].fieldsMap.kind ?? '').toBe('');
    await press(table.keys(), 'z', { ctrlKey: true });
    expect(table.rows()).toHaveLength(1);
    expect(table.rows()[0].fieldsMap.name).toBe('样品1');
  });

  test('a text that a number column cannot read leaves the cell empty and marked, whatever stood there or is its default', async () => {
    const table = await show({ rows: rowsOf(1), columns: [NAME, { ...QUANTITY, defaultValue: 1 }] });
    await press(await table.edit(0, 'name'), 'Escape');
    await act(async () => {
      fireEvent.paste(table.keys(), { clipboardData: clipboard('甲\t三组\n乙\tabc\n丙\t2\n') });
    });
    await settle(50);
    expect(table.rows().map((row) => row.fieldsMap.quantity)).toEqual([null, null, 2]);
    expect([0, 1, 2].map((row) => table.cell(row, 'quantity').className.includes('st-wrong'))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('what could not be pasted is named by the place its row has now, until it is filled in, removed or stored', async () => {
    const table = await show({ rows: rowsOf(1), columns: [NAME, QUANTITY] });
    const lines = (): string[] =>
      [...table.root.querySelectorAll('.st-report li')].map(
        (line) => /第 \d+ 行/.exec(line.textContent ?? '')?.[0] ?? '',
      );
    await press(await table.edit(0, 'name'), 'Escape');
    await act(async () => {
      fireEvent.paste(table.keys(), { clipboardData: clipboard('甲\t三\n乙\t四\n丙\t五\n丁\t六\n') });
    });
    await settle(50);
    expect(lines()).toEqual(['第 1 行', '第 2 行', '第 3 行', '第 4 行']);
    const input = await table.edit(1, 'quantity');
    await type(input, '4');
    await press(input, 'Enter');
    expect(lines()).toEqual(['第 1 行', '第 3 行', '第 4 行']);
    await table.click(table.root.querySelector('[data-row="0"] [data-action="remove-row"]') as Element);
    const question = document.querySelector('.ant-modal-footer .ant-btn-primary');
    if (question) await table.click(question);
    await settle(100);
    expect(lines()).toEqual(['第 2 行', '第 3 行']);
    const sent = table.session.toRecord();
    await act(async () => {
      table.session.markSaved({ ...sent, revision: 2 });
    });
    expect(table.root.querySelector('.st-report')).toBeNull();
  });

  test('what a switch could not read is listed until the switch is turned', async () => {
    const table = await show({
      rows: rowsOf(1),
      columns: [NAME, { tag: 'el-switch', __vModel__: 'passed', label: '是否合格' }],
    });
    await press(await table.edit(0, 'name'), 'Escape');
    await act(async () => {
      fireEvent.paste(table.keys(), { clipboardData: clipboard('甲\t也许\n') });
    });
    await settle(50);
    expect(table.root.querySelector('.st-report')?.textContent).toContain('第 1 行“是否合格”');
    await table.click(table.cell(0, 'passed'));
    await table.click(table.root.querySelector('.st-editor [role="switch"]') as Element);
    await settle(200);
    expect(table.root.querySelector('.st-report')).toBeNull();
  });

  test('what is marked as wrong follows undo and redo, in rows that come and go as well', async () => {
    const table = await show({ rows: rowsOf(1), columns: [NAME, { ...QUANTITY, min: 0 }] });
    const wrong = (): string[] => [...table.root.querySelectorAll('.st-wrong')].map((cell) => cell.textContent ?? '');
    await press(await table.edit(0, 'name'), 'Escape');
    await act(async () => {
      fireEvent.paste(table.keys(), { clipboardData: clipboard('甲\t-1\n乙\t-2\n') });
    });
    await settle();
    expect(wrong()).toEqual(['-1', '-2']);
    await press(table.keys(), 'z', { ctrlKey: true });
    await settle();
    expect(wrong()).toEqual([]);
    await press(table.keys(), 'y', { ctrlKey: true });
    await settle();
    expect(wrong()).toEqual(['-1', '-2']);
  });

  test('is filled by a paste that goes on step by step; 取消 in the bar that counts it leaves all as it was', async () => {
    const clock = vi.spyOn(performance, 'now');
    let time = 0;
    // each row takes longer than the page may stand still
    clock.mockImplementation(() => (time += 20));
    try {
      const table = await show({ rows: rowsOf(2) });
      await press(await table.edit(0, 'name'), 'Escape');
      const text = Array.from({ length: 300 }, (_v, i) => `名${i + 1}`).join('\n');
      const paste = (): Promise<void> =>
        act(async () => {
          fireEvent.paste(table.keys(), { clipboardData: clipboard(text) });
        });
      // pressed as soon as it is there
      let total: string | null | undefined = null;
      const watch = new MutationObserver(() => {
        total ??= table.root.querySelector('.st-job progress')?.getAttribute('max');
        table.action('cancel-job')?.click();
      });
      watch.observe(table.root, { childList: true, subtree: true });
      await paste();
      await waitFor(() => expect(total).toBe('300'));
      watch.disconnect();
      await waitFor(() => expect(table.root.querySelector('.st-job')).toBeNull());
      expect(table.rows().map(({ fieldsMap }) => fieldsMap.name)).toEqual(['样品1', '样品2']);
      clock.mockRestore();
      await paste();
      await waitFor(() => expect(table.rows()).toHaveLength(300));
    } finally {
      clock.mockRestore();
    }
  });
});

describe('a large table', () => {
  test('keeps only the rows and columns on screen in the page, and the row being edited', async () => {
    const restore = giveSize(560, 1200);
    try {
      const many = Array.from({ length: 20 }, (_v, i) => ({ tag: 'el-input', __vModel__: `c${i}`, label: `列${i}` }));
      const rows = Array.from({ length: 10_000 }, (_v, i) => ({ id: `r${i}`, fieldsMap: { c0: `第${i}行` } }));
      const table = await show({ rows, columns: many });
      expect(table.root.querySelectorAll('[data-row]').length).toBeLessThan(40);
      expect(table.cell(0, 'c0').parentElement?.querySelectorAll('[data-column]').length).toBeLessThan(20);
      await type(await table.edit(0, 'c0'), '改了');
      const scroller = table.root.querySelector('.st-scroll') as HTMLElement;
      scroller.scrollTop = 200_000;
      await act(async () => {
        fireEvent.scroll(scroller);
      });
      await settle(50);
      expect(table.texts().at(-1)).toContain('第50');
      expect(table.cell(0, 'c0').querySelector('input')?.value).toBe('改了');
    } finally {
      restore();
    }
  });
});

test('a stored value of the wrong shape shows what can be shown and loses nothing on an edit', async () => {
  const table = await show({
    rows: [
      { id: 'a', fieldsMap: { name: ['x'], quantity: '7', kind: { a: 1 } } },
      { id: 'a', fieldsMap: { name: 5 } },
    ],
  });
  expect(table.texts()).toHaveLength(2);
  await press(await table.edit(1, 'name'), 'Escape');
  const input = await table.edit(0, 'quantity');
  await type(input, '8');
  await press(input, 'Enter');
  expect(table.rows().map((row) => row.fieldsMap)).toMatchObject([
    { name: ['x'], quantity: 8, kind: { a: 1 } },
    { name: 5 },
  ]);
});

test('typed text is stored in the row when the cell loses the focus to no element, as on saving by a key', async () => {
  const table = await show({ rows: rowsOf(1), columns: COLUMNS });
  const input = await table.edit(0, 'quantity');
  await act(async () => {
    fireEvent.change(input, { target: { value: '1250' } });
    input.blur();
    expect(table.rows()[0].fieldsMap.quantity).toBe(1250);
  });
  expect(table.root.querySelector('.st-editor')).not.toBeNull();
});

test('a changed cell is marked until the form is saved', async () => {
  const table = await show({ rows: rowsOf(1), columns: COLUMNS });
  const input = await table.edit(0, 'name');
  await type(input, '新');
  await press(input, 'Enter');
  expect(table.cell(0, 'name').className).toContain('st-dirty');
  const sent = table.session.toRecord();
  await act(async () => {
    table.session.markSaved({ ...sent, revision: 2 });
  });
  expect(table.cell(0, 'name').className).not.toContain('st-dirty');
});

test('a hyperlink cell opens a new window at the product’s own address with the row’s values (HL-001…003)', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const table = await show({
    rows: rowsOf(1),
    columns: [
      { ...NAME, readonly: true, HyperlinkUrl: '/project/detail?id=#id&name=#name&from=table&kind=#' },
      KIND,
      QUANTITY,
    ],
  });
  fireEvent.click(table.cell(0, 'name').querySelector('a') as Element);
  expect(opened.mock.calls[0][0]).toBe(
    `${window.location.origin}${window.location.pathname}#/project/detail?id=r1&name=${encodeURIComponent('样品1')}&from=table&kind=0`,
  );
  expect(table.root.querySelector('.st-editor')).toBeNull();
  opened.mockRestore();
});

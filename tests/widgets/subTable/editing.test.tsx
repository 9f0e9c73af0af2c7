import { act, fireEvent, screen } from '@testing-library/react';
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

describe('the keyboard', () => {
  test('typing over a cell starts its editor with that text', async () => {
    const table = await show({ rows: rowsOf(2) });
    await press(await table.edit(0, 'name'), 'Enter');
    const keys = table.keys();
    expect(table.cell(1, 'name').className).toContain('st-active');
    await act(async () => {
      fireEvent.input(keys, { target: { value: '字' } });
    });
    expect(table.cell(1, 'name').querySelector('input')?.value).toBe('字');
  });

  test('text composed over a cell is not lost and starts the editor when the composition ends', async () => {
    const table = await show({ rows: rowsOf(2) });
    await press(await table.edit(0, 'name'), 'Enter');
    const keys = table.keys();
    await act(async () => {
      fireEvent.compositionStart(keys);
      fireEvent.input(keys, { target: { value: 'nihao' }, isComposing: true });
    });
    expect(table.root.querySelector('.st-editor')).toBeNull();
    expect(keys.value).toBe('nihao');
    await act(async () => {
      keys.value = '你好';
      fireEvent.compositionEnd(keys);
    });
    expect(table.cell(1, 'name').querySelector('input')?.value).toBe('你好');
    expect(keys.value).toBe('');
  });

  test('Enter, F2 and arrows move and edit; Tab skips what cannot be edited', async () => {
    const table = await show({ rows: rowsOf(2) });
    await press(await table.edit(0, 'price'), 'Tab');
    // amount is computed: the next editable cell is the first of the second row
    expect(table.cell(1, 'name').className).toContain('st-active');
    await press(table.keys(), 'ArrowUp');
    await press(table.keys(), 'ArrowRight');
    await press(table.keys(), 'ArrowRight');
    expect(table.cell(0, 'quantity').className).toContain('st-active');
    await press(table.keys(), 'F2');
    expect(table.cell(0, 'quantity').querySelector('.st-editor')).not.toBeNull();
  });

  test('what is typed over a cell is left by the arrows, as in a spreadsheet, a number unchanged by them; F2 gives them to the text', async () => {
    const table = await show({ rows: rowsOf(2) });
    await press(await table.edit(0, 'quantity'), 'Escape');
    await act(async () => {
      fireEvent.input(table.keys(), { target: { value: '7' } });
    });
    await press(table.cell(0, 'quantity').querySelector('input') as HTMLElement, 'ArrowDown');
    expect([table.rows()[0].fieldsMap.quantity, table.root.querySelector('.st-editor')]).toEqual([7, null]);
    expect(table.cell(1, 'quantity').className).toContain('st-active');
    await act(async () => {
      fireEvent.input(table.keys(), { target: { value: '8' } });
    });
    await press(table.cell(1, 'quantity').querySelector('input') as HTMLElement, 'ArrowRight');
    expect(table.rows()[1].fieldsMap.quantity).toBe(8);
    expect(table.cell(1, 'price').className).toContain('st-active');
    await press(table.keys(), 'ArrowUp');
    await press(table.keys(), 'Home');
    await act(async () => {
      fireEvent.input(table.keys(), { target: { value: '字' } });
    });
    const input = table.cell(0, 'name').querySelector('input') as HTMLElement;
    await press(input, 'F2');
    await press(input, 'ArrowRight');
    expect(table.cell(0, 'name').querySelector('.st-editor')).not.toBeNull();
  });

  test('undo and redo work after Esc has taken the mark from the cell', async () => {
    const table = await show({ rows: rowsOf(1) });
    await press(await table.edit(0, 'name'), 'Escape');
    await press(table.keys(), 'Delete');
    await press(table.keys(), 'Escape');
    expect(table.root.querySelector('.st-active')).toBeNull();
    await press(table.keys(), 'z', { ctrlKey: true });
    expect(table.rows()[0].fieldsMap.name).toBe('样品1');
    await press(table.keys(), 'z', { ctrlKey: true, shiftKey: true });
    expect(table.rows()[0].fieldsMap.name).toBeNull();
  });

  test('a removed row leaves the keyboard on the one that took its place, where Ctrl+Z brings it back, and the last one on 添加', async () => {
    const table = await show({ rows: rowsOf(2) });
    const removeFirst = async (): Promise<void> => {
      const button = table.root.querySelector<HTMLElement>('[data-row="0"] [data-action="remove-row"]') as HTMLElement;
      button.focus();
      await table.click(button);
      const confirm = await screen.findByRole('button', { name: /删\s*除$/ });
      confirm.focus();
      await act(async () => {
        fireEvent.click(confirm);
      });
      await settle();
    };
    await removeFirst();
    expect(document.activeElement).toBe(table.keys());
    expect(table.cell(0, 'name').className).toContain('st-active');
    await press(table.keys(), 'z', { ctrlKey: true });
    expect(table.rows()).toHaveLength(2);
    await removeFirst();
    await removeFirst();
    expect(document.activeElement).toBe(table.action('add-row'));
  });

  test('a block is typed into, and left by an arrow, at the cell where it began', async () => {
    const table = await show({ rows: rowsOf(3) });
    await press(await table.edit(0, 'name'), 'Escape');
    await press(table.keys(), 'ArrowDown', { shiftKey: true });
    await press(table.keys(), 'ArrowDown', { shiftKey: true });
    expect(table.cell(0, 'name').className).toContain('st-active');
    await act(async () => {
      fireEvent.input(table.keys(), { target: { value: '甲' } });
    });
    await press(table.cell(0, 'name').querySelector('input') as HTMLElement, 'Enter');
    expect(table.rows().map(({ fieldsMap }) => fieldsMap.name)).toEqual(['甲', '样品2', '样品3']);
    await press(table.keys(), 'a', { ctrlKey: true });
    await press(table.keys(), 'ArrowRight');
    expect(table.cell(0, 'kind').className).toContain('st-active');
  });

  test('a group of choices takes the keyboard; Tab walks through it before it leaves', async () => {
    const marks = {
      tag: 'el-checkbox-group',
      __vModel__: 'marks',
      label: '类型',
      __slot__: {
        options: [
          { label: '见证', value: 'a' },
          { label: '抽样', value: 'b' },
        ],
      },
    };
    const table = await show({ rows: rowsOf(1), columns: [marks, NAME] });
    await act(async () => table.keys().focus());
    await press(table.keys(), 'Enter');
    const boxes = [...table.root.querySelectorAll<HTMLInputElement>('.st-editor input')];
    expect(document.activeElement).toBe(boxes[0]);
    await press(boxes[0], 'Tab');
    expect(table.root.querySelector('.st-editor')).not.toBeNull();
    await table.click(boxes[1]);
    await press(boxes[1], 'Tab');
    expect(table.root.querySelector('.st-editor')).toBeNull();
    expect(table.rows()[0].fieldsMap.marks).toEqual(['b']);
    expect(table.cell(0, 'name').className).toContain('st-active');
  });

  test('Enter leaves a switch as Space set it', async () => {
    const table = await show({
      rows: rowsOf(2),
      columns: [{ tag: 'el-switch', __vModel__: 'isUrgent', label: '加急' }, NAME],
    });
    await act(async () => table.keys().focus());
    await press(table.keys(), 'F2');
    const button = table.root.querySelector('.st-editor button') as HTMLElement;
    await act(async () => button.click());
    expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(false);
    await settle(60);
    expect(table.rows()[0].fieldsMap.isUrgent).toBe('1');
    expect(table.cell(1, 'isUrgent').className).toContain('st-active');
  });

  test('Esc leaves no cell marked, Tab leaves the table then, and an arrow goes on from the last cell', async () => {
    const table = await show({ rows: rowsOf(2) });
    await press(await table.edit(1, 'price'), 'Escape');
    await press(table.keys(), 'Escape');
    expect(table.root.querySelector('.st-active')).toBeNull();
    expect(fireEvent.keyDown(table.keys(), { key: 'Tab' })).toBe(true);
    await press(table.keys(), 'ArrowUp');
    expect(table.cell(1, 'price').className).toContain('st-active');
    await press(table.keys(), 'ArrowUp');
    expect(table.cell(0, 'price').className).toContain('st-active');
  });

  test('Tab on the last editable cell adds a row where rows may be added, and leaves the table from a row still blank', async () => {
    const table = await show({ rows: rowsOf(1), columns: [NAME] });
    await press(await table.edit(0, 'name'), 'Tab');
    expect(table.rows()).toHaveLength(2);
    expect(table.cell(1, 'name').className).toContain('st-active');
    expect(fireEvent.keyDown(table.keys(), { key: 'Tab' })).toBe(true);
    expect(table.rows()).toHaveLength(2);
  });

  test('Tab on the last editable cell is left to the browser, and Esc lets go of the table', async () => {
    const table = await show({ rows: rowsOf(1), columns: [NAME], table: { commonAdd: '0' } });
    await press(await table.edit(0, 'name'), 'Escape');
    expect(fireEvent.keyDown(table.keys(), { key: 'Tab' })).toBe(true);
    await press(table.keys(), 'Escape');
    expect(table.root.querySelector('.st-active')).toBeNull();
  });

  test('undo and redo go over typing, adding and removing alike', async () => {
    const table = await show({ rows: rowsOf(2) });
    const input = await table.edit(0, 'name');
    await type(input, '甲');
    await press(input, 'Enter');
    await table.click(table.action('add-row') as Element);
    expect(table.rows()).toHaveLength(3);
    await press(table.root.querySelector('.st-editor input') as Element, 'Escape');
    await press(table.keys(), 'z', { ctrlKey: true });
    expect(table.rows()).toHaveLength(2);
    await table.click(table.action('undo') as Element);
    expect(table.rows()[0].fieldsMap.name).toBe('样品1');
    await table.click(table.action('redo') as Element);
    await table.click(table.action('redo') as Element);
    expect(table.rows().map((row) => row.fieldsMap.name)).toEqual(['甲', '样品2', undefined]);
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

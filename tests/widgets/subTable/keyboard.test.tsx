import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { settle } from '../support.tsx';
import { NAME, press, rowsOf, show, type } from './support.tsx';

vi.setConfig({ testTimeout: 60_000 });

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

  test('what was chosen from a list stays when Esc leaves the cell; what is typed is taken back', async () => {
    const table = await show({ rows: rowsOf(2) });
    const input = await table.edit(0, 'kind');
    expect(input.getAttribute('aria-expanded')).toBe('true');
    await press(input, 'ArrowDown', { keyCode: 40 });
    await press(input, 'Enter', { keyCode: 13 });
    expect(input.getAttribute('aria-expanded')).toBe('false');
    await press(table.cell(0, 'kind').querySelector('input') as HTMLElement, 'Escape', { keyCode: 27 });
    await settle();
    expect(table.root.querySelector('.st-editor')).toBeNull();
    expect([rowsOf(1)[0]?.fieldsMap.kind, table.rows()[0].fieldsMap.kind]).toEqual(['0', '1']);
    const name = await table.edit(1, 'name');
    await type(name, '改了');
    await press(name, 'Escape');
    await settle();
    expect(table.rows()[1].fieldsMap.name).toBe(rowsOf(2)[1]?.fieldsMap.name);
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

describe('the menu of a cell', () => {
  const choose = async (name: string): Promise<void> => {
    fireEvent.click(document.querySelector(`.ant-dropdown [data-action="${name}"]`) as Element);
    await settle(100);
  };

  test('removes a block of rows with one question, and one undo, named by its word, brings them back', async () => {
    const table = await show({ rows: rowsOf(4) });
    await press(await table.edit(0, 'name'), 'Escape');
    await press(table.keys(), 'ArrowDown', { shiftKey: true });
    await press(table.keys(), 'ArrowDown', { shiftKey: true });
    fireEvent.contextMenu(table.cell(1, 'name'));
    await settle(100);
    await choose('remove-selected');
    await screen.findByText('删除这 3 行？');
    fireEvent.click(await screen.findByRole('button', { name: /删\s*除$/ }));
    await settle(100);
    expect(table.rows().map((row) => row.fieldsMap.name)).toEqual(['样品4']);
    expect(table.action('undo')?.textContent).toContain('撤销');
    expect(table.action('redo')?.textContent).toContain('恢复');
    await table.click(table.action('undo') as Element);
    expect(table.rows()).toHaveLength(4);
  });

  test('acts on the selected cells, although the keyboard has gone into the menu', async () => {
    const table = await show({ rows: rowsOf(3) });
    await press(await table.edit(1, 'quantity'), 'Escape');
    await press(table.keys(), 'ArrowDown', { shiftKey: true });
    fireEvent.contextMenu(table.cell(1, 'quantity'));
    await act(async () => table.keys().blur());
    await settle(100);
    await choose('clear-cells');
    expect(table.rows().map((row) => row.fieldsMap.quantity)).toEqual([1, null, null]);
    expect(table.rows()[0].fieldsMap.name).toBe('样品1');
    expect(document.activeElement).toBe(table.keys());
  });

  test('a press of the right button in the selection takes the keyboard from nothing', async () => {
    const table = await show({ rows: rowsOf(3) });
    await press(await table.edit(0, 'name'), 'Escape');
    await press(table.keys(), 'ArrowDown', { shiftKey: true });
    expect(fireEvent.mouseDown(table.cell(1, 'name'), { button: 2 })).toBe(false);
    expect(fireEvent.mouseDown(table.cell(2, 'name'), { button: 2 })).toBe(true);
  });

  test('cuts and pastes by words that name their keys', async () => {
    const table = await show({ rows: rowsOf(2) });
    await table.click(table.cell(0, 'name'));
    fireEvent.contextMenu(table.cell(0, 'name'));
    await settle(100);
    const texts = ['cut-cells', 'paste-cells'].map(
      (name) => document.querySelector(`.ant-dropdown [data-action="${name}"]`)?.textContent,
    );
    expect(texts).toEqual(['剪切Ctrl+X', '粘贴Ctrl+V']);
  });

  test('pastes what the clipboard holds, and names the keys where the browser keeps it', async () => {
    const table = await show({ rows: rowsOf(2) });
    const readText = vi.fn(async () => '甲\n乙');
    const clipboard = vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ readText } as never);
    try {
      await table.click(table.cell(0, 'name'));
      fireEvent.contextMenu(table.cell(0, 'name'));
      await settle(100);
      await choose('paste-cells');
      await waitFor(() => expect(table.rows().map((row) => row.fieldsMap.name)).toEqual(['甲', '乙']));
      readText.mockRejectedValue(new Error('denied'));
      fireEvent.contextMenu(table.cell(0, 'name'));
      await settle(100);
      await choose('paste-cells');
      await screen.findByText('浏览器不允许从菜单粘贴，请按 Ctrl+V');
      expect(table.rows().map((row) => row.fieldsMap.name)).toEqual(['甲', '乙']);
    } finally {
      clipboard.mockRestore();
    }
  });
});

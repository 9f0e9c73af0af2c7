import axe from 'axe-core';
import { act, fireEvent, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { NodeRules } from '../../../src/rules/situation.ts';
import { settle } from '../support.tsx';
import { NAME, press, QUANTITY, rowsOf, show, type } from './support.tsx';
import { narrowWindow } from '../../support/narrowWindow.ts';

vi.setConfig({ testTimeout: 60_000 });

const node = (tables: NodeRules['tables']): NodeRules =>
  ({ taskNode: '审核', fields: {}, tables, actions: ['approve'] }) as NodeRules;

async function faults(root: Element): Promise<string[]> {
  const { violations } = await axe.run(root, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((item) => item.html).join(' ')}`);
}

describe('what a person may do', () => {
  test('a table that is only read has no editor, no button that changes anything, and a key catcher that cannot be written', async () => {
    const table = await show({ rows: rowsOf(2), mode: 'view', situation: { isEdit: '0' } });
    expect(
      table.root.querySelectorAll(
        'input, textarea:not([readonly]), button:not([data-action="column-menu"]), .st-grip, .st-fill-handle',
      ),
    ).toHaveLength(0);
    expect(table.root.dataset.tableMode).toBe('0');
    expect(table.texts()[1]).toBe('样品2|钢筋|2|2.00|4.00');
  });

  test('adding is governed by addNodeCtr, removing by removeNodeCtr, editing by editNodeCtr (SL-008…010)', async () => {
    const lists = { addNodeCtr: '登记', removeNodeCtr: '审核,复核', editNodeCtr: '登记' };
    const table = await show({ rows: rowsOf(1), table: lists, situation: { taskNode: '审核' } });
    expect(table.action('add-row')).toBeNull();
    expect(table.action('remove-row')).not.toBeNull();
    await table.click(table.cell(0, 'name'));
    expect(table.root.querySelector('.st-editor')).toBeNull();
    await act(async () => {
      table.session.setSituation({ taskNode: '登记' });
    });
    expect(table.action('add-row')).not.toBeNull();
    expect(table.action('remove-row')).toBeNull();
    await table.edit(0, 'name');
  });

  test('at an approval node only the listed columns can be edited, and a hidden column is not in the page', async () => {
    const rules = node({
      samples: {
        editable: '1',
        add: '0',
        remove: '0',
        columns: { quantity: { editable: '1' }, price: { visible: '0' } },
      },
    });
    const table = await show({ rows: rowsOf(1), situation: { taskNode: '审核', flowState: '1', nodeRules: rules } });
    expect(table.root.querySelector('[data-column="price"]')).toBeNull();
    await table.click(table.cell(0, 'name'));
    expect(table.root.querySelector('.st-editor')).toBeNull();
    await table.edit(0, 'quantity');
    expect(table.action('add-row')).toBeNull();
    expect(table.action('remove-row')).toBeNull();
  });

  test('a column with the current-user control is open to the row’s owner alone (RO-001, FK-023, FK-024), one with nodeCondition at its node alone (ED-006)', async () => {
    const columns = [
      { ...NAME, openCurrentUserCtr: '1', currentUserValue: 'owner' },
      { ...QUANTITY, nodeCondition: '审核' },
    ];
    const rows = [
      { id: 'a', fieldsMap: { name: '甲', owner: 'u1' } },
      { id: 'b', fieldsMap: { name: '乙', owner: 'u2' } },
    ];
    const table = await show({ rows, columns });
    await table.edit(0, 'name');
    await table.click(table.cell(1, 'name'));
    expect(table.root.querySelector('.st-editor')).toBeNull();
    await table.click(table.cell(0, 'quantity'));
    expect(table.root.querySelector('.st-editor')).toBeNull();
    await act(async () => {
      table.session.setSituation({ taskNode: '审核' });
    });
    await table.edit(0, 'quantity');
  });

  test('a stored row belongs to its stored owner: its new owner is told to save first (RO-001)', async () => {
    const columns = [
      { tag: 'el-input', __vModel__: 'owner', label: '检测人' },
      { ...QUANTITY, label: '结果', openCurrentUserCtr: '1', currentUserValue: 'owner' },
    ];
    const table = await show({ rows: [{ id: 'a', fieldsMap: { owner: 'u2' } }], columns });
    const input = await table.edit(0, 'owner');
    await type(input, 'u1');
    await press(input, 'Enter');
    expect(table.cell(0, 'quantity').textContent).toBe('保存后可填写');
    await table.click(table.cell(0, 'quantity'));
    expect(table.root.querySelector('.st-editor')).toBeNull();
    // in a row that is not stored, the owner may be chosen and the cell filled at once
    await table.click(table.action('add-row') as Element);
    const own = await table.edit(1, 'owner');
    await type(own, 'u1');
    await press(own, 'Enter');
    await table.edit(1, 'quantity');
  });

  test('rows that are only picked cannot be inserted by the menu of a cell or by Tab (SC-003)', async () => {
    const table = await show({
      rows: rowsOf(1),
      table: { commonAdd: '0', outsideAdd: '1', outsideResourceApi: '/pms/items' },
    });
    expect(table.action('add-row')).toBeNull();
    await act(async () => {
      fireEvent.contextMenu(table.cell(0, 'name'));
    });
    await settle();
    expect(document.querySelector('[data-action="copy-cells"]')).not.toBeNull();
    expect(document.querySelector('[data-action="insert-above"]')).toBeNull();
  });

  test('a cell follows the linkage of its row and of the form', async () => {
    const columns = [
      NAME,
      {
        ...QUANTITY,
        visibleWhen: 'name == "有数"',
        editableWhen: 'form.open == "1"',
      },
    ];
    const table = await show({
      rows: [
        { id: 'a', fieldsMap: { name: '有数', quantity: 3 } },
        { id: 'b', fieldsMap: { name: '别的', quantity: 4 } },
      ],
      columns,
      fields: [{ tag: 'el-input', __vModel__: 'open', label: '开放' }],
      values: { open: '0' },
    });
    expect(table.texts()).toEqual(['有数|3', '别的|']);
    expect(table.cell(0, 'quantity').className).toContain('st-locked');
    await act(async () => {
      table.session.setValue('open', '1');
    });
    expect(table.cell(0, 'quantity').className).toContain('st-editable');
  });
});

test('the required mark of a column follows the form', async () => {
  const table = await show({
    rows: rowsOf(1),
    columns: [NAME, { ...QUANTITY, requiredWhen: 'form.open == "1"' }],
    fields: [{ tag: 'el-input', __vModel__: 'open', label: '开放' }],
    values: { open: '0' },
  });
  const marks = (): number => table.root.querySelectorAll('.st-header [data-column="quantity"] .st-required').length;
  expect(marks()).toBe(0);
  await act(async () => {
    table.session.setValue('open', '1');
  });
  expect(marks()).toBe(1);
});

describe('rows', () => {
  test('are added with default values and opened for typing, copied below, and removed after a question when they hold something', async () => {
    const table = await show({
      rows: rowsOf(1),
      columns: [NAME, { ...QUANTITY, defaultValue: 5 }],
      table: { multiple: true },
    });
    await table.click(table.action('add-row') as Element);
    expect(table.rows()[1].fieldsMap).toMatchObject({ quantity: 5 });
    expect(table.cell(1, 'name').querySelector('input')).not.toBeNull();
    await table.click(table.root.querySelector('[data-row="1"] [data-action="remove-row"]') as Element);
    expect(table.rows()).toHaveLength(1);
    await table.click(table.action('copy-row') as Element);
    expect(table.rows().map((row) => row.fieldsMap.name)).toEqual(['样品1', '样品1']);
    expect(table.rows()[0].id).not.toBe(table.rows()[1].id);
    await table.click(table.root.querySelector('[aria-label="选择全部行"]') as Element);
    await table.click(table.action('remove-rows') as Element);
    expect(table.rows()).toHaveLength(2);
    await table.click(
      [...document.querySelectorAll('.ant-modal button')].find(
        (button) => button.textContent?.replace(/\s/g, '') === '删除',
      ) as Element,
    );
    expect(table.rows()).toHaveLength(0);
    expect(table.root.textContent).toContain('还没有数据');
  });

  test('beyond maxRows cannot be added', async () => {
    const table = await show({ rows: rowsOf(2), table: { maxRows: 2 } });
    expect(table.action('add-row')).toHaveProperty('disabled', true);
    expect(table.action('copy-row')).toHaveProperty('disabled', true);
    await act(async () => table.keys().focus());
    await table.click(table.root.querySelector('[data-row="1"] [data-action="remove-row"]') as Element);
    const question = document.querySelector('.ant-modal-footer .ant-btn-primary');
    if (question) await table.click(question);
    expect(table.action('copy-row')).toHaveProperty('disabled', false);
    await table.click(table.action('add-row') as Element);
    expect(table.action('copy-row')).toHaveProperty('disabled', true);
  });

  test('beyond maxRows that are ticked are not copied, and their number is told (SC-005)', async () => {
    const table = await show({ rows: rowsOf(3), table: { maxRows: 4, multiple: true } });
    await table.click(table.root.querySelector('[aria-label="选择全部行"]') as Element);
    await table.click(table.action('copy-rows') as Element);
    expect(table.rows()).toHaveLength(4);
    await waitFor(() => expect(document.body.textContent).toContain('有 2 行超出可添加的行数，未复制'));
  });

  test('beyond maxRows cannot be copied by a configured button either', async () => {
    const copying = { tag: 'opColumn', label: '办理', items: [{ label: '再来一行', eventType: 'copy' }] };
    const table = await show({
      rows: rowsOf(2),
      table: { maxRows: 2 },
      columns: [NAME, copying],
      situation: { todo: '1' },
    });
    await settle(100);
    expect(table.action('copy')).toHaveProperty('disabled', true);
  });
});

describe('problems', () => {
  test('of all rows are counted, shown in their cells, led to one by one, and go when they are mended', async () => {
    const table = await show({
      rows: [...rowsOf(2), { id: 'x', fieldsMap: { name: '', quantity: 1 } }, { id: 'y', fieldsMap: {} }],
    });
    await act(async () => {
      table.session.validate();
    });
    expect(table.root.textContent).toContain('共 2 处需要修改');
    expect(table.cell(2, 'name').className).toContain('st-wrong');
    await table.click(table.action('next-problem') as Element);
    expect(table.cell(2, 'name').className).toContain('st-active');
    expect(document.activeElement).toBe(table.keys());
    await press(table.keys(), 'Enter');
    const input = table.cell(2, 'name').querySelector('input') as HTMLInputElement;
    await type(input, '有名');
    await press(input, 'Enter');
    expect(table.root.textContent).toContain('共 1 处需要修改');
    expect(table.session.problems('samples')).toHaveLength(1);
  });

  test('in a selector give its cell the keyboard and open no dialog', async () => {
    const person = { tag: 'userSelector', __vModel__: 'person', label: '检测人', required: true };
    const table = await show({ columns: [NAME, person], rows: [{ id: 'x', fieldsMap: { name: '甲' } }] });
    await act(async () => {
      table.session.validate();
      table.session.focusProblem(['samples', 0, 'person']);
    });
    await settle(100);
    expect(table.cell(0, 'person').className).toContain('st-active');
    expect(document.querySelector('[role="dialog"]')).toBeNull();
    expect(document.activeElement).toBe(table.keys());
  });

  test('follow their row when others are put above it', async () => {
    const table = await show({ rows: [...rowsOf(2), { id: 'x', fieldsMap: { name: '' } }] });
    await act(async () => {
      table.session.validate();
    });
    await table.click(table.root.querySelector('[data-row="0"] [data-action="copy-row"]') as Element);
    expect(table.cell(3, 'name').className).toContain('st-wrong');
    expect(table.session.problems('samples')[0].path).toEqual([3, 'name']);
  });

  test('of the table itself go when enough rows are there', async () => {
    const table = await show({ rows: rowsOf(1), table: { minRows: 2 } });
    await act(async () => {
      table.session.validate();
    });
    await expect.poll(() => document.body.textContent, { timeout: 5000 }).toContain('至少 2 行');
    await table.click(table.action('copy-row') as Element);
    await settle();
    expect(document.body.textContent).not.toContain('至少 2 行');
  });
});

describe('on a phone', () => {
  test('rows are cards whose values a tap edits', async () => {
    narrowWindow();
    const table = await show({ rows: rowsOf(2), table: { canSort: '1', multiple: true } });
    await table.click(table.root.querySelector('.st-select-all input') as Element);
    expect(table.root.querySelector('.st-select-all')?.textContent).toBe('全选已选 2 行');
    expect(table.action('remove-rows')?.textContent).toContain('2');
    await table.click(table.root.querySelector('.st-select-all input') as Element);
    expect(table.root.querySelectorAll('article')).toHaveLength(2);
    const down = (row: number): HTMLElement =>
      table.root.querySelector(`article[data-row="${row}"] [data-action="move-down"]`) as HTMLElement;
    expect(down(1)).toHaveProperty('disabled', true);
    await table.click(table.action('add-row') as Element);
    expect(down(1)).toHaveProperty('disabled', false);
    expect(down(2)).toHaveProperty('disabled', true);
    await table.click(table.action('undo') as Element);
    await table.click(table.cell(1, 'quantity').querySelector('button') as Element);
    const input = table.cell(1, 'quantity').querySelector('input') as HTMLInputElement;
    await type(input, '9');
    await press(input, 'Tab');
    expect(table.rows()[1].fieldsMap.amount).toBe(18);
    expect(await faults(table.root)).toEqual([]);
    await act(async () => {
      table.session.focusProblem(['samples', 0, 'kind']);
    });
    await settle(100);
    expect(table.cell(0, 'kind').contains(document.activeElement)).toBe(true);
    expect(table.root.querySelector('.st-editor')).toBeNull();
  });
});

test('a table without rows can be scrolled with the keyboard', async () => {
  const table = await show({ rows: [] });
  expect(table.root.querySelector<HTMLElement>('.st-scroll')?.tabIndex).toBe(0);
  expect(await faults(table.root.parentElement as Element)).toEqual([]);
});

test.each([
  ['edit', '1'],
  ['view', '0'],
] as const)('a table in %s mode has no accessibility fault', async (mode, isEdit) => {
  const table = await show({ rows: rowsOf(3), mode, situation: { isEdit }, table: { multiple: true } });
  if (mode === 'edit') await table.edit(0, 'name');
  expect(await faults(table.root.parentElement as Element)).toEqual([]);
});

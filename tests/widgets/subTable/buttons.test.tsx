import { act } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { settle } from '../support.tsx';
import { NAME, QUANTITY, rowsOf, show, type Shown } from './support.tsx';

vi.setConfig({ testTimeout: 60_000 });

describe('a configured button 删除 or 复制', () => {
  const ofDrafts = (eventType: string) => ({
    tag: 'opColumn',
    label: '办理',
    items: [{ label: eventType, eventType, keyCondition: 'quantity', keyConditionExp: '<', keyConditionValue: '2' }],
  });
  const inRow = (table: Shown, row: number, action: string): Element | null =>
    table.root.querySelector(`[data-row="${row}"] [data-action="${action}"]`);

  test('takes the place of the standard one in a to-do, with its conditions (OP-005…009)', async () => {
    const table = await show({
      rows: rowsOf(2),
      columns: [NAME, QUANTITY, ofDrafts('remove')],
      table: { multiple: true },
      situation: { todo: '1' },
    });
    await settle(100);
    expect(inRow(table, 0, 'remove')).not.toBeNull();
    expect([inRow(table, 1, 'remove'), inRow(table, 1, 'remove-row')]).toEqual([null, null]);
    await table.click(table.root.querySelector('[aria-label="选择全部行"]') as Element);
    expect(table.action('remove-rows')?.textContent?.replace(/\s/g, '')).toBe('删除1行');
    await act(async () => {
      table.session.setSituation({ todo: '0' });
    });
    expect(inRow(table, 1, 'remove-row')).not.toBeNull();
  });

  test('switches copying on, and buttons for ticked rows the boxes (SC-005, SC-007, SC-008)', async () => {
    const rowButton = await show({
      rows: rowsOf(2),
      columns: [NAME, QUANTITY, ofDrafts('copy')],
      table: { needCopy: '0' },
      situation: { todo: '1' },
    });
    await settle(100);
    await rowButton.click(inRow(rowButton, 0, 'copy') as Element);
    expect(rowButton.rows()).toHaveLength(3);
    const above = await show({
      rows: rowsOf(2),
      table: {
        needCopy: '0',
        topOpBtns: [
          { btnName: '复制所选', eventType: 'copy' },
          { btnName: '删除所选', eventType: 'remove' },
        ],
      },
    });
    await above.click(above.root.querySelector('[data-row="1"] input[type="checkbox"]') as Element);
    expect(above.action('remove')).toHaveProperty('disabled', false);
    await above.click(above.action('copy') as Element);
    expect(above.rows()).toHaveLength(3);
  });

  test('打开 is disabled in a row without anything to open (HL-001)', async () => {
    const open = {
      label: '打开',
      eventType: 'open',
      HyperlinkUrl: '/commonEntry/detail?formKey=contract&id=#name',
    };
    const table = await show({
      rows: [
        { id: 'a', fieldsMap: { name: 'c1' } },
        { id: 'b', fieldsMap: {} },
      ],
      columns: [NAME, { tag: 'opColumn', label: '办理', items: [open] }],
      situation: { todo: '1' },
    });
    await settle(100);
    expect(inRow(table, 0, 'open')).toHaveProperty('disabled', false);
    expect(inRow(table, 1, 'open')).toHaveProperty('disabled', true);
    expect(inRow(table, 1, 'open')).toHaveProperty('title', '此行没有可打开的内容');
  });
});

test('保存全部 is left out where nobody saves the form for it (SL-002)', async () => {
  const table = await show({ rows: rowsOf(1), hasSaveAll: false });
  expect(table.action('add-row')).not.toBeNull();
  expect(table.action('save-all')).toBeNull();
});

describe('buttons', () => {
  const operations = {
    tag: 'opColumn',
    label: '办理',
    items: [
      { label: '打印', eventType: 'print', keyCondition: 'quantity', keyConditionExp: '>', keyConditionValue: '1' },
      { label: '复核', eventType: 'check', nodeCondition: '审核' },
    ],
  };

  test('of the operation column appear 50 ms after the table, each where its conditions, its node and the to-do flag allow (OP-009, OP-010)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const opening = show({ rows: rowsOf(2), columns: [NAME, QUANTITY, operations], situation: { todo: '1' } });
      await vi.advanceTimersByTimeAsync(40);
      expect(document.querySelector('[data-action="print"]')).toBeNull();
      await vi.advanceTimersByTimeAsync(100);
      const table = await opening;
      vi.useRealTimers();
      expect(table.root.querySelector('[data-row="0"] [data-action="print"]')).toBeNull();
      expect(table.root.querySelector('[data-row="1"] [data-action="print"]')).not.toBeNull();
      expect(table.action('check')).toBeNull();
      await table.click(table.action('print') as Element);
      expect(table.events).toEqual(['print']);
      await act(async () => {
        table.session.setSituation({ todo: '0' });
      });
      expect(table.action('print')).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  test('above the table emit their event, and 保存全部 sets mode 0 and emits save-all (SL-002)', async () => {
    const table = await show({
      rows: rowsOf(1),
      table: { topOpBtns: [{ btnName: '批量打印', eventType: 'print-all' }] },
    });
    expect(table.root.dataset.tableMode).toBe('1');
    await table.click(table.action('print-all') as Element);
    await table.click(table.action('save-all') as Element);
    expect(table.events).toEqual(['print-all', 'save-all']);
    expect(table.root.dataset.tableMode).toBe('0');
    expect(table.root.querySelector('.st-keys:not([readonly]), .st-editor')).toBeNull();
    await table.click(table.action('edit-rows') as Element);
    expect(table.root.dataset.tableMode).toBe('1');
  });
});

describe('保存全部 at a to-do', () => {
  const at = (actions: ('approve' | 'save')[]) => ({
    todo: '1' as const,
    taskNode: '审核',
    nodeRules: {
      taskNode: '审核',
      fields: {},
      tables: { samples: { editable: '1' as const, add: '1' as const } },
      actions,
    },
  });
  const own = { topOpBtns: [{ btnName: '全部保存', eventType: 'saveAll' }] };

  test.each([
    [undefined, 'save-all'],
    [own, 'saveAll'],
  ])('is there where the node offers to save, and nowhere else', async (table, name) => {
    const shown = await show({ rows: rowsOf(1), table: table ?? {}, situation: at(['approve', 'save']) });
    expect(shown.action(name)).not.toBeNull();
    await act(async () => {
      shown.session.setSituation(at(['approve']));
    });
    await settle();
    expect(shown.action('add-row')).not.toBeNull();
    expect(shown.action(name)).toBeNull();
  });

  test('leaves the rows to be edited on when whoever hears it could not store them', async () => {
    const table = await show({ rows: rowsOf(1) });
    let reopen = (): void => undefined;
    table.root.addEventListener('sub-table', (event) => {
      ({ reopen } = (event as CustomEvent<{ reopen(): void }>).detail);
    });
    await table.click(table.action('save-all') as Element);
    expect(table.root.dataset.tableMode).toBe('0');
    await act(async () => reopen());
    expect(table.root.dataset.tableMode).toBe('1');
  });
});

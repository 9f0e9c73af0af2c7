import { describe, expect, it } from 'vitest';
import { isColumnEditable, isColumnRequired, isColumnVisible, type ColumnConfig } from '../../src/rules/columns.ts';
import {
  mayAddRow,
  mayCopyRow,
  mayEditRow,
  mayOrderRows,
  mayRemoveRow,
  maySave,
  tableMode,
  type TableConfig,
} from '../../src/rules/tables.ts';
import { nodeRules, situation } from '../kernel/support.ts';

const table = (change: Partial<TableConfig> = {}): TableConfig => ({
  tag: 'subTable',
  __vModel__: 't',
  flowEditable: '1',
  needCopy: '1',
  ...change,
});
const column = (change: Partial<ColumnConfig> = {}): ColumnConfig => ({
  tag: 'el-input',
  __vModel__: 'c',
  flowEditable: '1',
  ...change,
});

describe('a sub-table', () => {
  it('is in editing mode exactly when the form is (SL-001)', () => {
    expect([tableMode(situation()), tableMode(situation({ isEdit: '0' }))]).toEqual(['1', '0']);
    for (const may of [mayAddRow, mayCopyRow, mayEditRow, mayRemoveRow])
      expect(may(table(), situation({ isEdit: '0' }))).toBe(false);
  });

  it.each([
    ['addNodeCtr', mayAddRow, 'SL-008'],
    ['addNodeCtr', mayCopyRow, 'SL-008'],
    ['editNodeCtr', mayEditRow, 'SL-009'],
    ['removeNodeCtr', mayRemoveRow, 'SL-010'],
  ] as const)('asks %s: empty means always, else the current node must be listed (%s)', (key, may, _id) => {
    for (const empty of ['', ' , ', undefined])
      expect(may(table({ [key]: empty }), situation({ taskNode: '甲' }))).toBe(true);
    expect(may(table({ [key]: '乙, 甲' }), situation({ taskNode: '甲' }))).toBe(true);
    expect(may(table({ [key]: '乙，丙' }), situation({ taskNode: '甲' }))).toBe(false);
    expect(may(table({ [key]: '甲方' }), situation({ taskNode: '甲' }))).toBe(false);
  });

  it('is stored by itself everywhere but at an approval that does not offer to save', () => {
    const at = (rules: Parameters<typeof nodeRules>[0], todo: '0' | '1' = '1') =>
      maySave(situation({ todo, nodeRules: nodeRules(rules) }));
    expect([
      maySave(situation()),
      maySave(situation({ todo: '1' })),
      at({ actions: ['approve', 'save'] }),
      at({ actions: ['submit'], isStart: true }),
    ]).toEqual([true, true, true, true]);
    expect(at({ actions: ['approve'] })).toBe(false);
  });

  it('switches rows off by canOp, and each operation by its own flag', () => {
    expect([mayAddRow, mayCopyRow, mayRemoveRow].map((may) => may(table({ canOp: '0' }), situation()))).toEqual([
      false,
      false,
      false,
    ]);
    expect(mayEditRow(table({ canOp: '0' }), situation())).toBe(true);
    expect(mayAddRow(table({ commonAdd: '0' }), situation())).toBe(false);
    expect(mayAddRow(table({ commonAdd: '0', exportAdd: '1' }), situation())).toBe(true);
    expect(mayCopyRow(table({ needCopy: undefined }), situation())).toBe(false);
    expect(mayRemoveRow(table({ needRemove: '0' }), situation())).toBe(false);
  });

  it('lets rows change places only when it says so, to those who may edit rows', () => {
    expect(mayOrderRows(table(), situation())).toBe(false);
    expect(mayOrderRows(table({ canSort: '1' }), situation())).toBe(true);
    expect(mayOrderRows(table({ canSort: '1', canOp: '0' }), situation())).toBe(false);
    expect(mayOrderRows(table({ canSort: '1', editNodeCtr: '乙' }), situation({ taskNode: '甲' }))).toBe(false);
    expect(mayOrderRows(table({ canSort: '1' }), situation({ isEdit: '0' }))).toBe(false);
  });

  it('that an approval node does not list is only shown', () => {
    const here = situation({ nodeRules: nodeRules() });
    expect([mayAddRow, mayCopyRow, mayEditRow, mayRemoveRow].map((may) => may(table(), here))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('gets from its node exactly the operations listed', () => {
    const here = situation({ nodeRules: nodeRules({ tables: { t: { editable: '1', remove: '1' } } }) });
    expect([mayAddRow, mayCopyRow, mayEditRow, mayRemoveRow].map((may) => may(table(), here))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    const copying = situation({ nodeRules: nodeRules({ tables: { t: { copy: '1' } } }) });
    expect([mayAddRow(table(), copying), mayCopyRow(table(), copying)]).toEqual([false, true]);
  });
});

describe('a column', () => {
  const place = { table: table(), row: {} };

  it('is editable only at its own node, or with an empty nodeCondition (ED-006, FK-022)', () => {
    expect(isColumnEditable(column({ nodeCondition: '' }), place, situation({ taskNode: '甲' }))).toBe(true);
    expect(isColumnEditable(column({ nodeCondition: '甲' }), place, situation({ taskNode: '甲' }))).toBe(true);
    expect(isColumnEditable(column({ nodeCondition: '乙' }), place, situation({ taskNode: '甲' }))).toBe(false);
  });

  it('under the current-user control belongs to the row’s owner (RO-001, FK-023, FK-024)', () => {
    const owned = column({ openCurrentUserCtr: '1', currentUserValue: 'owner' });
    expect(isColumnEditable(owned, { table: table(), row: { owner: 'u1' } }, situation())).toBe(true);
    expect(isColumnEditable(owned, { table: table(), row: { owner: 'u2' } }, situation())).toBe(false);
    expect(isColumnEditable(owned, { table: table(), row: {} }, situation())).toBe(false);
    expect(
      isColumnEditable(column({ openCurrentUserCtr: '1' }), { table: table(), row: { owner: 'u1' } }, situation()),
    ).toBe(false);
    expect(
      isColumnEditable(
        column({ openCurrentUserCtr: '0', currentUserValue: 'owner' }),
        { table: table(), row: {} },
        situation(),
      ),
    ).toBe(true);
  });

  it('may be filled in a row just added, where rows may be added but not edited', () => {
    const adding = table({ editNodeCtr: '别处' });
    expect(isColumnEditable(column(), { table: adding, row: {} }, situation({ taskNode: '甲' }))).toBe(false);
    expect(isColumnEditable(column(), { table: adding, row: {}, isNewRow: true }, situation({ taskNode: '甲' }))).toBe(
      true,
    );
  });

  it('follows its node: listed columns, or all of them when the node lists none', () => {
    const listing = situation({
      nodeRules: nodeRules({
        tables: { t: { editable: '1', columns: { c: { editable: '1', required: '1' }, d: { visible: '0' } } } },
      }),
    });
    expect(isColumnEditable(column(), place, listing)).toBe(true);
    expect(isColumnRequired(column(), table(), listing)).toBe(true);
    expect(isColumnEditable(column({ __vModel__: 'e' }), place, listing)).toBe(false);
    expect(isColumnVisible(column({ __vModel__: 'd' }), table(), listing)).toBe(false);
    const whole = situation({ nodeRules: nodeRules({ tables: { t: { editable: '1', columns: {} } } }) });
    expect(isColumnEditable(column({ __vModel__: 'e' }), place, whole)).toBe(true);
  });

  it('listed as editable opens its table’s rows, unless the node closes the table', () => {
    const byColumn = situation({ nodeRules: nodeRules({ tables: { t: { columns: { c: { editable: '1' } } } } }) });
    expect(isColumnEditable(column(), place, byColumn)).toBe(true);
    const closed = situation({
      nodeRules: nodeRules({ tables: { t: { editable: '0', columns: { c: { editable: '1' } } } } }),
    });
    expect(isColumnEditable(column(), place, closed)).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { mergeHidden, redactRecord } from '../../src/records/redact.ts';
import { recompute } from '../../src/records/recompute.ts';
import { validateRecord } from '../../src/records/validateRecord.ts';
import { checkStored, initialValues, recordToValues, toRows, valuesToRecord } from '../../src/records/recordValues.ts';
import { compile, nodeRules, situation } from '../kernel/support.ts';

const input = (key: string, more: object = {}): object => ({ tag: 'el-input', __vModel__: key, label: key, ...more });
const number = (key: string, more: object = {}): object => ({
  tag: 'el-input-number',
  __vModel__: key,
  label: key,
  ...more,
});
const row = (id: string, fieldsMap: Record<string, unknown>): { id: string; fieldsMap: Record<string, unknown> } => ({
  id,
  fieldsMap,
});

describe('values and records', () => {
  const form = compile([
    input('a'),
    { tag: 'el-select', __vModel__: 's' },
    { tag: 'subTable', __vModel__: 't', children: [input('c')] },
  ]);

  it('are the same data, companion labels and rows included', () => {
    const record = { fieldsMap: { a: 'x', s: '1', sLabel: '一' }, childTables: { t: [row('1', { c: 'y' })] } };
    expect(recordToValues(record, form)).toEqual({ a: 'x', s: '1', sLabel: '一', t: record.childTables.t });
    expect(valuesToRecord(recordToValues(record, form), form)).toEqual(record);
  });

  it('leave out what the form has not, and store a cleared value as null', () => {
    expect(recordToValues({ fieldsMap: { old: 1 }, childTables: { gone: [] } }, form)).toEqual({ t: [] });
    expect(valuesToRecord({ a: undefined, zzz: 1 }, form).fieldsMap).toEqual({ a: null });
  });

  it('of a wrong type are named and survive', () => {
    const record = { fieldsMap: { a: { x: 1 }, s: '1' }, childTables: { t: [row('1', { c: 5 }), 'x'] } } as never;
    expect(checkStored(record, form).map(({ level, code, path }) => [level, code, path.join('/')])).toEqual([
      ['warning', 'VALUE_TYPE', 'fieldsMap/a'],
      ['warning', 'VALUE_TYPE', 'childTables/t/0/fieldsMap/c'],
      ['warning', 'VALUE_TYPE', 'childTables/t/1'],
    ]);
    expect(recordToValues(record, form)).toMatchObject({ a: { x: 1 }, t: [row('1', { c: 5 })] });
    for (const childTables of [null, { t: 'x' }, { t: [null, 3, [], { id: 1 }] }])
      expect(() => recordToValues({ fieldsMap: null, childTables } as never, form)).not.toThrow();
  });

  it('of rows have an id each; plain maps become rows', () => {
    const rows = toRows([{ id: 'a', fieldsMap: {} }, { id: 'a', fieldsMap: {} }, { c: 1 }, { id: 7, c: 2 }]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(4);
    expect(rows.slice(2).map(({ fieldsMap }) => fieldsMap)).toEqual([{ c: 1 }, { c: 2 }]);
    expect(rows[3]?.id).toBe('7');
  });

  it('of a new record are its defaults; a selector that defaults to the user shows their name', () => {
    const withUser = compile([
      { tag: 'userSelector', __vModel__: 'by', defaultValue: '${curentUser}' },
      { tag: 'subTable', __vModel__: 't', children: [input('c', { defaultValue: '${by}' })] },
    ]);
    const values = initialValues(withUser, situation());
    expect(values).toMatchObject({ by: 'u1', byLabel: '王工', t: [] });
  });
});

describe('recompute', () => {
  const form = compile([
    {
      tag: 'subTable',
      __vModel__: 't',
      children: [number('price'), number('n'), number('amount', { computed: 'price * n' })],
    },
    number('total', { computed: 'sum(t.map(r, r.amount))' }),
    input('capital', { computed: 'capital(total)' }),
  ]);

  it('brings rows, then totals, then texts up to date and touches nothing else', () => {
    const values = { t: [row('1', { price: 2, n: 3 }), row('2', { price: 1.5, n: 2, amount: 3 })], total: 0 };
    const after = recompute(form, values, situation());
    expect(after).toMatchObject({
      t: [{ fieldsMap: { amount: 6 } }, { fieldsMap: { amount: 3 } }],
      total: 9,
      capital: '玖元整',
    });
    expect((after.t as unknown[])[1]).toBe(values.t[1]);
    expect(values.t[0]?.fieldsMap).toEqual({ price: 2, n: 3 });
  });

  it('of values that are up to date is the same object', () => {
    const values = recompute(form, { t: [row('1', { price: 2, n: 3 })] }, situation());
    expect(recompute(form, values, situation())).toBe(values);
  });

  it('brings a large amount up to date that is one cent off', () => {
    const values = { t: [row('1', { price: 12345678.91, n: 1, amount: 12345678.9 })], total: 12345678.9 };
    expect(recompute(form, values, situation())).toMatchObject({
      t: [{ fieldsMap: { amount: 12345678.91 } }],
      total: 12345678.91,
    });
  });

  it('of 10,000 rows adds up every row', () => {
    const t = Array.from({ length: 10_000 }, (_unused, index) => row(String(index), { price: index, n: 2 }));
    expect(recompute(form, { t }, situation()).total).toBe(99_990_000);
  });
});

describe('validateRecord', () => {
  const form = compile([
    input('a', { required: true }),
    input('b', { required: true, flowEditable: '0' }),
    {
      tag: 'subTable',
      __vModel__: 't',
      minRows: 1,
      children: [input('c', { required: true, regList: [{ pattern: '^x' }] })],
    },
  ]);
  const codes = (values: object, options?: { draft: boolean }, here = situation()): string[] =>
    validateRecord(form, values as never, here, options).map(({ code, path }) => `${code} ${path.join('/')}`);

  it('names every place that this person must put right', () => {
    expect(codes({ t: [row('1', { c: '' }), row('2', { c: 'y' })] })).toEqual([
      'VALUE_REQUIRED fieldsMap/a',
      'VALUE_REQUIRED childTables/t/0/fieldsMap/c',
      'VALUE_PATTERN childTables/t/1/fieldsMap/c',
    ]);
    expect(codes({ a: 'x', t: [] })).toEqual(['ROW_COUNT childTables/t']);
  });

  it('of a draft asks for nothing that is missing, but refuses what is wrong', () => {
    expect(codes({ t: [row('1', { c: 'y' })] }, { draft: true })).toEqual([
      'VALUE_PATTERN childTables/t/0/fieldsMap/c',
    ]);
    expect(codes({}, { draft: true })).toEqual([]);
  });

  it('does not hold against an approver what they may not change', () => {
    expect(codes({ t: [row('1', { c: 'y' })] }, undefined, situation({ nodeRules: nodeRules() }))).toEqual([]);
  });

  it('holds only their own rows against somebody who may add rows but not change those that are stored', () => {
    const adding = compile([
      { tag: 'subTable', __vModel__: 't', editNodeCtr: '经办人', children: [input('c', { unique: true }), input('n')] },
    ]);
    const columns = { c: { editable: '1', required: '1' }, n: { editable: '1', required: '1' } } as const;
    const checker = situation({
      taskNode: '复核',
      nodeRules: nodeRules({ tables: { t: { add: '1', columns } } }),
    });
    const rows = [row('1', { c: 'x', n: '' }), row('2', { c: 'x', n: '' }), row('3', { c: 'z', n: '' })];
    const problemsOf = (stored: typeof rows): string[] =>
      validateRecord(adding, { t: rows }, checker, { stored: { childTables: { t: stored } } }).map(
        ({ code, path }) => `${code} ${path.slice(2).join('/')}`,
      );
    expect(problemsOf(rows.slice(0, 2))).toEqual(['VALUE_REQUIRED 2/fieldsMap/n']);
    expect(problemsOf(rows.slice(0, 1))).toEqual([
      'VALUE_REQUIRED 1/fieldsMap/n',
      'VALUE_REQUIRED 2/fieldsMap/n',
      'VALUE_REPEATED 1/fieldsMap/c',
    ]);
  });
});

describe('hidden values', () => {
  const form = compile([
    input('a'),
    { tag: 'el-select', __vModel__: 's', flowVisible: '0' },
    { tag: 'subTable', __vModel__: 't', children: [input('c'), input('d', { flowVisible: '0' })] },
    { tag: 'subTable', __vModel__: 'u', flowVisible: '0', children: [input('c')] },
  ]);
  const stored = {
    id: 'r1',
    fieldsMap: { a: '1', s: '2', sLabel: '二', old: 'x' },
    childTables: { t: [row('1', { c: '1', d: 'secret' })], u: [row('9', { c: '1' })] },
  };

  it('do not leave the server, nor do values without a field', () => {
    expect(redactRecord(form, stored, situation())).toEqual({
      id: 'r1',
      fieldsMap: { a: '1' },
      childTables: { t: [row('1', { c: '1' })] },
    });
  });

  it('are kept by a save that does not carry them', () => {
    const merged = mergeHidden(stored, {
      fieldsMap: { a: '2' },
      childTables: { t: [row('1', { c: '2' }), row('2', { c: '3' })] },
    });
    expect(merged).toEqual({
      fieldsMap: { ...stored.fieldsMap, a: '2' },
      childTables: { t: [row('1', { c: '2', d: 'secret' }), row('2', { c: '3' })], u: stored.childTables.u },
    });
    expect(stored.fieldsMap.a).toBe('1');
  });

  it('come and go without loss: merging what was redacted changes nothing', () => {
    expect(mergeHidden(stored, redactRecord(form, stored, situation()))).toEqual({
      fieldsMap: stored.fieldsMap,
      childTables: stored.childTables,
    });
  });
});

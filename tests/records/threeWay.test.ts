import { describe, expect, it } from 'vitest';
import { compileForm } from '../../src/kernel/compile.ts';
import type { Row } from '../../src/kernel/form.ts';
import { parseFormDefinition } from '../../src/importer/parse.ts';
import { diffValues, patchValues } from '../../src/records/patch.ts';
import { mergedPatch, threeWay, type Choice } from '../../src/records/threeWay.ts';
import { vocabulary } from '../kernel/support.ts';

const read = parseFormDefinition(
  {
    formKey: 'f',
    formName: '表',
    fields: [
      { tag: 'el-input', __vModel__: 'a', label: '甲' },
      { tag: 'el-input', __vModel__: 'b', label: '乙' },
      {
        tag: 'subTable',
        __vModel__: 't',
        label: '明细',
        children: [
          { tag: 'el-input', __vModel__: 'x', label: '品名' },
          { tag: 'el-input', __vModel__: 'y', label: '备注' },
        ],
      },
    ],
  },
  vocabulary,
);
if (!read.ok) throw new Error('the form does not parse');
const compiled = compileForm(read.value, vocabulary);
const row = (id: string, x: string, y = ''): Row => ({ id, fieldsMap: { x, y } });
const TABLES = new Set(['t']);
type Values = Record<string, unknown>;
const merge = (base: Values, mine: Values, theirs: Values, choices: Record<string, Choice> = {}) => {
  const patch = diffValues(base, mine, TABLES);
  const items = threeWay(compiled, base, patch, theirs);
  return { items, merged: patchValues(theirs, mergedPatch(base, patch, items, new Map(Object.entries(choices)))) };
};
const BASE = { a: '1', b: '1', t: [row('1', 'p'), row('2', 'q'), row('3', 'r')] };

describe('two editors of one record', () => {
  it('at different places keep both changes without a question', () => {
    const { items, merged } = merge(BASE, { ...BASE, a: 'mine' }, { ...BASE, b: 'theirs' });
    expect(items.map(({ key, by }) => [key, by])).toEqual([
      ['a', 'mine'],
      ['b', 'theirs'],
    ]);
    expect(merged).toMatchObject({ a: 'mine', b: 'theirs' });
  });

  it('who typed the same need no choice', () => {
    expect(merge(BASE, { ...BASE, a: 'same' }, { ...BASE, a: 'same' }).items).toEqual([]);
  });

  it('at the same field choose, and the choice is what is stored', () => {
    const { items, merged } = merge(BASE, { ...BASE, a: 'mine' }, { ...BASE, a: 'theirs' });
    expect(items).toMatchObject([
      { key: 'a', by: 'both', base: { value: '1' }, mine: { value: 'mine' }, theirs: { value: 'theirs' } },
    ]);
    expect(merged.a).toBe('mine');
    expect(
      merge(BASE, { ...BASE, a: 'mine' }, { ...BASE, a: 'theirs' }, { [items[0]?.id ?? '']: 'theirs' }).merged.a,
    ).toBe('theirs');
  });

  it('in one row of a table differ by column and keep both', () => {
    const { items, merged } = merge(
      BASE,
      { ...BASE, t: [row('1', 'p', 'mine'), row('2', 'q'), row('3', 'r')] },
      { ...BASE, t: [row('0', 'new'), row('1', 'P'), row('2', 'q'), row('3', 'r')] },
    );
    expect(items.map(({ kind, rowId, column, by, rowNumber }) => [kind, rowId, column, by, rowNumber])).toEqual([
      ['row', '0', undefined, 'theirs', 1],
      ['value', '1', 'x', 'theirs', 2],
      ['value', '1', 'y', 'mine', 2],
    ]);
    expect(merged.t).toEqual([row('0', 'new'), row('1', 'P', 'mine'), row('2', 'q'), row('3', 'r')]);
  });

  it('ask when one removed the row that the other changed, either way round', () => {
    const changed = { ...BASE, t: [row('1', 'p'), row('2', 'Q'), row('3', 'r')] };
    const removed = { ...BASE, t: [row('1', 'p'), row('3', 'r')] };
    const kept = merge(BASE, changed, removed);
    expect(kept.items).toMatchObject([
      { kind: 'row', rowId: '2', by: 'both', theirs: null, mine: { value: { x: 'Q' } } },
    ]);
    expect(kept.merged.t).toEqual(changed.t);
    expect(merge(BASE, changed, removed, { [kept.items[0]?.id ?? '']: 'theirs' }).merged.t).toEqual(removed.t);

    const gone = merge(BASE, removed, changed);
    expect(gone.items).toMatchObject([{ kind: 'row', rowId: '2', by: 'both', mine: null }]);
    expect(gone.merged.t).toEqual(removed.t);
    expect(merge(BASE, removed, changed, { [gone.items[0]?.id ?? '']: 'theirs' }).merged.t).toEqual(changed.t);
  });

  it('who both added rows get all of them, and an own one may be left out', () => {
    const mine = { ...BASE, t: [...BASE.t, row('m', 'mine')] };
    const theirs = { ...BASE, t: [...BASE.t, row('o', 'theirs')] };
    const { items, merged } = merge(BASE, mine, theirs);
    expect((merged.t as Row[]).map(({ id }) => id).sort()).toEqual(['1', '2', '3', 'm', 'o']);
    const own = items.find(({ rowId }) => rowId === 'm');
    expect((merge(BASE, mine, theirs, { [own?.id ?? '']: 'theirs' }).merged.t as Row[]).map(({ id }) => id)).toEqual([
      '1',
      '2',
      '3',
      'o',
    ]);
  });

  it('of whom nobody knows what they began with are asked about everything that differs', () => {
    const patch = diffValues(BASE, { ...BASE, a: 'mine' }, TABLES);
    expect(threeWay(compiled, null, patch, { ...BASE, b: 'theirs' })).toMatchObject([{ key: 'a', by: 'both' }]);
  });
});

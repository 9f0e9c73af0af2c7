import { describe, expect, it } from 'vitest';
import type { Row } from '../../src/kernel/index.ts';
import { recompute, revertUneditableInput, labelsOfRevertedFields } from '../../src/records/index.ts';
import type { Situation } from '../../src/rules/situation.ts';
import { compile, nodeRules, situation } from '../kernel/support.ts';
import { input, number, row } from './changedForm.ts';

describe('a table that is not writable', () => {
  const lines = (more: object = {}): object => ({
    tag: 'subTable',
    __vModel__: 't',
    label: '明细',
    children: [input('name'), number('qty'), number('amount', { computed: 'qty * form.rate' })],
    ...more,
  });
  const stored = {
    rate: 2,
    note: '原文',
    t: [row('1', { name: 'A', qty: 1, amount: 2 }), row('2', { name: 'B', qty: 3, amount: 6 })],
  };
  const approver = {
    recordId: 'r',
    flowState: '1',
    nodeRules: nodeRules({ fields: { rate: { editable: '1' } }, tables: { t: { editable: '0' } } }),
  };
  const hidden = { recordId: 'r', flowState: '0' };
  const forms: [string, object, Partial<Situation>][] = [
    ['by the rules of the node', {}, approver],
    ['because it is read-only', { readonly: true }, hidden],
    ['because its condition hides it', { visibleWhen: 'rate > 100' }, hidden],
  ];
  /** The values after the person has changed `change`, with the rows that the read-only table shows. */
  const after = (more: object, who: Partial<Situation>, change: Record<string, unknown>): Record<string, unknown> => {
    const compiled = compile([number('rate'), input('note', { readonly: true }), lines(more)]);
    const here = situation(who);
    return revertUneditableInput(compiled, stored, recompute(compiled, { ...stored, ...change }, here), here);
  };

  it.each(forms)('%s keeps the rows that were computed from a changed field', (_name, more, who) => {
    expect(after(more, who, { rate: 5 })).toMatchObject({
      rate: 5,
      t: [{ fieldsMap: { qty: 1, amount: 5 } }, { fieldsMap: { qty: 3, amount: 15 } }],
    });
  });

  it.each(forms)('%s gets typed cells, rows and other fields back, and is computed anew', (_name, more, who) => {
    const [first, second] = stored.t as [Row, Row];
    const typed = [{ ...first, fieldsMap: { ...first.fieldsMap, qty: 9 } }, second];
    for (const t of [stored.t, typed, [first], [second, first], [first, second, row('3', { name: 'C', qty: 1 })]])
      expect(after(more, who, { rate: 5, note: '改写', t })).toEqual({
        rate: 5,
        note: '原文',
        t: [row('1', { name: 'A', qty: 1, amount: 5 }), row('2', { name: 'B', qty: 3, amount: 15 })],
      });
  });

  it('keeps the default rows that were loaded into it (SL-004)', () => {
    const loaded = [row('new1', { name: '甲' }), row('new2', { name: '乙' })];
    const keptRows = (more: object, change: Partial<Situation> = {}): unknown => {
      const compiled = compile([
        input('a'),
        number('rate'),
        lines({ defaultTbDataResourceApi: '/pms/items', ...more }),
      ]);
      return revertUneditableInput(compiled, { a: '', t: [] }, { a: '', t: loaded }, situation(change)).t;
    };
    expect(keptRows({ readonly: true })).toBe(loaded);
    expect(keptRows({ editableWhen: 'a == "open"' })).toBe(loaded);
    // a hidden table loads no rows: these were typed while it was shown
    expect(keptRows({ visibleWhen: 'a == "open"' })).toEqual([]);
    // a running record loads none
    expect(keptRows({ readonly: true }, { recordId: 'r', flowState: '1' })).toEqual([]);
    expect(keptRows({ readonly: true, defaultTbDataResourceApi: '' })).toEqual([]);
  });
});

it('names the shown fields and columns whose input is taken back, and no hidden ones', () => {
  const compiled = compile([
    input('a'),
    input('locked', { label: '锁定', editableWhen: 'a == "x"' }),
    input('hidden', { label: '隐藏', visibleWhen: 'a == "x"' }),
    {
      tag: 'subTable',
      __vModel__: 't',
      label: '明细',
      children: [
        input('owner'),
        input('result', { label: '结果', openCurrentUserCtr: '1', currentUserValue: 'owner' }),
      ],
    },
  ]);
  const before = { a: '', locked: '', hidden: '', t: [row('1', { owner: 'u2', result: '' })] };
  const typed = { a: '', locked: '甲', hidden: '乙', t: [row('1', { owner: 'u1', result: '合格' })] };
  const here = situation({ recordId: 'r' });
  const kept = revertUneditableInput(compiled, before, typed, here);
  expect(kept).toMatchObject({ locked: '', hidden: '', t: [{ fieldsMap: { owner: 'u1', result: '' } }] });
  expect(labelsOfRevertedFields(compiled, typed, kept, here)).toEqual(['锁定', '明细：结果']);
  expect(labelsOfRevertedFields(compiled, typed, typed, here)).toEqual([]);
});

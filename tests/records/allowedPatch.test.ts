import { expect, it } from 'vitest';
import { allowedPatch } from '../../src/records/allowedPatch.ts';
import { diffValues, patchValues } from '../../src/records/patch.ts';
import type { Row } from '../../src/kernel/form.ts';
import type { Situation } from '../../src/rules/situation.ts';
import { compile, situation } from '../kernel/support.ts';

const row = (id: string): Row => ({ id, fieldsMap: { c: id } });
const before = { t: [row('1'), row('2'), row('3')] };

/** The order of the rows after a draft that moved a row and changed another one, and what was left out of it. */
function afterDraft(canSort: string, here: Partial<Situation> = {}): { order: string; dropped: readonly string[] } {
  const form = compile([
    {
      tag: 'subTable',
      __vModel__: 't',
      label: '明细',
      canSort,
      children: [{ tag: 'el-input', __vModel__: 'c', label: '内容' }],
    },
  ]);
  const draft = diffValues(before, { t: [row('3'), { id: '1', fieldsMap: { c: 'x' } }, row('2')] }, new Set(['t']));
  const { patch, dropped } = allowedPatch(form, before, draft, situation(here));
  const rows = patchValues(before, patch).t as Row[];
  return { order: rows.map(({ id, fieldsMap }) => `${id}${String(fieldsMap['c'])}`).join(' '), dropped };
}

it('the order of rows is taken from a draft only where rows may be moved, and named where it is not', () => {
  expect(afterDraft('1')).toEqual({ order: '33 1x 22', dropped: [] });
  expect(afterDraft('0')).toEqual({ order: '1x 22 33', dropped: ['明细：行的顺序'] });
  const rowsOfOtherTasks = { table: 't', ids: new Set<string>() };
  expect(afterDraft('1', { rowsOfOtherTasks })).toEqual({ order: '1x 22 33', dropped: ['明细：行的顺序'] });
});

it('changes of a row that others removed meanwhile are left out and named, unless all of them are computed', () => {
  const form = compile([
    {
      tag: 'subTable',
      __vModel__: 't',
      label: '明细',
      children: [
        { tag: 'el-input', __vModel__: 'c', label: '内容' },
        { tag: 'el-input-number', __vModel__: 'twice', label: '两倍', computed: 'size(c) * 2.0' },
      ],
    },
  ]);
  const here = { t: [row('2')] };
  const changed = (cells: Record<string, Record<string, unknown>>) =>
    allowedPatch(form, here, { fields: {}, tables: { t: { cells, added: {}, removed: [] } } }, situation());
  expect(changed({ 1: { c: 'x' }, 2: { c: 'y' } })).toEqual({
    patch: { fields: {}, tables: { t: { cells: { 2: { c: 'y' } }, added: {}, removed: [] } } },
    dropped: ['明细：已不存在的行'],
  });
  expect(changed({ 1: { twice: 2 } }).dropped).toEqual([]);
});

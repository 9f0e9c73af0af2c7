import { describe, expect, it } from 'vitest';
import type { Row } from '../../src/kernel/form.ts';
import { diffValues, isEmptyPatch, patchSize, patchValues, type ValuesPatch } from '../../src/records/patch.ts';
import { patchPartsDelta, patchPartsOf, patchOf } from '../../src/records/patchParts.ts';

const TABLES = new Set(['t']);
const row = (id: string, text: string): Row => ({ id, fieldsMap: { text } });
const travelled = (patch: ValuesPatch): ValuesPatch => JSON.parse(JSON.stringify(patch)) as ValuesPatch;
const diff = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  travelled(diffValues(before, after, TABLES));

const CASES: { title: string; before: Row[]; after: Row[] }[] = [
  { title: 'a changed cell', before: [row('1', 'a'), row('2', 'b')], after: [row('1', 'a'), row('2', 'B')] },
  {
    title: 'a row added at the top, one in the middle and two at the end',
    before: [row('1', 'a'), row('2', 'b')],
    after: [row('n1', ''), row('1', 'a'), row('n2', ''), row('2', 'b'), row('n3', ''), row('n4', '')],
  },
  { title: 'a removed row', before: [row('1', 'a'), row('2', 'b')], after: [row('2', 'b')] },
  {
    title: 'rows that changed places, one of them new',
    before: [row('1', 'a'), row('2', 'b'), row('3', 'c')],
    after: [row('3', 'c'), row('n', ''), row('1', 'a'), row('2', 'b')],
  },
  { title: 'everything replaced', before: [row('1', 'a')], after: [row('n1', 'x'), row('n2', 'y')] },
];

describe('the difference of two states', () => {
  it.each(CASES)('gives the second back on top of the first: $title', ({ before, after }) => {
    const patch = diff({ t: before }, { t: after });
    expect(patchValues({ t: before }, patch).t).toEqual(after);
    expect(patchValues({ t: before }, patchOf(patchPartsOf(patch))).t).toEqual(after);
  });

  it('is empty where only kinds of nothing differ', () => {
    expect(isEmptyPatch(diff({ a: null, t: [] }, { a: '', b: undefined }))).toBe(true);
  });

  it('holds an emptied field as null and counts a field with its label once', () => {
    const patch = diff({ a: 'x', kind: '1', kindLabel: '一' }, { kind: '2', kindLabel: '二' });
    expect(patch.fields).toEqual({ a: null, kind: '2', kindLabel: '二' });
    expect(patchSize(patch)).toBe(2);
  });

  it('goes on top of a list that moved on, and loses neither side', () => {
    const base = { t: [row('1', 'a'), row('2', 'b')] };
    const mine = diff(base, { t: [row('1', 'mine'), row('m', 'new'), row('2', 'b')] });
    const theirs = { t: [row('0', 'theirs'), row('1', 'a')] };
    expect(
      (patchValues(theirs, mine).t as Row[]).map(({ id, fieldsMap }) => `${id}:${String(fieldsMap.text)}`),
    ).toEqual(['0:theirs', '1:mine', 'm:new']);
  });

  it('puts a row whose predecessor is gone at the end', () => {
    const mine = diff({ t: [row('1', 'a')] }, { t: [row('1', 'a'), row('m', 'new')] });
    expect((patchValues({ t: [row('5', 'x')] }, mine).t as Row[]).map(({ id }) => id)).toEqual(['5', 'm']);
  });
});

describe('the parts of a patch', () => {
  it('of ten thousand new rows send one when one has changed', () => {
    const rows = Array.from({ length: 10_000 }, (_v, index) => row(`r${index}`, 'x'));
    const before = patchPartsOf(diffValues({ t: [] }, { t: rows }, TABLES));
    const after = patchPartsOf(
      diffValues({ t: [] }, { t: rows.map((one, index) => (index === 77 ? row('r77', 'y') : one)) }, TABLES),
    );
    const { set, drop } = patchPartsDelta(before, after);
    expect(Object.keys(set)).toEqual(['["a","t","r77"]']);
    expect(drop).toEqual([]);
  });

  it('drop what was typed and taken back', () => {
    expect(
      patchPartsDelta(
        patchPartsOf({ fields: { a: 1, b: 2 }, tables: {} }),
        patchPartsOf({ fields: { b: 2 }, tables: {} }),
      ),
    ).toEqual({ set: {}, drop: ['["f","a"]'] });
  });

  it('that are damaged are left out', () => {
    expect(
      patchOf([
        ['nonsense', 1],
        ['["x","y"]', 1],
        ['["c","t"]', {}],
        ['["f","a"]', 5],
      ]),
    ).toEqual({ fields: { a: 5 }, tables: {} });
  });
});

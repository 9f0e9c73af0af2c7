import { describe, expect, it } from 'vitest';
import { isReordered, matchRows } from '../../src/records/difference.ts';
import { changedKeys } from '../../src/records/index.ts';
import { changedPaths } from '../../src/server/records/save/staleSave.ts';

const row = (id: string, fieldsMap: Record<string, unknown> = {}) => ({ id, fieldsMap });

describe('the difference of two states', () => {
  it('does not name a field whose empty text became null or went away', () => {
    expect(changedKeys({ a: '', b: null, c: [] }, { a: null, b: undefined })).toEqual([]);
    expect(
      changedPaths(
        { fieldsMap: { a: '', n: 1 }, childTables: { t: [row('1', { x: '' })] } },
        { fieldsMap: { a: null, n: 1 }, childTables: { t: [row('1', { x: null })] } },
      ),
    ).toEqual([]);
  });
  it('names fields, cells, new rows and tables that lost a row', () => {
    expect(
      changedPaths(
        { fieldsMap: { a: 1 }, childTables: { t: [row('1', { x: 1 })], gone: [row('9')] } },
        { fieldsMap: { a: 2 }, childTables: { t: [row('1', { x: 2 }), row('2')] } },
      ),
    ).toEqual([
      ['fieldsMap', 'a'],
      ['childTables', 't', 0, 'fieldsMap', 'x'],
      ['childTables', 't', 1],
      ['childTables', 'gone'],
    ]);
  });
  it('matches rows by id and sees when those of both lists changed places', () => {
    const { present, removed } = matchRows([row('1'), row('2')], [row('3'), row('2')]);
    expect(present.map(({ row: { id }, old }) => [id, old?.index])).toEqual([
      ['3', undefined],
      ['2', 1],
    ]);
    expect(removed.map(({ row: { id }, index }) => [id, index])).toEqual([['1', 0]]);
    expect(isReordered([row('1'), row('2')], [row('3'), row('1'), row('2')])).toBe(false);
    expect(isReordered([row('1'), row('2')], [row('2'), row('1')])).toBe(true);
  });
});

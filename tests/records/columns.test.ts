import { describe, expect, it } from 'vitest';
import { columnValue, isSameColumnValue, type ColumnKind } from '../../src/records/index.ts';

describe('the value of a column', () => {
  it.each<[ColumnKind, unknown, unknown]>([
    ['text', 'a', 'a'],
    ['text', '', ''],
    ['text', 12.5, '12.5'],
    ['text', true, 'true'],
    ['text', ['a', 1], '["a",1]'],
    ['text', null, null],
    ['text', undefined, null],
    ['number', 12.345, 12.345],
    ['number', 1e39, 1e39],
    ['number', '12', null],
    ['number', Number.NaN, null],
    ['date', '2026-02-28', '2026-02-28'],
    ['date', '0001-01-01', '0001-01-01'],
    ['date', '0000-01-01', null],
    ['date', '2026-02-30', null],
    ['date', '2026-01-31T08:30:00', '2026-01-31'],
    ['date', '昨天', null],
    ['date', 20260131, null],
    ['timestamp', '2026-01-31', '2026-01-31 00:00:00'],
    ['timestamp', '2026-01-31 08:30', '2026-01-31 08:30:00'],
    ['timestamp', '2026-01-31 24:00:00', null],
    ['texts', ['a', 'b'], ['a', 'b']],
    ['texts', 'a', ['a']],
    ['texts', [['a', 'b'], ['c']], ['a', 'b', 'c']],
    ['texts', [1, null, 'x'], ['1', 'x']],
    ['texts', [], []],
  ])('of kind %s for %j is %j', (kind, stored, column) => {
    expect(columnValue(kind, stored)).toEqual(column);
  });

  it('is the same when the database answers a number as a text', () => {
    expect(isSameColumnValue('number', 1e39, '1000000000000000000000000000000000000000')).toBe(true);
    expect(isSameColumnValue('number', 12.5, '12.6')).toBe(false);
    expect(isSameColumnValue('number', null, '0')).toBe(false);
    expect(isSameColumnValue('texts', ['a'], ['a'])).toBe(true);
    expect(isSameColumnValue('text', '', null)).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { fillPlaceholders, placeholderNames } from '../../src/kernel/placeholders.ts';

const source = { userId: 'u1', values: { id: 7, list: ['a', 'b'], name: '张 三/../x', none: null, yes: true } };

describe('placeholders (PH-001…003)', () => {
  it('take the user’s id and the form’s values, with their type where they stand alone', () => {
    const params = {
      by: '${curentUser}',
      id: '${id}',
      list: '${list}',
      text: '编号${id}，${yes}',
      deep: [{ x: ' ${ id } ' }],
      plain: 5,
      none: '${none}',
      unknown: '${zzz}',
      mixed: 'a${zzz}b',
    };
    expect(fillPlaceholders(params, source)).toEqual({
      by: 'u1',
      id: 7,
      list: ['a', 'b'],
      text: '编号7，true',
      deep: [{ x: 7 }],
      plain: 5,
      none: null,
      unknown: null,
      mixed: 'ab',
    });
    expect(params.by).toBe('${curentUser}');
  });

  it('do not reach what every object has', () => {
    expect(fillPlaceholders('${constructor}|${__proto__}', source)).toBe('|');
  });

  it('tell the fields they read', () => {
    expect(placeholderNames({ a: '${x}-${curentUser}', b: ['${y}'] })).toEqual(['x', 'y']);
  });
});

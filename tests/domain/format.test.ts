import { describe, expect, it } from 'vitest';
import { toChineseNumerals } from '../../src/domain/chineseNumerals.ts';
import { productTimeText, cutDate, daysBetween, formatDate, toDateFormat, today } from '../../src/domain/dates.ts';
import { readAmount } from '../../src/domain/readAmount.ts';
import { filterFloat, isNonNegative, round2, round4, roundTo, roundTo15Digits } from '../../src/domain/numbers.ts';
import fc from '../support/fc.ts';

describe('amounts in Chinese capitals (VL-003, VL-004)', () => {
  it.each([
    [0, '零元整'],
    [1, '壹元整'],
    [10, '壹拾元整'],
    [105, '壹佰零伍元整'],
    [1000, '壹仟元整'],
    [10_001, '壹万零壹元整'],
    [100_000, '壹拾万元整'],
    [1_000_100, '壹佰万零壹佰元整'],
    [100_000_000, '壹亿元整'],
    [100_010_000, '壹亿零壹万元整'],
    [120_000_034, '壹亿贰仟万零叁拾肆元整'],
    [0.5, '伍角'],
    [0.05, '伍分'],
    [1.05, '壹元零伍分'],
    [1.5, '壹元伍角'],
    [1234.56, '壹仟贰佰叁拾肆元伍角陆分'],
    [10.0304, '壹拾元零叁分零肆毫'],
    [1.2345, '壹元贰角叁分肆厘伍毫'],
    [-3.2, '负叁元贰角'],
    [1_000_000_000, '壹拾亿元整'],
    [1e12, '壹万亿元整'],
    [1_000_000_000_001, '壹万亿零壹元整'],
    [1_000_012_345_678, '壹万亿壹仟贰佰叁拾肆万伍仟陆佰柒拾捌元整'],
    [1_002_300_000_000, '壹万零贰拾叁亿元整'],
    [999_999_999_999_999, '玖佰玖拾玖万玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元整'],
  ])('%d is %s', (amount, text) => {
    expect(toChineseNumerals(amount)).toBe(text);
  });

  it('are empty from 1e15 on, and for what is no number', () => {
    expect([1e15, -1e15, 1e20, NaN, Infinity].map(toChineseNumerals)).toEqual(['', '', '', '', '']);
  });

  it('differ for different amounts and never run two zeros together', () => {
    const cents = fc.integer({ min: 0, max: 10 ** 13 });
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        const [left, right] = [toChineseNumerals(a / 100), toChineseNumerals(b / 100)];
        return !/零零|零元[^整]|零$/.test(left) && (a === b) === (left === right);
      }),
    );
  });
});

describe('numbers', () => {
  it('are rounded as people round, not as binary fractions fall (VL-005)', () => {
    expect([
      round2(1.005),
      round2(-1.005),
      round4(0.00005),
      roundTo(1250, -2),
      round2(1e21),
      round2(0),
      roundTo15Digits(0.1 + 0.2),
    ]).toEqual([1.01, -1.01, 0.0001, 1300, 1e21, 0, 0.3]);
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, min: -1e9, max: 1e9 }),
        (value) => Math.abs(round2(value) - value) <= 0.005000001,
      ),
    );
  });

  it('typed as text keep digits and one dot, two decimals, no run of leading zeros (VL-002)', () => {
    expect(['007', '00', '1.234', '.5', '1.2.3', 'a1b2', '0.', '１２．３', '-3', ''].map(filterFloat)).toEqual([
      '7',
      '0',
      '1.23',
      '0.5',
      '1.23',
      '12',
      '0.',
      '12.3',
      '3',
      '',
    ]);
    fc.assert(
      fc.property(
        fc.string(),
        (text) =>
          /^(?:(?:0|[1-9]\d*)(?:\.\d{0,2})?)?$/.test(filterFloat(text)) &&
          filterFloat(filterFloat(text)) === filterFloat(text),
      ),
    );
  });

  it('below zero are refused by the helper (VL-001)', () => {
    expect([0, 3, '2.5', -1, '-0.1', '', 'x', NaN, null].map(isNonNegative)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('dates', () => {
  it('default to YYYY-MM-DD and are cut to 10 or 7 characters (VL-006…008)', () => {
    expect([
      formatDate('2026-03-05T08:09:10'),
      formatDate('2026-03-05 08:09:10', 'YYYY-MM-DD HH:mm:ss'),
      formatDate('x'),
      formatDate(null),
      formatDate(''),
    ]).toEqual(['2026-03-05', '2026-03-05 08:09:10', '', '', '']);
    expect([
      cutDate('2026-03-05 08:09'),
      cutDate('2026-03-05', 'yyyy-MM'),
      toDateFormat('yyyy-MM-dd HH:mm:ss'),
    ]).toEqual(['2026-03-05', '2026-03', 'YYYY-MM-DD HH:mm:ss']);
    expect(today()).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it('of a moment are those of China, wherever the reader is', () => {
    const before = process.env.TZ;
    process.env.TZ = 'America/New_York';
    try {
      expect(productTimeText(Date.UTC(2026, 10, 24, 16, 0, 5))).toBe('2026-11-25 00:00:05');
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  });

  it('are whole days apart, across months and summer time', () => {
    expect([
      daysBetween('2026-02-27', '2026-03-01'),
      daysBetween('2026-03-01', '2026-02-27'),
      daysBetween('2026-03-28', '2026-03-30'),
      daysBetween('x', '2026-01-01'),
    ]).toEqual([2, -2, 2, 0]);
  });
});

it('VL-001, VL-002: a whole text is read as an amount, or refused where filtering would give another one', () => {
  const read = (text: string): string => {
    const result = readAmount(text);
    return result.ok ? result.value : result.message;
  };
  expect(['12.5', '1,234.50', '1 234 567', '￥007', '１２．３', '.5', ''].map(read)).toEqual([
    '12.5',
    '1234.50',
    '1234567',
    '7',
    '12.3',
    '0.5',
    '',
  ]);
  expect(read('-500')).toBe('不能为负数');
  for (const text of ['1e3', '1,5', '12.345', '1.2.3', '12元', '1,23,456']) expect(read(text)).toContain('请输入数字');
});

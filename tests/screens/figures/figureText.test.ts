import { describe, expect, it } from 'vitest';
import { figureText, headingOf, NO_VALUE, shortNumberText } from '../../../src/screens/figures/figureText.ts';
import { amountText } from '../../../src/screens/related/amountText.ts';

const figure = { key: 'a', label: '金额', isMeasure: true } as const;

describe('a figure as people read it', () => {
  it.each([
    [null, {}, NO_VALUE],
    ['1234567.8', {}, '1,234,567.8'],
    ['1234567.805', { format: 'amount' }, '1,234,567.81'],
    ['-0.005', { precision: 2 }, '-0.01'],
    ['99999999999999999999.25', { precision: 1 }, '99,999,999,999,999,999,999.3'],
    ['0.12345', { format: 'percent' }, '12.3%'],
    ['1', { format: 'percent', precision: 0 }, '100%'],
    ['0.0005', { format: 'percent', precision: 2 }, '0.05%'],
    ['12345678', { format: 'wan' }, '1,234.57'],
    ['-5', { format: 'wan', precision: 4 }, '-0.0005'],
    ['-0.004', { precision: 2 }, '0.00'],
    ['-20', { format: 'wan' }, '0.00'],
    ['-0.0001', { format: 'percent' }, '0.0%'],
    ['2026-01-31', {}, '2026-01-31'],
  ] as const)('%s with %o is %s', (value, more, text) => {
    expect(figureText(value, { ...figure, ...more })).toBe(text);
  });

  it.each([
    ['86.666666', 2, '86.67'],
    ['1999.99', 0, '2,000'],
    ['-1999.994', 2, '-1,999.99'],
    ['12', 2, '12.00'],
    ['12.50', undefined, '12.5'],
    ['5e-7', undefined, '0.0000005'],
    ['1.5e-7', 7, '0.0000002'],
    ['-1.23e+21', undefined, '-1,230,000,000,000,000,000,000'],
    ['', 2, '0.00'],
  ])('the amount %s with %s decimals is %s', (value, precision, text) => {
    expect(amountText(value, precision)).toBe(text);
  });

  it('names its unit in the heading, with 万 where it is shown in ten thousands', () => {
    expect(headingOf({ ...figure, unit: '元', format: 'wan' })).toBe('金额（万元）');
    expect(headingOf(figure)).toBe('金额');
  });

  it('is short on an axis', () => {
    expect([15_000, 250_000_000, -30_000, 999.5].map(shortNumberText)).toEqual(['1.5万', '2.5亿', '-3万', '999.5']);
  });
});

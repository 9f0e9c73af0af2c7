import { describe, expect, it } from 'vitest';
import { choicesFor, formulasFor } from '../../../src/designer/canvas/model/formulas.ts';
import { isReadable, describeFormula } from '../../../src/designer/canvas/model/describeFormula.ts';
import type { FieldInfo } from '../../../src/designer/flow/panel/design.ts';

const info = (key: string, label: string, more: Partial<FieldInfo> = {}): FieldInfo => ({
  key,
  label,
  tag: 'el-input',
  type: 'string',
  options: null,
  columns: null,
  ...more,
});
const date = { isDate: true } as const;
const total = info('total', '总价', { type: 'double' });
const infos: FieldInfo[] = [
  info('reason', '事由'),
  info('from', '开始', date),
  info('to', '结束', date),
  info('price', '单价', { type: 'double' }),
  total,
  info('rows', '明细', {
    type: 'list',
    columns: [
      { key: 'km', label: '里程', type: 'double' },
      { key: 'way', label: '路线', type: 'string' },
    ],
  }),
];
const formula = (id: string, own: FieldInfo | undefined) => {
  const found = formulasFor(infos, own).find((one) => one.id === id);
  if (!found) throw new Error(`${id} is not offered`);
  return found;
};

describe('a formula made by choosing', () => {
  it('is offered where the form has fields for it, and never takes its own field', () => {
    expect(formulasFor(infos, total).map(({ id }) => id)).toEqual([
      'days',
      'plus',
      'minus',
      'times',
      'ratio',
      'sum',
      'rows',
    ]);
    expect(choicesFor('number', infos, 'total').map(({ value }) => value)).toEqual(['price']);
    expect(choicesFor('column', infos, 'total').map(({ value }) => value)).toEqual(['rows.km']);
    expect(formulasFor([total], total)).toEqual([]);
    expect(formulasFor(infos, info('until', '到期', date)).map(({ id }) => id)).toEqual(['later']);
    expect(formulasFor(infos, info('words', '大写')).map(({ id }) => id)).toEqual(['capital', 'joined']);
  });

  it('is written in the language of expressions and read as a person says it', () => {
    const read = (id: string, parts: string[]): string =>
      describeFormula(formula(id, total).buildExpression(parts), infos);
    expect(read('sum', ['rows.km'])).toBe('“明细”的“里程”的合计（保留 2 位小数）');
    expect(read('rows', ['rows'])).toBe('“明细”的个数');
    expect(read('times', ['price', 'price'])).toBe('“单价” × “单价”（保留 2 位小数）');
    expect(read('days', ['from', 'to'])).toBe('如果 “开始”未填 或 “结束”未填，则 0，否则 “开始”到“结束”相差的天数 + 1');
    expect(read('ratio', ['price', 'total'])).toBe('如果 “总价” = 0，则 0，否则 (“单价” ÷ “总价”)（保留 2 位小数）');
    expect(describeFormula('isEmpty(to) ? "" : concat(text(reason), "号")', infos)).toBe(
      '如果 “结束”未填，则 空，否则 “事由” 连接 "号"',
    );
    // what stands in quotes is no field, and what is part of a longer name neither
    expect(describeFormula('reason == "price" ? price : other.price', infos)).toBe(
      '如果 “事由” = "price"，则 “单价”，否则 other.price',
    );
    expect(describeFormula('!isEmpty(from) && -price < (total - 3.5) * 2.0', infos)).toBe(
      '“开始”已填 且 -“单价” < (“总价” - 3.5) × 2',
    );
  });

  it('of which nothing is left in the language of expressions is readable', () => {
    expect(isReadable(describeFormula('round(sum(rows.map(row, row.km)), 2)', infos))).toBe(true);
    expect(isReadable(describeFormula('reason == "a.b(c)" ? 1.0 : 2.0', infos))).toBe(true);
    for (const text of ['other.price + 1.0', 'lookup("a", "b", [])', 'rows.filter(row, row.km > 1.0)', 'unknown + 1.0'])
      expect(isReadable(describeFormula(text, infos))).toBe(false);
  });

  it('of a date asks for a number of days', () => {
    expect(formula('later', info('until', '到期', date)).buildExpression(['from', '30'])).toBe(
      'isEmpty(from) ? "" : addDays(from, 30)',
    );
  });
});

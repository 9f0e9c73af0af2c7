import { describe, expect, it } from 'vitest';
import { choicesFor, formulasFor, readFormula } from '../../../src/designer/canvas/model/formulas.ts';
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
  info('rows', '明细', { type: 'list', columns: [{ key: 'km', label: '里程' }] }),
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
    expect(formulasFor([total], total)).toEqual([]);
    expect(formulasFor(infos, info('until', '到期', date)).map(({ id }) => id)).toEqual(['later']);
    expect(formulasFor(infos, info('words', '大写')).map(({ id }) => id)).toEqual(['capital', 'joined']);
  });

  it('is written in the language of expressions and read in the names of the fields', () => {
    expect(readFormula(formula('sum', total).text(['rows.km']), infos)).toBe('四舍五入(合计(“明细”的“里程”), 2)');
    expect(readFormula(formula('days', total).text(['from', 'to']), infos)).toBe(
      '未填(“开始”) || 未填(“结束”) ? 0.0 : 相差天数(“开始”, “结束”) + 1',
    );
    // what stands in quotes is no field
    expect(readFormula('reason == "price" ? price : other.price', infos)).toBe(
      '“事由” == "price" ? “单价” : other.price',
    );
  });

  it('of a date asks for a number of days', () => {
    expect(formula('later', info('until', '到期', date)).text(['from', '30'])).toBe(
      'isEmpty(from) ? "" : addDays(from, 30)',
    );
  });
});

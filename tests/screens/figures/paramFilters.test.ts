import { expect, it } from 'vitest';
import type { FieldNode } from '../../../src/grammar/nodes.ts';
import { paramFilters } from '../../../src/screens/figures/paramFilters.ts';
import { definition as date } from '../../../src/widgets/el-date-picker/definition.ts';
import { definition as number } from '../../../src/widgets/el-input-number/definition.ts';

const vocabulary = { definition: (tag: string) => [date, number].find((one) => one.tag === tag) } as never;
const param = (tag: string, more: object = {}): FieldNode =>
  ({ tag, __vModel__: 'p', label: '参数', ...more }) as FieldNode;

it('a parameter with one number, day or text is entered as one', () => {
  for (const single of [param('el-input-number'), param('el-date-picker', { type: 'date' })])
    expect(paramFilters([single], undefined, vocabulary)).toMatchObject([
      { op: 'eq', control: { kind: 'face', node: { ...single, flowEditable: '1' } } },
    ]);
  expect(paramFilters([param('el-input')], undefined, vocabulary)).toMatchObject([{ control: { kind: 'text' } }]);
});

it.each([
  ['daterange', 'date'],
  ['monthrange', 'month'],
])('a parameter of type %s is a range of its %ss', (type, picker) => {
  expect(paramFilters([param('el-date-picker', { type })], ['p'], vocabulary)).toMatchObject([
    { op: 'range', control: { kind: 'date', picker } },
  ]);
});

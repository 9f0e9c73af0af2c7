import { expect, it } from 'vitest';
import type { FieldNode } from '../../src/grammar/nodes.ts';
import { orderComputed } from '../../src/kernel/check/order.ts';

const orderOf = (columns: readonly { key: string; computed?: string }[]): ReturnType<typeof orderComputed> => {
  const table = {
    tag: 'subTable',
    __vModel__: 't',
    children: columns.map(({ key, ...rest }) => ({ tag: 'el-input', __vModel__: key, label: key, ...rest })),
  } as unknown as FieldNode;
  return orderComputed(new Map([['t', table]]));
};
const keys = ({ steps }: ReturnType<typeof orderComputed>): string => steps.map(({ key }) => key).join();

it.each(['row.itemNo', "row['itemNo']", 'itemNo'])('a look-up by %s comes after the column that it reads', (read) => {
  const price = { key: 'price', computed: `lookup('itemConfig', it.no == ${read}, 'price')` };
  const itemNo = { key: 'itemNo', computed: 'b + "-1"' };
  expect(keys(orderOf([price, itemNo, { key: 'b', computed: 'a + "0"' }, { key: 'a' }]))).toBe('b,itemNo,price');
});

it('a cycle through the row is found', () => {
  const { cycles } = orderOf([
    { key: 'x', computed: "lookup('itemConfig', it.no == row.y, 'price')" },
    { key: 'y', computed: 'x + "1"' },
  ]);
  expect(cycles.map(({ names }) => names)).toEqual([['x', 'y', 'x']]);
});

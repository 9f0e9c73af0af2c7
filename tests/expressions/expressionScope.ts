/** Names that expressions of these tests read, with their types and values. */
import { checkExpression, compileExpression } from '../../src/expressions/expressions.ts';
import type { ExpressionTypes } from '../../src/expressions/types.ts';

export const types: ExpressionTypes = {
  n: 'double',
  m: 'double',
  s: 'string',
  flag: 'bool',
  list: 'list',
  any: 'dyn',
  单价: 'double',
  $k: 'string',
  package: 'string',
  rows: { rows: { amount: 'double', name: 'string', 数量: 'double' } },
  form: { fields: { n: 'double', 单价: 'double', 'a-b': 'double' } },
  user: { fields: { id: 'string', roles: 'list' } },
};

export const scope: Record<string, unknown> = {
  n: 5,
  m: null,
  s: '',
  flag: '1',
  list: ['a', 2],
  any: null,
  单价: 2.5,
  $k: 'k',
  package: 'p',
  rows: [
    { id: '1', fieldsMap: { amount: 1, name: 'x', 数量: 3 } },
    { id: '2', fieldsMap: { name: 'y' } },
  ],
  form: { n: 7, 单价: 9, 'a-b': 3 },
  user: { id: 'u1', roles: ['admin'] },
};

export const run = (text: string): unknown => compileExpression(text, types)((name) => scope[name]);

export const said = (text: string): string[] => checkExpression(text, types).map(({ message }) => message);

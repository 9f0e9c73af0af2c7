import { describe, expect, it } from 'vitest';
import {
  formatCondition,
  describeCondition,
  OPERATORS,
  readSimpleCondition,
  type Term,
} from '../../../src/designer/flow/conditions/simpleCondition.ts';
import { checkExpression } from '../../../src/expressions/expressions.ts';
import fc from '../../support/fc.ts';

const text = fc.string({ maxLength: 12 });
const term: fc.Arbitrary<Term> = fc.oneof(
  fc.record({
    field: fc.constantFrom('amount', 'days'),
    op: fc.constantFrom('==', '!=', '>', '>=', '<', '<='),
    value: fc.integer({ min: -9999, max: 9999 }),
  }),
  fc.record({ field: fc.constantFrom('kind', 'place'), op: fc.constantFrom('==', '!=', 'contains'), value: text }),
  fc.record({ field: fc.constant('ok'), op: fc.constant('=='), value: fc.boolean() }),
  fc.record({ field: fc.constant('user.roles'), op: fc.constant('contains'), value: text }),
  fc.record({ field: fc.constant('user.name'), op: fc.constantFrom('==', '!=', 'contains'), value: text }),
);
const TYPES = {
  amount: 'double',
  days: 'double',
  kind: 'string',
  place: 'string',
  ok: 'bool',
  user: { fields: { name: 'string', roles: 'list' } },
};

describe('a condition made by choosing', () => {
  it('is an expression that is right, and is read back as it was chosen', () => {
    fc.assert(
      fc.property(fc.constantFrom('&&', '||'), fc.array(term, { minLength: 2, maxLength: 4 }), (join, terms) => {
        const written = formatCondition({ join, terms });
        expect(readSimpleCondition(written)).toEqual({ join, terms });
        if (!/[\n\r\u2028\u2029]/.test(written)) expect(checkExpression(written, TYPES as never, 'bool')).toEqual([]);
      }),
    );
  });

  it('is left as it is typed where it says more', () => {
    for (const more of ['a > 1 && (b == 2 || c)', 'size(rows) > 0', 'a > b', '!(a == 1)', 'a > 1 && b > 2 || c > 3'])
      expect([more, readSimpleCondition(more)]).toEqual([more, null]);
  });

  it('is told in words, with the labels of fields and options', () => {
    const fields = [
      { key: 'amount', label: '金额', options: null },
      { key: 'kind', label: '类别', options: [{ label: '差旅', value: 'travel' }] },
    ];
    expect(describeCondition("amount > 5000 && kind == 'travel'", fields)).toBe('金额 大于 5000 且 类别 等于 差旅');
    expect(OPERATORS.map(({ label }) => label)).not.toContain('');
  });
});

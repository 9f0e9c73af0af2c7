import { describe, expect, it } from 'vitest';
import { checkExpression, compileExpression, namesIn } from '../../src/expressions/expressions.ts';
import { withinWork } from '../../src/domain/workBudget.ts';
import fc from '../support/fc.ts';
import { types, scope, run, said } from './expressionScope.ts';

describe('bounds', () => {
  it.each([
    '('.repeat(1500) + '1' + ')'.repeat(1500),
    `1${'+1'.repeat(1900)}`,
    `${'!'.repeat(3000)}flag`,
    `s${'.trim()'.repeat(500)}`,
    'x'.repeat(5000),
  ])('a text of excess %# is refused', (text) => {
    expect(said(text)).toHaveLength(1);
    expect(run(text)).toBeNull();
  });

  it('no text at all makes checking, reading or running throw', () => {
    const piece = fc.constantFrom(
      'n',
      's',
      'rows',
      '(',
      ')',
      '.',
      '+',
      '==',
      '"',
      "'",
      '?',
      ':',
      '[',
      ']',
      '1',
      'map',
      ',',
      'form',
      '单价',
      '!',
      '&&',
      ' ',
      '{',
      '}',
      'null',
      '//',
      '__proto__',
      'constructor',
      'isEmpty',
      'cel.bind',
      'in',
      '-',
      'has',
      'b"',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece, { maxLength: 12 }).map((parts) => parts.join('')),
        ),
        (text) => {
          checkExpression(text, types);
          namesIn(text);
          return compileExpression(text, types)((name) => scope[name]) !== undefined;
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('loops in loops in loops are refused, whatever they go through', () => {
    const loop = (inner: string, name: string): string => `rows.map(${name}, ${inner}).size()`;
    expect(said(loop(loop('1', 'b'), 'a'))).toEqual([]);
    expect(said(loop(loop(loop('1', 'c'), 'b'), 'a'))).toEqual([
      '表达式有误：逐项计算（map、filter、all、exists）最多嵌套 2 层',
    ]);
    expect(run(loop(loop(loop('1', 'c'), 'b'), 'a'))).toBeNull();
    expect(said('rows.filter(a, a.amount > 0).map(b, b.amount).filter(c, c > 1).size()')).toEqual([]);
  });

  it('the rows that loops go through are counted over all expressions of one stretch of work, and no further', () => {
    const twice = (): unknown => [
      run('rows.all(a, rows.exists(b, b.name == a.name))'),
      run('sum(rows.map(a, a.amount))'),
    ];
    expect(withinWork(100, twice)).toEqual({ result: [true, 1], isOver: false });
    expect(withinWork(7, twice)).toEqual({ result: [null, null], isOver: true });
    expect(twice()).toEqual([true, 1]);
  });

  it('a part that reads no column of the row is evaluated once for all rows, and counted once in each stretch of work', () => {
    const many = Array.from({ length: 20_000 }, (_none, index) => ({
      id: String(index),
      fieldsMap: { amount: index % 2 },
    }));
    const share = compileExpression(
      'm / sum(rows.filter(r, r.amount > 0.0).map(r, r.amount)) + size(rows)',
      types,
      new Set(['m']),
    );
    const shares = (list: unknown) => () =>
      many.map(({ fieldsMap }) =>
        share((name) => (name === 'm' ? fieldsMap.amount : name === 'rows' ? list : undefined)),
      );
    const first = withinWork(60_000, shares(many));
    expect([first.isOver, first.result[0], first.result[1]]).toEqual([false, 20_000, 20_000.0001]);
    expect(withinWork(49_999, shares(many)).isOver).toBe(true);
    expect(withinWork(50_000, shares(many)).isOver).toBe(false);
    expect(shares(many.slice(0, 2))()[1]).toBe(3);
  });

  it('a loop in a loop that reads nothing of the outer one is gone through once', () => {
    const many = Array.from({ length: 5000 }, (_none, index) => ({ id: String(index), fieldsMap: { amount: index } }));
    const above = compileExpression('rows.filter(a, a.amount > avg(rows.map(b, b.amount))).size()', types);
    expect(withinWork(20_000, () => above(() => many))).toEqual({ result: 2500, isOver: false });
  });

  it('lists and texts that are joined again and again fill no memory', () => {
    const joined = (first: string, last: string): string => {
      const steps = Array.from(
        { length: 9 },
        (_none, i) => `cel.bind(v${i + 1}, ${Array.from({ length: 9 }, () => `v${i}`).join(' + ')}, `,
      );
      return `cel.bind(v0, ${first}, ${steps.join('')}v9${last}${')'.repeat(10)}`;
    };
    expect([said(joined('[1.0, 2.0]', '.size()')), run(joined('[1.0, 2.0]', '.size()'))]).toEqual([[], null]);
    expect([
      said(joined('"一二三四五六七八"', '.trim().size()')),
      run(joined('"一二三四五六七八"', '.trim().size()')),
    ]).toEqual([[], null]);
    expect([run('([1.0, 2.0] + [3.0]).size()'), run('s + $k + "!"'), run('n + 单价 + m')]).toEqual([3, 'k!', 7.5]);
  });

  it('neither prototypes nor constructors can be reached', () => {
    for (const text of [
      'user.constructor',
      'any.__proto__',
      'list.constructor',
      's.constructor',
      'form["constructor"]',
      'rows[0].constructor',
      'constructor',
      '__proto__',
    ])
      expect(run(text)).toBeNull();
  });
});

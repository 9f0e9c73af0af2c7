import { describe, expect, it } from 'vitest';
import {
  checkExpression,
  compileExpression,
  isExpression,
  namesIn,
  readsIn,
} from '../../src/kernel/expressions/expressions.ts';
import { withinWork } from '../../src/domain/workBudget.ts';
import type { ExpressionTypes } from '../../src/kernel/expressions/types.ts';
import fc from '../support/fc.ts';

const types: ExpressionTypes = {
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
const scope: Record<string, unknown> = {
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
const run = (text: string): unknown => compileExpression(text, types)((name) => scope[name]);
const said = (text: string): string[] => checkExpression(text, types).map(({ message }) => message);

describe('numbers are doubles to the author', () => {
  it.each([
    ['5 / 2', 2.5],
    ['n / 2', 2.5],
    ['7 % 4', 3],
    ['size(rows) / 4', 0.5],
    ['-n', -5],
    ['1e3 + 1', 1001],
    ['n > 4.5', true],
    ['2 in [1, 2]', true],
    ['单价 * n', 12.5],
    ['n == 5', true],
    ['min(n, 3) + max([1, 2])', 5],
  ])('%s is %j', (text, value) => {
    expect(said(text)).toEqual([]);
    expect(run(text)).toBe(value);
  });

  it('dividing by nothing gives nothing', () => {
    expect(run('n / m')).toBeNull();
    expect(run('m / m')).toBeNull();
  });
});

describe('empty values', () => {
  it('read as 0, blank text or no items, by type', () => {
    expect([run('m + 1'), run('s + "x"'), run('size(list.filter(i, i == "z"))')]).toEqual([1, 'x', 0]);
  });

  it('are told from 0 by isEmpty, in the form and in rows', () => {
    expect([run('isEmpty(m)'), run('isEmpty(n - 5)'), run('isEmpty(any)'), run('isEmpty(s)')]).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect(run('rows.filter(r, isEmpty(r.amount)).size()')).toBe(1);
  });

  it('of a wrong type never throw', () => {
    const wrong = [
      undefined,
      null,
      NaN,
      {},
      [],
      [[]],
      'x',
      true,
      new Date(),
      () => 1,
      { fieldsMap: null },
      Symbol.iterator,
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(
          'n + 1',
          's + "x"',
          'sum(rows.map(r, r.amount))',
          'any == "x"',
          'user.id',
          'list.exists(i, i == 1)',
          'form.n',
        ),
        fc.constantFrom(...wrong),
        (text, value) => {
          const result = compileExpression(text, types)(() => value);
          return typeof result !== 'bigint' && result !== undefined;
        },
      ),
    );
  });
});

describe('functions', () => {
  it.each([
    ['sum(rows.map(r, r.amount * 2))', 2],
    ['sum(rows.map(r, r.数量))', 3],
    ['sum([0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1])', 1],
    ['sum([1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0])', 1],
    ['avg([0.1, 0.2, 0.3])', 0.2],
    ['round(1.005, 2)', 1.01],
    ['round(2.5)', 3],
    ['abs(-2)', 2],
    ['floor(2.9)', 2],
    ['ceil(2.1)', 3],
    ['capital(1234.5)', '壹仟贰佰叁拾肆元伍角'],
    ['concat("共", n, "份", s)', '共5份'],
    ['daysBetween("2026-02-27", "2026-03-02")', 3],
    ['daysBetween("", "2026-03-02")', 0],
    ['text(n) + "元"', '5元'],
    ['number("12.5") * 2', 25],
    ['"abc".substring(1, 2)', 'b'],
    ['"abc".indexOf("c") + 1', 3],
    ['rows.map(r, r.name).join("、")', 'x、y'],
    ['rows[0].name', 'x'],
    ['avg([1, 2, 3])', 2],
  ])('%s is %j', (text, value) => {
    expect(said(text)).toEqual([]);
    expect(run(text)).toEqual(value);
  });

  it('today is a date text that compares with stored dates', () => {
    expect(run('today()')).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(run('today() > "2020-01-01"')).toBe(true);
  });

  it.each(['timestamp("2026-01-01T00:00:00Z")', 'duration("1h")', '"x".matches("(a+)+$")', 'eval("1")', 'n.foo()'])(
    '%s is refused: only the documented ones may be called',
    (text) => {
      expect(said(text).join()).toContain('没有函数');
      expect(run(text)).toBeNull();
    },
  );
});

describe('what is wrong is said in Chinese', () => {
  it.each([
    ['s > 3', '文本与数字不能用“>”运算'],
    ['n == "x"', '数字与文本不能用“==”运算'],
    ['n == null', '请用 isEmpty(字段)'],
    ['1 +', '表达式不完整'],
    ['n && flag', '应为是否'],
    ['flag ? 1 : "x"', '同一类型'],
    ['round(s)', '函数“round”不能接受参数（文本）'],
    ['size(n)', '函数“size”不能接受参数（数字）'],
    ['"abc', '缺少右引号'],
    ['a b', '第 3 个字符处'],
  ])('%s: %s', (text, part) => {
    expect(said(text).join()).toContain(part);
  });

  it('every missing name at once, also in columns and members', () => {
    expect(checkExpression('foo + bar * n', types).map(({ params }) => params.name)).toEqual(['foo', 'bar']);
    expect(checkExpression('rows.map(r, r.nope)', types).map(({ code, params }) => [code, params.name])).toEqual([
      ['DOC_EXPRESSION_NAME', 'nope'],
    ]);
    expect(checkExpression('form.nope == 1', types).map(({ code }) => code)).toEqual(['DOC_EXPRESSION_NAME']);
  });

  it('a result of another type than asked for', () => {
    expect(checkExpression('n + 1', types, 'bool').map(({ params }) => params.detail)).toEqual([
      '结果应为是否，而不是数字',
    ]);
    expect(checkExpression('any', types, 'bool')).toEqual([]);
  });
});

describe('names', () => {
  it('may be Chinese, hold $ or be words of other languages', () => {
    expect([run('单价 + form.单价'), run('$k'), run('package'), run('form["a-b"]'), run('"单价"')]).toEqual([
      11.5,
      'k',
      'p',
      3,
      '单价',
    ]);
  });

  it('that are the engine’s own types are names here', () => {
    const own: ExpressionTypes = {
      type: 'string',
      list: 'list',
      int: 'double',
      optional: 'bool',
      rows: { rows: { type: 'string', size: 'double' } },
    };
    const values: Record<string, unknown> = {
      type: 'x',
      list: [1],
      int: 2,
      optional: true,
      rows: [{ fieldsMap: { type: 'y', size: 3 } }],
    };
    const text =
      'type == "x" && size(list) == 1 && int > 1 && optional && rows.exists(r, r.type == "y" && r.size == 3) && string(int) == "2"';
    expect(checkExpression(text, own)).toEqual([]);
    expect(compileExpression(text, own)((name) => values[name])).toBe(true);
  });

  it('read are told in order, without those that a macro binds', () => {
    expect(namesIn('n > 1 && rows.exists(r, r.amount > m) && cel.bind(x, n, x > 单价)')).toEqual([
      'n',
      'rows',
      'm',
      '单价',
    ]);
    expect(readsIn('form.n + user.id + rows[0].amount')).toMatchObject({
      members: [
        ['form', 'n'],
        ['user', 'id'],
      ],
    });
    expect(namesIn('1 +')).toEqual([]);
  });

  it('not in the text are never read', () => {
    const read: string[] = [];
    compileExpression(
      'n > 1',
      types,
    )((name) => {
      read.push(name);
      return 2;
    });
    expect(read).toEqual(['n']);
  });
});

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

it('a function or {{ }} is no expression', () => {
  expect([isExpression('a > 1'), isExpression(' '), isExpression(3), isExpression('{{ $self.value }}')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

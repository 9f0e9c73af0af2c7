import { describe, expect, it, vi } from 'vitest';
import { namePathsIn } from '../../src/expressions/namePaths.ts';
import { checkExpression, compileExpression, namesIn, readsIn } from '../../src/expressions/expressions.ts';
import type { ExpressionTypes } from '../../src/expressions/types.ts';
import fc from '../support/fc.ts';
import { types, run, said } from './expressionScope.ts';

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

  it('are told by isEmpty where the key is no plain name', () => {
    const named = { form: { fields: { 'a-b': 'double', 'f-g': 'bool' } } } as const;
    const isEmpty = (key: string, form: object): unknown =>
      compileExpression(`isEmpty(form["${key}"])`, named)((name) => ({ form })[name]);
    expect([isEmpty('a-b', {}), isEmpty('a-b', { 'a-b': 0 })]).toEqual([true, false]);
    expect(['', '0', '1'].map((value) => isEmpty('f-g', { 'f-g': value }))).toEqual([true, false, false]);
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
    ['text(n, 1) + " MPa"', '5.0 MPa'],
    ['text(2.145, 2)', '2.15'],
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

  it.each(['UTC', 'America/New_York', 'Pacific/Kiritimati'])('today is the office’s day in a browser of %s', (zone) => {
    vi.stubEnv('TZ', zone);
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 30, 16, 30), toFake: ['Date'] });
    try {
      expect(run('today()')).toBe('2026-12-01');
      expect(run('daysUntil("2026-12-03")')).toBe(2);
      expect(run('thisMonth()')).toEqual(['2026-12-01', '2026-12-31']);
    } finally {
      vi.useRealTimers();
      vi.unstubAllEnvs();
    }
  });

  it.each([
    'double(rows.filter(r, daysUntil(r.at) < 1.0).size()) + k',
    'double(rows.filter(r, within(r.at, thisMonth())).size()) + k',
  ])('%s, computed for each row, is computed anew on the next day', (text) => {
    const types: ExpressionTypes = { k: 'double', rows: { rows: { at: 'string' } } };
    const values: Readonly<Record<string, unknown>> = { k: 1, rows: [{ at: '2026-12-01' }] };
    const evaluate = compileExpression(text, types, new Set(['k']));
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 30, 4), toFake: ['Date'] });
    try {
      const before = evaluate((name) => values[name]);
      vi.setSystemTime(Date.UTC(2026, 11, 1, 4));
      expect([before, evaluate((name) => values[name])]).toEqual([1, 2]);
    } finally {
      vi.useRealTimers();
    }
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

  it('that cel.bind gives are replaced by what they stand for', () => {
    expect(namePathsIn('cel.bind(x, a + b, x * 2)')).toEqual([['a'], ['b']]);
    expect(namePathsIn('cel.bind(c, contract, c.customer)')).toEqual([['contract'], ['contract', 'customer']]);
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

it('a member of an untyped value is read by whatever it is called, also where the engine keeps the word', () => {
  const read = (text: string): unknown =>
    compileExpression(text, { row: 'dyn' })(() => ({ type: 'dept', 类型: '部门', list: [1], in: { map: 'x' } }));
  expect(read("row.type == 'dept'")).toBe(true);
  expect(read("row.类型 == '部门' && row['type'] == 'dept'")).toBe(true);
  expect(read('row.list')).toEqual([1]);
  // nothing is added to what the author sees
  expect(read('size(row)')).toBe(4);
  expect(Object.keys(read('row') as object)).toEqual(['type', '类型', 'list', 'in']);
});

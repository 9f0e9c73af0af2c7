import { describe, expect, it } from 'vitest';
import { MAX_WORK, withinWork } from '../../src/domain/workBudget.ts';
import { readPattern } from '../../src/safeRegex/safePattern.ts';
import { matches } from '../../src/safeRegex/match.ts';
import { compileRegex } from '../../src/safeRegex/program.ts';
import { readRegex } from '../../src/safeRegex/tree.ts';
import fc from '../support/fc.ts';

const test = (pattern: string, text: string): boolean | string => {
  const read = readPattern(pattern);
  return read.ok ? read.test(text) : read.detail;
};

/** The automaton's answer, also for patterns that run natively. */
function linear(source: string, text: string, flags = ''): boolean {
  const tree = readRegex(source, flags);
  const program = tree && compileRegex(tree);
  if (!program) throw new Error(`not read: ${source}`);
  return matches(program, text, flags.includes('u'));
}

/**
 * The engine's answer, asked at each character: `test` alone also looks between the two halves of one (a fault of some V8),
 * where the language never does.
 */
function engine(source: string, text: string, flags: string): boolean {
  const expression = new RegExp(source, `${flags}y`);
  const starts = [0];
  for (const char of flags.includes('u') ? text : text.split('')) starts.push((starts.at(-1) ?? 0) + char.length);
  return starts.some((start) => {
    expression.lastIndex = start;
    return expression.test(text);
  });
}

const MAIL = '/^([a-zA-Z0-9]+[_|\\_|\\.]?)*[a-zA-Z0-9]+@([a-zA-Z0-9]+[_|\\_|\\.]?)*[a-zA-Z0-9]+\\.[a-zA-Z]{2,3}$/';

/** Patterns found in real forms: what each must take and must not. */
const REAL: [string, string[], string[]][] = [
  ['/^1(3|4|5|7|8|9)\\d{9}$/', ['13800138000'], ['12800138000', '1380013800', '138001380001']],
  ['/^1[3-9]\\d{9}$/', ['19912345678'], ['29912345678']],
  [MAIL, ['li.si@example.com', 'a_b@mail.cn'], ['li.si@', '@example.com', 'a b@c.com']],
  ['^\\w+([-+.]\\w+)*@\\w+([-.]\\w+)*\\.\\w+([-.]\\w+)*$', ['a.b-c@d.e.com'], ['a.b@', 'a@b']],
  [
    '/(^\\d{15}$)|(^\\d{18}$)|(^\\d{17}(\\d|X|x)$)/',
    ['11010519491231002X', '110105491231002'],
    ['1101054912310', '11010519491231002Y'],
  ],
  [
    '^[1-9]\\d{5}(18|19|20)\\d{2}((0[1-9])|(1[0-2]))(([0-2][1-9])|10|20|30|31)\\d{3}[0-9Xx]$',
    ['11010519491231002X'],
    ['010105194912310021'],
  ],
  ['^[\\u4e00-\\u9fa5]{2,20}$', ['王小明'], ['王', 'Wang']],
  ['^(?=.*\\d)(?=.*[a-z])(?=.*[A-Z]).{8,16}$', ['Demo2026x'], ['demo2026', 'DEMO2026']],
  ['^(?![0-9]+$)(?![a-zA-Z]+$)[0-9A-Za-z]{8,16}$', ['abcd1234'], ['abcdefgh', '12345678']],
  ['^-?\\d+(\\.\\d{1,2})?$', ['-3.14', '7'], ['3.', '3.141']],
  [
    '/^(?:(?:https?|ftp):\\/\\/)?(?:[\\da-z.-]+)\\.(?:[a-z.]{2,6})(?:[\\/\\w .-]*)*\\/?$/',
    ['https://a.example.cn/x/y'],
    ['http//'],
  ],
  [
    '/^((ht|f)tps?:\\/\\/)?[\\w-]+(\\.[\\w-]+)+([\\w\\-.,@?^=%&:/~+#]*[\\w\\-@?^=%&/~+#])?$/',
    ['www.example.com/a?b=1'],
    ['x'],
  ],
  ['/^0\\d{2,3}-?\\d{7,8}$/', ['010-12345678'], ['10-12345678']],
  [
    '/^[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼使领][A-Z][A-HJ-NP-Z0-9]{4,5}[A-HJ-NP-Z0-9挂学警港澳]$/',
    ['京A12345', '粤B1234挂'],
    ['京a12345'],
  ],
  ['^[0-9A-HJ-NPQRTUWXY]{2}\\d{6}[0-9A-HJ-NPQRTUWXY]{10}$', ['91350100M000100Y43'], ['9135010OM000100Y43']],
  ['/^(\\d+\\.)+\\d+$/', ['1.2.3'], ['1', '1..2']],
  ['/^\\d{4}-(0?[1-9]|1[0-2])-((0?[1-9])|((1|2)[0-9])|30|31)$/', ['2026-2-28'], ['2026-13-01']],
  ['/\\bfoo\\b/i', ['a FOO b'], ['afoo']],
];

describe('a pattern', () => {
  it('is the text of a literal with flags, or a bare source', () => {
    expect([test('/^ab$/i', 'AB'), test('^ab$', 'AB'), test('/a/g', 'a'), test('/a/g', 'a')]).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });

  it.each(REAL)('of a real form is taken and judges rightly: %s', (pattern, good, bad) => {
    for (const text of good) expect(test(pattern, text), text).toBe(true);
    for (const text of bad) expect(test(pattern, text), text).toBe(false);
  });

  it.each([
    '^(https?|ftp)://[^\\s]+$',
    '^\\d{17}[\\dXx]$',
    '^(\\d|[a-z])+$',
    '^([a-z0-9]+\\.)*com$',
    '(\\d{1,3}\\.){3}\\d{1,3}',
    '/^[\\s\\S]{0,500}$/',
    '^.{1,2000}$',
  ])('of everyday use is taken: %s', (pattern) => {
    expect(readPattern(pattern).ok).toBe(true);
  });

  it.each([
    '(a+)+$',
    '^(a|a)*$',
    '(x+x+)+y',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '^(.*)*$',
    '(?:a{1,60})+b',
    '((a{2})*)*b',
    '(a?){50}a{50}',
    '(a{0,50}){50}b',
    'a*a*a*a*b',
    MAIL,
    '^(\\w+\\s?)*$',
    '(.*a){20}',
    '^((a|b|ab)*)*c$',
    '(?=(a+)+b)a*c',
    '^([a-z]+)*(?<!(x+x+)+y)$',
    '(\\d+)*-(\\d+)*-(\\d+)*$',
  ])('that would never end on a backtracking engine answers within bounded work: %s', (pattern) => {
    const read = readPattern(pattern);
    if (!read.ok) throw new Error(read.detail);
    // processor time: the machine may be busy with something else
    const before = process.cpuUsage().user;
    for (const text of ['a'.repeat(3000), `${'ab'.repeat(1500)}!`, `${'x'.repeat(200)}!`, `${'1'.repeat(3000)}-`])
      read.test(text);
    expect(process.cpuUsage().user - before).toBeLessThan(3_000_000);
  });

  it.each([
    ['^(?:文文*)+$', '文'],
    ['^(?:éé*)+$', 'é'],
    ['(é|é)*$', 'é'],
    ['^(?:[文-龥][一-龥]*)+$', '文'],
    ['^(?:\\u6587\\u6587*)+$', '文'],
    ['/^(?:\\p{L}é*)+$/u', 'é'],
    ['/^(?:😀😀*)+$/u', '😀'],
    ['/^(?:éÉ*)+$/i', 'é'],
    ['^(?:[^\\u4e00-\\u9fa5][^一-龥]*)+$', 'é'],
    ['^(?:[^][^]*)+$', 'é'],
    ['^(?:\\cA\\cA*)+$', '\u0001'],
    ['(?:a?){10}(?:a?){10}a{20}b', 'a'],
    ['(\\d+)-(\\d+)$', '1'],
    ['[a-z0-9]+@[a-z0-9]+', '1'],
  ])(
    'that shares text only beyond ASCII, or begins anywhere in a long one, answers within bounded work: %s',
    (pattern, char) => {
      const read = readPattern(pattern);
      if (!read.ok) throw new Error(read.detail);
      const before = process.cpuUsage().user;
      for (const length of [28, 400, 3000, 19_000]) read.test(`${char.repeat(length)}!`);
      expect(process.cpuUsage().user - before).toBeLessThan(3_000_000);
    },
  );

  it('is charged to a save, so that many long texts together cost no more than formulas may', () => {
    const read = readPattern('(\\d+)-(\\d+)$');
    if (!read.ok) throw new Error(read.detail);
    const texts = (length: number, count: number) =>
      withinWork(MAX_WORK, () => {
        for (let index = 0; index < count; index += 1) read.test('1'.repeat(length));
      }).isOver;
    expect([texts(20, 100_000), texts(20_000, 100), texts(20_000, 1_200)]).toEqual([false, false, true]);
    // elsewhere one text is one matter
    expect(read.test('1-1')).toBe(true);
  });

  it.each(['(a)\\1+', '[', '(?<n>a)\\k<n>', 'x'.repeat(2001), '((a{1,99}){1,99}){1,99}'])(
    'that is none, looks back at what it took, or counts without end, is refused: %s',
    (pattern) => {
      expect(readPattern(pattern).ok).toBe(false);
    },
  );

  it('answers on the automaton as the engine itself does', () => {
    const atom = fc.constantFrom(
      'a',
      '\\w',
      '\\d',
      '.',
      '[ab]',
      '[^a]',
      'b',
      '(a|b)',
      '(?:ab|)',
      '\\s',
      '-',
      '^',
      '$',
      '\\b',
      '\\B',
      '(?=a)',
      '(?!b)',
      '(?<=a)',
      '(?<!ab)',
      '(?=.*1)',
      '中',
    );
    const repeat = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '{2,}', '*?');
    const piece = fc
      .tuple(atom, repeat)
      .map(([one, times]) => (/^(\^|\$|\\[bB]|\(\?<?[=!])/.test(one) ? one : one + times));
    const group = fc
      .tuple(fc.array(piece, { minLength: 1, maxLength: 3 }), repeat)
      .map(([inner, times]) => `(${inner.join('')})${times}`);
    const source = fc.array(fc.oneof(piece, group), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
    const text = fc
      .array(fc.constantFrom('a', 'b', '1', '-', ' ', 'A', '\n', '中', '😀'), { maxLength: 7 })
      .map((chars) => chars.join(''));
    fc.assert(
      fc.property(source, text, fc.constantFrom('', 'i', 'u', 'm', 's', 'iu'), (given, value, flags) => {
        expect(linear(given, value, flags), `/${given}/${flags} on ${JSON.stringify(value)}`).toBe(
          engine(given, value, flags),
        );
      }),
      { numRuns: 3000 },
    );
  });

  it('that is taken answers quickly on any text, built from any pieces', () => {
    const atom = fc.constantFrom(
      'a',
      '\\w',
      '\\d',
      '.',
      '[ab]',
      '[^a]',
      'b',
      '(a|b)',
      '(ab)',
      '\\s',
      '(?:a)',
      '-',
      '文',
      '[文-龥]',
      '[^中]',
      '(?:文|é)',
    );
    const repeat = fc.constantFrom('', '*', '+', '?', '{2}', '{1,3}', '{2,}', '{0,40}', '*?', '+?');
    const piece = fc.tuple(atom, repeat).map((parts) => parts.join(''));
    const group = fc
      .tuple(fc.array(piece, { minLength: 1, maxLength: 3 }), repeat)
      .map(([inner, times]) => `(${inner.join('')})${times}`);
    const pattern = fc
      .array(fc.oneof(piece, group), { minLength: 1, maxLength: 5 })
      .map((parts) => `^${parts.join('')}$`);
    fc.assert(
      fc.property(pattern, fc.constantFrom('a', 'ab', 'a1', '1', 'aab', '文', '文é'), (source, unit) => {
        // processor time: the machine may be busy with something else
        const before = process.cpuUsage().user;
        for (const length of [30, 300, 2000]) test(source, `${unit.repeat(length / unit.length)}!`);
        return process.cpuUsage().user - before < 1_500_000;
      }),
      { numRuns: 300 },
    );
  });
});

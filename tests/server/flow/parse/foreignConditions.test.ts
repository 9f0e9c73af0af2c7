import { describe, expect, it } from 'vitest';
import { checkExpression } from '../../../../src/expressions/expressions.ts';
import { translateCondition } from '../../../../src/server/flow/parse/parseCondition.ts';
import fc from '../../../support/fc.ts';

describe('a condition of another engine', () => {
  it.each([
    ['${approved == true && amount >= 1000}', 'approved == true && amount >= 1000'],
    ['${!rejected}', '!rejected'],
    ["${type eq 'A'}", "type == 'A'"],
    ['#{amount mod 2 == 0 and amount div 2 gt 3}', 'amount % 2 == 0 && amount / 2 > 3'],
    ['${days.compareTo(3) > 0}', 'days > 3'],
    ['${days.compareTo(3) == -1}', 'days < 3'],
    ['${a.compareTo(b) != 0 || c}', 'a != b || c'],
    ['${empty reason}', 'isEmpty(reason)'],
    ['${!empty list}', '!isEmpty(list)'],
    ['${not empty a and b}', '!isEmpty(a) && b'],
    ["${reason != null && reason != ''}", "!isEmpty(reason) && reason != ''"],
    ['${list.contains("x")}', 'list.contains("x")'],
    ["${!type.equals('A')}", "!(type == 'A')"],
    ["${'通过'.equals(结果)}", "'通过' == 结果"],
    ["${execution.getVariable('amount') > 10}", 'amount > 10'],
    ['${var:eq(type, "A")}', 'type == "A"'],
    ["${vars:getOrDefault('n', 0) > 5}", '(isEmpty(n) ? 0 : n) > 5'],
    ['${StringUtils.isNotBlank(reason)}', '!isEmpty(reason)'],
    ['${Integer.parseInt(days) >= 3L}', 'number(days) >= 3'],
    ['${Boolean.TRUE.equals(ok)}', 'ok == true'],
    ['${fn:contains(type, "A")}', 'type.contains("A")'],
    ['${a} && ${b > 1}', 'a && b > 1'],
    ['${amount &gt;= 3}', 'amount >= 3'],
    ['${a == 1 ? b : !c}', 'a == 1 ? b : !c'],
    ['${reason.length() gt 5}', 'size(reason) > 5'],
    ['return order.getAmount() < 1 && !paid;', 'order.amount < 1 && !paid'],
    ["${(a || b) and c == 'x and y'}", "(a || b) && c == 'x and y'"],
    ['${a - (b - c) > 0}', 'a - (b - c) > 0'],
    ['= amount = 1 and not(kind != "a = b")', 'amount == 1 && !(kind != "a = b")'],
    ['= n in [1..5) or kind in ("a", "b")', 'n >= 1 && n < 5 || kind in ["a", "b"]'],
    ['= if a then b = 1 else c', 'a ? b == 1 : c'],
    ['= list contains(all, "x") and string length(s) > 2', 'all.contains("x") && size(s) > 2'],
    ['= n between 1 and 3 and is defined(x)', 'n >= 1 && n <= 3 && !isEmpty(x)'],
  ])('%s means %s', (theirs, ours) => {
    expect(translateCondition(theirs)).toBe(ours);
  });

  it.each([
    '${bean.check(execution)}',
    '${type.equalsIgnoreCase("a")}',
    '${a}${b}',
    '${execution.currentActivityId == "x"}',
    '${a = 1}',
    '${a > 1 > 2}',
    '${new Date()}',
    '${a.compareTo(b)}',
    '${days.compareTo(3) > 1}',
    '${}',
    '${a &&}',
    '= date("2026-01-01") > x',
    '${x -> x}',
    '${a; b}',
    'println(1)',
    `\${${'('.repeat(500)}a${')'.repeat(500)}}`,
  ])('%s is not guessed at', (theirs) => {
    expect(translateCondition(theirs)).toBeNull();
  });

  it('is not written longer than one of ours may be, however often it says a part twice', () => {
    const within = (times: number): string => `= ${'('.repeat(times)}n${' between 1 and 2)'.repeat(times)}`;
    expect(translateCondition(within(3))?.length).toBeGreaterThan(40);
    expect(translateCondition(within(11))).toBeNull();
  });

  it('of any text is null or an expression that can be read, and never throws', () => {
    const piece = fc.constantFrom(
      'a',
      '金额',
      '1',
      '2.5',
      "'x'",
      '"y"',
      'and',
      '||',
      '!',
      'not ',
      'empty ',
      '(',
      ')',
      '[',
      ']',
      '..',
      '.',
      ',',
      '?',
      ':',
      '==',
      '=',
      '>',
      'compareTo',
      'equals(',
      '${',
      '}',
      ' ',
      'in',
      'if',
      'then',
      '-',
      '\\',
      '§',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), fc.boolean(), (pieces, isFeel) => {
        const text = isFeel ? `= ${pieces.join('')}` : `\${${pieces.join('')}}`;
        const ours = translateCondition(text);
        if (ours !== null)
          expect({
            text,
            ours,
            codes: checkExpression(ours, {})
              .map(({ code }) => code)
              .filter((code) => code !== 'DOC_EXPRESSION_NAME'),
          }).toEqual({ text, ours, codes: [] });
      }),
      { numRuns: 2000 },
    );
  });
});

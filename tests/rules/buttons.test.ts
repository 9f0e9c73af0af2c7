import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isRowButtonShown, type ButtonConfig } from '../../src/rules/buttons.ts';
import { isConditionMet } from '../../src/rules/conditions.ts';
import { RuleError } from '../../src/rules/ruleError.ts';
import { situation } from '../kernel/support.ts';

interface Case {
  title: string;
  button: ButtonConfig;
  row: Record<string, unknown>;
  todo?: '0' | '1';
  shown: boolean;
}
const cases = JSON.parse(readFileSync('tests/fixtures/kernel/conditions/cases.json', 'utf8')) as Case[];

describe('a row operation button (OP-005…009)', () => {
  it.each(cases)('$title', ({ button, row, todo = '1', shown }) => {
    expect(isRowButtonShown(button, row, situation({ todo, taskNode: '部门负责人' }))).toBe(shown);
  });

  it.each(['=', '===', '~', 'like', 'constructor'])(
    'refuses the unknown operator “%s” instead of taking it for true',
    (operator) => {
      expect(() =>
        isRowButtonShown(
          { keyCondition: 'a', keyConditionValue: '1', keyConditionExp: operator },
          { a: '1' },
          situation({ todo: '1' }),
        ),
      ).toThrow(RuleError);
      expect(() => isConditionMet('1', operator, '1')).toThrow(RuleError);
    },
  );
});

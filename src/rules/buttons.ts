import { holds } from './conditions.ts';
import type { Situation } from './situation.ts';

/** What the rules read of a button of an operation column (OP-002…008). */
export interface ButtonConfig {
  keyCondition?: string;
  keyConditionValue?: string;
  keyConditionExp?: string;
  nodeCondition?: string;
}

/** Kept by position: an empty part between two commas is a part. */
const parts = (text: string | undefined): string[] => (text ?? '').split(/[,，]/).map((part) => part.trim());

export interface KeyCondition {
  key: string;
  operator: string;
  value: string;
}

/** The three comma lists paired by position; a missing operator is ==, a missing value ''. */
export function keyConditions(button: ButtonConfig): KeyCondition[] {
  if ((button.keyCondition ?? '').trim() === '') return [];
  const values = parts(button.keyConditionValue);
  const operators = parts(button.keyConditionExp);
  return parts(button.keyCondition).map((key, index) => ({
    key,
    operator: operators[index] || '==',
    value: values[index] ?? '',
  }));
}

/**
 * OP-009: all key conditions hold, the button's node equals the current one (an empty node is any node, OD-043),
 * and the form was opened from a current to-do. Throws RuleError on an unknown operator.
 */
export function isRowButtonShown(
  button: ButtonConfig,
  row: Readonly<Record<string, unknown>>,
  situation: Situation,
): boolean {
  const node = (button.nodeCondition ?? '').trim();
  const areKept = keyConditions(button).every(({ key, operator, value }) => holds(row[key], operator, value));
  return areKept && (node === '' || node === situation.taskNode) && situation.todo === '1';
}

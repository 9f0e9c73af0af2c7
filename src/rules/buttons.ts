import { isConditionMet } from './conditions.ts';
import type { Situation } from './situation.ts';

/** The properties of an operation-column button that the rules use (OP-002…008). */
export interface ButtonConfig {
  keyCondition?: string;
  keyConditionValue?: string;
  keyConditionExp?: string;
  nodeCondition?: string;
  eventType?: string;
}

/** Splits at commas; empty parts are kept, since the position of a part matters. */
const splitParts = (text: string | undefined): string[] => (text ?? '').split(/[,，]/).map((part) => part.trim());

/** A condition on one value of a row. */
export interface KeyCondition {
  key: string;
  operator: string;
  value: string;
}

/** Pairs the three comma-separated lists by position; a missing operator is ==, a missing value ''. */
export function keyConditions(button: ButtonConfig): KeyCondition[] {
  if ((button.keyCondition ?? '').trim() === '') return [];
  const values = splitParts(button.keyConditionValue);
  const operators = splitParts(button.keyConditionExp);
  return splitParts(button.keyCondition).map((key, index) => ({
    key,
    operator: operators[index] || '==',
    value: values[index] ?? '',
  }));
}

/**
 * OP-009: returns true if all key conditions are met, the button's node equals the current one (an empty node is any
 * node, OD-043), and the form was opened from an open to-do. Throws RuleError on an unknown operator.
 */
export function isRowButtonShown(
  button: ButtonConfig,
  row: Readonly<Record<string, unknown>>,
  situation: Situation,
): boolean {
  const requiredNode = (button.nodeCondition ?? '').trim();
  const areConditionsMet = keyConditions(button).every(({ key, operator, value }) =>
    isConditionMet(row[key], operator, value),
  );
  return areConditionsMet && (requiredNode === '' || requiredNode === situation.taskNode) && situation.todo === '1';
}

/**
 * OP-005…009: returns true if the configured buttons of the operation column allow copying or removing the row. In a
 * to-do, buttons that are configured for this event replace the standard button: at least one of them must be shown by
 * its conditions. Without such buttons, and outside of a to-do, nothing is restricted. An unknown operator counts as an
 * unmet condition.
 */
export function isRowEventAllowed(
  buttons: readonly ButtonConfig[],
  event: 'copy' | 'remove',
  row: Readonly<Record<string, unknown>>,
  situation: Situation,
): boolean {
  const configured = buttons.filter(({ eventType }) => eventType === event);
  if (configured.length === 0 || situation.todo !== '1') return true;
  return configured.some((button) => {
    try {
      return isRowButtonShown(button, row, situation);
    } catch {
      return false;
    }
  });
}

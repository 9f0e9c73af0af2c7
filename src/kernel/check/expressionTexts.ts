import type { AnyNode } from '../../grammar/nodes.ts';
import type { ValueType } from '../../expressions/index.ts';

/** Keys that hold a yes-or-no expression. */
export const CONDITION_KEYS = ['visibleWhen', 'editableWhen', 'requiredWhen'] as const;
export type ExpressionKey = (typeof CONDITION_KEYS)[number] | 'computed';

export interface ExpressionText {
  key: ExpressionKey;
  text: string;
  expected: ValueType;
}

/** Returns the expressions of one node with the type that each must return. */
export function expressionTexts(node: AnyNode, valueType: ValueType): ExpressionText[] {
  const texts = node as Partial<Record<ExpressionKey, string>>;
  const conditions = CONDITION_KEYS.map((key) => ({ key, text: texts[key] ?? '', expected: 'bool' as ValueType }));
  return [...conditions, { key: 'computed' as const, text: texts.computed ?? '', expected: valueType }].filter(
    ({ text }) => text !== '',
  );
}

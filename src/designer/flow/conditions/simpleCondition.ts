import { LITERAL_SOURCE, literalOf, valueOfLiteral, type LiteralValue } from '../../document/literals.ts';

/** One comparison of a condition that can be edited without typing an expression. */
export interface Term {
  field: string;
  op: Op;
  value: LiteralValue;
}
export type Op = '==' | '!=' | '>' | '>=' | '<' | '<=' | 'contains';
/** Comparisons that are joined by one operator. */
export interface SimpleCondition {
  join: '&&' | '||';
  terms: readonly Term[];
}

export const OPERATORS: readonly { value: Op; label: string }[] = [
  { value: '==', label: '等于' },
  { value: '!=', label: '不等于' },
  { value: '>', label: '大于' },
  { value: '>=', label: '大于等于' },
  { value: '<', label: '小于' },
  { value: '<=', label: '小于等于' },
  { value: 'contains', label: '包含' },
];

/** Returns the expression of a condition. */
export const formatCondition = ({ join, terms }: SimpleCondition): string =>
  terms
    .map(({ field, op, value }) =>
      op === 'contains' ? `${field}.contains(${literalOf(value)})` : `${field} ${op} ${literalOf(value)}`,
    )
    .join(` ${join} `);

/** Pattern of the name of a field, or of a member of the scope (`user.roles`). */
const NAME_PATTERN = String.raw`([A-Za-z_$一-龥][\w$一-龥]*(?:\.(?!contains\()[A-Za-z_$一-龥][\w$一-龥]*)*)`;
const COMPARISON = new RegExp(`^${NAME_PATTERN}\\s*(==|!=|>=|<=|>|<)\\s*${LITERAL_SOURCE}$`);
const CONTAINS_CALL = new RegExp(`^${NAME_PATTERN}\\.contains\\(\\s*${LITERAL_SOURCE}\\s*\\)$`);

/** Splits a text at an operator outside quotes. */
function splitAtOperator(text: string, operator: '&&' | '||'): string[] {
  const parts = [''];
  for (const piece of text.match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|&&|\|\||[^'"&|]+|[&|'"]/g) ?? []) {
    if (piece === operator) parts.push('');
    else parts[parts.length - 1] += piece;
  }
  return parts.map((part) => part.trim());
}

/** Reads a condition of comparisons joined by one operator; null for any other condition. */
export function readSimpleCondition(text: string): SimpleCondition | null {
  const trimmed = text.trim();
  if (trimmed === '') return { join: '&&', terms: [] };
  for (const join of ['&&', '||'] as const) {
    const terms = splitAtOperator(trimmed, join).map((part): Term | null => {
      const comparison = COMPARISON.exec(part);
      if (comparison)
        return {
          field: comparison[1] as string,
          op: comparison[2] as Op,
          value: valueOfLiteral(comparison[3] as string),
        };
      const containsCall = CONTAINS_CALL.exec(part);
      return containsCall
        ? { field: containsCall[1] as string, op: 'contains', value: valueOfLiteral(containsCall[2] as string) }
        : null;
    });
    if (terms.every((term) => term !== null)) return { join, terms };
  }
  return null;
}

interface FieldLabels {
  key: string;
  label: string;
  options: readonly { label: string; value: unknown }[] | null;
}

/** Describes a condition in Chinese; a condition that is not simple is returned unchanged. */
export function describeCondition(text: string, fields: readonly FieldLabels[]): string {
  const condition = readSimpleCondition(text);
  if (!condition) return text;
  return condition.terms
    .map(({ field, op, value }) => {
      const info = fields.find(({ key }) => key === field);
      const valueLabel =
        info?.options?.find((option) => option.value === value)?.label ??
        (typeof value === 'boolean' ? (value ? '是' : '否') : String(value));
      return `${info?.label ?? field} ${OPERATORS.find((operator) => operator.value === op)?.label ?? op} ${valueLabel}`;
    })
    .join(condition.join === '&&' ? ' 且 ' : ' 或 ');
}

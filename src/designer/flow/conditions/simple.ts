import { LITERAL, literalOf, valueOfLiteral, type Literal } from '../../document/literals.ts';

/** One comparison of a condition that is made by choosing, not by typing. */
export interface Term {
  field: string;
  op: Op;
  value: Literal;
}
export type Op = '==' | '!=' | '>' | '>=' | '<' | '<=' | 'contains';
export interface Simple {
  join: '&&' | '||';
  terms: readonly Term[];
}

export const OPS: readonly { value: Op; label: string }[] = [
  { value: '==', label: '等于' },
  { value: '!=', label: '不等于' },
  { value: '>', label: '大于' },
  { value: '>=', label: '大于等于' },
  { value: '<', label: '小于' },
  { value: '<=', label: '小于等于' },
  { value: 'contains', label: '包含' },
];

export const conditionOf = ({ join, terms }: Simple): string =>
  terms
    .map(({ field, op, value }) =>
      op === 'contains' ? `${field}.contains(${literalOf(value)})` : `${field} ${op} ${literalOf(value)}`,
    )
    .join(` ${join} `);

/** A field, or a part of what is looked at (`user.roles`). */
const NAME = String.raw`([A-Za-z_$一-龥][\w$一-龥]*(?:\.(?!contains\()[A-Za-z_$一-龥][\w$一-龥]*)*)`;
const COMPARED = new RegExp(`^${NAME}\\s*(==|!=|>=|<=|>|<)\\s*${LITERAL}$`);
const CONTAINED = new RegExp(`^${NAME}\\.contains\\(\\s*${LITERAL}\\s*\\)$`);

/** Splits at a word outside of quotes. */
function split(text: string, word: '&&' | '||'): string[] {
  const parts = [''];
  for (const piece of text.match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|&&|\|\||[^'"&|]+|[&|'"]/g) ?? []) {
    if (piece === word) parts.push('');
    else parts[parts.length - 1] += piece;
  }
  return parts.map((part) => part.trim());
}

/** A condition as comparisons joined in one way; null when it says more than that. */
export function readSimple(text: string): Simple | null {
  const given = text.trim();
  if (given === '') return { join: '&&', terms: [] };
  for (const join of ['&&', '||'] as const) {
    const terms = split(given, join).map((part): Term | null => {
      const compared = COMPARED.exec(part);
      if (compared)
        return { field: compared[1] as string, op: compared[2] as Op, value: valueOfLiteral(compared[3] as string) };
      const contained = CONTAINED.exec(part);
      return contained
        ? { field: contained[1] as string, op: 'contains', value: valueOfLiteral(contained[2] as string) }
        : null;
    });
    if (terms.every((term) => term !== null)) return { join, terms };
  }
  return null;
}

interface Named {
  key: string;
  label: string;
  options: readonly { label: string; value: unknown }[] | null;
}

/** A condition in words for people; what is not simple stays as it is written. */
export function conditionWords(text: string, fields: readonly Named[]): string {
  const simple = readSimple(text);
  if (!simple) return text;
  return simple.terms
    .map(({ field, op, value }) => {
      const info = fields.find(({ key }) => key === field);
      const word =
        info?.options?.find((option) => option.value === value)?.label ??
        (typeof value === 'boolean' ? (value ? '是' : '否') : String(value));
      return `${info?.label ?? field} ${OPS.find((one) => one.value === op)?.label ?? op} ${word}`;
    })
    .join(simple.join === '&&' ? ' 且 ' : ' 或 ');
}

import type { FieldInfo } from '../panel/design.ts';

/** Returns the texts of all conditions of a process file, one per line. */
export const allConditionsText = (text: string): string =>
  [...text.matchAll(/<(?:[\w-]+:)?conditionExpression\b[^>]*>([\s\S]*?)<\//g)]
    .map((match) => match[1] ?? '')
    .join('\n');

/** Returns the fields on whose values a trial depends: fields that conditions and candidates of the process read. */
export function fieldsForTrial(text: string, fields: readonly FieldInfo[]): FieldInfo[] {
  const candidateExpressions = [...text.matchAll(/type="(?:field|expression|deptLeader)"\s+value="([^"]*)"/g)]
    .map((match) => match[1] ?? '')
    .join('\n');
  const identifiers = new Set(
    `${allConditionsText(text)}\n${candidateExpressions}`.match(/[A-Za-z_$一-龥][\w$一-龥]*/g) ?? [],
  );
  return fields.filter(({ key, columns }) => columns === null && identifiers.has(key));
}

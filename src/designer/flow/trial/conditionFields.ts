import type { FieldInfo } from '../panel/design.ts';

/** The texts of all conditions of a process file, one after the other. */
export const conditionsIn = (text: string): string =>
  [...text.matchAll(/<(?:[\w-]+:)?conditionExpression\b[^>]*>([\s\S]*?)<\//g)]
    .map((match) => match[1] ?? '')
    .join('\n');

/** Fields that its conditions and holders name: what a trial must know to find its way. */
export function fieldsAsked(text: string, fields: readonly FieldInfo[]): FieldInfo[] {
  const people = [...text.matchAll(/type="(?:field|expression)"\s+value="([^"]*)"/g)]
    .map((match) => match[1] ?? '')
    .join('\n');
  const words = new Set(`${conditionsIn(text)}\n${people}`.match(/[A-Za-z_$一-龥][\w$一-龥]*/g) ?? []);
  return fields.filter(({ key, columns }) => columns === null && words.has(key));
}

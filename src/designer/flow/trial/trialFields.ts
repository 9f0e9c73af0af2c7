import type { FieldInfo } from '../panel/design.ts';

/** Returns the texts of all conditions of a process file, one per line. */
export const allConditionsText = (bpmnText: string): string =>
  [...bpmnText.matchAll(/<(?:[\w-]+:)?conditionExpression\b[^>]*>([\s\S]*?)<\//g)]
    .map((match) => match[1] ?? '')
    .join('\n');

/** Returns the fields that conditions or holders of a process file read, so that their values decide a trial run. */
export function fieldsForTrial(bpmnText: string, fields: readonly FieldInfo[]): FieldInfo[] {
  // the value of a holder of these types is or contains a field key
  const holderValues = [...bpmnText.matchAll(/type="(?:field|expression|deptLeader)"\s+value="([^"]*)"/g)]
    .map((match) => match[1] ?? '')
    .join('\n');
  const identifiers = new Set(
    `${allConditionsText(bpmnText)}\n${holderValues}`.match(/[A-Za-z_$一-龥][\w$一-龥]*/g) ?? [],
  );
  return fields.filter(({ key, columns }) => columns === null && identifiers.has(key));
}

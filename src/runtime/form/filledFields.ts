import { companionKey } from '../../domain/companionKey.ts';
import type { CompiledField } from '../../kernel/index.ts';
import { toStoredValue, fillCallOf, mapByNames, type FillCall } from '../../requests/index.ts';

/** A value that a related record provides for a field that the relation fills. */
export interface FilledField {
  field: CompiledField;
  value: unknown;
  label: string;
}

/**
 * Returns the values in the answer to a relation's call, converted to the stored types. Leaves out values that cannot
 * be converted to the type of their field.
 */
export function filledFields(
  answer: unknown,
  { names }: FillCall,
  fieldOf: (key: string) => CompiledField | undefined,
): FilledField[] {
  const valuesByKey = mapByNames(answer, names);
  return Object.entries(valuesByKey).flatMap(([key, answerValue]): FilledField[] => {
    const field = fieldOf(key);
    if (!field) return [];
    const isEmpty = answerValue === null || answerValue === '';
    const value = isEmpty ? (field.definition.emptyValue ?? null) : toStoredValue(field, answerValue);
    return value === undefined ? [] : [{ field, value, label: String(valuesByKey[companionKey(key)] ?? '') }];
  });
}

/**
 * Returns the current values, with their labels, of the fields that the field `sourceKey` fills, and of the fields that
 * these fill in turn. Leaves out computed fields.
 */
export function valuesFilledBy(
  sourceKey: string,
  values: Readonly<Record<string, unknown>>,
  fieldOf: (key: string) => CompiledField | undefined,
): Record<string, unknown> {
  const filledKeys = new Set<string>();
  const addFieldsFilledBy = (key: string): void => {
    const field = fieldOf(key);
    const directlyFilledKeys = field ? Object.keys(fillCallOf(field.node, fieldOf)?.names ?? {}) : [];
    for (const name of directlyFilledKeys.filter(
      (candidate) => candidate !== sourceKey && !filledKeys.has(candidate),
    )) {
      filledKeys.add(name);
      addFieldsFilledBy(name);
    }
  };
  addFieldsFilledBy(sourceKey);
  const keys = [...filledKeys].filter((key) => fieldOf(key)?.compute === null);
  return Object.fromEntries(keys.flatMap((key) => [key, companionKey(key)].map((name) => [name, values[name]])));
}

import { companionKey } from '../../domain/companionKey.ts';
import type { CompiledField } from '../../kernel/index.ts';
import { asStored, mapByNames, type FillCall } from '../../requests/index.ts';

/** A value that a related record provides for a field that the relation fills. */
export interface FilledField {
  field: CompiledField;
  value: unknown;
  label: string;
}

/**
 * Returns the values in the answer to a relation's call, converted to the stored types. A value that a field cannot
 * hold is left out.
 */
export function filledFields(
  answer: unknown,
  { names }: FillCall,
  fieldOf: (key: string) => CompiledField | undefined,
): FilledField[] {
  const filled = mapByNames(answer, names);
  return Object.entries(filled).flatMap(([key, answered]): FilledField[] => {
    const field = fieldOf(key);
    if (!field) return [];
    const isEmpty = answered === null || answered === '';
    const value = isEmpty ? (field.definition.emptyValue ?? null) : asStored(field, answered);
    return value === undefined ? [] : [{ field, value, label: String(filled[companionKey(key)] ?? '') }];
  });
}

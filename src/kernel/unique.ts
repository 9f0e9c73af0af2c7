import type { FieldNode } from '../grammar/nodes.ts';
import { withoutBlanks } from '../domain/blank.ts';

export type UniqueScope = 'form' | 'unit';

/** Returns whether a field's value must be unique in the whole form or in each unit; null if it need not be. */
export function uniqueScope({ unique }: FieldNode): UniqueScope | null {
  if (unique === undefined || unique === false) return null;
  return unique === true ? 'form' : unique.scope;
}

/**
 * Returns the text by which values are compared for uniqueness, without leading and trailing blanks. Null for an empty
 * value, which may occur several times.
 */
export function uniqueText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? withoutBlanks(value) : (JSON.stringify(value) ?? '');
  return text === '' || text === '[]' ? null : text;
}

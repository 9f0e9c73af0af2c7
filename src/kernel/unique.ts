import type { FieldNode } from '../grammar/nodes.ts';
import { withoutBlanks } from '../domain/blank.ts';

export type UniqueScope = 'form' | 'unit';

/** Returns the records among which a field's value must be unique; null if it need not be. */
export function uniqueScope({ unique }: FieldNode): UniqueScope | null {
  if (unique === undefined || unique === false) return null;
  return unique === true ? 'form' : unique.scope;
}

/**
 * Returns the text by which values are compared for uniqueness, without outer blanks. Null for an empty value, which
 * may occur several times.
 */
export function uniqueText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? withoutBlanks(value) : (JSON.stringify(value) ?? '');
  return text === '' || text === '[]' ? null : text;
}

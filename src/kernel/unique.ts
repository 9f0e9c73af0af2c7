import type { FieldNode } from '../grammar/nodes.ts';
import { withoutBlanks } from '../domain/blank.ts';

export type UniqueScope = 'form' | 'unit';

/** Among which records a field's value may stand once; null: as often as one likes. */
export function uniqueScope({ unique }: FieldNode): UniqueScope | null {
  if (unique === undefined || unique === false) return null;
  return unique === true ? 'form' : unique.scope;
}

/** What is compared: outer blanks do not make another value. Null for nothing, which may repeat. */
export function uniqueText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? withoutBlanks(value) : (JSON.stringify(value) ?? '');
  return text === '' || text === '[]' ? null : text;
}

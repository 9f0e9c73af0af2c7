import type { FormDefinition } from '../../kernel/index.ts';

/** The text to edit of a definition as served: a text (a draft that is no JSON yet) stays as it is. */
export const textOfDefinition = (raw: unknown): string =>
  typeof raw === 'string' ? raw : JSON.stringify(raw ?? {}, null, 2);

/** What a text names its form or screen; null where it does not say. Never throws on half-typed text. */
export function nameIn(text: string): string | null {
  try {
    const { formName, title } = JSON.parse(text) as { formName?: unknown; title?: unknown };
    return [formName, title].find((name): name is string => typeof name === 'string' && name.trim() !== '') ?? null;
  } catch {
    return null;
  }
}

/** What a text says its form's key is; null where it does not say. */
export function keyIn(text: string): string | null {
  try {
    const { formKey } = JSON.parse(text) as { formKey?: unknown };
    return typeof formKey === 'string' && formKey.trim() !== '' ? formKey.trim() : null;
  } catch {
    return null;
  }
}

/** The same document, indented; null when it is no JSON. */
export function formatted(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return null;
  }
}

/** A definition in the canonical form under the key and name it is kept as: its own belong to where it came from. */
export const canonicalText = (
  definition: FormDefinition,
  { formKey, formName }: { formKey: string; formName: string },
): string => JSON.stringify({ ...definition, formKey, formName }, null, 2);

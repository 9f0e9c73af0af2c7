import type { FormDefinition } from '../../kernel/index.ts';

/**
 * Returns the editor text of a definition from the server. A string, which is a draft without valid JSON, is returned
 * unchanged.
 */
export const textOfDefinition = (raw: unknown): string =>
  typeof raw === 'string' ? raw : JSON.stringify(raw ?? {}, null, 2);

/** Returns the name of the form or screen in a text; null if there is none. Never throws. */
export function nameIn(text: string): string | null {
  try {
    const { formName, title } = JSON.parse(text) as { formName?: unknown; title?: unknown };
    return [formName, title].find((name): name is string => typeof name === 'string' && name.trim() !== '') ?? null;
  } catch {
    return null;
  }
}

/** Returns the form key in a text; null if there is none. Never throws. */
export function formKeyIn(text: string): string | null {
  try {
    const { formKey } = JSON.parse(text) as { formKey?: unknown };
    return typeof formKey === 'string' && formKey.trim() !== '' ? formKey.trim() : null;
  } catch {
    return null;
  }
}

/** Indents the text; null if it is not valid JSON. */
export function formatJson(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return null;
  }
}

/**
 * Returns the canonical text of a definition. The key and name of the stored document replace those in the definition,
 * which belong to the system that it comes from.
 */
export const canonicalText = (
  definition: FormDefinition,
  { formKey, formName }: { formKey: string; formName: string },
): string => JSON.stringify({ ...definition, formKey, formName }, null, 2);

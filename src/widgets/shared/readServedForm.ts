import { readCanonicalForm, type FormDefinition, type Vocabulary } from '../../kernel/index.ts';
import type { Result } from '../../domain/problem/index.ts';

/**
 * Reads a form definition from a server. The canonical form of the product's own server is only validated; for any
 * other dialect the importer is loaded. `formKey` overrides the key in the document.
 */
export async function readServedForm(
  raw: unknown,
  vocabulary: Vocabulary,
  formKey: string,
): Promise<Result<FormDefinition>> {
  const canonical = readCanonicalForm(raw, vocabulary);
  if (canonical.ok)
    return canonical.value.formKey === formKey ? canonical : { ...canonical, value: { ...canonical.value, formKey } };
  const { parseFormDefinition } = await import('../../importer/index.ts');
  return parseFormDefinition(raw, vocabulary, { formKey });
}

import {
  referencesOfDataset,
  referencesOfForm,
  referencesOfScreen,
  resolveReferences,
  type UnresolvedReference,
  type Reference,
} from '../../../references/index.ts';
import type { DatasetDefinition } from '../../../domain/dataset.ts';
import type { FormDefinition } from '../../../kernel/index.ts';
import type { AnyNode } from '../../../grammar/nodes.ts';
import { parseDataset, parseScreenDefinition } from '../../../importer/index.ts';
import type { ServerContext } from '../../context.ts';
import type { Db } from '../../store/database.ts';
import { parseContent } from '../content.ts';
import { flowDocuments } from '../extensions.ts';
import { readForm } from '../readForm.ts';
import { type PendingForms, publishedForm } from '../relationForms.ts';
import type { DocumentKind } from '../tables.ts';

export interface StoredText {
  kind: DocumentKind;
  key: string;
  text: string;
  /**
   * True: `text` is the canonical form of a published document (for a process: the file). False: `text` is a draft, in
   * any dialect and possibly with errors.
   */
  isCanonical: boolean;
}

/**
 * Returns the references in a text; paths along relations are not resolved yet. Empty for a draft that is unreadable.
 */
async function unresolvedReferencesOf(
  context: ServerContext,
  { kind, key, text, isCanonical }: StoredText,
): Promise<UnresolvedReference[]> {
  if (kind === 'flow') return flowDocuments.registeredFor(context).references(text);
  if (isCanonical) {
    const value: unknown = JSON.parse(text);
    if (kind === 'form') return referencesOfForm({ ...(value as FormDefinition), formKey: key });
    if (kind === 'screen') return referencesOfScreen(value as { root: AnyNode });
    return referencesOfDataset(value as DatasetDefinition);
  }
  const { vocabulary } = context;
  if (kind === 'form') {
    const parsed = await readForm(text, vocabulary, { formKey: key });
    return parsed.ok ? referencesOfForm(parsed.value) : [];
  }
  if (kind === 'screen') {
    const parsed = parseScreenDefinition(parseContent(text), vocabulary);
    return parsed.ok ? referencesOfScreen(parsed.value) : [];
  }
  const parsed = parseDataset(parseContent(text), vocabulary);
  return parsed.ok ? referencesOfDataset(parsed.value) : [];
}

/**
 * Returns all references in a stored text. Resolves paths along relations with the definitions in `pendingForms`, and
 * with the published definition of a form that is not pending.
 */
export async function referencesIn(
  context: ServerContext,
  db: Db,
  stored: StoredText,
  pendingForms: PendingForms = () => null,
): Promise<Reference[]> {
  const formsByKey = new Map<string, FormDefinition | null>();
  return resolveReferences(await unresolvedReferencesOf(context, stored), async (formKey) => {
    if (!formsByKey.has(formKey))
      formsByKey.set(formKey, pendingForms(formKey) ?? (await publishedForm(context, db, formKey)));
    return formsByKey.get(formKey) ?? null;
  });
}

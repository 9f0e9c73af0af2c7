import {
  mentionsOfDataset,
  mentionsOfForm,
  mentionsOfScreen,
  resolveMentions,
  type DatasetDefinition,
  type FormDefinition,
  type Mention,
  type Reference,
} from '../../../kernel/index.ts';
import type { AnyNode } from '../../../grammar/nodes.ts';
import { parseDataset, parseScreenDefinition } from '../../../importer/index.ts';
import type { ServerContext } from '../../context.ts';
import type { Db } from '../../store/database.ts';
import { givenOf } from '../content.ts';
import { flowDocuments } from '../extensions.ts';
import { readForm } from '../readForm.ts';
import { type Beside, publishedForm } from '../relationForms.ts';
import type { DocumentKind } from '../tables.ts';

export interface StoredText {
  kind: DocumentKind;
  key: string;
  text: string;
  /** It was published: `text` is its canonical form (of a process the file). Else it is a draft, in any dialect, and may be wrong. */
  isCanonical: boolean;
}

/** What a text names, before paths are followed. A draft that cannot be read names nothing. */
async function mentionsOf(context: ServerContext, { kind, key, text, isCanonical }: StoredText): Promise<Mention[]> {
  if (kind === 'flow') return flowDocuments.of(context).mentions(text);
  if (isCanonical) {
    const value: unknown = JSON.parse(text);
    if (kind === 'form') return mentionsOfForm({ ...(value as FormDefinition), formKey: key });
    if (kind === 'screen') return mentionsOfScreen(value as { root: AnyNode });
    return mentionsOfDataset(value as DatasetDefinition);
  }
  const { vocabulary } = context;
  if (kind === 'form') {
    const read = await readForm(text, vocabulary, { formKey: key });
    return read.ok ? mentionsOfForm(read.value) : [];
  }
  if (kind === 'screen') {
    const read = parseScreenDefinition(givenOf(text), vocabulary);
    return read.ok ? mentionsOfScreen(read.value) : [];
  }
  const read = parseDataset(givenOf(text), vocabulary);
  return read.ok ? mentionsOfDataset(read.value) : [];
}

/** Everything that a stored text names, paths followed through the forms in force (`beside` wins over them). */
export async function referencesIn(
  context: ServerContext,
  db: Db,
  stored: StoredText,
  beside: Beside = () => null,
): Promise<Reference[]> {
  const found = new Map<string, FormDefinition | null>();
  return resolveMentions(await mentionsOf(context, stored), async (formKey) => {
    if (!found.has(formKey)) found.set(formKey, beside(formKey) ?? (await publishedForm(context, db, formKey)));
    return found.get(formKey) ?? null;
  });
}

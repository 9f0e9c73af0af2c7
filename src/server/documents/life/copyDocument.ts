import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import { saveDraft } from '../drafts.ts';
import { flowDocuments } from '../extensions.ts';
import { findDocument, versionRow, type Author } from '../store.ts';
import type { DocumentKind } from '../tables.ts';

export interface CopyRequest {
  kind: DocumentKind;
  key: string;
  newKey: string;
  newName: string;
  author: Author;
}

/** What a document calls itself and how. */
const NAMES: Readonly<Record<Exclude<DocumentKind, 'flow'>, readonly [key: string, name: string]>> = {
  form: ['formKey', 'formName'],
  screen: ['screenKey', 'title'],
  dataset: ['datasetKey', 'name'],
};

function renamedText(kind: Exclude<DocumentKind, 'flow'>, text: string, newKey: string, newName: string): unknown {
  const [keyName, titleName] = NAMES[kind];
  try {
    const given: unknown = JSON.parse(text);
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return text;
    const { version: _version, ...rest } = given as Record<string, unknown>;
    return { ...rest, [keyName]: newKey, [titleName]: newName };
  } catch {
    return text;
  }
}

/**
 * A new document with the text of another one, as a draft: the newest draft, else the version in force. Rights, menu entries and
 * records are not copied. Refuses with 404, and with REQUEST_INVALID where the key is taken.
 */
export async function copyDocument(
  context: ServerContext,
  { kind, key, newKey, newName, author }: CopyRequest,
): Promise<{ revision: number }> {
  const { db } = context;
  const source = await findDocument(db, kind, key);
  if (!source) throw new Refusal('404');
  if (await findDocument(db, kind, newKey)) throw new Refusal('REQUEST_INVALID', { detail: `键“${newKey}”已存在` });
  const text =
    source.draft ??
    (source.published_version === null ? null : (await versionRow(db, kind, key, source.published_version)).content);
  if (text === null) throw new Refusal('404');
  const definition =
    kind === 'flow'
      ? await flowDocuments.of(context).renamed(text, newKey, newName)
      : renamedText(kind, text, newKey, newName);
  // revision 0: two who copy to the same key do not overwrite each other
  const { revision } = await saveDraft(context, { kind, key: newKey, name: newName, definition, author, revision: 0 });
  return { revision };
}

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

/** The properties of a definition that hold the document's key and name. */
const KEY_AND_NAME_PROPERTIES: Readonly<Record<Exclude<DocumentKind, 'flow'>, readonly [key: string, name: string]>> = {
  form: ['formKey', 'formName'],
  screen: ['screenKey', 'title'],
  dataset: ['datasetKey', 'name'],
};

/** The definition in a text with another key and name; a text that is no JSON object is returned unchanged. */
function renamedDefinition(
  kind: Exclude<DocumentKind, 'flow'>,
  text: string,
  newKey: string,
  newName: string,
): unknown {
  const [keyProperty, nameProperty] = KEY_AND_NAME_PROPERTIES[kind];
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return text;
    const { version: _version, ...rest } = parsed as Record<string, unknown>;
    return { ...rest, [keyProperty]: newKey, [nameProperty]: newName };
  } catch {
    return text;
  }
}

/**
 * Creates an unpublished document. Its draft is the draft of the source or, without one, the published version of the
 * source. Permissions, menu entries and records are not copied. Refuses with 404, and with REQUEST_INVALID when the key
 * exists.
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
      ? await flowDocuments.registeredFor(context).rename(text, newKey, newName)
      : renamedDefinition(kind, text, newKey, newName);
  // revision 0: of two concurrent copies to the same key the second one is refused
  const { revision } = await saveDraft(context, { kind, key: newKey, name: newName, definition, author, revision: 0 });
  return { revision };
}

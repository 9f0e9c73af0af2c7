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

/** The names of the properties of a definition that contain the document's key and name. */
const KEY_AND_NAME_PROPERTIES: Readonly<Record<Exclude<DocumentKind, 'flow'>, readonly [key: string, name: string]>> = {
  form: ['formKey', 'formName'],
  screen: ['screenKey', 'title'],
  dataset: ['datasetKey', 'name'],
};

/**
 * Parses a definition, replaces its key and name, and removes its version. A text that is not a JSON object is returned
 * unchanged.
 */
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
    const { version: _version, ...otherProperties } = parsed as Record<string, unknown>;
    return { ...otherProperties, [keyProperty]: newKey, [nameProperty]: newName };
  } catch {
    return text;
  }
}

/**
 * Creates an unpublished document. Its draft is a copy of the source's draft or, without one, of the source's published
 * version. Permissions, menu entries and records are not copied. Refuses with 404 a source that is unknown or has
 * neither a draft nor a published version, and with REQUEST_INVALID a new key that already exists.
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
  // revision 0: if two requests copy to the same key at the same time, the second one is refused
  const { revision } = await saveDraft(context, { kind, key: newKey, name: newName, definition, author, revision: 0 });
  return { revision };
}

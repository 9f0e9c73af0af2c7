import { ServiceError } from '../../runtime/services/serviceError.ts';
import { textOfDefinition } from '../document/documentText.ts';
import type { DocumentKind } from '../document/documentKind.ts';

/** The state of a document when its editor was opened; used to detect changes by others before saving. */
export interface Origin {
  key: string;
  name: string;
  /** The published version; 0 if there is none. */
  version: number;
  hasDraft: boolean;
  /** The revision of the draft; undefined if the server does not count revisions. */
  revision: number | undefined;
  text: string;
}

const isNotFound = (error: unknown): boolean => error instanceof ServiceError && error.code === '404';

/**
 * Loads the draft, else the published text. Rejects with 404 if there is neither. The revision is requested before the
 * text: if another person saves between the requests, the revision is outdated, so the server refuses the next save and
 * the editor merges. In the opposite order the next save would overwrite the other person's text.
 */
export async function loadOrigin(
  { calls }: DocumentKind,
  key: string,
  loadPublished: (key: string) => Promise<unknown>,
): Promise<Origin> {
  const documents = await calls.list();
  const draft = await calls.draft(key).catch((error: unknown) => {
    if (isNotFound(error)) return null;
    throw error;
  });
  const summary = documents.find((document) => document.key === key);
  const raw = draft ?? (await loadPublished(key));
  return {
    key,
    name: summary?.name ?? key,
    version: summary?.version ?? 0,
    hasDraft: summary?.hasDraft ?? false,
    revision: summary?.revision,
    text: textOfDefinition(raw),
  };
}

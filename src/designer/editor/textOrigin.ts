import { ServiceError } from '../../runtime/services/serviceError.ts';
import { textOfDefinition } from '../document/document.ts';
import type { DocumentKind } from '../document/documentKind.ts';

/** What the editor began from; compared again before a save, so that a colleague's work is not overwritten. */
export interface Origin {
  key: string;
  name: string;
  /** Published version; 0 when there is none. */
  version: number;
  hasDraft: boolean;
  /** Of the draft; undefined where the back end does not count them. */
  revision: number | undefined;
  text: string;
}

const isMissing = (error: unknown): boolean => error instanceof ServiceError && error.code === '404';

/** The draft, else the published text; a document that is nowhere rejects with 404. */
export async function loadOrigin(
  { calls }: DocumentKind,
  key: string,
  published: (key: string) => Promise<unknown>,
): Promise<Origin> {
  const [all, draft] = await Promise.all([
    calls.list(),
    calls.draft(key).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    }),
  ]);
  const summary = all.find((one) => one.key === key);
  const raw = draft ?? (await published(key));
  return {
    key,
    name: summary?.name ?? key,
    version: summary?.version ?? 0,
    hasDraft: summary?.hasDraft ?? false,
    revision: summary?.revision,
    text: textOfDefinition(raw),
  };
}

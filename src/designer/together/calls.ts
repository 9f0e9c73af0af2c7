import type { Services } from '../../runtime/services/services.ts';
import type { DocumentKind } from '../document/documentKind.ts';

const BASE = '/system/sys/together';

/** A document as these calls name it. */
export interface DocumentId {
  kind: DocumentKind['kind'];
  key: string;
}

/** An open editor of the document other than this page: another person's, or one's own in another window (`isOwn`). */
export interface Present {
  pageId: string;
  userId: string;
  userName: string;
  place: string;
  isOwn: boolean;
}

/** Calls for administrators who work on one document at the same time. */
export const togetherCalls = ({ system }: Pick<Services, 'system'>) => ({
  here: (which: DocumentId, pageId: string, place: string): Promise<Present[]> =>
    system.quiet(`${BASE}/here`, { ...which, pageId, place }) as Promise<Present[]>,
  leave: (pageId: string): Promise<unknown> => system.quiet(`${BASE}/leave`, { pageId }),
});

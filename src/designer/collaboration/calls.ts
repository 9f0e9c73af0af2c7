import type { Services } from '../../runtime/services/services.ts';
import type { DocumentKind } from '../document/documentKind.ts';

const BASE = '/system/sys/together';

/** Identifies a document in these calls. */
export interface DocumentId {
  kind: DocumentKind['kind'];
  key: string;
}

/** Another open editor of the document: of another person, or of the same person in another window (`isOwn`). */
export interface OpenEditor {
  pageId: string;
  userId: string;
  userName: string;
  /** Name of the part that is edited in this editor; '' if unknown. */
  place: string;
  isOwn: boolean;
}

/** Calls that report which document this browser page (`pageId`) has open, and return its other open editors. */
export const presenceCalls = ({ system }: Pick<Services, 'system'>) => ({
  /** Reports that this page has the document open; returns the other open editors. */
  reportOpen: (documentId: DocumentId, pageId: string, place: string): Promise<OpenEditor[]> =>
    system.postInBackground(`${BASE}/here`, { ...documentId, pageId, place }) as Promise<OpenEditor[]>,
  leave: (pageId: string): Promise<unknown> => system.postInBackground(`${BASE}/leave`, { pageId }),
});

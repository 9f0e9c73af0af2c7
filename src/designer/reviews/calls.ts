import type { Services } from '../../runtime/services/services.ts';
import type { DocumentId } from '../collaboration/calls.ts';

const BASE = '/system/sys/review';

export interface Person {
  id: string;
  name: string;
}

/** One comment on a document. A comment whose `parentId` is '' starts a thread. The text of a removed comment is ''. */
export interface DocumentComment {
  id: string;
  parentId: string;
  /** The commented part of the document; '' for the whole document. */
  part: string;
  /** The name of the part at the start of the thread. */
  partName: string;
  text: string;
  authorName: string;
  time: string;
  mentions: readonly Person[];
  /** True if the current user wrote the comment. */
  isOwn: boolean;
  isRemoved: boolean;
  isResolved: boolean;
  resolvedBy: string;
}

export interface NewComment {
  text: string;
  mentionIds: readonly string[];
  parentId?: string;
  part?: string;
  partName?: string;
}

/** A review that is open or was returned. */
export interface Review {
  id: string;
  state: 'open' | 'returned';
  note: string;
  /** The reason why the draft was returned. */
  reason: string;
  authorName: string;
  reviewerName: string;
  time: string;
  decidedTime: string;
  /** True if the draft or the published version has changed since the review was requested. */
  isOutdated: boolean;
  /** True if the current user requested the review. */
  isOwn: boolean;
  /** True if the current user is the reviewer. */
  isReviewer: boolean;
}

export interface ReviewState {
  /** True if the system parameter requires a review before publishing. */
  isRequired: boolean;
  review: Review | null;
}

/** An open review whose reviewer or requester is the current user. */
export interface WaitingReview {
  id: string;
  kindName: string;
  name: string;
  note: string;
  authorName: string;
  reviewerName: string;
  time: string;
  isReviewer: boolean;
  isOutdated: boolean;
  /** The address of the editor with the review. */
  link: string;
}

/** Creates the server calls for comments on documents and reviews of drafts. */
export function reviewCalls({ request }: Pick<Services, 'request'>) {
  const get = async (name: string, params: Record<string, unknown>): Promise<unknown> =>
    request({ url: `${BASE}/${name}`, method: 'GET', params });
  const post = async (name: string, params: Record<string, unknown>): Promise<unknown> =>
    request({ url: `${BASE}/${name}`, method: 'POST', params });
  return {
    administrators: () => get('administrators', {}) as Promise<readonly Person[]>,
    comments: ({ kind, key }: DocumentId) => get('comments', { kind, key }) as Promise<readonly DocumentComment[]>,
    add: (documentId: DocumentId, comment: NewComment) => post('comment', { ...documentId, ...comment }),
    resolve: (id: string, isResolved: boolean) => post('resolve', { id, isResolved }),
    remove: (id: string) => post('removeComment', { id }),
    state: ({ kind, key }: DocumentId) => get('state', { kind, key }) as Promise<ReviewState>,
    waiting: () => get('waiting', {}) as Promise<readonly WaitingReview[]>,
    request: (documentId: DocumentId, options: { reviewerId: string; note: string; revision?: number }) =>
      post('ask', { ...documentId, ...options }),
    withdraw: (id: string) => post('withdraw', { id }),
    /** `acknowledged`: token of the impact of publishing that the user has acknowledged (`Impact.seen`). */
    approve: (id: string, acknowledged?: string) =>
      post('decide', { id, isApproved: true, ...(acknowledged === undefined ? {} : { acknowledged }) }) as Promise<{
        version: number;
      }>,
    returnDraft: (id: string, reason: string) => post('decide', { id, isApproved: false, reason }),
  };
}

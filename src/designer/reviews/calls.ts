import type { Services } from '../../runtime/services/services.ts';
import type { Which } from '../together/calls.ts';

const BASE = '/system/sys/review';

export interface Person {
  id: string;
  name: string;
}

/** One comment on a document; those without `parentId` begin a thread. Of a removed one the text is ''. */
export interface DocumentComment {
  id: string;
  parentId: string;
  /** The part of the document that it is about; '' the document. */
  part: string;
  /** What the part was called when the thread began. */
  partName: string;
  text: string;
  authorName: string;
  time: string;
  mentions: readonly Person[];
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
  /** Why it was returned. */
  reason: string;
  authorName: string;
  reviewerName: string;
  time: string;
  decidedTime: string;
  /** The draft or the published version has changed since the review was requested. */
  isOutdated: boolean;
  isOwn: boolean;
  isReviewer: boolean;
}

export interface ReviewState {
  /** The parameter that requires a review before publishing is on. */
  isRequired: boolean;
  review: Review | null;
}

/** An open review that waits for this person, or that this person waits for. */
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
  /** Opens the editor at the review. */
  link: string;
}

/** Calls for comments on documents, and reviews of drafts. */
export function reviewCalls({ request }: Pick<Services, 'request'>) {
  const get = async (name: string, params: Record<string, unknown>): Promise<unknown> =>
    request({ url: `${BASE}/${name}`, method: 'GET', params });
  const post = async (name: string, params: Record<string, unknown>): Promise<unknown> =>
    request({ url: `${BASE}/${name}`, method: 'POST', params });
  return {
    administrators: () => get('administrators', {}) as Promise<readonly Person[]>,
    comments: ({ kind, key }: Which) => get('comments', { kind, key }) as Promise<readonly DocumentComment[]>,
    add: (which: Which, comment: NewComment) => post('comment', { ...which, ...comment }),
    resolve: (id: string, isResolved: boolean) => post('resolve', { id, isResolved }),
    remove: (id: string) => post('removeComment', { id }),
    state: ({ kind, key }: Which) => get('state', { kind, key }) as Promise<ReviewState>,
    waiting: () => get('waiting', {}) as Promise<readonly WaitingReview[]>,
    ask: (which: Which, asked: { reviewerId: string; note: string; revision?: number }) =>
      post('ask', { ...which, ...asked }),
    withdraw: (id: string) => post('withdraw', { id }),
    approve: (id: string, acknowledged?: string) =>
      post('decide', { id, isApproved: true, ...(acknowledged === undefined ? {} : { acknowledged }) }) as Promise<{
        version: number;
      }>,
    giveBack: (id: string, reason: string) => post('decide', { id, isApproved: false, reason }),
  };
}

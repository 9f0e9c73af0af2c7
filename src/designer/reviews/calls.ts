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

/** Calls for comments on documents. */
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
  };
}

import { useCallback, useEffect, useState, type RefObject } from 'react';
import { commentTopic } from '../../domain/recordTopics.ts';
import { useServices } from '../../runtime/contexts.ts';
import { useServerEvents } from '../../runtime/host/useServerEvents.ts';
import type { CommentPage } from '../../runtime/services/recordPages.ts';
import { useLoad, type Load } from '../shared/useLoad.ts';
import { useVisible } from './useVisible.ts';

/** Number of comments loaded initially, and by each `loadMore`. */
const PAGE_STEP = 50;
const MAX_COMMENTS = 500;

interface Thread {
  load: Load<CommentPage>;
  /** Loads the comments again; `load.state` becomes `loading`. */
  reload(): void;
  /** Loads the comments again in the background; after a failure the shown comments stay. */
  refresh(): void;
  /** Loads earlier comments; absent when all of them, or `MAX_COMMENTS`, are shown. */
  loadMore?: () => void;
  /**
   * Id of the first unread comment, from the first load that contained unread comments; it does not change when the
   * comments are read. Null if no unread comment was loaded so far.
   */
  firstUnreadId: string | null;
}

/**
 * Returns the comments of a record. Loads them again after server events, and marks them as read when `end`, the
 * element after the last comment, is visible.
 */
export function useThread(formKey: string, recordId: string, end: RefObject<HTMLElement | null>): Thread {
  const services = useServices();
  const [pageSize, setPageSize] = useState(PAGE_STEP);
  const { load, reload, refresh } = useLoad(
    () => services.recordPages.comments(formKey, recordId, pageSize),
    [services, formKey, recordId, pageSize],
  );
  useServerEvents(recordId === '' ? null : commentTopic(recordId), refresh);

  const page = load.value;
  const isVisible = useVisible(end, page !== undefined);
  const newestCommentId = page?.comments.at(-1)?.id;
  const unreadCount = page?.unread ?? 0;
  const [firstUnreadId, setFirstUnreadId] = useState<string | null>(null);
  const firstUnreadIdOfPage = page?.comments.find(({ isNew }) => isNew)?.id ?? null;
  if (firstUnreadId === null && firstUnreadIdOfPage !== null) setFirstUnreadId(firstUnreadIdOfPage);
  useEffect(() => {
    if (!isVisible || unreadCount === 0 || newestCommentId === undefined) return;
    // ignores a failure: the next reload tries again
    services.recordPages.readComments(formKey, { id: recordId, commentId: newestCommentId }).catch(() => undefined);
  }, [services, formKey, recordId, isVisible, unreadCount, newestCommentId]);

  const loadMore = useCallback(() => setPageSize((before) => Math.min(before + PAGE_STEP, MAX_COMMENTS)), []);
  const hasMore = page !== undefined && page.comments.length < page.total && pageSize < MAX_COMMENTS;
  return { load, reload, refresh, firstUnreadId, ...(hasMore ? { loadMore } : {}) };
}

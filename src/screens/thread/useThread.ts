import { useCallback, useEffect, useState, type RefObject } from 'react';
import { commentTopic } from '../../domain/recordTopics.ts';
import { useServices } from '../../runtime/contexts.ts';
import { useServerEvents } from '../../runtime/host/useServerEvents.ts';
import type { CommentPage } from '../../runtime/services/recordPages.ts';
import { useLoad, type Load } from '../shared/useLoad.ts';
import { useSeen } from './useSeen.ts';

const STEP = 50;
const MOST = 500;

interface Thread {
  load: Load<CommentPage>;
  reload(): void;
  refresh(): void;
  /** Shows earlier ones; absent where all are shown. */
  more?: () => void;
  /** The first that was new when the comments were opened; null for none. */
  firstNew: string | null;
}

/**
 * The comments of a record: loaded, asked for again at news of them, and marked as read once they are on screen. `end`: the
 * last of them.
 */
export function useThread(formKey: string, recordId: string, end: RefObject<HTMLElement | null>): Thread {
  const services = useServices();
  const [size, setSize] = useState(STEP);
  const { load, reload, refresh } = useLoad(
    () => services.recordPages.comments(formKey, recordId, size),
    [services, formKey, recordId, size],
  );
  useServerEvents(recordId === '' ? null : commentTopic(recordId), refresh);

  const page = load.value;
  const isSeen = useSeen(end, page !== undefined);
  const newest = page?.comments.at(-1)?.id;
  const unread = page?.unread ?? 0;
  const [firstNew, setFirstNew] = useState<string | null>(null);
  const found = page?.comments.find(({ isNew }) => isNew)?.id ?? null;
  if (firstNew === null && found !== null) setFirstNew(found);
  useEffect(() => {
    if (!isSeen || unread === 0 || newest === undefined) return;
    // a mark that fails is tried again with the next news
    services.recordPages.readComments(formKey, { id: recordId, commentId: newest }).catch(() => undefined);
  }, [services, formKey, recordId, isSeen, unread, newest]);

  const more = useCallback(() => setSize((before) => Math.min(before + STEP, MOST)), []);
  const hasMore = page !== undefined && page.comments.length < page.total && size < MOST;
  return { load, reload, refresh, firstNew, ...(hasMore ? { more } : {}) };
}

import { sql, type Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import type { Topic } from './tables.ts';

/** The connection of one open page. */
export interface PageConnection {
  userId: string;
  /**
   * Called once: from now on the page receives every new event. It should refresh the data that it has loaded before.
   */
  confirmOpen(): void;
  /** Sends the page the topics of which something has changed. */
  notify(topics: readonly Topic[]): void;
  /** Ends the connection of the page. */
  end(): void;
}

/** The open pages of this process. */
export interface Hub {
  /** Adds a page. Returns the function that removes it. */
  add(page: PageConnection): () => void;
  /** Reads new events at once. */
  poll(): void;
  /** Ends the connections of all pages. */
  close(): void;
}

const POLL_MS = 1_000;
/**
 * Interval while notifications of the database arrive; polling then only finds events that were announced while the
 * connection was lost.
 */
const POLL_WHILE_LISTENING_MS = 10_000;
/** Maximum age of an event that is read. The events of a transaction that took longer do not reach open pages. */
const MAX_EVENT_AGE_SECONDS = 60;
const MAX_PAGES_PER_PERSON = 20;

/**
 * Delivers events to the pages that are connected to this process. While pages are open, the hub reads the database on
 * each notification, and also every ten seconds while LISTEN works (`isListening`), otherwise every second. So the hub
 * works with several server processes, and also with the embedded database, which cannot LISTEN. The hub stores the ids
 * of the events that it has read, because transactions do not commit in the order of the ids of their events.
 */
export function createHub(
  db: Kysely<Database>,
  onError: (error: unknown) => void,
  isListening: () => boolean = () => false,
): Hub {
  const openPages = new Set<PageConnection>();
  /** When each event was read, by event id. Ids are removed long after their events are no longer read. */
  const readTimes = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let isFirstRead = true;

  const deliverNewEvents = async (): Promise<void> => {
    const rows = await db
      .selectFrom('sys_event')
      .select(['id', 'user_id', 'topic'])
      .where('happened_at', '>', sql<Date>`now() - make_interval(secs => ${MAX_EVENT_AGE_SECONDS})`)
      .execute();
    const newEvents = rows.filter(({ id }) => !readTimes.has(id));
    const now = performance.now();
    for (const { id } of newEvents) readTimes.set(id, now);
    for (const [id, readTime] of readTimes) if (now - readTime > 3 * MAX_EVENT_AGE_SECONDS * 1000) readTimes.delete(id);
    // events from before the first page opened are not delivered
    if (!isFirstRead && newEvents.length > 0)
      for (const page of openPages) {
        const topics = newEvents
          .filter(({ user_id }) => user_id === null || user_id === page.userId)
          .map(({ topic }) => topic);
        if (topics.length === 0) continue;
        page.notify([...new Set(topics)]);
        // a page with a valid session reconnects at once; a page without one gets the error that its session has ended
        if (topics.includes('session')) page.end();
      }
    if (isFirstRead) for (const page of openPages) page.confirmOpen();
    isFirstRead = false;
  };

  let isReading = false;
  let isReadRequested = false;
  const readEvents = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (isReading) {
      isReadRequested = true;
      return;
    }
    isReading = true;
    isReadRequested = false;
    deliverNewEvents()
      .catch(onError)
      .finally(() => {
        isReading = false;
        const delayMs = isListening() ? POLL_WHILE_LISTENING_MS : POLL_MS;
        if (openPages.size > 0) timer ??= setTimeout(readEvents, isReadRequested ? 0 : delayMs).unref();
      });
  };

  return {
    add(page) {
      const pagesOfUser = [...openPages].filter(({ userId }) => userId === page.userId);
      if (pagesOfUser.length >= MAX_PAGES_PER_PERSON) pagesOfUser[0]?.end();
      if (openPages.size === 0) {
        isFirstRead = true;
        clearTimeout(timer);
        timer = setTimeout(readEvents, 0).unref();
      }
      openPages.add(page);
      if (!isFirstRead) page.confirmOpen();
      return () => {
        openPages.delete(page);
      };
    },
    poll() {
      if (openPages.size > 0) readEvents();
    },
    close() {
      clearTimeout(timer);
      for (const page of openPages) page.end();
      openPages.clear();
    },
  };
}

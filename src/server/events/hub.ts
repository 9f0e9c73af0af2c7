import { sql, type Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import type { Topic } from './tables.ts';

/** One open page. */
export interface Listener {
  userId: string;
  /** Called once, when the page is registered: it receives every later event, and should refresh what it loaded before. */
  open(): void;
  tell(topics: readonly Topic[]): void;
  end(): void;
}

/** `look`: something may have been announced. */
export interface Hub {
  add(listener: Listener): () => void;
  look(): void;
  close(): void;
}

const POLL_MS = 1_000;
/** While the database itself tells of news, looking is for what was told during a break. */
const POLL_HEARD_MS = 10_000;
/** A transaction that took longer than this announces too late for pages that are already open. */
const WINDOW_SECONDS = 60;
const MAX_PAGES_OF_ONE = 20;

/**
 * Hands events to the pages that this process holds. It asks the database when it is told that there is news
 * (`isHeard`, LISTEN), and once a second where nothing tells it, while pages are open; so it works alike on every server
 * process and both stores. An event is known by its id, because transactions end out of order.
 */
export function createHub(
  db: Kysely<Database>,
  onError: (error: unknown) => void,
  isHeard: () => boolean = () => false,
): Hub {
  const listeners = new Set<Listener>();
  const seen = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let isFirst = true;

  const read = async (): Promise<void> => {
    const rows = await db
      .selectFrom('sys_event')
      .select(['id', 'user_id', 'topic'])
      .where('happened_at', '>', sql<Date>`now() - make_interval(secs => ${WINDOW_SECONDS})`)
      .execute();
    const fresh = rows.filter(({ id }) => !seen.has(id));
    const now = performance.now();
    for (const { id } of fresh) seen.set(id, now);
    for (const [id, at] of seen) if (now - at > 3 * WINDOW_SECONDS * 1000) seen.delete(id);
    // what happened before the first page opened is not news
    if (!isFirst && fresh.length > 0)
      for (const listener of listeners) {
        const topics = fresh
          .filter(({ user_id }) => user_id === null || user_id === listener.userId)
          .map(({ topic }) => topic);
        if (topics.length === 0) continue;
        listener.tell([...new Set(topics)]);
        // whose session is still open comes back at once; whose is not learns it
        if (topics.includes('session')) listener.end();
      }
    if (isFirst) for (const listener of listeners) listener.open();
    isFirst = false;
  };

  let isReading = false;
  let isCalled = false;
  const turn = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (isReading) {
      isCalled = true;
      return;
    }
    isReading = true;
    isCalled = false;
    read()
      .catch(onError)
      .finally(() => {
        isReading = false;
        if (listeners.size > 0) timer ??= setTimeout(turn, isCalled ? 0 : isHeard() ? POLL_HEARD_MS : POLL_MS).unref();
      });
  };

  return {
    add(listener) {
      const own = [...listeners].filter(({ userId }) => userId === listener.userId);
      if (own.length >= MAX_PAGES_OF_ONE) own[0]?.end();
      if (listeners.size === 0) {
        isFirst = true;
        clearTimeout(timer);
        timer = setTimeout(turn, 0).unref();
      }
      listeners.add(listener);
      if (!isFirst) listener.open();
      return () => {
        listeners.delete(listener);
      };
    },
    look() {
      if (listeners.size > 0) turn();
    },
    close() {
      clearTimeout(timer);
      for (const listener of listeners) listener.end();
      listeners.clear();
    },
  };
}

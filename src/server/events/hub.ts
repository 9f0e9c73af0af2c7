import { sql, type Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import type { Topic } from './tables.ts';

/** One open page. */
export interface Listener { userId: string; tell(topics: readonly Topic[]): void; end(): void }

export interface Hub { add(listener: Listener): () => void; close(): void }

const POLL_MS = 1_000;
/** A transaction that took longer than this announces too late for pages that are already open. */
const WINDOW_SECONDS = 60;
const MAX_PAGES_OF_ONE = 20;

/**
 * Hands events to the pages that this process holds. It asks the database once a second while pages are open, so it works
 * alike on every server process and both stores. An event is known by its id, because transactions end out of order.
 */
export function createHub(db: Kysely<Database>, onError: (error: unknown) => void): Hub {
  const listeners = new Set<Listener>();
  const seen = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let isFirst = true;

  const read = async (): Promise<void> => {
    const rows = await db.selectFrom('sys_event').select(['id', 'user_id', 'topic']).where('happened_at', '>', sql<Date>`now() - make_interval(secs => ${WINDOW_SECONDS})`).execute();
    const fresh = rows.filter(({ id }) => !seen.has(id));
    const now = Date.now();
    for (const { id } of fresh) seen.set(id, now);
    for (const [id, at] of seen) if (now - at > 3 * WINDOW_SECONDS * 1000) seen.delete(id);
    // what happened before the first page opened is not news
    if (!isFirst && fresh.length > 0) for (const listener of listeners) {
      const topics = fresh.filter(({ user_id }) => user_id === null || user_id === listener.userId).map(({ topic }) => topic);
      if (topics.length > 0) listener.tell([...new Set(topics)]);
    }
    isFirst = false;
  };

  const turn = (): void => {
    timer = undefined;
    read().catch(onError).finally(() => { if (listeners.size > 0) timer ??= setTimeout(turn, POLL_MS).unref(); });
  };

  return {
    add(listener) {
      const own = [...listeners].filter(({ userId }) => userId === listener.userId);
      if (own.length >= MAX_PAGES_OF_ONE) own[0]?.end();
      if (listeners.size === 0) { isFirst = true; timer ??= setTimeout(turn, 0).unref(); }
      listeners.add(listener);
      return () => { listeners.delete(listener); };
    },
    close() {
      clearTimeout(timer);
      for (const listener of listeners) listener.end();
      listeners.clear();
    },
  };
}

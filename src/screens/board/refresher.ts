import { formTopic } from '../../domain/formTopic.ts';
import type { ServerEvents } from '../../runtime/services/messageServices.ts';

/** Debounce time in ms of server events: events within this time cause a single refresh. */
const EVENT_DEBOUNCE_MS = 1_500;
/** Minimum time in ms between two refreshes caused by server events. */
const MIN_REFRESH_MS = 10_000;

/** Refreshes all blocks of a board at the same moment, so that their queries are batched into one request. */
export interface Refresher {
  /** Registers a listener for refreshes. Returns the unsubscribe function. */
  onRefresh(listener: () => void): () => void;
  /** Refreshes when the server reports that records of this form have changed. Returns the stop function. */
  watch(formKey: string): () => void;
  /** Refreshes immediately. */
  refreshNow(): void;
  /** Starts the periodic refresh. Returns the stop function. */
  start(): () => void;
}

interface Options {
  serverEvents: ServerEvents | undefined;
  /** Seconds between two periodic refreshes. */
  seconds: number;
  /** Returns true while the page is visible; a hidden page does not refresh. */
  isShown(): boolean;
  /** Called in each refresh, before the listeners, with the time in milliseconds since 1970. */
  onRefreshAll(time: number): void;
}

/** Creates the refresher of a board. Periodic refreshes begin with `start`. */
export function createRefresher({ serverEvents, seconds, isShown, onRefreshAll }: Options): Refresher {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastRefresh = Date.now();
  let isSkipped = false;
  const refreshAll = (): void => {
    clearTimeout(timer);
    timer = undefined;
    // A refresh that is skipped on a hidden page runs when the page is visible again.
    isSkipped = !isShown();
    if (isSkipped) {
      lastRefresh = Date.now();
      return;
    }
    lastRefresh = Date.now();
    onRefreshAll(lastRefresh);
    for (const listener of listeners) listener();
  };
  const onVisibilityChange = (): void => {
    if (isSkipped && isShown()) refreshAll();
  };
  return {
    onRefresh(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    watch: (formKey) =>
      serverEvents?.on(formTopic(formKey), () => {
        timer ??= setTimeout(refreshAll, Math.max(EVENT_DEBOUNCE_MS, MIN_REFRESH_MS - (Date.now() - lastRefresh)));
      }) ?? (() => undefined),
    refreshNow: refreshAll,
    start() {
      lastRefresh = Date.now();
      const clock = setInterval(() => {
        if (Date.now() - lastRefresh >= seconds * 1000) refreshAll();
      }, 1000);
      document.addEventListener('visibilitychange', onVisibilityChange);
      return () => {
        clearInterval(clock);
        clearTimeout(timer);
        timer = undefined;
        document.removeEventListener('visibilitychange', onVisibilityChange);
      };
    },
  };
}

import { formTopic } from '../../domain/formTopic.ts';
import type { ServerEvents } from '../../runtime/services/messageServices.ts';

/** News that come close together lead to one question. Milliseconds. */
const SOON_MS = 1_500;
/** However much is written: a board asks again no more often than this because of news. Milliseconds. */
const LEAST_MS = 10_000;

/** When the blocks of a board ask again. All of them at the same moment, so that their questions go in one request. */
export interface Refresher {
  /** Called when it is time. Answers the release. */
  onRefresh(listener: () => void): () => void;
  /** Refreshes when records of this form are written. Answers the release. */
  watch(formKey: string): () => void;
  /** Asks again at once. */
  now(): void;
  /** Starts the clock. Answers its end. */
  begin(): () => void;
}

interface Options {
  serverEvents: ServerEvents | undefined;
  /** Seconds between two refreshes by time. */
  seconds: number;
  /** Whether anybody looks: a hidden page asks nothing. */
  isShown(): boolean;
  /** The blocks are about to ask again: when, in milliseconds. */
  onTurn(at: number): void;
}

export function createRefresher({ serverEvents, seconds, isShown, onTurn }: Options): Refresher {
  const listeners = new Set<() => void>();
  let soon: ReturnType<typeof setTimeout> | undefined;
  let lastTurn = Date.now();
  let isMissed = false;
  const turn = (): void => {
    clearTimeout(soon);
    soon = undefined;
    // what was missed while nobody looked is made good when the page is shown again
    isMissed = !isShown();
    if (isMissed) {
      lastTurn = Date.now();
      return;
    }
    lastTurn = Date.now();
    onTurn(lastTurn);
    for (const listener of listeners) listener();
  };
  const shown = (): void => {
    if (isMissed && isShown()) turn();
  };
  return {
    onRefresh(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    watch: (formKey) =>
      serverEvents?.on(formTopic(formKey), () => {
        soon ??= setTimeout(turn, Math.max(SOON_MS, LEAST_MS - (Date.now() - lastTurn)));
      }) ?? (() => undefined),
    now: turn,
    begin() {
      lastTurn = Date.now();
      const clock = setInterval(() => {
        if (Date.now() - lastTurn >= seconds * 1000) turn();
      }, 1000);
      document.addEventListener('visibilitychange', shown);
      return () => {
        clearInterval(clock);
        clearTimeout(soon);
        soon = undefined;
        document.removeEventListener('visibilitychange', shown);
      };
    },
  };
}

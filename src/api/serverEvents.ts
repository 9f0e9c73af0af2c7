import { isRecordTopic } from '../domain/recordTopics.ts';
import { TOPICS, type ServerEvents, type Topic } from '../runtime/services/messageServices.ts';
import { withTabLock } from './http/tabLock.ts';
import type { TokenStore } from './http/tokens.ts';

export interface ServerEventsOptions {
  /** Base path of the services, as in `createTransport`. */
  base: string;
  tokens: TokenStore;
  /** Renews an expired access token by sending any quiet call that needs one. */
  renew(): Promise<unknown>;
}

const FIRST_WAIT_MS = 3_000;
const MAX_WAIT_MS = 30_000;
const CHANNEL_NAME = 'news';
/**
 * If a tab waited longer than this for the lock, another tab read the stream before, and events may have been missed.
 */
const HANDOVER_MS = 1_000;

/** Messages between the tabs, in addition to lists of topics. */
const REFRESH_ALL = 'refresh';
const RESTART = 'restart';

/**
 * Parses text received from an event stream. Returns the topics of the complete events, `rest` (the incomplete last
 * event), and `isOpen` (the server has registered the stream and sends every later event).
 */
export function readEvents(text: string): { topics: Topic[]; rest: string; isOpen: boolean } {
  const parts = text.split('\n\n');
  const rest = parts.pop() ?? '';
  const topics = parts
    .filter((part) => part.includes('event: news'))
    .flatMap((part) => topicsOf(/^data: (.*)$/m.exec(part)?.[1] ?? ''));
  return { topics: [...new Set(topics)], rest, isOpen: parts.some((part) => part.includes('event: open')) };
}

function topicsOf(text: string): Topic[] {
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) return [];
    return [...TOPICS.filter((topic) => value.includes(topic)), ...value.filter(isRecordTopic)];
  } catch {
    return [];
  }
}

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Opens the channel to the other tabs of the browser; null when it is not supported or forbidden. */
function openChannel(): BroadcastChannel | null {
  try {
    return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL_NAME);
  } catch {
    return null;
  }
}

/**
 * Creates the client of server-sent events, read with `fetch`, because an EventSource cannot send the bearer token. One
 * tab of a browser reads the stream and forwards the events to the other tabs, because the browser limits the number of
 * connections to a host. Adding the first listener opens the stream. If no user is signed in, the client tries again
 * every `FIRST_WAIT_MS`. Removing listeners does not close the stream. `restart` reopens the stream in the tab that
 * reads it. Call `restart` after a sign-in, because the server sends the events of the user who opened the stream.
 */
export function createServerEvents({ base, tokens, renew }: ServerEventsOptions): ServerEvents & { restart(): void } {
  const listeners = new Map<Topic, Set<() => void>>();
  const notifyListeners = (topics: readonly Topic[]): void => {
    for (const topic of topics) listeners.get(topic)?.forEach((listener) => listener());
  };
  const refreshAll = (): void => notifyListeners([...listeners.keys()]);
  let isStarted = false;
  let stream: AbortController | null = null;
  const channel = openChannel();
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === RESTART) stream?.abort();
    else if (data === REFRESH_ALL) refreshAll();
    else notifyListeners(topicsOf(JSON.stringify(data)));
  });

  /**
   * Reads one stream until it ends, is aborted, or the session ends. Returns false if the stream did not open.
   * `isReconnect`: earlier events may have been missed. `post`: forwards a message to the other tabs.
   */
  const readStream = async (
    token: string,
    isReconnect: boolean,
    { signal }: AbortController,
    post: (message: unknown) => void,
  ): Promise<boolean> => {
    const answer = await fetch(`${base}/system/events`, {
      headers: { Authorization: `Bearer ${token}` },
      cache: 'no-store',
      signal,
    });
    if (answer.status === 401) await renew();
    if (!answer.ok || !answer.body) return false;
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ''; ;) {
      // the server sends heartbeats, so this loop also notices the end of the session
      const { value, done } = await reader.read();
      if (done || signal.aborted) return true;
      if (!tokens.get()) {
        void reader.cancel().catch(() => undefined);
        return true;
      }
      const parsed = readEvents(text + value);
      text = parsed.rest;
      // events between the end of the previous stream and this moment were missed: refresh every topic
      if (isReconnect && parsed.isOpen) {
        refreshAll();
        post(REFRESH_ALL);
      }
      if (parsed.topics.length === 0) continue;
      notifyListeners(parsed.topics);
      post(parsed.topics);
    }
  };

  /**
   * Reads one stream after another. `isShared`: this tab reads the stream for all tabs. `isHandedOver`: another tab
   * read the stream before.
   */
  const keepReading = async (isShared: boolean, isHandedOver: boolean): Promise<never> => {
    const post = (message: unknown): void => {
      if (isShared) channel?.postMessage(message);
    };
    for (let waitMs = FIRST_WAIT_MS, round = 0; ; round += 1) {
      const token = tokens.get()?.access_token;
      const current = new AbortController();
      stream = current;
      const isOpened = token
        ? await readStream(token, isHandedOver || round > 0, current, post).catch(() => current.signal.aborted)
        : false;
      waitMs = isOpened || !token ? FIRST_WAIT_MS : Math.min(MAX_WAIT_MS, waitMs * 2);
      await wait(waitMs);
    }
  };

  const start = (): void => {
    isStarted = true;
    const startedAt = Date.now();
    void withTabLock(CHANNEL_NAME, (isHeld) => keepReading(isHeld, Date.now() - startedAt > HANDOVER_MS));
  };

  return {
    restart() {
      stream?.abort();
      channel?.postMessage(RESTART);
    },
    on(topic, listener) {
      const topicListeners = listeners.get(topic) ?? new Set();
      listeners.set(topic, topicListeners.add(listener));
      if (!isStarted) start();
      return () => {
        topicListeners.delete(listener);
        if (topicListeners.size === 0 && listeners.get(topic) === topicListeners) listeners.delete(topic);
      };
    },
  };
}

import { isRecordTopic } from '../domain/recordTopics.ts';
import { TOPICS, type ServerEvents, type Topic } from '../runtime/services/messageServices.ts';
import { withTabLock } from './http/tabLock.ts';
import type { TokenStore } from './http/tokens.ts';

export interface ServerEventsOptions {
  /** Base path of the services, as in `createTransport`. */
  base: string;
  tokens: TokenStore;
  /** Renews an expired access token, by any authenticated call without a loading indicator. */
  renew(): Promise<unknown>;
}

const FIRST_WAIT_MS = 3_000;
const MAX_WAIT_MS = 30_000;
const CHANNEL_NAME = 'news';

/**
 * Parses text received from an event stream. Result: the topics of the complete events, `rest` (the incomplete last
 * event), and `isOpen` (the server has registered the stream, which from then on receives every event).
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

/** Channel to the other tabs of the browser; null when it is not supported or forbidden. */
function openChannel(): BroadcastChannel | null {
  try {
    return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL_NAME);
  } catch {
    return null;
  }
}

/**
 * Server-sent events read with `fetch`, because an EventSource cannot send the bearer token. One tab of a browser reads
 * the stream and forwards the events to the others, so that many tabs do not use up the connections to the host. The
 * stream is opened when a listener is added, or at sign-in if nobody is signed in at that time. It is not closed when
 * listeners are removed.
 */
export function createServerEvents({ base, tokens, renew }: ServerEventsOptions): ServerEvents {
  const listeners = new Map<Topic, Set<() => void>>();
  const notifyListeners = (topics: readonly Topic[]): void => {
    for (const topic of topics) listeners.get(topic)?.forEach((listener) => listener());
  };
  const channel = openChannel();
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    notifyListeners(topicsOf(JSON.stringify(data)));
  });
  let isStarted = false;

  /**
   * Reads one stream to its end; false when the stream did not open. `isReconnect`: not the first stream.
   */
  const readStream = async (token: string, isReconnect: boolean): Promise<boolean> => {
    const answer = await fetch(`${base}/system/events`, {
      headers: { Authorization: `Bearer ${token}` },
      cache: 'no-store',
    });
    if (answer.status === 401) await renew();
    if (!answer.ok || !answer.body) return false;
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ''; ;) {
      const { value, done } = await reader.read();
      if (done) return true;
      const parsed = readEvents(text + value);
      text = parsed.rest;
      // events between the end of the previous stream and this moment were missed: refresh every topic
      if (isReconnect && parsed.isOpen) notifyListeners([...listeners.keys()]);
      if (parsed.topics.length === 0) continue;
      notifyListeners(parsed.topics);
      channel?.postMessage(parsed.topics);
    }
  };

  const keepReading = async (): Promise<never> => {
    for (let waitMs = FIRST_WAIT_MS, round = 0; ; round += 1) {
      const token = tokens.get()?.access_token;
      const isOpened = token ? await readStream(token, round > 0).catch(() => false) : false;
      waitMs = isOpened || !token ? FIRST_WAIT_MS : Math.min(MAX_WAIT_MS, waitMs * 2);
      await wait(waitMs);
    }
  };

  const start = (): void => {
    isStarted = true;
    void withTabLock(CHANNEL_NAME, keepReading);
  };

  return {
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

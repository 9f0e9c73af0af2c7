import { isRecordTopic } from '../domain/recordTopics.ts';
import { TOPICS, type ServerEvents, type Topic } from '../runtime/services/messageServices.ts';
import { withTabLock } from './http/tabLock.ts';
import type { TokenStore } from './http/tokens.ts';

export interface ServerEventsOptions {
  /** Base path of the services, as `createTransport` takes it. */
  base: string;
  tokens: TokenStore;
  /** Any call without a loading indicator: like every call it renews an expired token. */
  renew(): Promise<unknown>;
}

const FIRST_WAIT_MS = 3_000;
const MAX_WAIT_MS = 30_000;
const CHANNEL_NAME = 'news';

/**
 * Parses the text received so far of an event stream. Result: the topics of complete events, `rest` (the last,
 * incomplete event), and `isOpen` (the server has registered this stream: it receives every later event).
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
 * stream opens with the first listener and stays open; without a session it waits for one.
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
   * Reads one stream to its end. Returns false when the stream did not open. `isLater`: it replaces an earlier stream.
   */
  const readStream = async (token: string, isLater: boolean): Promise<boolean> => {
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
      const found = readEvents(text + value);
      text = found.rest;
      // events between the end of the last stream and this point were not received: refresh every topic
      if (isLater && found.isOpen) notifyListeners([...listeners.keys()]);
      if (found.topics.length === 0) continue;
      notifyListeners(found.topics);
      channel?.postMessage(found.topics);
    }
  };

  const keepReading = async (): Promise<never> => {
    for (let pause = FIRST_WAIT_MS, turn = 0; ; turn += 1) {
      const token = tokens.get()?.access_token;
      const isOpened = token ? await readStream(token, turn > 0).catch(() => false) : false;
      pause = isOpened || !token ? FIRST_WAIT_MS : Math.min(MAX_WAIT_MS, pause * 2);
      await wait(pause);
    }
  };

  const start = (): void => {
    isStarted = true;
    void withTabLock(CHANNEL_NAME, keepReading);
  };

  return {
    on(topic, listener) {
      const own = listeners.get(topic) ?? new Set();
      listeners.set(topic, own.add(listener));
      if (!isStarted) start();
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(topic) === own) listeners.delete(topic);
      };
    },
  };
}

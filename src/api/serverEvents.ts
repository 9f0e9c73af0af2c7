import { isRecordTopic } from '../domain/recordTopics.ts';
import { TOPICS, type News, type Topic } from '../runtime/services/messageServices.ts';
import { alone } from './http/locks.ts';
import type { TokenStore } from './http/tokens.ts';

export interface NewsOptions {
  /** Base path of the services, as `createTransport` takes it. */
  base: string;
  tokens: TokenStore;
  /** Any quiet call: it renews an expired token as every call does. */
  renew(): Promise<unknown>;
}

const FIRST_WAIT = 3_000;
const LONGEST_WAIT = 30_000;
const NAME = 'news';

/**
 * Parses the text received so far of an event stream. Result: the topics of complete events, `rest` (the last, incomplete event),
 * and `isOpen` (the server has registered this stream: it receives every later event).
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

const wait = (time: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, time);
  });

/** Other tabs; a browser that forbids a site its storage may forbid this, too. */
function openChannel(): BroadcastChannel | null {
  try {
    return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME);
  } catch {
    return null;
  }
}

/**
 * Server-sent events read with `fetch`, because an EventSource cannot carry the bearer token. One tab of a browser
 * holds the stream and tells the others, so that many tabs do not use up the connections of the host. It opens with the
 * first listener and stays: without a session it waits for one.
 */
export function createNews({ base, tokens, renew }: NewsOptions): News {
  const listeners = new Map<Topic, Set<() => void>>();
  const tell = (topics: readonly Topic[]): void => {
    for (const topic of topics) listeners.get(topic)?.forEach((listener) => listener());
  };
  const channel = openChannel();
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    tell(topicsOf(JSON.stringify(data)));
  });
  let isStarted = false;

  /** Reads one stream to its end. Answers whether it ever opened. `isLater`: this stream replaces an earlier one. */
  const read = async (token: string, isLater: boolean): Promise<boolean> => {
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
      if (isLater && found.isOpen) tell([...listeners.keys()]);
      if (found.topics.length === 0) continue;
      tell(found.topics);
      channel?.postMessage(found.topics);
    }
  };

  const follow = async (): Promise<never> => {
    for (let pause = FIRST_WAIT, turn = 0; ; turn += 1) {
      const token = tokens.get()?.access_token;
      const isOpened = token ? await read(token, turn > 0).catch(() => false) : false;
      pause = isOpened || !token ? FIRST_WAIT : Math.min(LONGEST_WAIT, pause * 2);
      await wait(pause);
    }
  };

  const start = (): void => {
    isStarted = true;
    void alone(NAME, follow);
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

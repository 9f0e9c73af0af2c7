import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createServerEvents, readEvents } from '../../src/api/serverEvents.ts';

describe('a stream of events', () => {
  it('is read event by event, and what has not arrived whole is kept', () => {
    const first = readEvents('retry: 3000\n\nevent: open\ndata: []\n\nevent: news\ndata: ["todo","ma');
    expect(first).toEqual({ topics: [], rest: 'event: news\ndata: ["todo","ma', isOpen: true });
    expect(readEvents(`${first.rest}il"]\n\n: \n\n`)).toEqual({
      topics: ['todo', 'mail'],
      rest: '',
      isOpen: false,
    });
  });

  it('tells a topic once, and nothing that it does not know', () => {
    expect(readEvents('event: news\ndata: ["mail","gold"]\n\nevent: news\ndata: ["mail"]\n\n').topics).toEqual([
      'mail',
    ]);
    expect(readEvents('event: news\ndata: {broken\n\nevent: news\ndata: 7\n\n').topics).toEqual([]);
  });
});

type Listener = (event: { data: unknown }) => void;

describe('the tabs of a browser', () => {
  const TOKENS = { access_token: 'a', refresh_token: 'r' };
  let tokens: typeof TOKENS | null = TOKENS;
  let opened: { token: string; tell(text: string): void; end(): void }[] = [];
  let waiting: (() => void)[] = [];
  let channels: Listener[] = [];
  const settle = () =>
    new Promise((done) => {
      setImmediate(done);
    });
  /** Lets the time pass after which a stream is opened again. */
  const reopen = async (): Promise<void> => {
    await settle();
    await vi.advanceTimersByTimeAsync(3000);
    await settle();
  };
  const tell = async (text: string): Promise<void> => {
    opened.at(-1)?.tell(text);
    await settle();
  };
  const OPEN = 'event: open\ndata: []\n\n';
  const tab = () => {
    const events = createServerEvents({
      base: '/api',
      tokens: { get: () => tokens, set: () => undefined },
      renew: async () => undefined,
    });
    const refresh = vi.fn();
    events.on('todo', refresh);
    return { ...events, refresh };
  };

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
    tokens = TOKENS;
    [opened, waiting, channels] = [[], [], []];
    let isTaken = false;
    vi.stubGlobal('navigator', {
      locks: {
        request: (_name: string, work: () => Promise<unknown>) => {
          if (isTaken) return new Promise((done) => waiting.push(() => done(work())));
          isTaken = true;
          return work();
        },
      },
    });
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        private own: Listener | null = null;
        addEventListener(_type: string, listener: Listener): void {
          this.own = listener;
          channels.push(listener);
        }
        postMessage(data: unknown): void {
          for (const listener of channels) if (listener !== this.own) listener({ data });
        }
      },
    );
    vi.stubGlobal('fetch', async (_url: string, { headers, signal }: RequestInit) => {
      const encoder = new TextEncoder();
      const body = new ReadableStream({
        start(controller) {
          opened.push({
            token: (headers as Record<string, string>)['Authorization'] ?? '',
            tell: (text) => controller.enqueue(encoder.encode(text)),
            end: () => controller.close(),
          });
          signal?.addEventListener('abort', () => controller.error(new DOMException('aborted', 'AbortError')));
        },
      });
      return new Response(body);
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('share one stream, and all refresh when it is opened again', async () => {
    const tabs = [tab(), tab()];
    const refreshes = () => tabs.map(({ refresh }) => refresh.mock.calls.length);
    await settle();
    await tell(OPEN);
    expect([opened.length, ...refreshes()]).toEqual([1, 0, 0]);
    await tell('event: news\ndata: ["todo"]\n\n');
    expect(refreshes()).toEqual([1, 1]);
    opened[0]?.end();
    await reopen();
    await tell(OPEN);
    expect([opened.length, ...refreshes()]).toEqual([2, 2, 2]);
  });

  it('refresh when they take the stream over from one that was closed', async () => {
    tab();
    const second = tab();
    await settle();
    await vi.advanceTimersByTimeAsync(60_000);
    waiting.shift()?.();
    await settle();
    await tell(OPEN);
    expect(second.refresh).toHaveBeenCalledTimes(1);
  });

  it('read the stream of the person who signs in, whichever of them has it', async () => {
    tab();
    const second = tab();
    await settle();
    await tell(OPEN);
    tokens = { access_token: 'b', refresh_token: 'r' };
    second.restart();
    await reopen();
    await tell(OPEN);
    expect(opened.map(({ token }) => token)).toEqual(['Bearer a', 'Bearer b']);
    expect(second.refresh).toHaveBeenCalledTimes(1);
  });

  it('read no stream on after the session has ended', async () => {
    const { refresh } = tab();
    await settle();
    await tell(OPEN);
    tokens = null;
    await tell('event: news\ndata: ["todo"]\n\n');
    await reopen();
    expect([opened.length, refresh.mock.calls.length]).toEqual([1, 0]);
  });
});

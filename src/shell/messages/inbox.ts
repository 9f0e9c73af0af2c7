export interface QueuedMessage {
  origin: string;
  data: unknown;
}

export interface MessageInbox {
  /** Passes the queued messages and all later ones to `read`. Returns a function that ends the subscription. */
  subscribe(read: (message: QueuedMessage) => void): () => void;
  /** Logs why a message was refused, once per sender and reason, for the developer who connects two systems. */
  logRefusal(origin: string, reason: string): void;
}

/** Maximum number of messages that are queued while the application loads. */
const MAX_QUEUED = 20;
/** Maximum age of a queued message; older messages are dropped. */
const MAX_AGE_MS = 120_000;
const MAX_LOG_LINES = 50;

interface Options {
  /** Other origins whose messages are accepted, in addition to the page's own origin. */
  partners: readonly string[];
  now?(): number;
  log?(text: string): void;
}

// oxlint-disable-next-line no-console -- meant for the developer who connects two systems, not for the user
const logToConsole = (text: string): void => console.info(text);

/**
 * Creates the queue of window messages, which listens from application start, before sign-in. Only messages that are
 * strings, from the page's own origin or from partners, are queued (stricter than WM-010, see OD-051). All other
 * messages are dropped without parsing.
 */
export function createMessageInbox(
  pageWindow: Window,
  { partners, now = Date.now, log = logToConsole }: Options,
): MessageInbox {
  const allowedOrigins = new Set([pageWindow.location.origin, ...partners]);
  const loggedLines = new Set<string>();
  /** `receivedAt`: milliseconds since 1970. */
  let queuedMessages: (QueuedMessage & { receivedAt: number })[] = [];
  let reader: ((message: QueuedMessage) => void) | null = null;

  const logRefusal = (origin: string, reason: string): void => {
    const logLine = `${origin} ${reason}`;
    if (loggedLines.size >= MAX_LOG_LINES || loggedLines.has(logLine)) return;
    loggedLines.add(logLine);
    log(`窗口消息未处理：${origin}，${reason}`);
  };
  pageWindow.addEventListener('message', ({ origin, data }: MessageEvent<unknown>) => {
    if (typeof data !== 'string') return;
    if (!allowedOrigins.has(origin)) {
      logRefusal(origin, '来源不在 MESSAGE_ORIGINS 中');
      return;
    }
    if (reader) reader({ origin, data });
    else queuedMessages = [...queuedMessages, { origin, data, receivedAt: now() }].slice(-MAX_QUEUED);
  });
  return {
    logRefusal,
    subscribe(read) {
      reader = read;
      const recentMessages = queuedMessages.filter(({ receivedAt }) => now() - receivedAt <= MAX_AGE_MS);
      queuedMessages = [];
      for (const message of recentMessages) read(message);
      return () => {
        if (reader === read) reader = null;
      };
    },
  };
}

export interface Letter {
  origin: string;
  data: unknown;
}

export interface MessageInbox {
  /** Hands over what waits and everything that comes from now on; the answer ends it. */
  open(read: (letter: Letter) => void): () => void;
  /** Notes why a message was not acted on: once for each sender and reason, in the console, for who connects two systems. */
  refuse(origin: string, reason: string): void;
}

/** Letters that wait while the product is on its way, and how long, in milliseconds. */
const MAX_WAITING = 20;
const PATIENCE = 120_000;
const MAX_NOTES = 50;

interface Options {
  /** Origins beside the own one. */
  partners: readonly string[];
  now?(): number;
  log?(text: string): void;
}

// oxlint-disable-next-line no-console -- for who connects two systems: a person using the page can do nothing about it
const tell = (text: string): void => console.info(text);

/**
 * Listens from the first moment, before the product is loaded or the person has signed in. Only texts of the own
 * origin and of partners are kept (WM-010 hardened, OD-051); everything else is dropped unread.
 */
export function createMessageInbox(page: Window, { partners, now = Date.now, log = tell }: Options): MessageInbox {
  const allowed = new Set([page.location.origin, ...partners]);
  const notes = new Set<string>();
  let waiting: (Letter & { at: number })[] = [];
  let reader: ((letter: Letter) => void) | null = null;

  const refuse = (origin: string, reason: string): void => {
    const note = `${origin} ${reason}`;
    if (notes.size >= MAX_NOTES || notes.has(note)) return;
    notes.add(note);
    log(`窗口消息未处理：${origin}，${reason}`);
  };
  page.addEventListener('message', ({ origin, data }: MessageEvent<unknown>) => {
    if (typeof data !== 'string') return;
    if (!allowed.has(origin)) {
      refuse(origin, '来源不在 MESSAGE_ORIGINS 中');
      return;
    }
    if (reader) reader({ origin, data });
    else waiting = [...waiting, { origin, data, at: now() }].slice(-MAX_WAITING);
  });
  return {
    refuse,
    open(read) {
      reader = read;
      const due = waiting.filter(({ at }) => now() - at <= PATIENCE);
      waiting = [];
      for (const letter of due) read(letter);
      return () => {
        if (reader === read) reader = null;
      };
    },
  };
}

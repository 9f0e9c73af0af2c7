import type { Services } from '../../../runtime/services/services.ts';
import { ServiceError } from '../../../runtime/services/serviceError.ts';
import { patchPartsDelta, type PatchParts } from '../../../records/index.ts';
import { draftParts, type Draft } from './draft.ts';

/** Debounce time in ms before a draft is sent to the server, and the longest wait during continuous typing. */
const DEBOUNCE_MS = 2500;
const MAX_WAIT_MS = 20_000;
/** First and longest delay in ms of a retry after a failed request; the delay doubles each time. */
const FIRST_RETRY_MS = 5000;
const MAX_RETRY_MS = 60_000;
/** Maximum number of characters in one request; the server accepts 6 MB. */
const MAX_REQUEST_CHARS = 1_500_000;

/**
 * 'none': no draft. 'waiting': the draft is not sent yet. 'synced': the server has the draft. 'offline': sending failed
 * and is retried. 'refused': the server does not accept the draft.
 */
export type SyncState = 'none' | 'waiting' | 'synced' | 'offline' | 'refused';

/** Sends the draft of one form to the server during input. */
export interface DraftSync {
  /** Queues the current draft; it is sent when typing pauses. */
  push(draft: Draft): void;
  /** Sends the queued draft now, if there is one. Resolves to false if the server has not stored it. */
  flush(): Promise<boolean>;
  /**
   * Continues a draft that the server has at the revision `draft.synced`: later requests contain only the differences
   * from the parts of `draft`.
   */
  adopt(draft: Draft): void;
  /**
   * Drops the queued draft and the known state of the server: later input is a new draft. Resolves when no request is
   * running.
   */
  forget(): Promise<void>;
  dispose(): void;
}

interface Options {
  drafts: Services['drafts'];
  newId(): string;
  /** Called when the server has stored this draft at this revision. */
  onSynced(draft: Draft, revision: number): void;
  /** Called when the server has stored a part of this draft at this revision; the rest is sent next. */
  onPartSynced(draft: Draft, revision: number): void;
  /**
   * Called when another window of the same user has continued the draft, so this window continues under a new id.
   * `draft`: the draft with the new id.
   */
  onFork(draft: Draft): void;
  onState(state: SyncState): void;
}

/** Distributes parts over requests of limited size. A single part over the limit is not split. */
function splitParts(parts: Readonly<Record<string, unknown>>): Record<string, unknown>[] {
  const chunks: Record<string, unknown>[] = [{}];
  let size = 0;
  for (const [name, value] of Object.entries(parts)) {
    const length = name.length + (JSON.stringify(value) ?? '').length;
    if (size > 0 && size + length > MAX_REQUEST_CHARS) {
      chunks.push({});
      size = 0;
    }
    (chunks.at(-1) as Record<string, unknown>)[name] = value;
    size += length;
  }
  return chunks;
}

/** What the server has stored of a draft: its revision, and its parts (`draftParts`). */
interface ServerState {
  revision: number;
  parts: PatchParts;
}

/**
 * Sends the difference between a draft and the server's parts (null: unknown, so the whole draft is sent). Returns the
 * new revision. A large difference is sent in several requests: `onPartStored` is called with the server's state after
 * each request except the last. The caller keeps this state, so that a retry after an interruption continues from this
 * revision; the server would refuse an older revision with DRAFT_MOVED.
 */
export async function sendDraft(
  drafts: Services['drafts'],
  draft: Draft,
  serverParts: PatchParts | null,
  onPartStored: (state: ServerState) => Promise<void> | void,
): Promise<number> {
  const parts = draftParts(draft);
  const { set, drop } = serverParts
    ? patchPartsDelta(serverParts, parts)
    : { set: Object.fromEntries(parts), drop: [] };
  const droppedNames = new Set(drop);
  const storedParts = new Map([...(serverParts ?? [])].filter(([name]) => !droppedNames.has(name)));
  let draftRevision = draft.synced;
  const chunks = splitParts(set);
  for (const [index, chunk] of chunks.entries()) {
    const isFirst = index === 0;
    const answer = await drafts.save({
      id: draft.id,
      formKey: draft.formKey,
      recordId: draft.recordId ?? '',
      title: draft.title,
      device: draft.device,
      baseRevision: draft.revision,
      formVersion: draft.version,
      revision: draftRevision,
      isWhole: isFirst && serverParts === null,
      set: chunk,
      drop: isFirst ? drop : [],
    });
    draftRevision = answer.revision;
    for (const [name, value] of Object.entries(chunk)) storedParts.set(name, value);
    if (index < chunks.length - 1) await onPartStored({ revision: draftRevision, parts: new Map(storedParts) });
  }
  return draftRevision;
}

/** Returns true if another window has continued the draft. */
const isForked = (error: unknown): boolean => error instanceof ServiceError && error.code === 'DRAFT_MOVED';
/** Returns true if the server does not accept the draft, so that a retry would not help. */
const isRefused = (error: unknown): boolean =>
  error instanceof ServiceError &&
  ['DRAFT_LIMIT', 'DRAFT_SPACE', 'REQUEST_TOO_LARGE', 'REQUEST_INVALID', 'REQUEST_REFUSED', '403', '413'].includes(
    error.code,
  );

/**
 * Synchronises a draft with the server during input. After the first request, only changes since the last request are
 * sent.
 */
export function createDraftSync({ drafts, newId, onSynced, onPartSynced, onFork, onState }: Options): DraftSync {
  /** The draft to be sent; null when there is none, or when it was sent or is being sent. */
  let queuedDraft: Draft | null = null;
  /** What the server has stored of the draft with this id; null when unknown. */
  let serverState: (ServerState & { id: string }) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Time of the first `push` after the last `flush` (milliseconds since 1970); 0: there was none. */
  let waitingSince = 0;
  let runningSend: Promise<boolean> | null = null;
  let retryDelay = FIRST_RETRY_MS;
  let isDisposed = false;
  /** Number of calls of `forget`. Answers to requests from before the last call are ignored. */
  let generation = 0;

  const sendOnce = async (draft: Draft, sentGeneration: number): Promise<void> => {
    const knownState = serverState?.id === draft.id ? serverState : null;
    const draftToSend = { ...draft, synced: knownState?.revision ?? draft.synced };
    const revision = await sendDraft(drafts, draftToSend, knownState?.parts ?? null, (state) => {
      if (generation !== sentGeneration) return;
      serverState = { id: draft.id, ...state };
      onPartSynced(draft, state.revision);
    });
    if (generation !== sentGeneration) return;
    serverState = { id: draft.id, revision, parts: draftParts(draft) };
    onSynced(draft, revision);
  };

  /** Gives the id of the fork to the draft that was queued while the request was running. */
  const moveQueuedDraftToFork = (fork: Pick<Draft, 'id' | 'synced' | 'isSynced'>): void => {
    if (queuedDraft) queuedDraft = { ...queuedDraft, ...fork };
  };

  const send = async (): Promise<boolean> => {
    let draft = queuedDraft;
    if (!draft) return true;
    queuedDraft = null;
    const sentGeneration = generation;
    try {
      try {
        await sendOnce(draft, sentGeneration);
      } catch (error) {
        if (!isForked(error) || generation !== sentGeneration) throw error;
        const fork = { id: newId(), synced: 0, isSynced: false };
        draft = { ...draft, ...fork };
        moveQueuedDraftToFork(fork);
        onFork(draft);
        await sendOnce(draft, sentGeneration);
      }
      retryDelay = FIRST_RETRY_MS;
      if (generation === sentGeneration) onState(queuedDraft === null ? 'synced' : 'waiting');
      return true;
    } catch (error) {
      if (generation !== sentGeneration) return true;
      queuedDraft ??= draft;
      onState(isRefused(error) ? 'refused' : 'offline');
      if (!isRefused(error)) scheduleRetry();
      return false;
    }
  };

  /**
   * Schedules a retry after `retryDelay`, which doubles up to `MAX_RETRY_MS`. A timer is needed because the browser's
   * `online` event reports only the network connection: there is no event when an unavailable server starts again.
   */
  const scheduleRetry = (): void => {
    if (isDisposed) return;
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), retryDelay);
    retryDelay = Math.min(retryDelay * 2, MAX_RETRY_MS);
  };

  const flush = async (): Promise<boolean> => {
    clearTimeout(timer);
    waitingSince = 0;
    while (runningSend) await runningSend;
    if (!queuedDraft) return true;
    runningSend = send().finally(() => {
      runningSend = null;
    });
    return runningSend;
  };
  const onOnline = (): void => {
    void flush();
  };
  window.addEventListener('online', onOnline);

  return {
    push(draft) {
      queuedDraft = draft;
      onState('waiting');
      clearTimeout(timer);
      waitingSince ||= Date.now();
      timer = setTimeout(() => void flush(), Date.now() - waitingSince > MAX_WAIT_MS ? 0 : DEBOUNCE_MS);
    },
    flush,
    adopt(draft) {
      serverState = { id: draft.id, revision: draft.synced, parts: draftParts(draft) };
    },
    async forget() {
      clearTimeout(timer);
      queuedDraft = null;
      serverState = null;
      generation += 1;
      onState('none');
      await runningSend;
    },
    dispose() {
      isDisposed = true;
      clearTimeout(timer);
      window.removeEventListener('online', onOnline);
    },
  };
}

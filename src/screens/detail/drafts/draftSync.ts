import type { Services } from '../../../runtime/services/services.ts';
import { ServiceError } from '../../../runtime/services/serviceError.ts';
import { partsDelta, type Parts } from '../../../records/index.ts';
import { draftParts, type Draft } from './draft.ts';

/** Milliseconds of rest before what was typed goes to the server, and the longest wait while somebody types on. */
const REST = 2500;
const LONGEST = 20_000;
/** Milliseconds until a server that did not answer is tried again, at first and at most; each time twice as long. */
const AGAIN = 5000;
const AGAIN_MOST = 60_000;
/** Characters of one request; the server takes 6 MB. */
const CHUNK = 1_500_000;

export type SyncState = 'none' | 'waiting' | 'synced' | 'offline' | 'refused';

export interface DraftSync {
  /** The draft as it is now; it goes to the server when typing rests. */
  push(draft: Draft): void;
  /** Sends what waits. False when the server has not got it. */
  flush(): Promise<boolean>;
  /** The server's draft is gone on with: it has these parts at this revision. */
  adopt(draft: Draft): void;
  /** What is typed from now on is another draft; nothing waits any more. Resolves when nothing is under way either. */
  forget(): Promise<void>;
  dispose(): void;
}

interface Options {
  drafts: Services['drafts'];
  newId(): string;
  /** The server has this draft now, at this revision. */
  onSynced(draft: Draft, revision: number): void;
  /** Somebody (another window of the same person) goes on with this draft: ours goes on under a new id. */
  onFork(draft: Draft): void;
  onState(state: SyncState): void;
}

/** Pieces of what is to be set, none much larger than a request may be. */
function chunks(set: Readonly<Record<string, unknown>>): Record<string, unknown>[] {
  const pieces: Record<string, unknown>[] = [{}];
  let size = 0;
  for (const [part, value] of Object.entries(set)) {
    const length = part.length + (JSON.stringify(value) ?? '').length;
    if (size > 0 && size + length > CHUNK) {
      pieces.push({});
      size = 0;
    }
    (pieces.at(-1) as Record<string, unknown>)[part] = value;
    size += length;
  }
  return pieces;
}

/** Sends one draft from what the server is known to have (null: nothing is known of it, so all of it goes). Answers its new revision. */
export async function sendDraft(drafts: Services['drafts'], draft: Draft, known: Parts | null): Promise<number> {
  const parts = draftParts(draft);
  const { set, drop } = known ? partsDelta(known, parts) : { set: Object.fromEntries(parts), drop: [] };
  let revision = draft.synced;
  for (const [index, piece] of chunks(set).entries()) {
    const isFirst = index === 0;
    const answer = await drafts.save({
      id: draft.id,
      formKey: draft.formKey,
      recordId: draft.recordId ?? '',
      title: draft.title,
      device: draft.device,
      baseRevision: draft.revision,
      formVersion: draft.version,
      revision,
      isWhole: isFirst && known === null,
      set: piece,
      drop: isFirst ? drop : [],
    });
    revision = answer.revision;
  }
  return revision;
}

const isMoved = (error: unknown): boolean => error instanceof ServiceError && error.code === 'DRAFT_MOVED';
const isRefused = (error: unknown): boolean =>
  error instanceof ServiceError &&
  ['DRAFT_LIMIT', 'DRAFT_SPACE', 'REQUEST_TOO_LARGE', 'REQUEST_INVALID', 'REQUEST_REFUSED', '403', '413'].includes(
    error.code,
  );

/** Brings one person's draft to the server while it is typed, by what changed since the last time. */
export function createDraftSync({ drafts, newId, onSynced, onFork, onState }: Options): DraftSync {
  let latest: Draft | null = null;
  let known: { id: string; revision: number; parts: Parts } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitingSince = 0;
  let running: Promise<boolean> | null = null;
  let again = AGAIN;
  let isDisposed = false;
  /** Counts what was forgotten: the answer to a request from before means nothing any more. */
  let turn = 0;

  const sendOnce = async (draft: Draft, sentIn: number): Promise<void> => {
    const base = known?.id === draft.id ? known : null;
    const revision = await sendDraft(drafts, { ...draft, synced: base?.revision ?? draft.synced }, base?.parts ?? null);
    if (turn !== sentIn) return;
    known = { id: draft.id, revision, parts: draftParts(draft) };
    onSynced(draft, revision);
  };

  const send = async (): Promise<boolean> => {
    const draft = latest;
    if (!draft) return true;
    latest = null;
    const sentIn = turn;
    try {
      try {
        await sendOnce(draft, sentIn);
      } catch (error) {
        if (!isMoved(error) || turn !== sentIn) throw error;
        const forked = { ...draft, id: newId(), synced: 0, isSynced: false };
        onFork(forked);
        await sendOnce(forked, sentIn);
      }
      again = AGAIN;
      if (turn === sentIn) onState(latest === null ? 'synced' : 'waiting');
      return true;
    } catch (error) {
      if (turn !== sentIn) return true;
      latest ??= draft;
      onState(isRefused(error) ? 'refused' : 'offline');
      if (!isRefused(error)) later();
      return false;
    }
  };

  /** A server that is back tells nobody: the browser was not offline. */
  const later = (): void => {
    if (isDisposed) return;
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), again);
    again = Math.min(again * 2, AGAIN_MOST);
  };

  const flush = async (): Promise<boolean> => {
    clearTimeout(timer);
    waitingSince = 0;
    while (running) await running;
    if (!latest) return true;
    running = send().finally(() => {
      running = null;
    });
    return running;
  };
  const onOnline = (): void => {
    void flush();
  };
  window.addEventListener('online', onOnline);

  return {
    push(draft) {
      latest = draft;
      onState('waiting');
      clearTimeout(timer);
      waitingSince ||= Date.now();
      timer = setTimeout(() => void flush(), Date.now() - waitingSince > LONGEST ? 0 : REST);
    },
    flush,
    adopt(draft) {
      known = { id: draft.id, revision: draft.synced, parts: draftParts(draft) };
    },
    async forget() {
      clearTimeout(timer);
      latest = null;
      known = null;
      turn += 1;
      onState('none');
      await running;
    },
    dispose() {
      isDisposed = true;
      clearTimeout(timer);
      window.removeEventListener('online', onOnline);
    },
  };
}

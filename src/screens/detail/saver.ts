import type { FormRecord } from '../../grammar/documents.ts';
import { isNoAnswer, ServiceError } from '../../runtime/services/serviceError.ts';
import type { Transition } from '../../runtime/services/tasks.ts';
import { newId } from '../shared/newId.ts';

type Request = { kind: 'save'; record: FormRecord } | { kind: 'run'; transition: Transition };

/** One send of a record. Its key makes a repeat of the same request harmless on the server. */
export type Attempt = Request & { key: string };

/** What came of a send. */
export interface Sent {
  record: FormRecord;
  /** The earlier act, its answer unknown until now, that turned out to be done: what was asked for has not been sent. */
  instead: Extract<Attempt, { kind: 'run' }> | null;
}

export interface Saver {
  /**
   * Sends a record. A call while one is under way joins it (a double click stores one record). After an unknown
   * outcome (connection lost, server error) the next call first repeats the earlier request under its own key,
   * so that nothing is stored twice even when the typed values changed in between. Throws ServiceError.
   */
  send(request: Request): Promise<Sent>;
  /** The request whose outcome is not known, to be kept with the draft. */
  readonly pending: Attempt | null;
  /** Takes over the unanswered request of an earlier visit, kept with its draft. */
  adopt(attempt: Attempt | null): void;
  /** Calls the listener when an attempt has ended without being stored. Answers the unsubscribe: what is under way then is still heard. */
  onFailed(listener: () => void): () => void;
}

const UNKNOWN_OUTCOME: ReadonlySet<string> = new Set(['NETWORK', 'SERVER', 'REQUEST_BUSY']);

export const isOutcomeUnknown = (error: unknown): boolean =>
  !(error instanceof ServiceError) || UNKNOWN_OUTCOME.has(error.code);

function bodyOf(attempt: Attempt): string {
  const { key: _key, ...request } = attempt;
  return JSON.stringify(request);
}

const recordOf = (request: Request): FormRecord =>
  request.kind === 'save' ? request.record : request.transition.record;

/** The earlier request did arrive: what is sent now belongs to the record that it made. */
function onTopOf(request: Request, stored: FormRecord): Request {
  const record = {
    ...recordOf(request),
    id: stored.id,
    revision: stored.revision,
    version: stored.version,
    flwState: stored.flwState,
  };
  return request.kind === 'save'
    ? { kind: 'save', record }
    : { kind: 'run', transition: { ...request.transition, record } };
}

export function createSaver(options: { post(attempt: Attempt): Promise<FormRecord>; newKey?: () => string }): Saver {
  const newKey = options.newKey ?? newId;
  let pending: Attempt | null = null;
  let running: Promise<Sent> | null = null;
  const listeners = new Set<() => void>();

  const post = async (attempt: Attempt): Promise<FormRecord> => {
    const isRepeat = pending === attempt;
    pending = attempt;
    try {
      const record = await options.post(attempt);
      pending = null;
      return record;
    } catch (error) {
      // a repetition that is put off says nothing of the request that it repeats
      if (!isOutcomeUnknown(error) && !(isRepeat && isNoAnswer(error))) pending = null;
      throw error;
    }
  };

  const settleEarlier = async (): Promise<FormRecord | null> => {
    if (!pending) return null;
    try {
      return await post(pending);
    } catch (error) {
      if (pending) throw error;
      return null; // Refused, so it never was stored: the new request stands alone.
    }
  };

  const sendNow = async (request: Request): Promise<Sent> => {
    if (pending && bodyOf(pending) === JSON.stringify(request)) return { record: await post(pending), instead: null };
    const earlier = pending;
    const stored = await settleEarlier();
    // It has moved on in its flow; the later values may no longer be written.
    if (stored && earlier?.kind === 'run') return { record: stored, instead: earlier };
    return { record: await post({ ...(stored ? onTopOf(request, stored) : request), key: newKey() }), instead: null };
  };
  const tell = (): void => {
    for (const listener of listeners) listener();
  };

  return {
    send(request) {
      running ??= sendNow(request)
        .catch((error: unknown) => {
          tell();
          throw error;
        })
        .finally(() => {
          running = null;
        });
      return running;
    },
    get pending() {
      return pending;
    },
    adopt(attempt) {
      pending ??= attempt;
    },
    onFailed(listener) {
      listeners.add(listener);
      const off = (): void => {
        listeners.delete(listener);
      };
      return () => {
        if (running) void running.then(off, off);
        else off();
      };
    },
  };
}

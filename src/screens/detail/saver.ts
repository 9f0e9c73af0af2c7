import type { FormRecord } from '../../grammar/documents.ts';
import { maySucceedLater } from '../../runtime/services/serviceError.ts';
import type { Transition } from '../../runtime/services/tasks.ts';
import { newId } from '../shared/newId.ts';
import { isOutcomeUnknown } from '../shared/sendOnce.ts';

/** `run`: an act on the approval of the record (`Transition`), which also saves the record. */
type SaveRequest = { kind: 'save'; record: FormRecord } | { kind: 'run'; transition: Transition };

/** A request with its idempotency key, so that it can be repeated. */
export type Attempt = SaveRequest & { key: string };

/** Result of a send. */
export interface SendResult {
  record: FormRecord;
  /**
   * Set if the new request was not sent, because an earlier act (kind `run`), which was running or had an unknown
   * outcome, has succeeded and advanced the process. Null: the new request was sent.
   */
  earlierAct: Extract<SaveRequest, { kind: 'run' }> | null;
}

/** Sends the saves and acts of one record, one after another. */
export interface Saver {
  /**
   * Sends a request. A call with the same request during a running send returns the same promise (a double click stores
   * one record). A different request waits until the running request has ended, and is then based on the record stored
   * by it (after an act: see `SendResult.earlierAct`). After a request with an unknown outcome (connection lost, server
   * error) the next call first repeats that request with its key, so that nothing is stored twice even if the values
   * have changed. Throws ServiceError.
   */
  send(request: SaveRequest): Promise<SendResult>;
  /** The request that is running or has an unknown outcome, to be stored with the draft; null: none. */
  readonly pending: Attempt | null;
  /**
   * Takes over a request with an unknown outcome that an earlier visit has stored with its draft (null: none). Does
   * nothing while `pending` is another request.
   */
  adopt(attempt: Attempt | null): void;
  /**
   * Calls the listener after each failed send. Returns the unsubscribe function; during a send, the listener is removed
   * after the send has ended.
   */
  onFailed(listener: () => void): () => void;
}

/** Returns a request as text without its key, for comparison. */
function bodyOf(attempt: Attempt): string {
  const { key: _key, ...request } = attempt;
  return JSON.stringify(request);
}

/** Returns the record that a request saves. */
export const recordOf = (request: SaveRequest): FormRecord =>
  request.kind === 'save' ? request.record : request.transition.record;

/**
 * Returns the request with id, revision, version and state of the stored record. Used after an earlier request has
 * stored the record.
 */
function rebase(request: SaveRequest, storedRecord: FormRecord): SaveRequest {
  const record = {
    ...recordOf(request),
    id: storedRecord.id,
    revision: storedRecord.revision,
    version: storedRecord.version,
    flwState: storedRecord.flwState,
  };
  return request.kind === 'save'
    ? { kind: 'save', record }
    : { kind: 'run', transition: { ...request.transition, record } };
}

export function createSaver(options: { post(attempt: Attempt): Promise<FormRecord>; newKey?: () => string }): Saver {
  const newKey = options.newKey ?? newId;
  let pending: Attempt | null = null;
  /** The last request whose send has not ended. */
  let runningSend: { request: SaveRequest; result: Promise<SendResult> } | null = null;
  const listeners = new Set<() => void>();

  const post = async (attempt: Attempt): Promise<FormRecord> => {
    const isRepeat = pending === attempt;
    pending = attempt;
    try {
      const record = await options.post(attempt);
      pending = null;
      return record;
    } catch (error) {
      // a repeat refused by the rate limit (429) does not decide the original request: its outcome stays unknown
      if (!isOutcomeUnknown(error) && !(isRepeat && maySucceedLater(error))) pending = null;
      throw error;
    }
  };

  const repeatPending = async (): Promise<FormRecord | null> => {
    if (!pending) return null;
    try {
      return await post(pending);
    } catch (error) {
      if (pending) throw error;
      return null; // the pending request was refused and stored nothing: only the new request is sent
    }
  };

  const sendNow = async (request: SaveRequest): Promise<SendResult> => {
    if (pending && bodyOf(pending) === JSON.stringify(request))
      return { record: await post(pending), earlierAct: null };
    const earlier = pending;
    const storedRecord = await repeatPending();
    // the process of the record has advanced, so the newer values may not be saved any more
    if (storedRecord && earlier?.kind === 'run') return { record: storedRecord, earlierAct: earlier };
    return {
      record: await post({ ...(storedRecord ? rebase(request, storedRecord) : request), key: newKey() }),
      earlierAct: null,
    };
  };

  const sendAfter = async (earlier: NonNullable<typeof runningSend>, request: SaveRequest): Promise<SendResult> => {
    const result = await earlier.result.catch(() => null);
    if (result === null) return sendNow(request);
    const earlierAct = earlier.request.kind === 'run' ? earlier.request : result.earlierAct;
    return earlierAct ? { record: result.record, earlierAct } : sendNow(rebase(request, result.record));
  };

  const notifyFailure = (): void => {
    for (const listener of listeners) listener();
  };

  return {
    send(request) {
      if (runningSend && JSON.stringify(runningSend.request) === JSON.stringify(request)) return runningSend.result;
      const result = (runningSend ? sendAfter(runningSend, request) : sendNow(request))
        .catch((error: unknown) => {
          notifyFailure();
          throw error;
        })
        .finally(() => {
          if (runningSend?.result === result) runningSend = null;
        });
      runningSend = { request, result };
      return result;
    },
    get pending() {
      return pending;
    },
    adopt(attempt) {
      pending ??= attempt;
    },
    onFailed(listener) {
      listeners.add(listener);
      const unsubscribe = (): void => {
        listeners.delete(listener);
      };
      return () => {
        if (runningSend) void runningSend.result.then(unsubscribe, unsubscribe);
        else unsubscribe();
      };
    },
  };
}

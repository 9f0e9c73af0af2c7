import type { FormRecord } from '../../grammar/documents.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import type { Transition } from '../../runtime/services/tasks.ts';
import { newId } from '../shared/newId.ts';

type Request = { kind: 'save'; record: FormRecord } | { kind: 'run'; transition: Transition };

/** One send of a record. Its key makes a repeat of the same request harmless on the server. */
export type Attempt = Request & { key: string };

export interface Saver {
  /**
   * Sends a record. A call while one is under way joins it (a double click stores one record). After an unknown
   * outcome (connection lost, server error) the next call first repeats the earlier request under its own key,
   * so that nothing is stored twice even when the typed values changed in between. Throws ServiceError.
   */
  send(request: Request): Promise<FormRecord>;
  /** The request whose outcome is not known, to be kept with the draft. */
  readonly pending: Attempt | null;
  /** Takes over the unanswered request of an earlier visit, kept with its draft. */
  adopt(attempt: Attempt | null): void;
}

const UNKNOWN_OUTCOME: ReadonlySet<string> = new Set(['NETWORK', 'SERVER', 'REQUEST_BUSY']);

export const isOutcomeUnknown = (error: unknown): boolean => !(error instanceof ServiceError) || UNKNOWN_OUTCOME.has(error.code);

function bodyOf(attempt: Attempt): string {
  const { key: _key, ...request } = attempt;
  return JSON.stringify(request);
}

const recordOf = (request: Request): FormRecord => (request.kind === 'save' ? request.record : request.transition.record);

/** The earlier request did arrive: what is sent now belongs to the record that it made. */
function onTopOf(request: Request, stored: FormRecord): Request {
  const record = { ...recordOf(request), id: stored.id, revision: stored.revision, version: stored.version, flwState: stored.flwState };
  return request.kind === 'save' ? { kind: 'save', record } : { kind: 'run', transition: { ...request.transition, record } };
}

export function createSaver(options: {
  post(attempt: Attempt): Promise<FormRecord>;
  newKey?: () => string;
}): Saver {
  const newKey = options.newKey ?? newId;
  let pending: Attempt | null = null;
  let running: Promise<FormRecord> | null = null;

  const post = async (attempt: Attempt): Promise<FormRecord> => {
    pending = attempt;
    try {
      const record = await options.post(attempt);
      pending = null;
      return record;
    } catch (error) {
      if (!isOutcomeUnknown(error)) pending = null;
      throw error;
    }
  };

  const settleEarlier = async (): Promise<FormRecord | null> => {
    if (!pending) return null;
    try {
      return await post(pending);
    } catch (error) {
      if (isOutcomeUnknown(error)) throw error;
      return null; // Refused, so it never was stored: the new request stands alone.
    }
  };

  const sendNow = async (request: Request): Promise<FormRecord> => {
    if (pending && bodyOf(pending) === JSON.stringify(request)) return post(pending);
    const earlier = pending?.kind;
    const stored = await settleEarlier();
    if (stored && earlier === 'run') return stored; // It has moved on in its flow; the later values may no longer be written.
    return post({ ...(stored ? onTopOf(request, stored) : request), key: newKey() });
  };

  return {
    send(request) {
      running ??= sendNow(request).finally(() => { running = null; });
      return running;
    },
    get pending() {
      return pending;
    },
    adopt(attempt) {
      pending ??= attempt;
    },
  };
}

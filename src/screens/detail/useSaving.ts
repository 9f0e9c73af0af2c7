import { useCallback, useEffect, useRef, useState } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import { isSameValue, type ValuesPatch } from '../../records/index.ts';
import type { Problem } from '../../domain/problem/index.ts';
import { checkNothingPending, waitForCalls } from '../../runtime/host/checkNothingPending.ts';
import { checkFailedCalls } from '../../runtime/host/failedCalls.ts';
import { notice } from '../../runtime/host/notice.ts';
import { maySucceedLater, ServiceError } from '../../runtime/services/serviceError.ts';
import type { OpinionDetails, Transition } from '../../runtime/services/tasks.ts';
import type { FormSession } from '../../runtime/form/session.ts';
import { changedSince } from './typedChanges.ts';
import { isOutcomeUnknown } from '../shared/sendOnce.ts';
import { recordOf, type Saver, type SendResult } from './saver.ts';

/** Result of a save or an act that has stored the record. */
export interface StoredResult {
  record: FormRecord;
  /** The requested act; null: a save. */
  action: Transition['action'] | null;
  /**
   * Not null if this request was not sent, because an earlier act (`action`), which was running or had an unknown
   * outcome, has succeeded. `changesSince`: what the user changed after that act was sent; these changes are not
   * stored.
   */
  earlierAct: { action: Transition['action']; changesSince: ValuesPatch } | null;
}

export interface SaveFailure {
  error: unknown;
  /** True when a retry may succeed (connection lost, server error, request still running, rate limit). */
  canRetry: boolean;
  /** The problems of the error that belong to no field; other problems are shown at their fields. */
  problemsWithoutField: readonly Problem[];
}

export interface Saving {
  /** True while a request is running, or waits for calls that fill fields or cells. */
  isBusy: boolean;
  failure: SaveFailure | null;
  /** Error of a save that was refused because somebody else has changed the record. */
  staleError: ServiceError | null;
  /**
   * True after `validateAll`, or after the server refused the record with problems; the summary of problems is then
   * shown.
   */
  isChecked: boolean;
  /**
   * Validates all fields, shows the problems and focuses the first one. Returns true if there are none. A unique value
   * that may be taken only by a pending request of this record (`isTakenByPending`) does not count as a problem.
   */
  validateAll(): boolean;
  /**
   * Saves the record; if `mustBeValid` is true, only after a successful validation. `save`, `run` and `retry` resolve
   * to null when nothing was stored: the reason is then shown, and the form keeps all typed values.
   */
  save(options: { mustBeValid: boolean }): Promise<StoredResult | null>;
  /** Saves the record and performs the act on its approval. 'submit' and 'approve' need a successful validation. */
  run(
    action: Transition['action'],
    extra: OpinionDetails & { taskId?: string; opinion?: string },
  ): Promise<StoredResult | null>;
  /** Repeats the last save or act with the present values; resolves to null if nothing was requested yet. */
  retry(): Promise<StoredResult | null>;
  /** The act that `retry` repeats; null: `retry` repeats a save, or nothing was requested yet. */
  retriedAction: Transition['action'] | null;
  /** Clears `failure` and `staleError`. */
  dismiss(): void;
}

/** Message when the server refused values that the user has corrected during the save. */
const CORRECTED_MESSAGE = '刚才的保存未成功，内容已更正，请再保存一次';

/**
 * Returns the record to send. If this undid input in fields that the user may no longer change (`undoneInput`), shows a
 * warning with the names of the fields.
 */
function recordToSend(session: FormSession): FormRecord {
  const record = session.toRecord();
  const { undoneInput } = session;
  if (undoneInput?.length > 0) notice('warning', `以下内容已不能由您填写，没有保存：${undoneInput.join('、')}`);
  return record;
}

type Send = () => Promise<StoredResult | null>;

/** Saves one record and performs the acts on its approval, with the state of the last attempt. */
export function useSaving(session: FormSession, saver: Saver): Saving {
  const [sendCount, setSendCount] = useState(0);
  const [isChecked, setChecked] = useState(false);
  const [failure, setFailure] = useState<SaveFailure | null>(null);
  const [staleError, setStaleError] = useState<ServiceError | null>(null);
  const [lastRequest, setLastRequest] = useState<{ action: StoredResult['action']; send: Send } | null>(null);

  const showFailure = useCallback(
    (error: unknown) => {
      if (error instanceof ServiceError && error.code === 'RECORD_STALE') return setStaleError(error);
      const problemsWithoutField = error instanceof ServiceError ? session.showProblems(error.problems) : [];
      if (error instanceof ServiceError && error.problems.length > 0) {
        const isCorrected =
          problemsWithoutField.length === 0 &&
          [...session.compiled.fields.keys()].every((key) => session.problems(key).length === 0);
        if (isCorrected) return notice('warning', CORRECTED_MESSAGE);
        setChecked(true);
        const firstFieldProblem = error.problems.find((problem) => !problemsWithoutField.includes(problem));
        if (firstFieldProblem) session.focusProblem(formPathOf(firstFieldProblem));
      }
      setFailure({ error, canRetry: isOutcomeUnknown(error) || maySucceedLater(error), problemsWithoutField });
      return undefined;
    },
    [session],
  );

  const sendAndShowFailure = useCallback(
    async (action: StoredResult['action'], send: () => Promise<SendResult>): Promise<StoredResult | null> => {
      setSendCount((count) => count + 1);
      setFailure(null);
      try {
        const { record, earlierAct } = await send();
        // read before `markSaved` replaces the typed values by the values that the server has stored
        const changesSince = earlierAct && changedSince(session, earlierAct.transition.record);
        session.markSaved(record);
        return {
          record,
          action,
          earlierAct: earlierAct && changesSince ? { action: earlierAct.transition.action, changesSince } : null,
        };
      } catch (error) {
        showFailure(error);
        return null;
      } finally {
        setSendCount((count) => count - 1);
      }
    },
    [showFailure, session],
  );

  const validateAll = useCallback((): boolean => {
    setChecked(true);
    setFailure(null);
    const firstProblem = session.validate().find((problem) => !isTakenByPending(problem, session, saver));
    if (firstProblem) session.focusProblem(firstProblem.path);
    return firstProblem === undefined;
  }, [session, saver]);

  /** The session on the screen; null after the page was left. */
  const shownSession = useRef<FormSession | null>(null);
  useEffect(() => {
    shownSession.current = session;
    return () => {
      shownSession.current = null;
    };
  }, [session]);
  const waitAndSend = useCallback(
    async (action: StoredResult['action'], send: Send) => {
      setSendCount((count) => count + 1);
      try {
        await waitForCalls(session);
        // the page was left: the typed values may have been discarded
        if (shownSession.current !== session) return null;
        if (!checkNothingPending(session)) return null;
        setLastRequest({ action, send });
        return await send();
      } finally {
        setSendCount((count) => count - 1);
      }
    },
    [session],
  );

  return {
    isBusy: sendCount > 0,
    failure,
    staleError,
    isChecked,
    validateAll,
    save: ({ mustBeValid }) =>
      waitAndSend(null, async () => {
        if (mustBeValid && !(validateAll() && checkFailedCalls(session))) return null;
        return sendAndShowFailure(null, () => saver.send({ kind: 'save', record: recordToSend(session) }));
      }),
    run: (action, extra) =>
      waitAndSend(action, async () => {
        // a record that is returned or rejected may be incomplete
        const mustBeValid = action === 'submit' || action === 'approve';
        if (mustBeValid && !(validateAll() && checkFailedCalls(session))) return null;
        return sendAndShowFailure(action, () =>
          saver.send({ kind: 'run', transition: { record: recordToSend(session), action, ...extra } }),
        );
      }),
    retry: () => lastRequest?.send() ?? Promise.resolve(null),
    retriedAction: lastRequest?.action ?? null,
    dismiss: () => {
      setFailure(null);
      setStaleError(null);
    },
  };
}

/**
 * Returns true if the problem is a unique value that is taken, but possibly by this record itself: a request with this
 * value is running, or its outcome is unknown. The next send repeats that request, and the server then decides.
 */
function isTakenByPending({ code, path: [key] }: Problem, session: FormSession, { pending }: Saver): boolean {
  if (code !== 'VALUE_TAKEN' || typeof key !== 'string' || pending === null) return false;
  return isSameValue(recordOf(pending).fieldsMap[key], session.values[key]);
}

/** Converts a problem's path in a record to a path in the form: without `fieldsMap` and `childTables`. */
const formPathOf = (problem: Problem): Problem['path'] => {
  const [area, ...rest] = problem.path;
  if (area === 'fieldsMap') return rest;
  if (area === 'childTables') return rest.filter((part) => part !== 'fieldsMap');
  return problem.path;
};

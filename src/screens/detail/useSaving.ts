import { useCallback, useState } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import type { ValuesPatch } from '../../records/index.ts';
import type { Problem } from '../../domain/problem/index.ts';
import { notice } from '../../runtime/host/notice.ts';
import { isNoAnswer, ServiceError } from '../../runtime/services/serviceError.ts';
import type { OpinionMore, Transition } from '../../runtime/services/tasks.ts';
import type { FormSession } from '../../runtime/form/session.ts';
import { pendingWork, WAITING } from '../../runtime/host/pendingWork.ts';
import { changedSince } from './typedChanges.ts';
import { isOutcomeUnknown, type Saver, type Sent } from './saver.ts';

/** What was stored, by which act (null: a save). `instead`: an earlier act was done and not the one asked for; `since` is what was typed after it, which nobody has stored. */
export interface Stored {
  record: FormRecord;
  action: Transition['action'] | null;
  instead: { action: Transition['action']; since: ValuesPatch } | null;
}

export interface SaveFailure {
  error: unknown;
  /** True when trying again is the natural next step (connection, server). */
  canRetry: boolean;
  /** Problems that belong to no field. */
  problems: readonly Problem[];
}

export interface Saving {
  isBusy: boolean;
  failure: SaveFailure | null;
  /** A save that was refused because somebody else changed the record. */
  staleError: ServiceError | null;
  /** True once a complete check was asked for: the summary of problems shows. */
  isChecked: boolean;
  /** A complete check; shows what is missing and goes there. */
  isComplete(): boolean;
  save(options: { isComplete: boolean }): Promise<Stored | null>;
  run(action: Transition['action'], extra: OpinionMore & { taskId?: string; opinion?: string }): Promise<Stored | null>;
  retry(): Promise<Stored | null>;
  dismiss(): void;
}

/** What was refused was corrected while the save was under way, which takes no second click. */
const CORRECTED = '刚才的保存未成功，内容已更正，请再保存一次';

type Send = () => Promise<Stored | null>;

/** Saves and moves one record. Answers null when it was not stored; then the reason shows and every value stays. */
export function useSaving(session: FormSession, saver: Saver): Saving {
  const [isBusy, setBusy] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const [failure, setFailure] = useState<SaveFailure | null>(null);
  const [staleError, setStale] = useState<ServiceError | null>(null);
  const [last, setLast] = useState<{ send: Send } | null>(null);

  const explain = useCallback(
    (error: unknown) => {
      if (error instanceof ServiceError && error.code === 'RECORD_STALE') return setStale(error);
      const problems = error instanceof ServiceError ? session.showProblems(error.problems) : [];
      if (error instanceof ServiceError && error.problems.length > 0) {
        const isCorrected =
          problems.length === 0 &&
          [...session.compiled.fields.keys()].every((key) => session.problems(key).length === 0);
        if (isCorrected) return notice('warning', CORRECTED);
        setChecked(true);
        const first = error.problems.find((problem) => !problems.includes(problem));
        if (first) session.focusProblem(placeOf(first));
      }
      setFailure({ error, canRetry: isOutcomeUnknown(error) || isNoAnswer(error), problems });
      return undefined;
    },
    [session],
  );

  const attempt = useCallback(
    async (action: Stored['action'], send: () => Promise<Sent>): Promise<Stored | null> => {
      setBusy(true);
      setFailure(null);
      try {
        const { record, instead } = await send();
        // before the answer takes the place of what was typed
        const since = instead && changedSince(session, instead.transition.record);
        session.markSaved(record);
        return { record, action, instead: instead && since ? { action: instead.transition.action, since } : null };
      } catch (error) {
        explain(error);
        return null;
      } finally {
        setBusy(false);
      }
    },
    [explain, session],
  );

  const isComplete = useCallback((): boolean => {
    setChecked(true);
    setFailure(null);
    const [first] = session.validate();
    if (first) session.focusProblem(first.path);
    return first === undefined;
  }, [session]);

  const start = useCallback(
    (send: Send) => {
      const pending = pendingWork(session);
      if (pending) {
        notice('warning', WAITING[pending]);
        return Promise.resolve(null);
      }
      setLast({ send });
      return send();
    },
    [session],
  );

  return {
    isBusy,
    failure,
    staleError,
    isChecked,
    isComplete,
    save: ({ isComplete: mustBeComplete }) =>
      start(async () => {
        if (mustBeComplete && !isComplete()) return null;
        return attempt(null, () => saver.send({ kind: 'save', record: session.toRecord() }));
      }),
    run: (action, extra) =>
      start(async () => {
        // What goes back or ends need not be complete.
        if ((action === 'submit' || action === 'approve') && !isComplete()) return null;
        return attempt(action, () =>
          saver.send({ kind: 'run', transition: { record: session.toRecord(), action, ...extra } }),
        );
      }),
    retry: () => last?.send() ?? Promise.resolve(null),
    dismiss: () => {
      setFailure(null);
      setStale(null);
    },
  };
}

/** A record's path as the form knows it. */
const placeOf = (problem: Problem): Problem['path'] => {
  const [area, ...rest] = problem.path;
  if (area === 'fieldsMap') return rest;
  if (area === 'childTables') return rest.filter((part) => part !== 'fieldsMap');
  return problem.path;
};

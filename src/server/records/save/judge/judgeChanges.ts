import { Worker } from 'node:worker_threads';
import type { FormDefinition } from '../../../../kernel/index.ts';
import type { LookupSnapshot } from '../../../../rules/lookupAnswers.ts';
import type { Situation } from '../../../../rules/situation.ts';
import { Refusal } from '../../../http/refusal.ts';
import { threadEntry } from '../../../threads/entry.ts';
import { createWorkQueue } from '../../../threads/workQueue.ts';
import type { RecordValues } from '../../tables.ts';
import {
  judgeWithin,
  workRefusal,
  type AcceptResult,
  type Change,
  type Strictness,
  toRowSourceResults,
  toIsFillReturned,
  type FilledValues,
  type SourceVerdicts,
} from '../acceptChanges.ts';

/**
 * A change to be checked. The verdicts of the row sources, and the values that fill calls returned, are plain data
 * instead of functions, so that a thread can receive them.
 */
export interface ChangeToJudge extends Omit<Change, 'rowSourceResults' | 'isFillReturned'> {
  verdicts: SourceVerdicts;
  filled: FilledValues;
}

/** A request to a thread to check one save. */
export interface JudgeRequest {
  /** The number under which the thread caches the compiled form (`definitionNumberOf`). */
  definitionNumber: number;
  definition: FormDefinition;
  stored: RecordValues | null;
  sent: RecordValues;
  situation: Situation;
  lookups: LookupSnapshot | null;
  strictness: Strictness;
  verdicts: SourceVerdicts;
  filled: FilledValues;
}
/** The answer of a thread. `acceptResult` is null if the check exceeded the limit of work, memory or time. */
export type JudgeResult = { acceptResult: AcceptResult | null } | { errorText: string };

/**
 * Limits of a save that is checked on the event loop: cells, and work units of formulas and patterns
 * (`workBudget.ts`). Each limit corresponds to about 300 ms. A larger save is checked in a thread.
 */
export const MAX_EVENT_LOOP_CELLS = 20_000;
export const MAX_EVENT_LOOP_WORK = 1_000_000;

/** Limits of one server process: threads, large saves of one person at once, large saves that wait for a thread. */
const MAX_THREADS = 2;
export const MAX_LARGE_SAVES_PER_PERSON = 2;
const MAX_WAITING_SAVES = 8;
/** Maximum duration of one check in a thread. */
const JUDGING_TIMEOUT_MS = 60_000;
/** Time after which an idle thread ends. */
const IDLE_THREAD_MS = 60_000;
/** Maximum size of the heap of a thread. */
const THREAD_MEMORY_MB = 1_024;

/** Returns the number of values of a record: its fields, and the cells of its sub-tables. */
const countCells = ({ form }: ChangeToJudge, values: RecordValues | null): number =>
  form.fields.size +
  [...form.tables.values()].reduce(
    (sum, { key, columns }) => sum + (values?.childTables[key]?.length ?? 0) * columns.length,
    0,
  );

/** Checks whether the save has more cells than may be checked on the event loop. */
export const isLarge = (change: ChangeToJudge): boolean =>
  countCells(change, change.sent) + countCells(change, change.stored) > MAX_EVENT_LOOP_CELLS;

/**
 * A thread. `settle`: the callback that ends its current request; null while the thread is idle. An idle thread ends
 * after IDLE_THREAD_MS.
 */
interface Thread {
  worker: Worker;
  settle: ((result: JudgeResult | Error, mustEndThread: boolean) => void) | null;
  idleTimer: NodeJS.Timeout | undefined;
}

const idleThreads: Thread[] = [];
const workQueue = createWorkQueue({ concurrency: MAX_THREADS, maxWaiting: MAX_WAITING_SAVES });
const largeSavesByUser = new Map<string, number>();

/** Starts a thread that checks saves. */
function startThread(): Thread {
  const worker = new Worker(threadEntry(import.meta.url, 'judge.worker.ts', 'judge.js'), {
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
  });
  const thread: Thread = { worker, settle: null, idleTimer: undefined };
  worker.on('message', (result: JudgeResult) => thread.settle?.(result, false));
  worker.on('error', (error: Error & { code?: string }) => {
    endThread(thread);
    // running out of memory counts as exceeding the work limit
    thread.settle?.(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? { acceptResult: null } : error, true);
  });
  return thread;
}

/** Ends a thread, also if it is checking a save. */
function endThread(thread: Thread): void {
  const index = idleThreads.indexOf(thread);
  if (index >= 0) idleThreads.splice(index, 1);
  clearTimeout(thread.idleTimer);
  void thread.worker.terminate();
}

/** Lets an idle thread or a new thread check a request. */
function sendToThread(request: JudgeRequest): Promise<JudgeResult> {
  const thread = idleThreads.pop() ?? startThread();
  clearTimeout(thread.idleTimer);
  thread.worker.ref();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => thread.settle?.({ acceptResult: null }, true), JUDGING_TIMEOUT_MS);
    thread.settle = (result, mustEndThread) => {
      thread.settle = null;
      clearTimeout(timer);
      if (mustEndThread) endThread(thread);
      else {
        // an idle thread must not keep a stopping server alive
        thread.worker.unref();
        thread.idleTimer = setTimeout(() => endThread(thread), IDLE_THREAD_MS).unref();
        idleThreads.push(thread);
      }
      if (result instanceof Error) reject(result);
      else resolve(result);
    };
    thread.worker.postMessage(request);
  });
}

const definitionNumbers = new WeakMap<FormDefinition, number>();
let definitionCount = 0;

/**
 * Returns the number that identifies a definition in the caches of the threads. Key and version of the form do not
 * suffice, because the dialogs of all buttons of a form have the form's key and no version.
 */
function definitionNumberOf(definition: FormDefinition): number {
  const number = definitionNumbers.get(definition) ?? (definitionCount += 1);
  definitionNumbers.set(definition, number);
  return number;
}

/** Checks a save in a thread. Refuses with ROW_WORK if the check exceeds its limits. */
async function judgeInThread(change: ChangeToJudge): Promise<AcceptResult> {
  const { form, stored, sent, situation, strictness, verdicts, filled } = change;
  const { lookups, ...situationData } = situation;
  const result = await workQueue.run(() =>
    sendToThread({
      definitionNumber: definitionNumberOf(form.definition),
      definition: form.definition,
      stored,
      sent: { fieldsMap: sent.fieldsMap, childTables: sent.childTables },
      situation: situationData,
      lookups: lookups?.snapshot?.() ?? null,
      strictness,
      verdicts,
      filled,
    }),
  );
  if ('errorText' in result) throw new Error(result.errorText);
  if (result.acceptResult === null) throw workRefusal(change);
  return result.acceptResult;
}

/**
 * Checks a save and returns the accepted values with the problems found. A small save is checked on the event loop, a
 * large save in a thread, so that the server can answer other requests meanwhile. Refuses with ROW_WORK (the check
 * exceeds its limits), SAVE_LIMIT (too many large saves of this person at once) or REQUEST_BUSY (too many large saves
 * are waiting).
 */
export async function judgeChanges(change: ChangeToJudge, userId: string): Promise<AcceptResult> {
  if (!isLarge(change)) {
    const localChange = {
      ...change,
      rowSourceResults: toRowSourceResults(change.verdicts),
      isFillReturned: toIsFillReturned(change.filled),
    };
    const acceptResult = judgeWithin(localChange, MAX_EVENT_LOOP_WORK);
    if (acceptResult) return acceptResult;
    // the check needs more work than the event loop may do, so a thread repeats it
  }
  const count = largeSavesByUser.get(userId) ?? 0;
  if (count >= MAX_LARGE_SAVES_PER_PERSON) throw new Refusal('SAVE_LIMIT', { limit: MAX_LARGE_SAVES_PER_PERSON });
  largeSavesByUser.set(userId, count + 1);
  try {
    return await judgeInThread(change);
  } finally {
    const remaining = (largeSavesByUser.get(userId) ?? 1) - 1;
    if (remaining > 0) largeSavesByUser.set(userId, remaining);
    else largeSavesByUser.delete(userId);
  }
}

/** Returns the number of a person's large saves that are being checked or are waiting; for tests. */
export const countLargeSaves = (userId: string): number => largeSavesByUser.get(userId) ?? 0;

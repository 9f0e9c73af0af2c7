import { Worker } from 'node:worker_threads';
import type { FormDefinition } from '../../../../kernel/index.ts';
import type { LookedUp } from '../../../../rules/lookupAnswers.ts';
import type { Situation } from '../../../../rules/situation.ts';
import { Refusal } from '../../../http/refusal.ts';
import { threadEntry } from '../../../threads/entry.ts';
import { createTurns } from '../../../threads/turns.ts';
import type { RecordValues } from '../../tables.ts';
import { judgeWithin, tooMuchWork, type Accepted, type Change, type Strictness } from '../acceptChanges.ts';
import { pickedOf, vouchesOf, type Given, type Words } from './sourceWords.ts';

/** A change with what its sources said, as plain data. */
export interface JudgedChange extends Omit<Change, 'picked' | 'vouches'> {
  words: Words;
  given: Given;
}

export interface JudgeQuestion {
  /** Of the version of the form, which the thread keeps compiled. */
  name: string;
  definition: FormDefinition;
  stored: RecordValues | null;
  sent: RecordValues;
  situation: Situation;
  lookups: LookedUp | null;
  strictness: Strictness;
  words: Words;
  given: Given;
}
/** `accepted` null: it cost too much. */
export type JudgeAnswer = { accepted: Accepted | null } | { fault: string };

/**
 * What is judged on the event loop: so many cells, and so much work of formulas and patterns (`workBudget.ts`), each
 * some 300 ms. Everything beyond is judged in a thread.
 */
export const LOOP_CELLS = 20_000;
export const LOOP_WORK = 1_000_000;

/** Threads at once on one server, and large saves of one person: further ones are asked to come again. */
const MAX_THREADS = 2;
export const MOST_OF_ONE = 2;
const MOST_WAITING = 8;
const TIME_MS = 60_000;
const IDLE_MS = 60_000;
const MEMORY_MB = 1_024;

const cellsIn = ({ form }: JudgedChange, values: RecordValues | null): number =>
  form.fields.size +
  [...form.tables.values()].reduce(
    (sum, { key, columns }) => sum + (values?.childTables[key]?.length ?? 0) * columns.length,
    0,
  );

/** Whether so many cells are judged apart, before anything is tried. */
export const isLarge = (change: JudgedChange): boolean =>
  cellsIn(change, change.sent) + cellsIn(change, change.stored) > LOOP_CELLS;

/** A thread and the question it is at; threads that wait are ended after a while. */
interface Thread {
  worker: Worker;
  settle: ((answer: JudgeAnswer | Error, isBroken: boolean) => void) | null;
  idleTimer: NodeJS.Timeout | undefined;
}

const idle: Thread[] = [];
const turns = createTurns({ atOnce: MAX_THREADS, mostWaiting: MOST_WAITING });
const ofPerson = new Map<string, number>();

function startThread(): Thread {
  const worker = new Worker(threadEntry(import.meta.url, 'judge.worker.ts', 'judge.js'), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const thread: Thread = { worker, settle: null, idleTimer: undefined };
  worker.on('message', (answer: JudgeAnswer) => thread.settle?.(answer, false));
  worker.on('error', (error: Error & { code?: string }) => {
    end(thread);
    // past its memory it cost too much, as past its count of work
    thread.settle?.(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? { accepted: null } : error, true);
  });
  return thread;
}

function end(thread: Thread): void {
  const at = idle.indexOf(thread);
  if (at >= 0) idle.splice(at, 1);
  clearTimeout(thread.idleTimer);
  void thread.worker.terminate();
}

function ask(question: JudgeQuestion): Promise<JudgeAnswer> {
  const thread = idle.pop() ?? startThread();
  clearTimeout(thread.idleTimer);
  thread.worker.ref();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => thread.settle?.({ accepted: null }, true), TIME_MS);
    thread.settle = (answer, isBroken) => {
      thread.settle = null;
      clearTimeout(timer);
      if (isBroken) end(thread);
      else {
        // a server that stops waits for no thread
        thread.worker.unref();
        thread.idleTimer = setTimeout(() => end(thread), IDLE_MS).unref();
        idle.push(thread);
      }
      if (answer instanceof Error) reject(answer);
      else resolve(answer);
    };
    thread.worker.postMessage(question);
  });
}

async function judgeInThread(change: JudgedChange): Promise<Accepted> {
  const { form, stored, sent, situation, strictness, words, given } = change;
  const { lookups, ...plain } = situation;
  const { formKey, version } = form.definition;
  const answer = await turns.take(() =>
    ask({
      name: JSON.stringify([formKey, version]),
      definition: form.definition,
      stored,
      sent: { fieldsMap: sent.fieldsMap, childTables: sent.childTables },
      situation: plain,
      lookups: lookups?.all?.() ?? null,
      strictness,
      words,
      given,
    }),
  );
  if ('fault' in answer) throw new Error(answer.fault);
  if (answer.accepted === null) throw tooMuchWork(change);
  return answer.accepted;
}

/**
 * Judges a save: a small one at once, a large one in a thread, so that the server answers others meanwhile. Refuses with
 * ROW_WORK what costs too much in all, with SAVE_LIMIT more than a person's share of large saves, and with REQUEST_BUSY
 * while too many wait.
 */
export async function judgeChanges(change: JudgedChange, userId: string): Promise<Accepted> {
  if (!isLarge(change)) {
    const local = { ...change, picked: pickedOf(change.words), vouches: vouchesOf(change.given) };
    const accepted = judgeWithin(local, LOOP_WORK);
    if (accepted) return accepted;
  }
  const count = ofPerson.get(userId) ?? 0;
  if (count >= MOST_OF_ONE) throw new Refusal('SAVE_LIMIT', { limit: MOST_OF_ONE });
  ofPerson.set(userId, count + 1);
  try {
    return await judgeInThread(change);
  } finally {
    const left = (ofPerson.get(userId) ?? 1) - 1;
    if (left > 0) ofPerson.set(userId, left);
    else ofPerson.delete(userId);
  }
}

/** Large saves under way of a person: for tests. */
export const largeSavesOf = (userId: string): number => ofPerson.get(userId) ?? 0;

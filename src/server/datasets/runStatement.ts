import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { sql, type RawBuilder } from 'kysely';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { createMinuteCache } from '../records/index.ts';
import type { Db } from '../store/database.ts';

/** Maximum number of concurrent statements per person on this server. Further statements wait. */
const MAX_CONCURRENT = 2;
/** Maximum planner cost of a statement in the embedded database, equal to about ten seconds of its only session. */
const MAX_COST = 3_000_000;

/** The origin of a statement: a request, or background work in the name of a person. */
export interface Requester {
  user: RequestUser | null;
  raw: { destroyed: boolean; socket?: Pick<Socket, 'destroyed' | 'once' | 'off'> | undefined };
}

/** Returns the origin of background work in the name of a person. */
export const requesterFor = (user: RequestUser): Requester => ({ user, raw: { destroyed: false } });

/**
 * The statements of one person. `running`: number of running statements; `waiting`: for each waiting statement the
 * function that starts it.
 */
interface PersonQueue {
  running: number;
  waiting: (() => void)[];
}
const queues = new WeakMap<ServerContext, Map<string, PersonQueue>>();

/** Waits until the person runs fewer statements than the maximum. Returns a function that releases the slot. */
async function acquireSlot(context: ServerContext, userId: string): Promise<() => void> {
  const queueByPerson = queues.get(context) ?? new Map<string, PersonQueue>();
  queues.set(context, queueByPerson);
  const queue = queueByPerson.get(userId) ?? { running: 0, waiting: [] };
  queueByPerson.set(userId, queue);
  if (queue.running >= MAX_CONCURRENT) await new Promise<void>((resolve) => queue.waiting.push(resolve));
  else queue.running += 1;
  return () => {
    const next = queue.waiting.shift();
    if (next) next();
    else {
      queue.running -= 1;
      if (queue.running === 0) queueByPerson.delete(userId);
    }
  };
}

interface Plan {
  'QUERY PLAN': { Plan: { 'Total Cost': number } }[];
}

/** Planner costs by text and values of statements. Cached because open dashboards repeat the same statements. */
const costs = createMinuteCache<number>();
/** The people of whom a statement was aborted within the last minute, with the time. */
const lastAbortByPerson = createMinuteCache<{ at: number }>();
/** How long an aborted statement is refused instead of being run again. */
const REFUSAL_PERIOD_MS = 10 * 60_000;
/** Maximum number of aborted statements that are remembered. */
const MAX_REMEMBERED_ABORTS = 500;
/** The time until which an aborted statement is refused, by its text and values (`statementKey`). */
const abortedStatements = new WeakMap<ServerContext, Map<string, number>>();
/** Maximum planner cost for a person in the minute after one of their statements was aborted. */
const MAX_COST_AFTER_ABORT = MAX_COST / 10;
/** Minimum time between two aborts of statements of one person, because each abort restarts the embedded database. */
const MIN_ABORT_INTERVAL_MS = 60_000;

const statementKey = (context: ServerContext, statement: RawBuilder<unknown>): string => {
  const { sql: text, parameters } = statement.compile(context.db);
  return JSON.stringify([text, parameters]);
};

/**
 * Refuses with TOO_LONG a statement that was aborted a short time ago, or whose planner cost is too high. The embedded
 * database cannot interrupt a statement, and its only session serves everybody.
 */
async function refuseCostly(context: ServerContext, userId: string, statement: RawBuilder<unknown>): Promise<void> {
  const key = statementKey(context, statement);
  if ((abortedStatements.get(context)?.get(key) ?? 0) > performance.now()) throw new Refusal('TOO_LONG');
  const limit = lastAbortByPerson.get(context, userId) ? MAX_COST_AFTER_ABORT : MAX_COST;
  const cachedCost = costs.get(context, key);
  if (cachedCost !== null && cachedCost <= limit) return;
  const { rows } = await sql<Plan>`explain (format json) ${statement}`.execute(context.db);
  const cost = rows[0]?.['QUERY PLAN'][0]?.Plan['Total Cost'] ?? 0;
  costs.set(context, key, cost);
  if (cost > limit) throw new Refusal('TOO_LONG');
}

/** Remembers that a statement of this person was aborted. */
function rememberAborted(context: ServerContext, userId: string, statement: RawBuilder<unknown>): void {
  const now = performance.now();
  lastAbortByPerson.set(context, userId, { at: now });
  const refusedUntilByKey = abortedStatements.get(context) ?? new Map<string, number>();
  abortedStatements.set(context, refusedUntilByKey);
  if (refusedUntilByKey.size >= MAX_REMEMBERED_ABORTS) refusedUntilByKey.clear();
  refusedUntilByKey.set(statementKey(context, statement), now + REFUSAL_PERIOD_MS);
}

/**
 * Runs a statement in the embedded database for at most STATEMENT_SECONDS. After this time the statement is aborted:
 * the database process is killed and restarted, while everybody else waits. Each person causes at most one restart a
 * minute: a further statement of the same person is not aborted before this minute is over. Refuses with TOO_LONG.
 */
async function runEmbedded<R>(context: ServerContext, userId: string, statement: RawBuilder<R>): Promise<R[]> {
  const { db, settings, endStatement } = context;
  await refuseCostly(context, userId, statement);
  if (!endStatement || settings.statementSeconds === 0) return (await statement.execute(db)).rows;
  // the time begins when the connection is free for the statement; no other statement runs while it is in use
  return db.connection().execute(async (connection) => {
    const lastAbort = lastAbortByPerson.get(context, userId);
    const untilNextAbortMs = lastAbort ? lastAbort.at + MIN_ABORT_INTERVAL_MS - performance.now() : 0;
    let isAborted = false;
    const timer = setTimeout(
      () => {
        isAborted = true;
        rememberAborted(context, userId, statement);
        void endStatement('a statistics statement ran too long and was ended with the process');
      },
      Math.max(settings.statementSeconds * 1000, untilNextAbortMs),
    );
    try {
      return (await statement.execute(connection)).rows;
    } catch (error) {
      throw isAborted ? new Refusal('TOO_LONG') : error;
    } finally {
      clearTimeout(timer);
    }
  });
}

/** Returns the query plan of a statement, line by line. */
export async function explainStatement({ db }: ServerContext, statement: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(db);
  return rows.map((row) => row['QUERY PLAN']);
}

/** Returns whether PostgreSQL cancelled the statement: after its timeout, or because the client disconnected. */
const isCancelled = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '57014';

/**
 * Returns whether PostgreSQL read a value that an expression cannot process (class 22), such as a number out of range.
 * The statement fails in the same way in every database.
 */
export const hasFailedOnValue = (error: unknown): boolean =>
  String((error as { code?: unknown } | null)?.code).startsWith('22');

/** Runs a statement, and cancels it when the client disconnects. */
async function runCancellable<R>(db: Db, request: Requester, statement: RawBuilder<R>): Promise<R[]> {
  const marker = `/*dataset ${randomUUID()}*/`;
  const cancel = (): void => {
    if (request.raw.socket?.destroyed)
      sql`select pg_cancel_backend(pid) from pg_stat_activity where state = 'active' and query like ${`${marker}%`}`
        .execute(db)
        .catch(() => undefined);
  };
  request.raw.socket?.once('close', cancel);
  try {
    return (await sql<R>`${sql.raw(marker)} ${statement}`.execute(db)).rows;
  } finally {
    request.raw.socket?.off('close', cancel);
  }
}

/**
 * Runs a statement for a request: at most two per person at a time. With PostgreSQL the statement is cancelled when the
 * client disconnects, and limited by STATEMENT_SECONDS. It runs on the read replica while the replica is fresh;
 * otherwise, or when it fails there, on the primary database. In the embedded database it is limited by its planner
 * cost and by STATEMENT_SECONDS (see `runEmbedded`). Refuses with TOO_LONG.
 */
export async function runStatement<R>(
  context: ServerContext,
  request: Requester,
  userId: string,
  statement: RawBuilder<R>,
): Promise<R[]> {
  const { db, settings } = context;
  const release = await acquireSlot(context, userId);
  try {
    if (request.raw.destroyed && request.raw.socket?.destroyed) return [];
    if (settings.databaseUrl === null) return await runEmbedded(context, userId, statement);
    const { replica } = context;
    if (!replica?.isFresh()) return await runCancellable(db, request, statement);
    try {
      return await runCancellable(replica.db, request, statement);
    } catch (error) {
      if (isCancelled(error) || hasFailedOnValue(error)) throw error;
      // the replica is unreachable, or does not have a newly published column yet
      replica.reportFailure(error);
      return await runCancellable(db, request, statement);
    }
  } catch (error) {
    // TOO_LONG refuses only this question; the other questions of the request are answered
    throw isCancelled(error) ? new Refusal('TOO_LONG') : error;
  } finally {
    release();
  }
}

import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { sql, type RawBuilder } from 'kysely';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { createMinuteCache } from '../records/index.ts';
import type { Db } from '../store/database.ts';

/** Maximum number of concurrent statements per person on this server; further ones wait. */
const MAX_CONCURRENT = 2;
/** Maximum planner cost of a statement in the embedded database; about ten seconds of its only session. */
const MAX_COST = 3_000_000;

/** The origin of a statement: a request, or background work in the name of a person. */
export interface Requester {
  user: RequestUser | null;
  raw: { destroyed: boolean; socket?: Pick<Socket, 'destroyed' | 'once' | 'off'> | undefined };
}

export const requesterFor = (user: RequestUser): Requester => ({ user, raw: { destroyed: false } });

interface PersonQueue {
  running: number;
  waiting: (() => void)[];
}
const queues = new WeakMap<ServerContext, Map<string, PersonQueue>>();

/**
 * Waits until the person has fewer than the maximum of running statements. Returns a function that releases the slot.
 */
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

/** Planner costs by text and values of statements: open dashboards repeat the same statements. */
const costs = createMinuteCache<number>();

/** Refuses with TOO_LONG a statement with too high planner cost: the embedded database has no statement timeout. */
async function refuseCostly(context: ServerContext, statement: RawBuilder<unknown>): Promise<void> {
  const { sql: text, parameters } = statement.compile(context.db);
  const key = JSON.stringify([text, parameters]);
  const cached = costs.get(context, key);
  if (cached !== null && cached <= MAX_COST) return;
  const { rows } = await sql<Plan>`explain (format json) ${statement}`.execute(context.db);
  const cost = rows[0]?.['QUERY PLAN'][0]?.Plan['Total Cost'] ?? 0;
  costs.set(context, key, cost);
  if (cost > MAX_COST) throw new Refusal('TOO_LONG');
}

/** The query plan of a statement, line by line. */
export async function explainStatement({ db }: ServerContext, statement: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(db);
  return rows.map((row) => row['QUERY PLAN']);
}

/** Whether PostgreSQL cancelled the statement: after its timeout, or because the client disconnected. */
const isCancelled = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '57014';

/**
 * Whether PostgreSQL met a value that an expression cannot process (class 22), such as a number out of range. The
 * statement fails in the same way wherever it runs.
 */
export const hasFailedOnValue = (error: unknown): boolean =>
  String((error as { code?: unknown } | null)?.code).startsWith('22');

/** Runs a statement, and cancels it when the client disconnects. */
async function runCancellable<R>(db: Db, request: Requester, statement: RawBuilder<R>): Promise<R[]> {
  const mark = `/*dataset ${randomUUID()}*/`;
  const cancel = (): void => {
    if (request.raw.socket?.destroyed)
      sql`select pg_cancel_backend(pid) from pg_stat_activity where state = 'active' and query like ${`${mark}%`}`
        .execute(db)
        .catch(() => undefined);
  };
  request.raw.socket?.once('close', cancel);
  try {
    return (await sql<R>`${sql.raw(mark)} ${statement}`.execute(db)).rows;
  } finally {
    request.raw.socket?.off('close', cancel);
  }
}

/**
 * Runs a statement for a request: at most two per person at a time. With PostgreSQL it is cancelled when the client
 * disconnects and limited by STATEMENT_SECONDS; in the embedded database it is limited by its planner cost. It runs on
 * the read replica while that is fresh; otherwise, or when it fails there, on the primary database. Refuses with
 * TOO_LONG.
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
    if (settings.databaseUrl === null) {
      await refuseCostly(context, statement);
      return (await statement.execute(db)).rows;
    }
    const { replica } = context;
    if (!replica?.isFresh()) return await runCancellable(db, request, statement);
    try {
      return await runCancellable(replica.db, request, statement);
    } catch (error) {
      if (isCancelled(error) || hasFailedOnValue(error)) throw error;
      // the replica is unreachable, or does not have a newly published column yet
      replica.fail(error);
      return await runCancellable(db, request, statement);
    }
  } catch (error) {
    // only this question is refused; other questions of the same request are still answered
    throw isCancelled(error) ? new Refusal('TOO_LONG') : error;
  } finally {
    release();
  }
}

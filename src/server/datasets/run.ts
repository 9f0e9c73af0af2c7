import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { sql, type RawBuilder } from 'kysely';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { createMinuteCache } from '../records/index.ts';
import type { Db } from '../store/database.ts';

/** So many statements of one person are at work at once on this server; the others of theirs wait. */
const AT_ONCE = 2;
/** What the planner of the embedded database may think a statement costs: some ten seconds of its one session. */
const MOST_COST = 3_000_000;

/** Who asks: a request, or work that is done in somebody's name while they are not here. */
export interface Asker {
  user: RequestUser | null;
  raw: { destroyed: boolean; socket?: Pick<Socket, 'destroyed' | 'once' | 'off'> | undefined };
}

export const inTheNameOf = (user: RequestUser): Asker => ({ user, raw: { destroyed: false } });

interface Line {
  running: number;
  waiting: (() => void)[];
}
const lines = new WeakMap<ServerContext, Map<string, Line>>();

/** Waits for one of a person's places; answers how to give it back. */
async function takePlace(context: ServerContext, userId: string): Promise<() => void> {
  const own = lines.get(context) ?? new Map<string, Line>();
  lines.set(context, own);
  const line = own.get(userId) ?? { running: 0, waiting: [] };
  own.set(userId, line);
  if (line.running >= AT_ONCE) await new Promise<void>((resolve) => line.waiting.push(resolve));
  else line.running += 1;
  return () => {
    const next = line.waiting.shift();
    if (next) next();
    else {
      line.running -= 1;
      if (line.running === 0) own.delete(userId);
    }
  };
}

interface Plan {
  'QUERY PLAN': { Plan: { 'Total Cost': number } }[];
}

/** Costs by the text and values of statements: a board that is looked at asks the same again and again. */
const costs = createMinuteCache<number>();

/** The embedded database knows no bound on time: what its planner thinks too dear is refused before it runs. */
async function refuseDear(context: ServerContext, statement: RawBuilder<unknown>): Promise<void> {
  const { sql: text, parameters } = statement.compile(context.db);
  const key = JSON.stringify([text, parameters]);
  const known = costs.get(context, key);
  if (known !== null && known <= MOST_COST) return;
  const { rows } = await sql<Plan>`explain (format json) ${statement}`.execute(context.db);
  const cost = rows[0]?.['QUERY PLAN'][0]?.Plan['Total Cost'] ?? 0;
  costs.set(context, key, cost);
  if (cost > MOST_COST) throw new Refusal('TOO_LONG');
}

/** How the database would run a statement, line by line. */
export async function explainStatement({ db }: ServerContext, statement: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(db);
  return rows.map((row) => row['QUERY PLAN']);
}

/** PostgreSQL ended it: over its time, or the page that asked is closed. */
const isEnded = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '57014';

/** Runs a statement and ends it when the page that asked is closed. */
async function runThere<R>(db: Db, request: Asker, statement: RawBuilder<R>): Promise<R[]> {
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
 * Runs a statement for whoever makes the request: at most two of theirs at once, ended when the page that asked is closed
 * (PostgreSQL), bounded by STATEMENT_SECONDS there and by its cost in the embedded database. On the read replica while
 * it is fresh, else, and when it fails there, on the database itself. Refuses with TOO_LONG.
 */
export async function runStatement<R>(
  context: ServerContext,
  request: Asker,
  userId: string,
  statement: RawBuilder<R>,
): Promise<R[]> {
  const { db, settings } = context;
  const release = await takePlace(context, userId);
  try {
    if (request.raw.destroyed && request.raw.socket?.destroyed) return [];
    if (settings.databaseUrl === null) {
      await refuseDear(context, statement);
      return (await statement.execute(db)).rows;
    }
    const { replica } = context;
    if (!replica?.isFresh()) return await runThere(db, request, statement);
    try {
      return await runThere(replica.db, request, statement);
    } catch (error) {
      if (isEnded(error)) throw error;
      // it is away, or has not got a column yet that was published a moment ago
      replica.fail(error);
      return await runThere(db, request, statement);
    }
  } catch (error) {
    // only this question is refused; the others of the same request are answered
    throw isEnded(error) ? new Refusal('TOO_LONG') : error;
  } finally {
    release();
  }
}

import { sql } from 'kysely';
import type { Routes, ServerContext } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { migrations } from '../store/migrations/list.ts';

/** The server is not ready if its database takes longer than this to answer. */
const DATABASE_TIMEOUT_MS = 2_000;

/** Error code of the database for a table that does not exist: here the list of the migrations. */
const UNDEFINED_TABLE = '42P01';

/** Why the server is not ready for requests. */
type UnreadyReason = 'ending' | 'database' | 'migrations';

/** Returns whether the database lacks a migration of this release. */
async function isMigrationMissing({ db }: ServerContext): Promise<boolean> {
  const completedMigrations = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const names = new Set(completedMigrations.rows.map(({ name }) => name));
  return Object.keys(migrations).some((name) => !names.has(name));
}

/** Returns the result of `work`; throws if it takes longer than DATABASE_TIMEOUT_MS. */
function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${DATABASE_TIMEOUT_MS} ms`)), DATABASE_TIMEOUT_MS);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

/**
 * `GET /health` answers while this process is alive, regardless of the state of its database, for a supervisor that
 * restarts a hanging process. `GET /ready` answers 200 if the database answers, every migration has run and the server
 * is not stopping, else 503 with the reason, for a load balancer.
 */
export const probeRoutes: Routes = (app, context) => {
  const options = { config: { isPublic: true, isForMonitoring: true }, schema: { hide: true } };
  // load balancers may send HEAD requests
  app.get('/health', { ...options, exposeHeadRoute: true }, () =>
    ok({ alive: true, ready: !context.readiness.isStopping() }, '服务正常'),
  );

  app.get('/ready', { ...options, exposeHeadRoute: true }, async (request) => {
    let reason: UnreadyReason | null = context.readiness.isStopping() ? 'ending' : null;
    if (!reason) {
      try {
        if (await withTimeout(isMigrationMissing(context))) reason = 'migrations';
      } catch (error) {
        const isNew = (error as { code?: unknown }).code === UNDEFINED_TABLE;
        request.log.error({ err: error }, isNew ? 'no migration has run' : 'the query of the database fails');
        reason = isNew ? 'migrations' : 'database';
      }
    }
    if (reason) throw new Refusal('UNAVAILABLE', {}, { ready: false, reason });
    return ok({ ready: true }, '可以接受请求');
  });
};

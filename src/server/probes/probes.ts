import { sql } from 'kysely';
import type { Routes, ServerContext } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { migrations } from '../store/migrations/list.ts';

/** A database that takes longer than this is not one to send people to. */
const ANSWER_MS = 2_000;

/** Why no requests should come here; null when they may. */
type Reason = 'ending' | 'database' | 'migrations';

async function missingMigrations({ db }: ServerContext): Promise<boolean> {
  const done = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const names = new Set(done.rows.map(({ name }) => name));
  return Object.keys(migrations).some((name) => !names.has(name));
}

function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => fail(new Error(`no answer within ${ANSWER_MS} ms`)), ANSWER_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * `GET /health`: this process is alive, whatever its database does; a supervisor restarts one that does not answer.
 * `GET /ready`: requests may come: the database answers, every migration is done, and the server is not ending; 503 with
 * the reason otherwise, and a balancer leaves it out.
 */
export const probeRoutes: Routes = (app, context) => {
  const options = { config: { isPublic: true, isForMachines: true }, schema: { hide: true } };
  // balancers may ask for the head alone
  app.get('/health', { ...options, exposeHeadRoute: true }, () =>
    ok({ alive: true, ready: !context.life.isEnding() }, '服务正常'),
  );

  app.get('/ready', { ...options, exposeHeadRoute: true }, async (request) => {
    let reason: Reason | null = context.life.isEnding() ? 'ending' : null;
    if (!reason) {
      try {
        if (await within(missingMigrations(context))) reason = 'migrations';
      } catch (error) {
        request.log.error({ err: error }, 'the database does not answer');
        reason = 'database';
      }
    }
    if (reason) throw new Refusal('UNAVAILABLE', {}, { ready: false, reason });
    return ok({ ready: true }, '可以接受请求');
  });
};

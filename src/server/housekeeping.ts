import { join } from 'node:path';
import { sql } from 'kysely';
import { sweepFiles } from './files/index.ts';
import { sweepImports } from './imports/index.ts';
import type { Store } from './store/connect.ts';

const MINUTE = 60_000;
const FORGET_REPEATS_HOURS = 48;

/**
 * Removes what has expired, and does for the embedded engine what it has no background processes for: checkpoints
 * (without them its log grows and recovery takes ever longer) and statistics with freed space.
 */
export function startHousekeeping(
  { db, isEmbedded }: Store,
  dataDir: string,
  onError: (error: unknown) => void,
): { stop(): void } {
  const removeExpired = async (): Promise<void> => {
    await sql`delete from auth_captcha where expires_at < now()`.execute(db);
    await sql`delete from auth_attempt where window_until < now()`.execute(db);
    await sql`delete from auth_session where expires_at < now() or not exists (select 1 from auth_token t where t.session_id = auth_session.id and t.expires_at > now())`.execute(
      db,
    );
    await sql`delete from auth_ended where expires_at < now()`.execute(db);
    await sql`delete from att_link where expires_at < now()`.execute(db);
    await sql`delete from http_idempotency where created_at < now() - make_interval(hours => ${FORGET_REPEATS_HOURS})`.execute(
      db,
    );
    await sql`delete from sys_event where happened_at < now() - interval '1 hour'`.execute(db);
  };
  const tasks: [number, () => Promise<unknown>][] = [
    [10 * MINUTE, removeExpired],
    [360 * MINUTE, () => sweepFiles(db, join(dataDir, 'files'))],
    [60 * MINUTE, () => sweepImports(dataDir)],
  ];
  if (isEmbedded) {
    tasks.push([MINUTE, () => sql`checkpoint`.execute(db)]);
    tasks.push([30 * MINUTE, () => sql`vacuum (analyze)`.execute(db)]);
  }
  // the server before this one may have died over its imports
  sweepImports(dataDir).catch(onError);
  const timers = tasks.map(([period, task]) =>
    setInterval(() => {
      task().catch(onError);
    }, period).unref(),
  );
  return { stop: () => timers.forEach((timer) => clearInterval(timer)) };
}

import { Kysely, PostgresDialect, sql, type LogEvent } from 'kysely';
import pg from 'pg';
import { every } from '../every.ts';
import type { Settings } from '../settings.ts';
import { APPLICATION, SESSION_OPTIONS, types } from './connect.ts';
import type { Database } from './database.ts';

/** A streaming copy of the database that statistics are read from, as far as it is not too far behind. */
export interface Replica {
  db: Kysely<Database>;
  /** It was reached lately and holds everything that was written up to DATABASE_READ_LAG_SECONDS ago. */
  isFresh(): boolean;
  /** Something failed there: it is left alone until it is found well again. */
  fail(error: unknown): void;
  /** Seconds it is behind at most; null while that is not known. `fault`: why it is not read from. */
  standing(): { behind: number | null; fault: string | null };
  close(): Promise<void>;
}

export interface ReplicaEvents {
  onQuery?(event: LogEvent): void;
  /** It is not read from any more, or is again (`fault` null). */
  onChange(fault: string | null): void;
}

const LOOK_MS = 1_000;
/** A machine that is gone without a word must not hold a question for long. */
const CONNECT_MS = 2_000;
const MOST_MARKS = 3_600;

/** `16/B374D848`: a place in the write-ahead log. */
const placeOf = (text: string): bigint => {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
};

/**
 * Watches how far the copy at DATABASE_READ_URL is behind: the place in the log of the primary is noted with its time,
 * and what the copy has replayed says up to which of these times it holds everything. So it is right while nothing is
 * written, and when the copy has lost its primary, which its own clock does not tell.
 */
export function openReplica(
  settings: Settings & { databaseReadUrl: string },
  primary: Kysely<Database>,
  { onQuery, onChange }: ReplicaEvents,
): Replica {
  const pool = new pg.Pool({
    connectionString: settings.databaseReadUrl,
    application_name: APPLICATION,
    max: settings.databasePool,
    types,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: settings.statementSeconds * 1000,
    options: SESSION_OPTIONS,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }), ...(onQuery ? { log: onQuery } : {}) });
  const most = settings.databaseReadLagSeconds * 1000;
  let marks: { at: number; place: bigint }[] = [];
  /** Everything written before this moment is in the copy. */
  let freshAt: number | null = null;
  let fault: string | null = '尚未连接';
  const say = (now: string | null): void => {
    if ((now === null) !== (fault === null)) onChange(now);
    fault = now;
  };
  const behindMs = (): number | null => (freshAt === null ? null : Date.now() - freshAt);

  async function look(): Promise<void> {
    const at = Date.now();
    const { rows: written } = await sql<{ place: string }>`select pg_current_wal_lsn()::text as place`.execute(primary);
    marks.push({ at, place: placeOf(written[0]?.place ?? '0/0') });
    if (marks.length > MOST_MARKS) marks.shift();
    try {
      const { rows } = await sql<{ place: string | null }>`select case when pg_is_in_recovery() then
        pg_last_wal_replay_lsn()::text end as place`.execute(db);
      const replayed = rows[0]?.place;
      if (!replayed) {
        freshAt = null;
        say('不是只读副本');
        return;
      }
      const held = marks.findLast(({ place }) => place <= placeOf(replayed));
      if (held) {
        freshAt = held.at;
        marks = marks.filter(({ at: noted }) => noted >= held.at);
      }
      const behind = behindMs();
      say(behind === null || behind > most ? `落后超过 ${settings.databaseReadLagSeconds} 秒` : null);
    } catch (error) {
      say(`无法连接：${error instanceof Error ? error.message : String(error)}`);
    }
  }

  const watch = every(LOOK_MS, look, () => undefined);
  return {
    db,
    isFresh: () => fault === null && (behindMs() ?? Infinity) <= most,
    fail: (error) => say(`查询失败：${error instanceof Error ? error.message : String(error)}`),
    standing: () => {
      const behind = behindMs();
      return { behind: behind === null ? null : behind / 1000, fault };
    },
    async close() {
      await watch.stop();
      await db.destroy();
    },
  };
}

import { Kysely, PostgresDialect, sql, type LogEvent } from 'kysely';
import pg from 'pg';
import { runPeriodically } from '../runPeriodically.ts';
import type { Settings } from '../settings.ts';
import { APPLICATION_NAME, SESSION_OPTIONS, typeParsers } from './connect.ts';
import type { Database } from './database.ts';

/** A streaming replica of the database. Statistics are read from it while its delay is below the limit. */
export interface Replica {
  db: Kysely<Database>;
  /** Returns true if the replica was reached recently and contains all writes up to DATABASE_READ_LAG_SECONDS ago. */
  isFresh(): boolean;
  /** Reports a failure: the replica is not used until the next successful check. */
  reportFailure(error: unknown): void;
  /**
   * `delaySeconds`: an upper bound of the present delay; null if unknown. `errorText`: the reason why the replica is
   * not used; null while it is used.
   */
  currentStatus(): { delaySeconds: number | null; errorText: string | null };
  close(): Promise<void>;
}

export interface ReplicaEvents {
  onQuery?(event: LogEvent): void;
  /** Called when the use of the replica ends, and when it begins again (`errorText` null). */
  onChange(errorText: string | null): void;
}

const CHECK_MS = 1_000;
/** The time limit for connecting to a server that does not answer. */
const CONNECT_TIMEOUT_MS = 2_000;
const MAX_STORED_POSITIONS = 3_600;

/** Parses a position in the write-ahead log: `16/B374D848`. */
const walPosition = (text: string): bigint => {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
};

/**
 * Opens the replica at DATABASE_READ_URL and measures its delay. Stores positions in the log of the primary with their
 * times. The time up to which the replica is complete is the time of the last stored position that it has replayed.
 * This is also correct while nothing is written, and when the replica has lost its primary.
 */
export function openReplica(
  settings: Settings & { databaseReadUrl: string },
  primary: Kysely<Database>,
  { onQuery, onChange }: ReplicaEvents,
): Replica {
  const pool = new pg.Pool({
    connectionString: settings.databaseReadUrl,
    application_name: APPLICATION_NAME,
    max: settings.databasePool,
    types: typeParsers,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: settings.statementSeconds * 1000,
    options: SESSION_OPTIONS,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }), ...(onQuery ? { log: onQuery } : {}) });
  const maxDelayMs = settings.databaseReadLagSeconds * 1000;
  let storedPositions: { at: number; position: bigint }[] = [];
  /** The time up to which the replica contains all writes; null if unknown. */
  let completeUntilMs: number | null = null;
  let errorText: string | null = '尚未连接';
  const setErrorText = (text: string | null): void => {
    if ((text === null) !== (errorText === null)) onChange(text);
    errorText = text;
  };
  const delayMs = (): number | null => (completeUntilMs === null ? null : Date.now() - completeUntilMs);

  async function check(): Promise<void> {
    const queriedAt = Date.now();
    const { rows: primaryRows } = await sql<{
      position: string;
    }>`select pg_current_wal_lsn()::text as position`.execute(primary);
    storedPositions.push({ at: queriedAt, position: walPosition(primaryRows[0]?.position ?? '0/0') });
    if (storedPositions.length > MAX_STORED_POSITIONS) storedPositions.shift();
    try {
      const { rows } = await sql<{ position: string | null }>`select case when pg_is_in_recovery() then
        pg_last_wal_replay_lsn()::text end as position`.execute(db);
      const replayedPosition = rows[0]?.position;
      if (!replayedPosition) {
        completeUntilMs = null;
        setErrorText('不是只读副本');
        return;
      }
      const reachedPosition = storedPositions.findLast(({ position }) => position <= walPosition(replayedPosition));
      if (reachedPosition) {
        completeUntilMs = reachedPosition.at;
        storedPositions = storedPositions.filter(({ at: positionTime }) => positionTime >= reachedPosition.at);
      }
      const delay = delayMs();
      setErrorText(delay === null || delay > maxDelayMs ? `落后超过 ${settings.databaseReadLagSeconds} 秒` : null);
    } catch (error) {
      setErrorText(`无法连接：${error instanceof Error ? error.message : String(error)}`);
    }
  }

  const periodicCheck = runPeriodically(CHECK_MS, check, () => undefined);
  return {
    db,
    isFresh: () => errorText === null && (delayMs() ?? Infinity) <= maxDelayMs,
    reportFailure: (error) => setErrorText(`查询失败：${error instanceof Error ? error.message : String(error)}`),
    currentStatus: () => {
      const delay = delayMs();
      return { delaySeconds: delay === null ? null : delay / 1000, errorText };
    },
    async close() {
      await periodicCheck.stop();
      await db.destroy();
    },
  };
}

import { Kysely, type LogEvent } from 'kysely';
import pg from 'pg';
import { namedDialect } from './actorDialect.ts';
import type { PoolUse } from '../observe/metrics.ts';
import type { Settings } from '../settings.ts';
import type { Database } from './database.ts';
import { deallocateOnConnect, preparingPool, allowDirectReads } from './preparedStatements.ts';
import { refuseWhenFull } from './space.ts';
import { startEmbedded, type EmbeddedDatabase, type EmbeddedOptions } from './embedded/parent.ts';

export interface Store {
  db: Kysely<Database>;
  /** What the start log says of the store; holds no secret. */
  description: string;
  isEmbedded: boolean;
  pool(): PoolUse;
  close(): Promise<void>;
}

export type StoreEvents = Pick<EmbeddedOptions, 'onRestart' | 'onFatal'> & {
  /** An idle connection broke; the next query opens another. */
  onConnectionLost(reason: string): void;
  /** Each query with the time it took. */
  onQuery?(event: LogEvent): void;
};

/**
 * Compiling a statement of statistics costs more than it saves: its time goes into reading and adding, and each parallel
 * worker would compile for itself. Options that the address itself names stand instead of these.
 */
export const SESSION_OPTIONS = '-c jit=off';

const INT8 = 20;
/** By which the connections of this product are known in `pg_stat_activity`, pooled or not. */
export const APPLICATION = 'schema-first';

/** Counts and sizes are numbers here, not texts: none of ours passes 2^53. */
export const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary' ? (text: string) => Number(text) : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig;

/** Opens PostgreSQL at `databaseUrl`, else the embedded database: the same dialect over the same client. */
export async function connect(settings: Settings, events: StoreEvents): Promise<Store> {
  const embedded = settings.databaseUrl ? null : await startEmbedded({ dataDir: settings.dataDir, ...events });
  const pool = new pg.Pool(embedded ? embeddedPool(embedded) : serverPool(settings));
  pool.on('error', (error) => events.onConnectionLost(error.message));
  // one that is at work has no listener of the pool: its query or the next one fails, and the process must not end
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  if (embedded) deallocateOnConnect(pool);
  const db = new Kysely<Database>({
    dialect: namedDialect({ pool: preparingPool(pool, { isSingleSession: embedded !== null }) }, () =>
      refuseWhenFull({ settings }),
    ),
    ...(events.onQuery ? { log: events.onQuery } : {}),
  });
  allowDirectReads(db, pool, events.onQuery);
  return {
    db,
    isEmbedded: embedded !== null,
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    description: embedded
      ? `内置数据库（${settings.dataDir}/pg）`
      : `PostgreSQL（${withoutSecret(settings.databaseUrl ?? '')}）`,
    async close() {
      await db.destroy();
      await embedded?.stop();
    },
  };
}

/**
 * One connection: the engine has one session, and a second connection would share its settings and transactions.
 * The time limit turns "used `db` inside a transaction" into an error instead of a silent stop.
 */
const embeddedPool = (embedded: EmbeddedDatabase): pg.PoolConfig => ({
  host: embedded.socketFolder,
  port: 5432,
  user: 'postgres',
  database: 'postgres',
  max: 1,
  idleTimeoutMillis: 0,
  types,
  connectionTimeoutMillis: 60_000,
});

/** A transaction whose process hangs must not hold its locks for ever, nor one question a processor of the database; a database machine that is gone without a word is noticed on idle connections, too. */
const serverPool = ({ databaseUrl, databasePool, statementSeconds }: Settings): pg.PoolConfig => ({
  connectionString: databaseUrl ?? '',
  application_name: APPLICATION,
  max: databasePool,
  types,
  keepAlive: true,
  connectionTimeoutMillis: 30_000,
  idle_in_transaction_session_timeout: 120_000,
  statement_timeout: statementSeconds * 1000,
  options: SESSION_OPTIONS,
});

/** A store whose statements may take as long as they need: for migrations, backups, restores. */
export const connectPatiently = (settings: Settings, events: StoreEvents): Promise<Store> =>
  connect({ ...settings, statementSeconds: 0 }, events);

export function withoutSecret(url: string): string {
  try {
    const parsed = new URL(url);
    return `${parsed.hostname || 'localhost'}${parsed.port ? `:${parsed.port}` : ''}${parsed.pathname}`;
  } catch {
    return '(unreadable)';
  }
}

import { Kysely, type LogEvent } from 'kysely';
import pg from 'pg';
import { actorDialect } from './actorDialect.ts';
import type { PoolUse } from '../observe/metrics.ts';
import type { Settings } from '../settings.ts';
import type { Database } from './database.ts';
import { deallocateOnConnect, createPreparingPool, allowDirectReads } from './preparedStatements.ts';
import { refuseWhenFull } from './space.ts';
import { startEmbedded, type EmbeddedDatabase, type EmbeddedOptions } from './embedded/startEmbedded.ts';

/** The opened database. */
export interface Store {
  db: Kysely<Database>;
  /** Description of the database for the start log, without secrets. */
  description: string;
  isEmbedded: boolean;
  /** Returns the number of open connections, of idle connections, and of queries that wait for a connection. */
  pool(): PoolUse;
  /** Ends the running statement by restarting the process of the embedded database; null for PostgreSQL. */
  endStatement: EmbeddedDatabase['endStatement'] | null;
  close(): Promise<void>;
}

/** The callbacks of the store. */
export type StoreEvents = Pick<EmbeddedOptions, 'onRestart' | 'onFatal'> & {
  /** Called when an idle connection is lost. The next query opens another connection. */
  onConnectionLost(reason: string): void;
  /** Called after each query, with its duration. */
  onQuery?(event: LogEvent): void;
};

/**
 * Session options. Options in the database URL replace them. JIT compilation of a statistics statement costs more than
 * it saves: most of the statement's time is reading and aggregating, and each parallel worker would compile it again.
 */
export const SESSION_OPTIONS = '-c jit=off';

/** The number by which PostgreSQL identifies the type int8. */
const INT8_TYPE_ID = 20;
/** The name of all connections of this product in `pg_stat_activity`. */
export const APPLICATION_NAME = 'schema-first';

/** Parses int8 values as numbers instead of texts: all counts and sizes are below 2^53. */
export const typeParsers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8_TYPE_ID && format !== 'binary' ? (text: string) => Number(text) : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig;

/**
 * Opens PostgreSQL at `databaseUrl`; without a URL, the embedded database. Both use the same dialect and client.
 */
export async function connect(settings: Settings, events: StoreEvents): Promise<Store> {
  const embedded = settings.databaseUrl ? null : await startEmbedded({ dataDir: settings.dataDir, ...events });
  const pool = new pg.Pool(embedded ? embeddedPool(embedded) : serverPool(settings));
  pool.on('error', (error) => events.onConnectionLost(error.message));
  // the pool does not listen to errors of a busy connection: its query fails anyway, and the process must not end
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  if (embedded) deallocateOnConnect(pool);
  const db = new Kysely<Database>({
    dialect: actorDialect({ pool: createPreparingPool(pool, { isSingleSession: embedded !== null }) }, () =>
      refuseWhenFull({ settings }),
    ),
    ...(events.onQuery ? { log: events.onQuery } : {}),
  });
  allowDirectReads(db, pool, events.onQuery);
  return {
    db,
    isEmbedded: embedded !== null,
    endStatement: embedded ? (reason) => embedded.endStatement(reason) : null,
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    description: embedded
      ? `内置数据库（${settings.dataDir}/pg）`
      : `PostgreSQL（${addressWithoutSecret(settings.databaseUrl ?? '')}）`,
    async close() {
      await db.destroy();
      await embedded?.stop();
    },
  };
}

/**
 * Settings with one connection, because the embedded database has one session, whose settings and transactions a second
 * connection would share. The time limit turns the use of `db` inside a transaction into an error instead of a
 * deadlock.
 */
const embeddedPool = (embedded: EmbeddedDatabase): pg.PoolConfig => ({
  Client: waitingClient(embedded),
  host: embedded.socketFolder,
  port: 5432,
  user: 'postgres',
  database: 'postgres',
  max: 1,
  idleTimeoutMillis: 0,
  types: typeParsers,
  connectionTimeoutMillis: 60_000,
});

/**
 * Returns a client that waits for a current restart of the embedded database before it connects, instead of failing.
 */
const waitingClient = (embedded: EmbeddedDatabase): new () => pg.ClientBase =>
  class extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
      const connecting = embedded.waitForRestart().then(() => super.connect());
      if (!callback) return connecting;
      connecting.then(() => callback(null as never), callback);
    }
  };

/**
 * Settings for a PostgreSQL server. Time limits release the locks of a hanging transaction and stop long statements;
 * `keepAlive` detects a lost database server on idle connections.
 */
const serverPool = ({ databaseUrl, databasePool, statementSeconds }: Settings): pg.PoolConfig => ({
  connectionString: databaseUrl ?? '',
  application_name: APPLICATION_NAME,
  max: databasePool,
  types: typeParsers,
  keepAlive: true,
  connectionTimeoutMillis: 30_000,
  idle_in_transaction_session_timeout: 120_000,
  statement_timeout: statementSeconds * 1000,
  options: SESSION_OPTIONS,
});

/** Connects without the time limit of statements, e.g. for migrations, backups and restores. */
export const connectWithoutTimeout = (settings: Settings, events: StoreEvents): Promise<Store> =>
  connect({ ...settings, statementSeconds: 0 }, events);

/** Returns host, port and database name of a URL, without user and password. */
export function addressWithoutSecret(url: string): string {
  try {
    const parsedUrl = new URL(url);
    return `${parsedUrl.hostname || 'localhost'}${parsedUrl.port ? `:${parsedUrl.port}` : ''}${parsedUrl.pathname}`;
  } catch {
    return '(unreadable)';
  }
}

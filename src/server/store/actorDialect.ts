import {
  CompiledQuery,
  PostgresDialect,
  type DatabaseConnection,
  type Driver,
  type PostgresDialectConfig,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import { currentActor } from './actor.ts';

/**
 * Matches statements that write. A false match costs two round trips; a missed statement loses the actor in the audit
 * log. `with` without a write does not match.
 */
const WRITE_STATEMENT =
  /^\s*(?:insert|update|delete|merge|with\b[^]*?\b(?:insert\s+into|update|delete\s+from|merge\s+into))\b/i;

/**
 * Returns the SQL that sets the actor of the transaction; null if there is no actor. The setting is local to the
 * transaction, so that the next user of the connection does not see it.
 */
function setActorSql(): string | null {
  const actor = currentActor();
  return actor
    ? `select set_config('app.actor', ${pg.escapeLiteral(JSON.stringify(actor).replaceAll('\\u0000', ''))}, true)`
    : null;
}

/** Returns the query that begins the transaction and sets the actor, in one round trip. */
const beginQuery = (): CompiledQuery => CompiledQuery.raw(['begin', setActorSql()].filter(Boolean).join('; '));

/** A check before a person's transaction begins. It throws if the disk is too full. */
export type SpaceCheck = () => Promise<void>;

/** Checks the disk space before a person's write. Skipped for an actor who may write even if the disk is full. */
const checkSpace = async (refuseWhenFull: SpaceCheck): Promise<void> => {
  const actor = currentActor();
  // writes without a person (sign-in, timers, seeding) are small and must not stop
  if (actor?.userId && !actor.isAllowedWhenFull) await refuseWhenFull();
};

/**
 * Returns a connection that sets the actor also for a single write outside of a transaction, if the audit log watches
 * the table: it wraps the write in a transaction.
 */
function actorConnection(
  inner: DatabaseConnection,
  isInTransaction: () => boolean,
  refuseWhenFull: SpaceCheck,
): DatabaseConnection {
  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      if (isInTransaction() || !WRITE_STATEMENT.test(query.sql) || !currentActor() || !isWatched(query.sql))
        return inner.executeQuery<R>(query);
      await checkSpace(refuseWhenFull);
      await inner.executeQuery(beginQuery());
      try {
        const result = await inner.executeQuery<R>(query);
        await inner.executeQuery(CompiledQuery.raw('commit'));
        return result;
      } catch (error) {
        await inner.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined);
        throw error;
      }
    },
    streamQuery: <R>(query: CompiledQuery, size: number) => inner.streamQuery<R>(query, size),
  };
}

/**
 * Returns false for a statement that writes a table without audit triggers. Such tables contain sessions, repeated
 * requests, records, processes, file links, events, reminders or the audit log; they have their own history or need
 * none.
 */
const isWatched = (text: string): boolean =>
  !/^\s*(?:insert into|update|delete from)\s+"?(?:auth_|http_|frm_|flw_|att_link|sys_event|sys_remind|sys_audit)/i.test(
    text,
  );

/**
 * Returns the PostgreSQL dialect that sets the actor (`app.actor`) in every transaction, for the audit triggers.
 * Callers need not set it.
 */
export function actorDialect(
  config: PostgresDialectConfig,
  refuseWhenFull: SpaceCheck = async () => undefined,
): PostgresDialect {
  const dialect = new PostgresDialect(config);
  const create = dialect.createDriver.bind(dialect);
  dialect.createDriver = () => actorDriver(create(), refuseWhenFull);
  return dialect;
}

/** Returns a driver that sets the actor at the beginning of each transaction. */
function actorDriver(driver: Driver, refuseWhenFull: SpaceCheck): Driver {
  const innerConnections = new WeakMap<DatabaseConnection, DatabaseConnection>();
  const connectionsInTransaction = new WeakSet<DatabaseConnection>();
  const innerOf = (connection: DatabaseConnection): DatabaseConnection =>
    innerConnections.get(connection) ?? connection;
  const endTransactionWith =
    (end: Driver['commitTransaction']): Driver['commitTransaction'] =>
    async (connection) => {
      connectionsInTransaction.delete(connection);
      await end.call(driver, innerOf(connection));
    };
  return {
    init: () => driver.init(),
    destroy: () => driver.destroy(),
    async acquireConnection() {
      const inner = await driver.acquireConnection();
      const connection: DatabaseConnection = actorConnection(
        inner,
        () => connectionsInTransaction.has(connection),
        refuseWhenFull,
      );
      innerConnections.set(connection, inner);
      return connection;
    },
    releaseConnection: (connection) => driver.releaseConnection(innerOf(connection)),
    async beginTransaction(connection, settings) {
      const inner = innerOf(connection);
      const hasDefaultSettings = !settings.isolationLevel && !settings.accessMode;
      await checkSpace(refuseWhenFull);
      if (hasDefaultSettings) await inner.executeQuery(beginQuery());
      else {
        await driver.beginTransaction(inner, settings);
        await inner.executeQuery(CompiledQuery.raw(setActorSql() ?? 'select 1'));
      }
      connectionsInTransaction.add(connection);
    },
    commitTransaction: endTransactionWith(driver.commitTransaction),
    rollbackTransaction: endTransactionWith(driver.rollbackTransaction),
    savepoint: async (connection, ...rest) => driver.savepoint?.(innerOf(connection), ...rest),
    rollbackToSavepoint: async (connection, ...rest) => driver.rollbackToSavepoint?.(innerOf(connection), ...rest),
    releaseSavepoint: async (connection, ...rest) => driver.releaseSavepoint?.(innerOf(connection), ...rest),
  };
}

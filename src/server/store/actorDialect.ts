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

/** Writes whatever is watched; a false alarm costs two round trips, a miss the name in the log. `with` alone reads. */
const WRITE = /^\s*(?:insert|update|delete|merge|with\b[^]*?\b(?:insert\s+into|update|delete\s+from|merge\s+into))\b/i;

/** Says in whose name a transaction is done. Local to it, so that a shared connection forgets it. */
function naming(): string | null {
  const actor = currentActor();
  return actor
    ? `select set_config('app.actor', ${pg.escapeLiteral(JSON.stringify(actor).replaceAll('\\u0000', ''))}, true)`
    : null;
}

/** Both in one round trip. */
const beginning = (): CompiledQuery => CompiledQuery.raw(['begin', naming()].filter(Boolean).join('; '));

/** Asked before a person's transaction begins; throws when there is no room for what it would add. */
export type Room = () => Promise<void>;

const forRoom = async (refuseWithoutRoom: Room): Promise<void> => {
  const actor = currentActor();
  // what belongs to nobody (signing in, timers, seeding) is little, and must go on
  if (actor?.userId && !actor.needsNoRoom) await refuseWithoutRoom();
};

/** A connection that makes a transaction of a write that stands alone, where somebody is to be named. */
function namedConnection(
  inner: DatabaseConnection,
  isInside: () => boolean,
  refuseWithoutRoom: Room,
): DatabaseConnection {
  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      if (isInside() || !WRITE.test(query.sql) || !currentActor() || !isWatched(query.sql))
        return inner.executeQuery<R>(query);
      await forRoom(refuseWithoutRoom);
      await inner.executeQuery(beginning());
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

/** Sign-in, repeats, records, processes and people's own drafts keep their own books or need none. */
const isWatched = (text: string): boolean =>
  !/^\s*(?:insert into|update|delete from)\s+"?(?:auth_|http_|frm_|flw_|att_link|sys_event|sys_remind|sys_audit)/i.test(
    text,
  );

/**
 * PostgreSQL whose every transaction names who it is done for (`app.actor`), so that the audit triggers know. Nobody
 * who writes need think of it.
 */
export function namedDialect(
  config: PostgresDialectConfig,
  refuseWithoutRoom: Room = async () => undefined,
): PostgresDialect {
  const dialect = new PostgresDialect(config);
  const create = dialect.createDriver.bind(dialect);
  dialect.createDriver = () => namedDriver(create(), refuseWithoutRoom);
  return dialect;
}

function namedDriver(driver: Driver, refuseWithoutRoom: Room): Driver {
  const inners = new WeakMap<DatabaseConnection, DatabaseConnection>();
  const inside = new WeakSet<DatabaseConnection>();
  const innerOf = (connection: DatabaseConnection): DatabaseConnection => inners.get(connection) ?? connection;
  const leaving =
    (end: Driver['commitTransaction']): Driver['commitTransaction'] =>
    async (connection) => {
      inside.delete(connection);
      await end.call(driver, innerOf(connection));
    };
  return {
    init: () => driver.init(),
    destroy: () => driver.destroy(),
    async acquireConnection() {
      const inner = await driver.acquireConnection();
      const connection: DatabaseConnection = namedConnection(inner, () => inside.has(connection), refuseWithoutRoom);
      inners.set(connection, inner);
      return connection;
    },
    releaseConnection: (connection) => driver.releaseConnection(innerOf(connection)),
    async beginTransaction(connection, settings) {
      const inner = innerOf(connection);
      const isPlain = !settings.isolationLevel && !settings.accessMode;
      await forRoom(refuseWithoutRoom);
      if (isPlain) await inner.executeQuery(beginning());
      else {
        await driver.beginTransaction(inner, settings);
        await inner.executeQuery(CompiledQuery.raw(naming() ?? 'select 1'));
      }
      inside.add(connection);
    },
    commitTransaction: leaving(driver.commitTransaction),
    rollbackTransaction: leaving(driver.rollbackTransaction),
    savepoint: async (connection, ...rest) => driver.savepoint?.(innerOf(connection), ...rest),
    rollbackToSavepoint: async (connection, ...rest) => driver.rollbackToSavepoint?.(innerOf(connection), ...rest),
    releaseSavepoint: async (connection, ...rest) => driver.releaseSavepoint?.(innerOf(connection), ...rest),
  };
}

import { createHash } from 'node:crypto';
import type { Kysely, LogEvent, PostgresPool, PostgresPoolClient, RawBuilder, Transaction } from 'kysely';
import type pg from 'pg';
import type { Database } from './database.ts';

/** What a text begins with that is kept prepared: the database plans it once for each connection, not each time. */
const MARK = '/*kept*/';

/**
 * Marks a statement that is asked with most requests. Its texts must be few (keys of published forms may stand in it,
 * never what a caller sends), for each is held by every connection.
 */
export const kept = MARK;

/** Texts that are kept, by which a company's usual forms are served; each costs every connection of the database some 100 kB. */
const MOST_KEPT = 300;
const names = new Map<string, string>();

/** undefined: as many are kept as may be, this one is planned each time. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_KEPT) return known;
  const name = `k${createHash('sha256').update(text).digest('hex').slice(0, 30)}`;
  names.set(text, name);
  return name;
}

const isKept = (text: unknown): text is string => typeof text === 'string' && text.startsWith(MARK);

/** The pool as the query builder takes it, whose connections keep marked statements prepared. Not for the embedded database: its one session outlives its connections, and their names. */
export function keepingPool(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client);
      if (known) return known;
      const query = client.query.bind(client) as (text: unknown, values?: unknown) => unknown;
      const made = { query: (text: unknown, values?: unknown) => query(isKept(text) ? { name: nameOf(text), text, values } : text, isKept(text) ? undefined : values), release: () => client.release() } as PostgresPoolClient;
      clients.set(client, made);
      return made;
    },
    end: () => pool.end(),
  };
}

type Reader = <R>(statement: RawBuilder<R>) => Promise<R[]>;
const readers = new WeakMap<object, Reader>();

/** Lets `readRows` go the short way for this database: no transaction, nobody to be named, so nothing stands between it and the pool. */
export function openShortWay(db: Kysely<Database>, pool: pg.Pool, { isKeeping, onQuery }: { isKeeping: boolean; onQuery?: ((event: LogEvent) => void) | undefined }): void {
  readers.set(db, async <R>(statement: RawBuilder<R>): Promise<R[]> => {
    const query = statement.compile(db);
    const began = performance.now();
    const tell = (level: 'query' | 'error', error?: unknown): void => { onQuery?.({ level, error, query, queryDurationMillis: performance.now() - began } as LogEvent); };
    const values = query.parameters as unknown[];
    try {
      const { rows } = await pool.query(isKeeping && isKept(query.sql) ? { name: nameOf(query.sql), text: query.sql, values } : { text: query.sql, values });
      tell('query');
      return rows as R[];
    } catch (error) {
      tell('error', error);
      throw error;
    }
  });
}

/** The rows of a statement that writes nothing. */
export const readRows = async <R>(db: Kysely<Database> | Transaction<Database>, statement: RawBuilder<R>): Promise<R[]> => {
  const read = readers.get(db);
  return read ? read(statement) : (await statement.execute(db)).rows;
};

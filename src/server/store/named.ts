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
/** Of those that are merely asked often, the fewer: a form has about six such texts. */
const MOST_OFTEN = 200;
/** The kept texts of a pool by their names; the unmarked ones apart, so that lists of every length after an `in` cannot take the places of the others. */
interface Names {
  marked: Map<string, string>;
  often: Map<string, string>;
}
const pools = new WeakMap<object, Names>();

function namesOf(pool: pg.Pool): Names {
  const names = pools.get(pool) ?? { marked: new Map<string, string>(), often: new Map<string, string>() };
  pools.set(pool, names);
  return names;
}

/** undefined: as many are kept as may be, this one is planned each time. */
function nameOf(text: string, { marked, often }: Names): string | undefined {
  const [names, most] = isKept(text) ? [marked, MOST_KEPT] : [often, MOST_OFTEN];
  const known = names.get(text);
  if (known !== undefined || names.size >= most) return known;
  const name = `k${createHash('sha256').update(text).digest('hex').slice(0, 30)}`;
  names.set(text, name);
  return name;
}

const BEGIN = /^(?:begin|start transaction)\b/i;
const isKept = (text: unknown): text is string => typeof text === 'string' && text.startsWith(MARK);

/** So often a text is asked before it is kept as well. */
const OFTEN = 20;
const MOST_COUNTED = 2_000;
/**
 * Does a statement answer whatever columns its table has? Prepared, it fails once a column is added, on a server that
 * was there before. Stars inside of parentheses are expanded anew and do not matter.
 */
function answersAllColumns(text: string): boolean {
  let depth = 0;
  let outside = '';
  for (const sign of text) {
    if (sign === ')') depth -= 1;
    if (depth === 0) outside += sign;
    if (sign === '(') depth += 1;
  }
  return /\b(?:select|returning)\b[^]*\*/i.test(outside);
}

/** Statements that are asked again and again: those of a step or a save, whose texts are few. */
function createOften(): (text: unknown, values: unknown) => boolean {
  const counts = new Map<string, number>();
  return (text, values) => {
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return false;
    const count = (counts.get(text) ?? 0) + 1;
    if (count > OFTEN) return true;
    if (counts.size >= MOST_COUNTED) counts.clear();
    counts.set(text, count === OFTEN && answersAllColumns(text) ? Number.NEGATIVE_INFINITY : count);
    return false;
  };
}

/**
 * For the embedded database, whose one session outlives its connections: a new one finds no names of the one before it,
 * which its client would give again. What a client sends goes in order, so this is done before its first statement.
 */
export function forgetNames(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    client.query('deallocate all').catch(() => {
      client.connection.stream.destroy();
    });
  });
}

/**
 * The pool as the query builder takes it, whose connections keep marked statements prepared, and those that are asked
 * often inside of transactions: planning them took three quarters of the database's time of a save. `isAlone`: one
 * session serves everybody, and keeps what is asked often outside of transactions too.
 */
export function keepingPool(pool: pg.Pool, { isAlone = false } = {}): PostgresPool {
  const isOften = createOften();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const names = namesOf(pool);
  return {
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client);
      if (known) return known;
      const query = client.query.bind(client) as (text: unknown, values?: unknown) => unknown;
      let isInside = false;
      const made = {
        query: (text: unknown, values?: unknown) => {
          if (typeof text === 'string' && BEGIN.test(text)) isInside = true;
          else if (text === 'commit' || text === 'rollback') isInside = false;
          const isNamed = isKept(text) || ((isAlone || isInside) && isOften(text, values));
          return query(
            isNamed ? { name: nameOf(text as string, names), text, values } : text,
            isNamed ? undefined : values,
          );
        },
        release: () => client.release(),
      } as PostgresPoolClient;
      clients.set(client, made);
      return made;
    },
    end: () => pool.end(),
  };
}

type Reader = <R>(statement: RawBuilder<R>) => Promise<R[]>;
const readers = new WeakMap<object, Reader>();

/** Lets `readRows` go the short way for this database: no transaction, nobody to be named, so nothing stands between it and the pool. */
export function openShortWay(db: Kysely<Database>, pool: pg.Pool, onQuery?: (event: LogEvent) => void): void {
  const names = namesOf(pool);
  readers.set(db, async <R>(statement: RawBuilder<R>): Promise<R[]> => {
    const query = statement.compile(db);
    const began = performance.now();
    const tell = (level: 'query' | 'error', error?: unknown): void => {
      onQuery?.({ level, error, query, queryDurationMillis: performance.now() - began } as LogEvent);
    };
    const values = query.parameters as unknown[];
    try {
      const { rows } = await pool.query(
        isKept(query.sql) ? { name: nameOf(query.sql, names), text: query.sql, values } : { text: query.sql, values },
      );
      tell('query');
      return rows as R[];
    } catch (error) {
      tell('error', error);
      throw error;
    }
  });
}

/** The rows of a statement that writes nothing. */
export const readRows = async <R>(
  db: Kysely<Database> | Transaction<Database>,
  statement: RawBuilder<R>,
): Promise<R[]> => {
  const read = readers.get(db);
  return read ? read(statement) : (await statement.execute(db)).rows;
};

import { createHash } from 'node:crypto';
import type { Kysely, LogEvent, PostgresPool, PostgresPoolClient, RawBuilder, Transaction } from 'kysely';
import type pg from 'pg';
import type { Database } from './database.ts';

/**
 * A prefix that marks a statement that many requests execute. Every connection keeps the statement prepared, so the
 * database plans it once per connection. Only a limited number of different texts may be marked (`MAX_PREPARED`). A
 * marked text may contain keys of published forms, but never a caller's input.
 */
export const PREPARED_PREFIX = '/*kept*/';

/**
 * Maximum number of marked texts that are prepared, enough for a company's usual forms. Each text costs every
 * connection about 100 kB.
 */
const MAX_PREPARED = 300;
/** Maximum number of unmarked texts that are prepared because they are frequent. A form has about six of them. */
const MAX_FREQUENT = 200;
/**
 * The names of a pool's prepared statements by their texts. Marked and unmarked texts are counted separately, so that
 * `in` lists of varying length do not use up the maximum of the marked texts.
 */
interface StatementNames {
  marked: Map<string, string>;
  frequent: Map<string, string>;
}
const namesByPool = new WeakMap<object, StatementNames>();

function statementNamesOf(pool: pg.Pool): StatementNames {
  const names = namesByPool.get(pool) ?? { marked: new Map<string, string>(), frequent: new Map<string, string>() };
  namesByPool.set(pool, names);
  return names;
}

/**
 * Returns the name of a statement to prepare. Returns undefined if the maximum is reached; the database then plans the
 * text each time.
 */
function statementNameFor(text: string, { marked, frequent }: StatementNames): string | undefined {
  const [names, max] = isMarked(text) ? [marked, MAX_PREPARED] : [frequent, MAX_FREQUENT];
  const existingName = names.get(text);
  if (existingName !== undefined || names.size >= max) return existingName;
  const name = `k${createHash('sha256').update(text).digest('hex').slice(0, 30)}`;
  names.set(text, name);
  return name;
}

const BEGIN = /^(?:begin|start transaction)\b/i;
const isMarked = (text: unknown): text is string => typeof text === 'string' && text.startsWith(PREPARED_PREFIX);

/** A text counts as frequent when it is executed more often than this number. */
const FREQUENT_EXECUTIONS = 20;
/** Maximum number of texts whose executions are counted. When it is reached, all counts are cleared. */
const MAX_COUNTED_TEXTS = 2_000;
/**
 * Checks whether a statement returns all columns of a table (`*`). A prepared statement of this kind would fail on
 * running servers as soon as a migration adds a column. Stars inside parentheses are harmless: the database
 * expands them anew after the migration, and the columns of the result stay the same.
 */
function returnsAllColumns(text: string): boolean {
  let depth = 0;
  let textOutsideParentheses = '';
  for (const char of text) {
    if (char === ')') depth -= 1;
    if (depth === 0) textOutsideParentheses += char;
    if (char === '(') depth += 1;
  }
  return /\b(?:select|returning)\b[^]*\*/i.test(textOutsideParentheses);
}

/**
 * Returns a function that counts an execution of a parametrised statement and says whether the statement is frequent.
 * In practice the few statements that every approval step or save executes are frequent.
 */
function createFrequencyCounter(): (text: unknown, values: unknown) => boolean {
  const counts = new Map<string, number>();
  return (text, values) => {
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return false;
    const count = (counts.get(text) ?? 0) + 1;
    if (count > FREQUENT_EXECUTIONS) return true;
    if (counts.size >= MAX_COUNTED_TEXTS) counts.clear();
    // checked only once, when the next execution would make the text frequent; a count of -Infinity can never grow, so
    // the text never becomes frequent
    const mayBePrepared = count < FREQUENT_EXECUTIONS || !returnsAllColumns(text);
    counts.set(text, mayBePrepared ? count : Number.NEGATIVE_INFINITY);
    return false;
  };
}

/**
 * Makes each new connection first delete all prepared statements of its session. Meant for the embedded database: it
 * keeps one session for successive connections, and the new client would use the same names as the previous one. A
 * client sends its statements in order, so the deletion runs before the client's first statement.
 */
export function deallocateOnConnect(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    client.query('deallocate all').catch(() => {
      client.connection.stream.destroy();
    });
  });
}

/**
 * Returns a pool for the query builder. Its connections prepare marked statements, and statements that are frequent
 * inside transactions, because planning these took three quarters of the database time of a save. `isSingleSession`:
 * one session serves all connections, and frequent statements outside transactions are also prepared.
 */
export function createPreparingPool(pool: pg.Pool, { isSingleSession = false } = {}): PostgresPool {
  const countsAsFrequent = createFrequencyCounter();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const names = statementNamesOf(pool);
  return {
    async connect() {
      const client = await pool.connect();
      const existing = clients.get(client);
      if (existing) return existing;
      const query = client.query.bind(client) as (text: unknown, values?: unknown) => unknown;
      let isInTransaction = false;
      const wrappedClient = {
        query: (text: unknown, values?: unknown) => {
          if (typeof text === 'string' && BEGIN.test(text)) isInTransaction = true;
          else if (text === 'commit' || text === 'rollback') isInTransaction = false;
          const isPrepared = isMarked(text) || ((isSingleSession || isInTransaction) && countsAsFrequent(text, values));
          return query(
            isPrepared ? { name: statementNameFor(text as string, names), text, values } : text,
            isPrepared ? undefined : values,
          );
        },
        release: () => client.release(),
      } as PostgresPoolClient;
      clients.set(client, wrappedClient);
      return wrappedClient;
    },
    end: () => pool.end(),
  };
}

type ReadStatement = <R>(statement: RawBuilder<R>) => Promise<R[]>;
const readersByDb = new WeakMap<object, ReadStatement>();

/**
 * Lets `readRows` send statements of this database directly to the pool. This skips the connection handling of the
 * query builder, because a read needs neither a transaction nor the name of the acting person.
 */
export function allowDirectReads(db: Kysely<Database>, pool: pg.Pool, onQuery?: (event: LogEvent) => void): void {
  const names = statementNamesOf(pool);
  readersByDb.set(db, async <R>(statement: RawBuilder<R>): Promise<R[]> => {
    const query = statement.compile(db);
    const startedAt = performance.now();
    const report = (level: 'query' | 'error', error?: unknown): void => {
      onQuery?.({ level, error, query, queryDurationMillis: performance.now() - startedAt } as LogEvent);
    };
    const values = query.parameters as unknown[];
    try {
      const { rows } = await pool.query(
        isMarked(query.sql)
          ? { name: statementNameFor(query.sql, names), text: query.sql, values }
          : { text: query.sql, values },
      );
      report('query');
      return rows as R[];
    } catch (error) {
      report('error', error);
      throw error;
    }
  });
}

/** Returns the rows of a read-only statement. */
export const readRows = async <R>(
  db: Kysely<Database> | Transaction<Database>,
  statement: RawBuilder<R>,
): Promise<R[]> => {
  const read = readersByDb.get(db);
  return read ? read(statement) : (await statement.execute(db)).rows;
};

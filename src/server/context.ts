import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Vocabulary } from '../kernel/index.ts';
import type { RequestUser } from './http/user.ts';
import type { Readiness } from './observe/readiness.ts';
import type { Metrics } from './observe/metrics.ts';
import type { Settings } from './settings.ts';
import type { Database } from './store/database.ts';
import type { Replica } from './store/replica.ts';

/**
 * Returns those of the given files that this person may read because they belong to data of one area of the server, for
 * example to a record or comment that the person may read.
 */
export type FileAccess = (user: RequestUser, fileIds: readonly string[]) => Promise<readonly string[]>;

/**
 * The dependencies of all areas of the server; constant while the server runs. The embedded database has only ONE
 * connection: inside a transaction use the transaction, never `db`, to avoid a deadlock.
 */
export interface ServerContext {
  db: Kysely<Database>;
  settings: Settings;
  /** The read replica for statistics; absent without DATABASE_READ_URL. */
  replica?: Replica;
  /**
   * Aborts the statement that is running in the embedded database. To do this, restarts the database process. Logs the
   * reason. Absent with PostgreSQL.
   */
  endStatement?: (reason: string) => Promise<void>;
  vocabulary: Vocabulary;
  /**
   * Functions that grant permissions to read files, besides the permissions of uploaders and administrators. One
   * function per area, such as records.
   */
  fileAccess: readonly FileAccess[];
  /** Loads the values that are embedded into the served page. */
  pageSettings?: () => Promise<Readonly<Record<string, unknown>>>;
  metrics: Metrics;
  readiness: Readiness;
}

/** The routes of one area, registered by `buildServer`. */
export type Routes = (app: FastifyInstance, context: ServerContext) => void | Promise<void>;

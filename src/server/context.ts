import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Vocabulary } from '../kernel/index.ts';
import type { RequestUser } from './http/user.ts';
import type { Readiness } from './observe/readiness.ts';
import type { Metrics } from './observe/metrics.ts';
import type { Settings } from './settings.ts';
import type { Database } from './store/database.ts';
import type { Replica } from './store/replica.ts';

/** Returns, from the given files, the files that this person may read because of data of one area of the server. */
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
   * Ends the statement that the embedded database runs by restarting the database process; the reason is logged. Absent
   * with PostgreSQL.
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

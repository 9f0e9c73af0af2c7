import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Vocabulary } from '../kernel/index.ts';
import type { RequestUser } from './http/user.ts';
import type { Life } from './observe/life.ts';
import type { Metrics } from './observe/metrics.ts';
import type { Settings } from './settings.ts';
import type { Database } from './store/database.ts';
import type { Replica } from './store/replica.ts';

/** Says whether this person may read these files through something the area owns; answers the ids that are allowed. */
export type FileAccess = (user: RequestUser, fileIds: readonly string[]) => Promise<readonly string[]>;

/**
 * What every area of the server works with. Nothing in it may change while the server runs.
 * The embedded database has ONE connection: inside a transaction use the transaction, never `db`, or it waits for itself.
 */
export interface ServerContext {
  db: Kysely<Database>;
  settings: Settings;
  /** Where statistics are read, while it is fresh; absent without DATABASE_READ_URL. */
  replica?: Replica;
  vocabulary: Vocabulary;
  /** Areas that open files to more than their uploader and administrators (records do). */
  fileAccess: readonly FileAccess[];
  /** What the page itself says of the installation, before anything is asked of the server. */
  pageFacts?: () => Promise<Readonly<Record<string, unknown>>>;
  metrics: Metrics;
  life: Life;
}

/** The routes of one area, registered by `buildServer`. */
export type Routes = (app: FastifyInstance, context: ServerContext) => void | Promise<void>;

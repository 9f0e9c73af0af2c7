import type { Kysely, Transaction } from 'kysely';

/**
 * All tables. Each folder declares its own tables in its `tables.ts` (`declare module`), so that the store does not
 * depend on other folders.
 */
export interface Database {}

/** The connection of a statement: the database, or a transaction. */
export type Db = Kysely<Database> | Transaction<Database>;

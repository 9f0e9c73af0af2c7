import type { Kysely, Transaction } from 'kysely';

/**
 * Every table. Empty here: each room adds its own from its `tables.ts` (`declare module`), so that the store knows no room.
 */
export interface Database {}

/** Where a statement runs: the database, or a transaction of it. */
export type Db = Kysely<Database> | Transaction<Database>;

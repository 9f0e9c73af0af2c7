import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { currentActor } from '../store/actor.ts';
import type { Db } from '../store/database.ts';
import { newId } from '../store/newId.ts';
import type { Trx } from '../store/transaction.ts';
import type { RecycleBinKind } from './tables.ts';

/** Number of days during which a deleted item can be restored. */
export const RESTORABLE_DAYS = 30;

/** A deleted item to copy into the recycle bin. */
export interface RecycleBinItem {
  kind: RecycleBinKind;
  /** Identifier: a code, key or id. */
  key: string;
  name: string;
  /** The rows to copy: a table and a condition on its alias `t`. Tables that others refer to come first. */
  rowsByTable: readonly { table: string; where: RawBuilder<SqlBool> }[];
  /** Further data that its restoration requires. */
  restoreData?: Readonly<Record<string, unknown>>;
}

/** Copies an item into the recycle bin. Call it before the deletion, in the same transaction. */
export async function copyToRecycleBin(
  trx: Trx,
  { kind, key, name, rowsByTable, restoreData = {} }: RecycleBinItem,
): Promise<void> {
  const copiedRows: [string, unknown[]][] = [];
  for (const { table, where } of rowsByTable) {
    const { rows } = await sql<{
      rows: unknown[];
    }>`select coalesce(jsonb_agg(to_jsonb(t)), '[]') as rows from ${sql.table(table)} t where ${where}`.execute(trx);
    const foundRows = rows[0]?.rows ?? [];
    if (foundRows.length > 0) copiedRows.push([table, foundRows]);
  }
  const actor = currentActor();
  await trx
    .insertInto('sys_bin')
    .values({
      id: newId(),
      kind,
      key,
      name,
      parts: JSON.stringify(copiedRows),
      more: JSON.stringify(restoreData),
      deleted_by: actor?.userId ?? '',
      deleted_by_name: actor?.userName ?? '系统',
    })
    .execute();
}

/** Permanently deletes expired items; called periodically. Returns their number. */
export async function deleteExpiredItems(db: Db): Promise<number> {
  const { numAffectedRows = 0n } =
    await sql`delete from sys_bin where deleted_at <= now() - make_interval(days => ${sql.lit(RESTORABLE_DAYS)})`.execute(
      db,
    );
  return Number(numAffectedRows);
}

import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { currentActor } from '../store/actor.ts';
import type { Db } from '../store/database.ts';
import { newId } from '../store/newId.ts';
import type { Trx } from '../store/transaction.ts';
import type { RemovedKind } from './tables.ts';

/** How long deleted items can be restored, in days. */
export const REMOVED_DAYS = 30;

export interface ItemToRemove {
  kind: RemovedKind;
  /** Identifier: a code, key or id. */
  key: string;
  name: string;
  /** Its rows: tables, with conditions on the alias `t`; referenced rows first. */
  parts: readonly { table: string; where: RawBuilder<SqlBool> }[];
  /** Further data that its restoration requires. */
  more?: Readonly<Record<string, unknown>>;
}

/** Copies an item into the recycle bin. Call it before the deletion, in the same transaction. */
export async function keepRemoved(trx: Trx, { kind, key, name, parts, more = {} }: ItemToRemove): Promise<void> {
  const copiedRows: [string, unknown[]][] = [];
  for (const { table, where } of parts) {
    const { rows } = await sql<{
      rows: unknown[];
    }>`select coalesce(jsonb_agg(to_jsonb(t)), '[]') as rows from ${sql.table(table)} t where ${where}`.execute(trx);
    const found = rows[0]?.rows ?? [];
    if (found.length > 0) copiedRows.push([table, found]);
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
      more: JSON.stringify(more),
      deleted_by: actor?.userId ?? '',
      deleted_by_name: actor?.userName ?? '系统',
    })
    .execute();
}

/** Permanently deletes expired items; called periodically. Returns their number. */
export async function deleteExpired(db: Db): Promise<number> {
  const { numAffectedRows = 0n } =
    await sql`delete from sys_bin where deleted_at <= now() - make_interval(days => ${sql.lit(REMOVED_DAYS)})`.execute(
      db,
    );
  return Number(numAffectedRows);
}

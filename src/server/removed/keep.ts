import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { currentActor } from '../store/actor.ts';
import type { Db } from '../store/database.ts';
import { newId } from '../store/id.ts';
import type { Trx } from '../store/transaction.ts';
import type { RemovedKind } from './tables.ts';

/** So long what was deleted can be restored. */
export const REMOVED_DAYS = 30;

export interface Removing {
  kind: RemovedKind;
  /** What it is named by: a code, a key or an id. */
  key: string;
  name: string;
  /** Its rows, which the condition finds as `t`; parents before what refers to them. */
  parts: readonly { table: string; where: RawBuilder<SqlBool> }[];
  /** What else its restoration must know. */
  more?: Readonly<Record<string, unknown>>;
}

/** Keeps what is about to be deleted in the recycle bin. Before the deletion, in its transaction. */
export async function keepRemoved(trx: Trx, { kind, key, name, parts, more = {} }: Removing): Promise<void> {
  const kept: [string, unknown[]][] = [];
  for (const { table, where } of parts) {
    const { rows } = await sql<{
      rows: unknown[];
    }>`select coalesce(jsonb_agg(to_jsonb(t)), '[]') as rows from ${sql.table(table)} t where ${where}`.execute(trx);
    const found = rows[0]?.rows ?? [];
    if (found.length > 0) kept.push([table, found]);
  }
  const actor = currentActor();
  await trx
    .insertInto('sys_bin')
    .values({
      id: newId(),
      kind,
      key,
      name,
      parts: JSON.stringify(kept),
      more: JSON.stringify(more),
      deleted_by: actor?.userId ?? '',
      deleted_by_name: actor?.userName ?? '系统',
    })
    .execute();
}

/** Removes for good what is past its time; for the periodic work of the server. Answers how many. */
export async function sweepRemoved(db: Db): Promise<number> {
  const { numAffectedRows = 0n } =
    await sql`delete from sys_bin where deleted_at <= now() - make_interval(days => ${sql.lit(REMOVED_DAYS)})`.execute(
      db,
    );
  return Number(numAffectedRows);
}

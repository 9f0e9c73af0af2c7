import { sql } from 'kysely';
import type { ServerContext } from '../../context.ts';
import type { Trx } from '../../store/transaction.ts';
import { changesCatalogue, freshTables } from './catalogue.ts';
import { indexSources } from '../rollups/indexSources.ts';
import { withRollups } from '../rollups/moveRollups.ts';
import { rewriteColumns } from './storeRecords.ts';

/** So many records are filled in one transaction: others wait for one of them no longer than that takes. */
const AT_ONCE = 500;

/** Fills the next records of a form, in a transaction with how far that is, so that a crash keeps both or neither. Answers whether more is to be done. */
async function fillNext(trx: Trx, formKey: string): Promise<boolean> {
  // before the form's line is held: a publication holds the plans first, too
  await sql`select true from frm_rollup_lock limit 1`.execute(trx);
  const state = await trx
    .selectFrom('frm_table')
    .select('fill_after')
    .where('form_key', '=', formKey)
    .where('table_key', '=', '')
    .where('fill_after', 'is not', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!state) return false;
  changesCatalogue(trx);
  const tables = await freshTables(trx, formKey);
  if (!tables) return false;
  const { rows } = await sql<{
    id: string;
  }>`select id from ${sql.id(tables.main.name)} where id > ${state.fill_after ?? ''} order by id limit ${AT_ONCE} for update`.execute(
    trx,
  );
  const ids = rows.map(({ id }) => id);
  await withRollups(trx, formKey, ids, 'all', (own) => rewriteColumns(trx, own, ids));
  const isEnd = rows.length < AT_ONCE;
  if (isEnd)
    await trx
      .updateTable('frm_column')
      .set({ is_ready: true })
      .where('form_key', '=', formKey)
      .where('is_ready', '=', false)
      .execute();
  await trx
    .updateTable('frm_table')
    .set((set) => ({
      fill_after: isEnd ? null : (rows.at(-1)?.id ?? ''),
      ...(isEnd ? { revision: set('revision', '+', 1) } : {}),
    }))
    .where('form_key', '=', formKey)
    .where('table_key', '=', '')
    .execute();
  return !isEnd;
}

/**
 * Goes on filling columns that a publication added for records stored before, piece by piece. Any server does, and at its
 * end stops between two pieces; saves go on meanwhile and write the new columns themselves.
 */
export async function fillColumns(context: ServerContext): Promise<void> {
  const forms = await context.db
    .selectFrom('frm_table')
    .select('form_key')
    .where('table_key', '=', '')
    .where('fill_after', 'is not', null)
    .execute();
  for (const { form_key: formKey } of forms) {
    await indexSources(context, formKey);
    while (!context.life.isEnding() && (await context.db.transaction().execute((trx) => fillNext(trx, formKey)))) {
      /* the next piece */
    }
  }
}

import { sql } from 'kysely';
import type { ServerContext } from '../../context.ts';
import type { Trx } from '../../store/transaction.ts';
import { markCatalogueChanged, freshTables } from './catalogue.ts';
import { indexSources } from '../rollups/indexSources.ts';
import { withRollups } from '../rollups/withRollups.ts';
import { rewriteColumns } from './storeRecords.ts';

/** Records per transaction. A save of one of these records waits until the transaction ends. */
const BATCH_SIZE = 500;

/**
 * Fills the columns of the next batch of a form's records and stores the progress (`fill_after`) in the same
 * transaction. Returns true if more records remain; false if none remain or another server is filling columns of the
 * form.
 */
async function fillBatch(trx: Trx, formKey: string): Promise<boolean> {
  // this read locks `frm_rollup_lock` before the form's row in `frm_table`, in the same order as a publication
  await sql`select true from frm_rollup_lock limit 1`.execute(trx);
  const formRow = await trx
    .selectFrom('frm_table')
    .select('fill_after')
    .where('form_key', '=', formKey)
    .where('table_key', '=', '')
    .where('fill_after', 'is not', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!formRow) return false;
  markCatalogueChanged(trx);
  const tables = await freshTables(trx, formKey);
  if (!tables) return false;
  const { rows } = await sql<{
    id: string;
  }>`select id from ${sql.id(tables.main.name)} where id > ${formRow.fill_after ?? ''} order by id limit ${BATCH_SIZE} for update`.execute(
    trx,
  );
  const ids = rows.map(({ id }) => id);
  await withRollups(trx, formKey, ids, 'all', (formTables) => rewriteColumns(trx, formTables, ids));
  const isLastBatch = rows.length < BATCH_SIZE;
  if (isLastBatch)
    await trx
      .updateTable('frm_column')
      .set({ is_ready: true })
      .where('form_key', '=', formKey)
      .where('is_ready', '=', false)
      .execute();
  await trx
    .updateTable('frm_table')
    .set((eb) => ({
      fill_after: isLastBatch ? null : (rows.at(-1)?.id ?? ''),
      ...(isLastBatch ? { revision: eb('revision', '+', 1) } : {}),
    }))
    .where('form_key', '=', formKey)
    .where('table_key', '=', '')
    .execute();
  return !isLastBatch;
}

/**
 * Fills the columns that publications added, for the records older than the columns, in batches. Every server may run
 * this; a server that shuts down stops between two batches. Meanwhile saves continue and write the new columns
 * themselves.
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
    while (
      !context.readiness.isStopping() &&
      (await context.db.transaction().execute((trx) => fillBatch(trx, formKey)))
    ) {
      /* the condition fills the next batch */
    }
  }
}

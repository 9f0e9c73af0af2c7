import type { ServerContext } from '../context.ts';
import { recordsOf } from '../records/index.ts';
import { newId } from '../store/newId.ts';
import type { Trx } from '../store/transaction.ts';
import type { DemoThread } from './demo/comments.ts';
import { userByName } from './demo/people.ts';
import { LOADED_ONCE, needsLoading, markLoaded } from './shipped.ts';

const HOUR_MS = 3_600_000;

/** Stores the comments of a thread on its record (`DemoThread`). Stores none if there is no such record. */
async function storeThread(
  trx: Trx,
  { formKey, recordIndex, states = ['1', '2', '3'], comments }: DemoThread,
  now: number,
): Promise<void> {
  const record = await trx
    .selectFrom(await recordsOf(trx, formKey))
    .select(['id', 'create_by', 'create_by_name'])
    .where('form_key', '=', formKey)
    .where('flw_state', 'in', [...states])
    .orderBy('create_time', 'desc')
    .orderBy('id')
    .offset(recordIndex)
    .limit(1)
    .executeTakeFirst();
  if (!record) return;
  for (const { by, hoursAgo, text, to = [] } of comments) {
    const author = by === null ? { id: record.create_by, name: record.create_by_name } : userByName(by);
    const people = to.map(userByName);
    const mentions = people.map(({ id, name }) => ({ id, name }));
    const created_at = new Date(now - hoursAgo * HOUR_MS);
    await trx
      .insertInto('frm_comment')
      .values({
        id: newId(created_at.getTime()),
        form_key: formKey,
        record_id: record.id,
        author_id: author.id,
        author_name: author.name,
        text: text.replace(/\{(\d)\}/g, (_all, personIndex: string) => people[Number(personIndex)]?.name ?? ''),
        mentions: JSON.stringify(mentions),
        created_at,
      })
      .execute();
  }
}

/** Stores the demo comments of records, unless comments exist already. */
export async function seedComments({ db, settings }: ServerContext): Promise<void> {
  if (!settings.isDemo || !(await needsLoading(db, 'demo', 'comments', LOADED_ONCE))) return;
  if (await needsLoading(db, 'demo', 'records', LOADED_ONCE)) return;
  const { DEMO_THREADS } = await import('./demo/comments.ts');
  await db.transaction().execute(async (trx) => {
    for (const thread of DEMO_THREADS) await storeThread(trx, thread, Date.now());
    await markLoaded(trx, 'demo', 'comments', LOADED_ONCE);
  });
}

import { sql, type Selectable } from 'kysely';
import type { Db } from '../store/database.ts';
import { Refusal } from '../http/refusal.ts';
import { sizeText } from '../http/size.ts';
import { timeText } from '../http/time.ts';
import type { RequestUser } from '../http/user.ts';
import type { Trx } from '../store/transaction.ts';
import type { DraftTables } from './tables.ts';

/** One person's drafts; a hundred forgotten applications are no work any more. */
export const MAX_DRAFTS = 100;
/** Bytes of one draft as JSON: ten thousand rows of twenty columns. */
const MAX_SIZE = 16 * 1024 * 1024;
const MAX_PARTS = 100_000;
/** Bytes of all drafts of one person: three of the largest, or a hundred of some thousand rows. */
export const MAX_ALL = 48 * 1024 * 1024;

type Row = Selectable<DraftTables['frm_draft']>;

/** What came of a draft: the parts that changed since the revision its sender saw. */
export interface DraftSave {
  id: string;
  formKey: string;
  recordId: string;
  title: string;
  device: string;
  baseRevision: number | null;
  formVersion: number | null;
  /** 0: this server has not seen the draft. */
  revision: number;
  /** Everything comes; what is stored and does not come is dropped. */
  isWhole: boolean;
  set: Readonly<Record<string, unknown>>;
  drop: readonly string[];
}

const about = (row: Row) => ({
  id: row.id,
  formKey: row.form_key,
  recordId: row.record_id,
  title: row.title,
  device: row.device,
  baseRevision: row.base_revision,
  formVersion: row.form_version,
  revision: row.revision,
  size: row.size,
  parts: row.parts,
  createTime: timeText(row.created_at),
  updateTime: timeText(row.updated_at),
  time: row.updated_at.getTime(),
});

export type DraftAbout = ReturnType<typeof about>;

/** A draft of the own, held for writing. Somebody else's answers as if there were none. */
async function lockOwn(trx: Trx, user: RequestUser, id: string): Promise<Row | null> {
  const row = await trx.selectFrom('frm_draft').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (row && row.user_id !== user.id) throw new Refusal('404');
  return row ?? null;
}

/** What is counted of a person's drafts is counted by one at a time, so that many at once are still counted. */
const lockCounting = (trx: Trx, user: RequestUser): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext(${`frm_draft ${user.id}`}))`.execute(trx);

async function begin(trx: Trx, user: RequestUser, save: DraftSave): Promise<void> {
  await lockCounting(trx, user);
  const { count } = await trx
    .selectFrom('frm_draft')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_DRAFTS) throw new Refusal('DRAFT_LIMIT', { limit: MAX_DRAFTS });
  const made = await trx
    .insertInto('frm_draft')
    .values({
      id: save.id,
      user_id: user.id,
      form_key: save.formKey,
      record_id: save.recordId,
      base_revision: null,
      form_version: null,
      revision: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw new Refusal('DRAFT_MOVED');
}

async function writeParts(trx: Trx, { id, isWhole, set, drop }: DraftSave): Promise<void> {
  if (isWhole) await trx.deleteFrom('frm_draft_part').where('draft_id', '=', id).execute();
  else if (drop.length > 0)
    await sql`delete from frm_draft_part where draft_id = ${id} and part = any(${[...drop]}::text[])`.execute(trx);
  await sql`insert into frm_draft_part (draft_id, part, value) select ${id}, key, value from jsonb_each(${JSON.stringify(set)}::jsonb)
    on conflict (draft_id, part) do update set value = excluded.value`.execute(trx);
}

/** Who is over the limit may still make a draft smaller. Refuses with DRAFT_SPACE. */
async function refuseGrowth(trx: Trx, user: RequestUser, id: string, size: number, before: number): Promise<void> {
  if (size <= before) return;
  await lockCounting(trx, user);
  const { others } = await trx
    .selectFrom('frm_draft')
    .select(sql<number>`coalesce(sum(size), 0)::bigint`.as('others'))
    .where('user_id', '=', user.id)
    .where('id', '<>', id)
    .executeTakeFirstOrThrow();
  const all = Number(others) + size;
  if (all > MAX_ALL) throw new Refusal('DRAFT_SPACE', { size: sizeText(all), limit: sizeText(MAX_ALL) });
}

/**
 * Keeps what changed of a draft, whatever it holds: nothing in it is validated. Refuses with DRAFT_MOVED who has not
 * seen its last state (another window goes on with it, or it is gone), with DRAFT_LIMIT, DRAFT_SPACE and REQUEST_TOO_LARGE.
 */
export async function saveDraft(trx: Trx, user: RequestUser, save: DraftSave): Promise<DraftAbout> {
  const row = await lockOwn(trx, user, save.id);
  if ((row?.revision ?? 0) !== save.revision) throw new Refusal('DRAFT_MOVED');
  if (!row) await begin(trx, user, save);
  await writeParts(trx, save);
  const {
    rows: [weight],
  } = await sql<{
    size: string;
    parts: string;
  }>`select coalesce(sum(length(value::text)), 0) as size, count(*) as parts from frm_draft_part where draft_id = ${save.id}`.execute(
    trx,
  );
  const size = Number(weight?.size);
  const parts = Number(weight?.parts);
  if (size > MAX_SIZE || parts > MAX_PARTS) throw new Refusal('REQUEST_TOO_LARGE', { limit: sizeText(MAX_SIZE) });
  await refuseGrowth(trx, user, save.id, size, row?.size ?? 0);
  const kept = await trx
    .updateTable('frm_draft')
    .where('id', '=', save.id)
    .set({
      form_key: save.formKey,
      record_id: save.recordId,
      title: save.title,
      device: save.device,
      base_revision: save.baseRevision,
      form_version: save.formVersion,
      revision: save.revision + 1,
      size,
      parts,
      updated_at: new Date(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return about(kept);
}

/** A draft of the own with all its parts. Refuses with 404. */
export async function getDraft(
  db: Db,
  user: RequestUser,
  id: string,
): Promise<DraftAbout & { content: Record<string, unknown> }> {
  const row = await db
    .selectFrom('frm_draft')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  if (!row) throw new Refusal('404');
  const parts = await db.selectFrom('frm_draft_part').select(['part', 'value']).where('draft_id', '=', id).execute();
  return { ...about(row), content: Object.fromEntries(parts.map(({ part, value }) => [part, value])) };
}

/** The own drafts, the latest first; of one form, and of one record ('' for new ones), where these are given. */
export async function listDrafts(
  db: Db,
  user: RequestUser,
  { formKey, recordId }: { formKey?: string; recordId?: string },
): Promise<(DraftAbout & { formName: string })[]> {
  let query = db
    .selectFrom('frm_draft as d')
    .leftJoin('doc_document as f', (join) => join.onRef('f.doc_key', '=', 'd.form_key').on('f.kind', '=', 'form'))
    .selectAll('d')
    .select('f.name as form_name')
    .where('d.user_id', '=', user.id);
  if (formKey !== undefined) query = query.where('d.form_key', '=', formKey);
  if (recordId !== undefined) query = query.where('d.record_id', '=', recordId);
  const rows = await query.orderBy('d.updated_at', 'desc').orderBy('d.id').limit(MAX_DRAFTS).execute();
  return rows.map((row) => ({ ...about(row), formName: row.form_name ?? row.form_key }));
}

/** Removes own drafts; those that are gone already, or somebody else's, are passed over. */
export async function removeDrafts(db: Db, user: RequestUser, ids: readonly string[]): Promise<void> {
  await sql`delete from frm_draft where user_id = ${user.id} and id = any(${[...ids]}::text[])`.execute(db);
}

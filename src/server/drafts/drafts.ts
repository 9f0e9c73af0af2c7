import { sql, type Selectable } from 'kysely';
import type { Db } from '../store/database.ts';
import { Refusal } from '../http/refusal.ts';
import { sizeText } from '../http/sizeText.ts';
import { timeText } from '../http/time.ts';
import type { RequestUser } from '../http/user.ts';
import type { Trx } from '../store/transaction.ts';
import type { DraftTables } from './tables.ts';

/** Maximum number of drafts of one person. */
export const MAX_DRAFTS = 100;
/** Maximum size of one draft, in characters of its JSON: enough for ten thousand rows of twenty columns. */
const MAX_DRAFT_CHARS = 16 * 1024 * 1024;
/** Maximum number of parts of one draft. A part is a changed value or a sub-table row (`frm_draft_part`). */
const MAX_PARTS = 100_000;
/**
 * Maximum size of all drafts of one person together, in characters of their JSON: enough for three drafts of the
 * maximum size.
 */
export const MAX_PERSON_CHARS = 48 * 1024 * 1024;

type Row = Selectable<DraftTables['frm_draft']>;

/** A save of a draft: the parts that changed since the revision that its sender last read. */
export interface DraftSave {
  id: string;
  formKey: string;
  recordId: string;
  title: string;
  /** Readable name of the sender's device. */
  device: string;
  /** The revision of the record, and the version of the form, on which the draft is based; null: unknown. */
  baseRevision: number | null;
  formVersion: number | null;
  /** The revision that the sender last read; 0: a new draft. */
  revision: number;
  /** True if `set` contains all parts: stored parts that `set` does not contain are deleted. */
  isWhole: boolean;
  /** The changed parts, by name. */
  set: Readonly<Record<string, unknown>>;
  /** The names of the removed parts. */
  drop: readonly string[];
}

const summaryOf = (row: Row) => ({
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

export type DraftSummary = ReturnType<typeof summaryOf>;

/**
 * Returns this person's draft and locks its row; null if there is none with this id. Refuses with 404 a draft of
 * somebody else.
 */
async function findOwnDraftForUpdate(trx: Trx, user: RequestUser, id: string): Promise<Row | null> {
  const row = await trx.selectFrom('frm_draft').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (row && row.user_id !== user.id) throw new Refusal('404');
  return row ?? null;
}

/** Waits for other saves of this person's drafts, so that concurrent saves together cannot exceed a limit. */
const lockDraftsOf = (trx: Trx, user: RequestUser): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext(${`frm_draft ${user.id}`}))`.execute(trx);

async function createDraft(trx: Trx, user: RequestUser, save: DraftSave): Promise<void> {
  await lockDraftsOf(trx, user);
  const { count } = await trx
    .selectFrom('frm_draft')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_DRAFTS) throw new Refusal('DRAFT_LIMIT', { limit: MAX_DRAFTS });
  const insertedRow = await trx
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
  if (!insertedRow) throw new Refusal('DRAFT_MOVED');
}

async function writeParts(trx: Trx, { id, isWhole, set, drop }: DraftSave): Promise<void> {
  if (isWhole) await trx.deleteFrom('frm_draft_part').where('draft_id', '=', id).execute();
  else if (drop.length > 0)
    await sql`delete from frm_draft_part where draft_id = ${id} and part = any(${[...drop]}::text[])`.execute(trx);
  await sql`insert into frm_draft_part (draft_id, part, value) select ${id}, key, value from jsonb_each(${JSON.stringify(set)}::jsonb)
    on conflict (draft_id, part) do update set value = excluded.value`.execute(trx);
}

/**
 * Refuses with DRAFT_SPACE if the draft has grown and all drafts of the person exceed their limit; a smaller draft is
 * always accepted.
 */
async function refuseGrowth(trx: Trx, user: RequestUser, id: string, size: number, formerSize: number): Promise<void> {
  if (size <= formerSize) return;
  await lockDraftsOf(trx, user);
  const { otherSize } = await trx
    .selectFrom('frm_draft')
    .select(sql<number>`coalesce(sum(size), 0)::bigint`.as('otherSize'))
    .where('user_id', '=', user.id)
    .where('id', '<>', id)
    .executeTakeFirstOrThrow();
  const totalSize = Number(otherSize) + size;
  if (totalSize > MAX_PERSON_CHARS)
    throw new Refusal('DRAFT_SPACE', { size: sizeText(totalSize), limit: sizeText(MAX_PERSON_CHARS) });
}

/**
 * Stores the changed parts of a draft without validating them. Refuses with DRAFT_MOVED if the sender has not read the
 * last revision (another window has saved the draft, or it was removed), with 404 a draft of somebody else, and with
 * DRAFT_LIMIT, DRAFT_SPACE and REQUEST_TOO_LARGE.
 */
export async function saveDraft(trx: Trx, user: RequestUser, save: DraftSave): Promise<DraftSummary> {
  const row = await findOwnDraftForUpdate(trx, user, save.id);
  if ((row?.revision ?? 0) !== save.revision) throw new Refusal('DRAFT_MOVED');
  if (!row) await createDraft(trx, user, save);
  await writeParts(trx, save);
  const {
    rows: [storedTotals],
  } = await sql<{
    size: string;
    parts: string;
  }>`select coalesce(sum(length(value::text)), 0) as size, count(*) as parts from frm_draft_part where draft_id = ${save.id}`.execute(
    trx,
  );
  const size = Number(storedTotals?.size);
  const parts = Number(storedTotals?.parts);
  if (size > MAX_DRAFT_CHARS) throw new Refusal('REQUEST_TOO_LARGE', { limit: sizeText(MAX_DRAFT_CHARS) });
  if (parts > MAX_PARTS) throw new Refusal('REQUEST_TOO_LARGE', { limit: `${MAX_PARTS} 项` });
  await refuseGrowth(trx, user, save.id, size, row?.size ?? 0);
  const updatedRow = await trx
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
  return summaryOf(updatedRow);
}

/** Returns this person's draft with all its parts. Refuses with 404 if they have no draft with this id. */
export async function getDraft(
  db: Db,
  user: RequestUser,
  id: string,
): Promise<DraftSummary & { content: Record<string, unknown> }> {
  const row = await db
    .selectFrom('frm_draft')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  if (!row) throw new Refusal('404');
  const parts = await db.selectFrom('frm_draft_part').select(['part', 'value']).where('draft_id', '=', id).execute();
  return { ...summaryOf(row), content: Object.fromEntries(parts.map(({ part, value }) => [part, value])) };
}

/**
 * Lists this person's drafts, the latest first; optionally only those of one form, or of one record ('' for new
 * records).
 */
export async function listDrafts(
  db: Db,
  user: RequestUser,
  { formKey, recordId }: { formKey?: string; recordId?: string },
): Promise<(DraftSummary & { formName: string })[]> {
  let query = db
    .selectFrom('frm_draft as d')
    .leftJoin('doc_document as f', (join) => join.onRef('f.doc_key', '=', 'd.form_key').on('f.kind', '=', 'form'))
    .selectAll('d')
    .select('f.name as form_name')
    .where('d.user_id', '=', user.id);
  if (formKey !== undefined) query = query.where('d.form_key', '=', formKey);
  if (recordId !== undefined) query = query.where('d.record_id', '=', recordId);
  const rows = await query.orderBy('d.updated_at', 'desc').orderBy('d.id').limit(MAX_DRAFTS).execute();
  return rows.map((row) => ({ ...summaryOf(row), formName: row.form_name ?? row.form_key }));
}

/** Removes this person's drafts; ids of missing drafts and of other people's are ignored. */
export async function removeDrafts(db: Db, user: RequestUser, ids: readonly string[]): Promise<void> {
  await sql`delete from frm_draft where user_id = ${user.id} and id = any(${[...ids]}::text[])`.execute(db);
}

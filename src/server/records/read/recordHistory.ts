import type { Selectable } from 'kysely';
import type { FormRecord } from '../../../grammar/documents.ts';
import type { CompiledForm } from '../../../kernel/index.ts';
import { recordChanges, type RecordChange, redactRecord } from '../../../records/index.ts';
import type { Situation } from '../../../rules/situation.ts';
import type { ServerContext } from '../../context.ts';
import type { Db } from '../../store/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { timeText } from '../../http/time.ts';
import { isAdmin, type RequestUser } from '../../http/user.ts';
import { readableRow, readingForm, readingSituations } from './answerRecord.ts';
import { recordOf, type RecordRow } from './recordRows.ts';
import { weigh } from '../save/recordSize.ts';
import { valuesAt } from '../save/staleSave.ts';
import type { RecordTables, RecordValues } from '../tables.ts';
import { valuesOf } from '../save/writeRecord.ts';

export type Entry = Omit<Selectable<RecordTables['frm_record_audit']>, 'after'>;

/** Who made a change, when, and at which node. */
export interface ChangeAuthor {
  userId: string;
  userName: string;
  time: string;
  taskNode: string;
  action: string;
  revision: number;
  /** Why it was done, where that was asked for. */
  note?: string;
}

export interface WhatChanged {
  /** The state that is compared with; null where there is none. */
  since: ChangeAuthor | null;
  changes: (RecordChange & { by: ChangeAuthor })[];
  /** All of them; a list is cut. */
  count: number;
}

export interface HistoryOfRecord extends ChangeAuthor {
  changes: RecordChange[];
  count: number;
}

/** More changes than this are told by their number: nobody reads them. */
const MAX_MARKS = 2000;
const MAX_SHOWN = 100;
/** Characters of changes in one answer; further ones are told by their number. */
const MAX_ANSWER = 4_000_000;
/** Characters of states that are gone through to find who changed what; whoever comes behind them is not named apart. */
const MAX_READ = 150_000_000;

const HANDLED = new Set(['submit', 'approve', 'return', 'reject']);
const BEGUN = new Set(['submit', 'import']);

const authorOf = (entry: Entry): ChangeAuthor => ({
  userId: entry.user_id,
  userName: entry.user_name,
  time: timeText(entry.happened_at),
  taskNode: entry.task_node,
  action: entry.action,
  revision: entry.revision,
  ...(entry.note ? { note: entry.note } : {}),
});

export interface Reading {
  row: RecordRow;
  form: CompiledForm;
  situation: Situation;
}

export async function openReading(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  wanted: { formKey: string; id: string },
): Promise<Reading> {
  const row = await readableRow(context, db, user, wanted);
  const form = await readingForm(context, db, row);
  const situation = (await readingSituations(context, db, user, [row])).get(row.id);
  if (!situation) throw new Error('a record is read without a situation');
  return { row, form, situation };
}

const COLUMNS = [
  'id',
  'record_id',
  'form_key',
  'revision',
  'action',
  'user_id',
  'user_name',
  'happened_at',
  'task_node',
  'note',
] as const;

/** Entries from a revision on, the oldest first. */
const entriesFrom = (db: Db, { row }: Reading, revision: number): Promise<Entry[]> =>
  db
    .selectFrom('frm_record_audit')
    .select(COLUMNS)
    .where('record_id', '=', row.id)
    .where('revision', '>=', revision)
    .orderBy('revision')
    .orderBy('happened_at')
    .execute();

const shown = ({ form, situation }: Reading, values: RecordValues | null): RecordValues =>
  redactRecord(form, values ?? { fieldsMap: {}, childTables: {} }, situation);

/** The state that an entry stored, as this person may see it. Read one after the other: each may be a long table. */
export async function stateOf(db: Db, reading: Reading, { id }: Pick<Entry, 'id'>): Promise<RecordValues> {
  const { after } = await db
    .selectFrom('frm_record_audit')
    .select('after')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return shown(reading, after);
}

/** The first changes, as many as an answer may hold. */
function firstOf<C extends RecordChange>(changes: readonly C[], most: number, room: { left: number }): C[] {
  const kept: C[] = [];
  for (const change of changes.slice(0, most)) {
    room.left -= weigh(change, room.left);
    if (room.left < 0) break;
    kept.push(change);
  }
  return kept;
}

/** What was done to a record before it was submitted is its creator's alone. */
export async function firstOpenRevision(db: Db, user: RequestUser, row: RecordRow, hasFlow: boolean): Promise<number> {
  if (!hasFlow || row.create_by === user.id || isAdmin(user)) return 1;
  const first = await db
    .selectFrom('frm_record_audit')
    .select('revision')
    .where('record_id', '=', row.id)
    .where('action', 'in', [...BEGUN])
    .orderBy('revision')
    .limit(1)
    .executeTakeFirst();
  return first?.revision ?? row.revision;
}

/** The state a person last acted on; else the one that was submitted last. */
async function baselineOf(db: Db, user: RequestUser, { row }: Reading): Promise<number | null> {
  const acts = await db
    .selectFrom('frm_record_audit')
    .select(['revision', 'user_id', 'action'])
    .where('record_id', '=', row.id)
    .orderBy('revision', 'desc')
    .execute();
  const own = acts.find((entry) => entry.user_id === user.id && HANDLED.has(entry.action));
  return (own ?? acts.find((entry) => BEGUN.has(entry.action)))?.revision ?? null;
}

/**
 * What others changed since this person acted on the record, or, when they have not, since it was submitted: each place
 * with its value then and now, and who changed it last. By the rules under which this person reads. Refuses with 404.
 */
export async function whatChanged(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  wanted: { formKey: string; id: string },
): Promise<WhatChanged> {
  const reading = await openReading(context, db, user, wanted);
  const since = await baselineOf(db, user, reading);
  if (since === null) return { since: null, changes: [], count: 0 };
  const [base, ...later] = await entriesFrom(db, reading, since);
  if (!base) return { since: null, changes: [], count: 0 };
  const authors = new Map<string, ChangeAuthor>();
  const first = await stateOf(db, reading, base);
  let before = first;
  let left = MAX_READ;
  for (const [index, entry] of later.entries()) {
    if (left <= 0 && index < later.length - 1) continue;
    const after = await stateOf(db, reading, entry);
    left -= weigh(after, left);
    for (const { id } of recordChanges(reading.form, before, after)) authors.set(id, authorOf(entry));
    before = after;
  }
  const changes = recordChanges(reading.form, first, before).map((change) => ({
    ...change,
    by: authors.get(change.id) ?? authorOf(later.at(-1) ?? base),
  }));
  return { since: authorOf(base), changes: firstOf(changes, MAX_MARKS, { left: MAX_ANSWER }), count: changes.length };
}

/** Every write of a record that this person may know of, the latest first, each with what it changed. Refuses with 404. */
export async function historyOf(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  wanted: { formKey: string; id: string },
  page: { pageNum: number; pageSize: number },
): Promise<{ rows: HistoryOfRecord[]; total: number }> {
  const reading = await openReading(context, db, user, wanted);
  const open = await firstOpenRevision(db, user, reading.row, reading.form.definition.flowKey !== undefined);
  const { count } = await db
    .selectFrom('frm_record_audit')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('record_id', '=', reading.row.id)
    .where('revision', '>=', open)
    .executeTakeFirstOrThrow();
  // one more than the page: what each entry is compared with
  const entries = await db
    .selectFrom('frm_record_audit')
    .select(COLUMNS)
    .where('record_id', '=', reading.row.id)
    .where('revision', '>=', open)
    .orderBy('revision', 'desc')
    .orderBy('happened_at', 'desc')
    .offset((page.pageNum - 1) * page.pageSize)
    .limit(page.pageSize + 1)
    .execute();
  const room = { left: MAX_ANSWER };
  const rows: HistoryOfRecord[] = [];
  let after = entries[0] && entries.length > 1 ? await stateOf(db, reading, entries[0]) : null;
  for (const [index, entry] of entries.slice(0, page.pageSize).entries()) {
    const earlier = entries[index + 1];
    const before = earlier ? await stateOf(db, reading, earlier) : null;
    const changes = before && after ? recordChanges(reading.form, before, after) : [];
    rows.push({ ...authorOf(entry), changes: firstOf(changes, MAX_SHOWN, room), count: changes.length });
    after = before;
  }
  return { rows, total: Number(count) };
}

/** The record as it was stored at a revision, by the rules under which this person reads it now. Refuses with 404. */
export async function getRevision(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  { revision, ...wanted }: { formKey: string; id: string; revision: number },
): Promise<FormRecord> {
  const reading = await openReading(context, db, user, wanted);
  const { row, form } = reading;
  const open = await firstOpenRevision(db, user, row, form.definition.flowKey !== undefined);
  const values =
    revision < open ? null : revision === row.revision ? valuesOf(row) : await valuesAt(db, row.id, revision);
  if (!values) throw new Refusal('404');
  return { ...recordOf(row), ...shown(reading, values), revision };
}

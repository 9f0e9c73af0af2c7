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
import { loadReadableRow, loadReadingForm, loadReadingSituations } from './answerRecord.ts';
import { recordOf, type RecordRow } from './recordRows.ts';
import { estimateJsonLength } from '../save/recordSize.ts';
import { loadValuesAtRevision } from '../save/staleSave.ts';
import type { RecordTables, RecordValues } from '../tables.ts';
import { valuesOf } from '../save/writeRecord.ts';

/** An entry of a record's audit, without the values that the write stored. */
export type AuditEntry = Omit<Selectable<RecordTables['frm_record_audit']>, 'after'>;

/** The audit data of a write: its author and time, the task node ('' for none), the action, revision and reason. */
export interface ChangeAuthor {
  userId: string;
  userName: string;
  time: string;
  taskNode: string;
  action: string;
  revision: number;
  /**
   * The reason that a person stated, or the cause of the write, for example an event with an effect; absent if there is
   * neither.
   */
  note?: string;
}

/** The changes of a record since the person's last action (`changesSinceLastAction`). */
export interface ChangesSinceLastAction {
  /** The write after which changes are listed (an action of the person or a submission or import); null for none. */
  since: ChangeAuthor | null;
  changes: (RecordChange & { by: ChangeAuthor })[];
  /** The number of all changes. `changes` may contain only the first of them. */
  count: number;
}

/** A write of a record with its changes. */
export interface HistoryEntry extends ChangeAuthor {
  changes: RecordChange[];
  /** The number of all changes. `changes` may contain only the first of them. */
  count: number;
}

/** Maximum number of changes in an answer of `changesSinceLastAction`. Further changes are only counted. */
const MAX_CHANGES = 2000;
/** Maximum number of changes in each entry of `historyOf`. Further changes are only counted. */
const MAX_CHANGES_PER_ENTRY = 100;
/** Maximum number of characters of changes in one answer. Further changes are only counted. */
const MAX_ANSWER_LENGTH = 4_000_000;
/**
 * Maximum number of characters of stored states that are read to find the author of each change. Writes beyond this
 * limit count as a single write by the author of the last write.
 */
const MAX_READ_LENGTH = 150_000_000;

/** The actions with which a person handles a record. A person sees the changes since their last handling action. */
const HANDLING_ACTIONS = new Set(['submit', 'approve', 'return', 'reject']);
/** Submission and import. In a form with an approval, the revisions before the first of these actions are drafts. */
const STARTING_ACTIONS = new Set(['submit', 'import']);

const authorOf = (entry: AuditEntry): ChangeAuthor => ({
  userId: entry.user_id,
  userName: entry.user_name,
  time: timeText(entry.happened_at),
  taskNode: entry.task_node,
  action: entry.action,
  revision: entry.revision,
  ...(entry.note ? { note: entry.note } : {}),
});

/** A record opened for reading: its row, the form in which it is read, and the reader's situation. */
export interface OpenedRecord {
  row: RecordRow;
  form: CompiledForm;
  situation: Situation;
}

/** Loads a record for this person to read. Refuses with 404 a record that they may not read. */
export async function openForReading(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  record: { formKey: string; id: string },
): Promise<OpenedRecord> {
  const row = await loadReadableRow(context, db, user, record);
  const form = await loadReadingForm(context, db, row);
  const situation = (await loadReadingSituations(context, db, user, [row])).get(row.id);
  if (!situation) throw new Error('a record is read without a situation');
  return { row, form, situation };
}

const AUDIT_COLUMNS = [
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

/** Returns the record's audit entries of this revision and of all later revisions, the oldest first. */
const entriesFrom = (db: Db, { row }: OpenedRecord, revision: number): Promise<AuditEntry[]> =>
  db
    .selectFrom('frm_record_audit')
    .select(AUDIT_COLUMNS)
    .where('record_id', '=', row.id)
    .where('revision', '>=', revision)
    .orderBy('revision')
    .orderBy('happened_at')
    .execute();

/** Removes the values that this person may not see. Returns a record without values for null. */
const redactValues = ({ form, situation }: OpenedRecord, values: RecordValues | null): RecordValues =>
  redactRecord(form, values ?? { fieldsMap: {}, childTables: {} }, situation);

/**
 * Returns the values that a write stored, as this person may see them. Callers should load one state at a time,
 * because each may contain a long sub-table.
 */
export async function stateOf(db: Db, opened: OpenedRecord, { id }: Pick<AuditEntry, 'id'>): Promise<RecordValues> {
  const { after } = await db
    .selectFrom('frm_record_audit')
    .select('after')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return redactValues(opened, after);
}

/**
 * Returns the first changes: at most `maxCount` changes and at most `remaining.characters` characters. Subtracts their
 * length from `remaining.characters`, which becomes negative at the first change that is too long; then later calls
 * with the same `remaining` return no changes.
 */
function limitChanges<C extends RecordChange>(
  changes: readonly C[],
  maxCount: number,
  remaining: { characters: number },
): C[] {
  const firstChanges: C[] = [];
  for (const change of changes.slice(0, maxCount)) {
    remaining.characters -= estimateJsonLength(change, remaining.characters);
    if (remaining.characters < 0) break;
    firstChanges.push(change);
  }
  return firstChanges;
}

/**
 * Returns the first revision that this person may see. In a form with an approval, only the creator and administrators
 * see revisions before the first submission or import. Other people see only the current revision of a record that was
 * never submitted or imported.
 * If a record was stored before its form got an approval, all revisions are visible, because none was a draft. The
 * first of the searched audit entries of such a record has the action `finish` (`insertFinishedEntries`).
 */
export async function findFirstVisibleRevision(
  db: Db,
  user: RequestUser,
  row: RecordRow,
  hasFlow: boolean,
): Promise<number> {
  if (!hasFlow || row.create_by === user.id || isAdmin(user)) return 1;
  const firstEntry = await db
    .selectFrom('frm_record_audit')
    .select(['revision', 'action'])
    .where('record_id', '=', row.id)
    .where('action', 'in', [...STARTING_ACTIONS, 'finish'])
    .orderBy('revision')
    .limit(1)
    .executeTakeFirst();
  return firstEntry?.action === 'finish' ? 1 : (firstEntry?.revision ?? row.revision);
}

/**
 * Returns the revision of this person's last handling action, otherwise of the last submission or import; null if
 * there is none.
 */
async function findBaselineRevision(db: Db, user: RequestUser, { row }: OpenedRecord): Promise<number | null> {
  const entries = await db
    .selectFrom('frm_record_audit')
    .select(['revision', 'user_id', 'action'])
    .where('record_id', '=', row.id)
    .orderBy('revision', 'desc')
    .execute();
  const ownAction = entries.find((entry) => entry.user_id === user.id && HANDLING_ACTIONS.has(entry.action));
  return (ownAction ?? entries.find((entry) => STARTING_ACTIONS.has(entry.action)))?.revision ?? null;
}

/**
 * Returns the changes of a record since this person's last handling action or, if there is none, since the last
 * submission or import. Each change contains the earlier and the current value, and the author of the last change. The
 * result contains only what this person may see. Refuses with 404 a record that they may not read.
 */
export async function changesSinceLastAction(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  record: { formKey: string; id: string },
): Promise<ChangesSinceLastAction> {
  const opened = await openForReading(context, db, user, record);
  const baselineRevision = await findBaselineRevision(db, user, opened);
  if (baselineRevision === null) return { since: null, changes: [], count: 0 };
  const [baseline, ...laterEntries] = await entriesFrom(db, opened, baselineRevision);
  if (!baseline) return { since: null, changes: [], count: 0 };
  const authors = new Map<string, ChangeAuthor>();
  const firstState = await stateOf(db, opened, baseline);
  let before = firstState;
  let remainingLength = MAX_READ_LENGTH;
  for (const [index, entry] of laterEntries.entries()) {
    if (remainingLength <= 0 && index < laterEntries.length - 1) continue;
    const after = await stateOf(db, opened, entry);
    remainingLength -= estimateJsonLength(after, remainingLength);
    for (const { id } of recordChanges(opened.form, before, after)) authors.set(id, authorOf(entry));
    before = after;
  }
  const changes = recordChanges(opened.form, firstState, before).map((change) => ({
    ...change,
    by: authors.get(change.id) ?? authorOf(laterEntries.at(-1) ?? baseline),
  }));
  return {
    since: authorOf(baseline),
    changes: limitChanges(changes, MAX_CHANGES, { characters: MAX_ANSWER_LENGTH }),
    count: changes.length,
  };
}

/**
 * Returns one page of the writes of a record that this person may see, the latest first, with their changes. The first
 * visible write has no changes. Refuses with 404 a record that this person may not read.
 */
export async function historyOf(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  record: { formKey: string; id: string },
  page: { pageNum: number; pageSize: number },
): Promise<{ rows: HistoryEntry[]; total: number }> {
  const opened = await openForReading(context, db, user, record);
  const firstVisibleRevision = await findFirstVisibleRevision(
    db,
    user,
    opened.row,
    opened.form.definition.flowKey !== undefined,
  );
  const { count } = await db
    .selectFrom('frm_record_audit')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('record_id', '=', opened.row.id)
    .where('revision', '>=', firstVisibleRevision)
    .executeTakeFirstOrThrow();
  // one entry more than the page, because each entry is compared with the entry before it in time
  const entries = await db
    .selectFrom('frm_record_audit')
    .select(AUDIT_COLUMNS)
    .where('record_id', '=', opened.row.id)
    .where('revision', '>=', firstVisibleRevision)
    .orderBy('revision', 'desc')
    .orderBy('happened_at', 'desc')
    .offset((page.pageNum - 1) * page.pageSize)
    .limit(page.pageSize + 1)
    .execute();
  const remaining = { characters: MAX_ANSWER_LENGTH };
  const rows: HistoryEntry[] = [];
  let after = entries[0] && entries.length > 1 ? await stateOf(db, opened, entries[0]) : null;
  for (const [index, entry] of entries.slice(0, page.pageSize).entries()) {
    const earlierEntry = entries[index + 1];
    const before = earlierEntry ? await stateOf(db, opened, earlierEntry) : null;
    const changes = before && after ? recordChanges(opened.form, before, after) : [];
    rows.push({
      ...authorOf(entry),
      changes: limitChanges(changes, MAX_CHANGES_PER_ENTRY, remaining),
      count: changes.length,
    });
    after = before;
  }
  return { rows, total: Number(count) };
}

/**
 * Returns the record as stored at a revision, without values that this person may not see now. Refuses with 404 a
 * record or a revision that the person may not read.
 */
export async function getRevision(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  { revision, ...record }: { formKey: string; id: string; revision: number },
): Promise<FormRecord> {
  const opened = await openForReading(context, db, user, record);
  const { row, form } = opened;
  const firstVisibleRevision = await findFirstVisibleRevision(db, user, row, form.definition.flowKey !== undefined);
  if (revision < firstVisibleRevision) throw new Refusal('404');
  const values = revision === row.revision ? valuesOf(row) : await loadValuesAtRevision(db, row.id, revision);
  if (!values) throw new Refusal('404');
  return { ...recordOf(row), ...redactValues(opened, values), revision };
}

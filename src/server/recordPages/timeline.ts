import { sql, type RawBuilder } from 'kysely';
import type { ServerContext } from '../context.ts';
import { loadForm } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import { timeText } from '../http/time.ts';
import { isAdmin, type RequestUser } from '../http/user.ts';
import {
  describeChanges,
  loadReadableRow,
  findReferringRecords,
  type DescribedChanges,
  type ReferringRecords,
} from '../records/index.ts';
import type { RecordKey } from './comments.ts';

/** One event of a record or of a related record. */
export interface TimelineEntry extends DescribedChanges {
  kind: 'write' | 'comment' | 'file';
  id: string;
  time: string;
  userName: string;
  /** The kind of a write: save, submit, approve …; `create` for the first write. */
  action: string;
  formKey: string;
  formName: string;
  recordId: string;
  /** The title of the record. */
  title: string;
  /** True for an event of the record itself; false for an event of a related record. */
  isOwn: boolean;
  taskNode: string;
  /** The note of a write, for example the cause of an effect, or the opinion of a decision. */
  note: string;
  /** The text of a comment or the name of a file. */
  text: string;
}

export interface Timeline {
  entries: TimelineEntry[];
  /** The value of `before` that requests the earlier entries; '': there are none. */
  next: string;
  /**
   * True if the related records of a form are left out, e.g. because a field of the path is hidden or the form was
   * removed (see `SKIPPED_CODES`).
   */
  isPartial: boolean;
}

/**
 * A row of the time line query. `moment`: seconds since 1970; `set_number`: index of the record set; `write_id`: id of
 * the write whose changes are shown; null for comments, files, and steps of the process without a write.
 */
interface EntryRow {
  kind: TimelineEntry['kind'];
  id: string;
  happened_at: Date;
  moment: string;
  user_name: string;
  action: string;
  set_number: number;
  record_id: string;
  title: string;
  task_node: string;
  note: string;
  text: string;
  revision: number;
  write_id: string | null;
}

/**
 * The request of a time line. `over` (wire name): the forms whose records that refer to this record are included, each
 * as `formKey:relation` (the relation or path by which they refer to it). `before`: only entries before this entry are
 * returned (`Timeline.next`); '' or none: the newest entries.
 */
export interface TimelineQuery extends RecordKey {
  over?: readonly string[] | null | undefined;
  before?: string | null | undefined;
  pageSize: number;
}

/** Technical actions in the history of a process, such as messages and calls: the time line leaves them out. */
const TECHNICAL_ACTIONS = ['message', 'called', 'callFailed', 'timer', 'moveVersion', 'retry'];

/** Error codes of refusals that leave a form out of the time line (`isPartial`). */
const SKIPPED_CODES = new Set(['403', '404', 'COLUMN_NOT_READY', 'REQUEST_INVALID']);

/**
 * Returns the record sets of a time line: the first contains only the record itself, each other one the related records
 * of one item of `over`. Refuses with 404 a record that this person may not read.
 */
async function recordSetsOf(
  context: ServerContext,
  user: RequestUser,
  { over, ...recordKey }: TimelineQuery,
): Promise<{ recordSets: ReferringRecords[]; isPartial: boolean }> {
  const { db } = context;
  const row = await loadReadableRow(context, db, user, recordKey);
  const { form } = await loadForm(context, db, row.form_key);
  const recordSets: ReferringRecords[] = [
    {
      formKey: row.form_key,
      formName: form.definition.formName,
      hasFlow: form.definition.flowKey !== undefined,
      records: sql`(select ${row.id}::varchar as id, ${row.title}::text as title, ${row.create_by}::varchar as create_by, ${row.revision}::integer as revision)`,
    },
  ];
  let isPartial = false;
  for (const source of new Set(over ?? [])) {
    const [formKey = '', via = ''] = source.split(':');
    try {
      recordSets.push(await findReferringRecords(context, db, user, { formKey, via, id: row.id }));
    } catch (error) {
      if (!(error instanceof Refusal) || !SKIPPED_CODES.has(error.code)) throw error;
      isPartial = true;
    }
  }
  return { recordSets, isPartial };
}

/**
 * Returns a query for the events of one record set: at most `limit` of each kind (writes, steps of the process,
 * comments and files), the newest ones. Each kind has its own subquery, which can use a database index. `setNumber`:
 * index of the record set. `before`: see `TimelineQuery`.
 */
function eventsSql(
  user: RequestUser,
  { formKey, hasFlow, records }: ReferringRecords,
  setNumber: number,
  { before, limit }: { before: string; limit: number },
): RawBuilder<unknown> {
  // writes made before a record was submitted are only visible to its creator and to administrators
  const isVisible =
    hasFlow && !isAdmin(user)
      ? sql`(r.create_by = ${user.id} or a.revision >= coalesce((select min(b.revision) from frm_record_audit b where b.record_id = a.record_id and b.action in ('submit', 'import')), r.revision))`
      : sql`true`;
  const isEarlier = (timeColumn: string, idColumn: string): RawBuilder<unknown> => {
    const [moment = '', lastId = ''] = before.split(' ');
    return before === ''
      ? sql`true`
      : sql`(${sql.ref(timeColumn)}, ${sql.ref(idColumn)}) < (to_timestamp(${moment}::numeric), ${lastId})`;
  };
  // a record that was imported with its process has the entries of the process, and no entry for the import;
  // a step of a process appears once: its entry comes from the history of the process, its changes from the write
  const isSameStep = sql`h.record_id = a.record_id and h.user_id = a.user_id and h.action = a.action
    and h.happened_at between a.happened_at - interval '5 seconds' and a.happened_at + interval '5 seconds'`;
  return sql`select * from (
    (select 'write' as kind, a.id, a.happened_at, a.user_name, case when a.action in ('save', 'import') and not exists (select 1 from frm_record_audit e
        where e.record_id = a.record_id and e.revision < a.revision) then 'create' else a.action end as action, ${setNumber}::integer as set_number, r.id as record_id, r.title,
        a.task_node, a.note, '' as text, a.revision, a.id as write_id
      from ${records} r join frm_record_audit a on a.record_id = r.id
      where ${isVisible} and ${isEarlier('a.happened_at', 'a.id')} and not exists (select 1 from flw_history h where ${isSameStep})
        and not (a.action = 'import' and exists (select 1 from flw_history h where h.record_id = a.record_id))
      order by a.happened_at desc, a.id desc limit ${limit})
    union all
    (select 'write', h.id, h.happened_at, h.user_name, h.action, ${setNumber}::integer, r.id, r.title, h.node_name, h.opinion, '',
        coalesce(w.revision, 0), w.id
      from ${records} r join flw_history h on h.record_id = r.id
        left join lateral (select a.id, a.revision from frm_record_audit a where ${isSameStep} order by a.revision desc limit 1) w on true
      where h.action <> all(${[...TECHNICAL_ACTIONS]}::text[]) and ${isEarlier('h.happened_at', 'h.id')} order by h.happened_at desc, h.id desc limit ${limit})
    union all
    (select 'comment', c.id, c.created_at, c.author_name, 'comment', ${setNumber}::integer, r.id, r.title, '', '', c.text, 0, null
      from ${records} r join frm_comment c on c.record_id = r.id where c.removed_at is null and ${isEarlier('c.created_at', 'c.id')}
      order by c.created_at desc, c.id desc limit ${limit})
    union all
    (select 'file', t.id, t.created_at, t.create_by_name, 'file', ${setNumber}::integer, r.id, r.title, '', '', f.file_name, 0, null
      from ${records} r join att_busi t on t.bus_id = r.id and split_part(t.bus_type, ':', 1) = ${formKey} join att_file f on f.id = t.file_id
      where ${isEarlier('t.created_at', 't.id')} order by t.created_at desc, t.id desc limit ${limit})) happened`;
}

/**
 * Returns the events of a record and its related records, newest first: writes with their changes, decisions with their
 * opinion, effects with their cause, comments and files. Related records are limited by the person's rights in their
 * forms. Refuses with 404 a record that this person may not read.
 */
export async function timelineOf(context: ServerContext, user: RequestUser, query: TimelineQuery): Promise<Timeline> {
  const { db } = context;
  const { recordSets, isPartial } = await recordSetsOf(context, user, query);
  const limit = query.pageSize + 1;
  const queries = recordSets.map((recordSet, setNumber) =>
    eventsSql(user, recordSet, setNumber, { before: query.before ?? '', limit }),
  );
  const { rows } = await sql<EntryRow>`select *, extract(epoch from happened_at)::text as moment
    from (${sql.join(queries, sql` union all `)}) entry order by happened_at desc, id desc limit ${limit}`.execute(db);
  const pageRows = rows.slice(0, query.pageSize);
  const writes = pageRows.flatMap(({ write_id: id, action, record_id: recordId, revision, set_number }) =>
    id === null || action === 'create'
      ? []
      : [{ id, recordId, formKey: recordSets[set_number]?.formKey ?? '', revision }],
  );
  const changes = await describeChanges(context, db, user, writes);
  const last = pageRows.at(-1);
  return {
    entries: pageRows.map((row) => ({
      kind: row.kind,
      id: row.id,
      time: timeText(row.happened_at),
      userName: row.user_name,
      action: row.action,
      formKey: recordSets[row.set_number]?.formKey ?? '',
      formName: recordSets[row.set_number]?.formName ?? '',
      recordId: row.record_id,
      title: row.title,
      isOwn: row.set_number === 0,
      taskNode: row.task_node,
      note: row.note,
      text: row.text,
      changes: [],
      count: 0,
      ...changes.get(row.write_id ?? ''),
    })),
    next: last && rows.length > pageRows.length ? `${last.moment} ${last.id}` : '',
    isPartial,
  };
}

import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import { timeText } from '../http/time.ts';
import { publishFlow } from '../approval/definitions/publishFlow.ts';
import type { Trx } from '../store/transaction.ts';
import { givenOf } from './content.ts';
import { publishForm, type Published } from './publishForm.ts';
import { publishScreen } from './screens.ts';
import { findDocument, versionRow, type Author, type Db } from './store.ts';
import type { DocumentKind } from './tables.ts';

export interface VersionText {
  version: number;
  state: 'draft' | 'published' | 'archived';
  note: string;
  author: string;
  time: string;
  definition: unknown;
}

/** A version as it was given, whatever its dialect. Refuses with 404. */
export async function versionOf(db: Db, kind: DocumentKind, key: string, version: number): Promise<VersionText> {
  const row = await versionRow(db, kind, key, version);
  return {
    version,
    state: row.state,
    note: row.note,
    author: row.author_name,
    time: timeText(row.published_at),
    definition: givenOf(row.content),
  };
}

export interface RollbackRequest {
  kind: DocumentKind;
  key: string;
  version: number;
  note: string;
  author: Author;
  /** The version that was in force when this administrator decided. */ seen?: number;
}

/**
 * Publishes what an earlier version said as the next one; versions are never taken back, for records and approvals
 * stand on them. A draft stays. Refuses with 404, with RECORD_STALE when somebody published since `seen`, with
 * REQUEST_INVALID for the version in force, and with DOC_DRAFT_ONLY when its text is no longer right (a field's
 * widget or its flow is gone).
 */
export async function rollback(
  context: ServerContext,
  { kind, key, version, note, author, seen }: RollbackRequest,
  keep: (trx: Trx, published: Published) => Promise<void> = () => Promise.resolve(),
): Promise<Published> {
  return context.db.transaction().execute(async (trx) => {
    const document = await trx
      .selectFrom('doc_document')
      .selectAll()
      .where('kind', '=', kind)
      .where('doc_key', '=', key)
      .forUpdate()
      .executeTakeFirst();
    if (!document) throw new Refusal('404');
    const row = await versionRow(trx, kind, key, version);
    if (seen !== undefined && document.published_version !== seen) {
      const newest = await versionRow(trx, kind, key, document.published_version ?? 0);
      throw new Refusal('RECORD_STALE', { name: newest.author_name, time: timeText(newest.published_at) });
    }
    if (document.published_version === version)
      throw new Refusal('REQUEST_INVALID', { detail: `第 ${version} 版正在使用，无需恢复` });
    const { draft, draft_name, draft_by, draft_by_name, draft_at } = document;
    const published = await publishAgain(context, trx, {
      kind,
      key,
      name: row.name,
      content: row.content,
      note,
      author,
    });
    await trx
      .updateTable('doc_document')
      .set({ draft, draft_name, draft_by, draft_by_name, draft_at })
      .where('kind', '=', kind)
      .where('doc_key', '=', key)
      .execute();
    await keep(trx, published);
    return published;
  });
}

function publishAgain(
  context: ServerContext,
  trx: Trx,
  {
    kind,
    key,
    name,
    content,
    note,
    author,
  }: { kind: DocumentKind; key: string; name: string; content: string; note: string; author: Author },
): Promise<Published> {
  if (kind === 'form')
    return publishForm(context, { formKey: key, formName: name, definition: content, note, author }, trx);
  if (kind === 'screen') return publishScreen(context, { screenKey: key, definition: content, note, author }, trx);
  return publishFlow(context, { flowKey: key, xml: content, note, author }, trx);
}

export interface RunningApproval {
  formKey: string;
  recordId: string;
  title: string;
  applicant: string;
  nodes: string;
  startTime: string;
  version: number;
}

const SHOWN = 200;

/** Approvals that still run on a version of a form or process (on any without one), the oldest first, at most 200 of them; `total` counts all. */
export async function runningOn(
  db: Db,
  kind: 'form' | 'flow',
  key: string,
  version?: number,
): Promise<{ list: RunningApproval[]; total: number }> {
  if (!(await findDocument(db, kind, key))) throw new Refusal('404');
  const of =
    kind === 'form'
      ? ({ version: 'form_version', key: 'form_key' } as const)
      : ({ version: 'flow_version', key: 'flow_key' } as const);
  const wanted = db
    .selectFrom('flw_instance')
    .where(of.key, '=', key)
    .where('ended_at', 'is', null)
    .$if(version !== undefined, (query) => query.where(of.version, '=', version as number));
  const [rows, { count }] = await Promise.all([
    wanted
      .select([
        'form_key',
        'record_id',
        'title',
        'initiator_name',
        'task_nodes',
        'started_at',
        `${of.version} as version`,
      ])
      .orderBy('started_at')
      .limit(SHOWN)
      .execute(),
    wanted.select((query) => query.fn.countAll().as('count')).executeTakeFirstOrThrow(),
  ]);
  return {
    total: Number(count),
    list: rows.map((row) => ({
      formKey: row.form_key,
      recordId: row.record_id,
      title: row.title,
      applicant: row.initiator_name,
      nodes: row.task_nodes,
      startTime: timeText(row.started_at),
      version: row.version,
    })),
  };
}

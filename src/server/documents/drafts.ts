import type { Problem } from '../../domain/problem/index.ts';
import type { ServerContext } from '../context.ts';
import { announce } from '../events/index.ts';
import { Refusal } from '../http/refusal.ts';
import { timeText } from '../http/time.ts';
import { checkForm, refuseErrors } from './checkForm.ts';
import { toStoredText, parseContent } from './content.ts';
import { datasetDocuments, flowDocuments, runningCounts } from './extensions.ts';
import { countUses } from '../references/index.ts';
import { indexDraft } from './references/indexDocuments.ts';
import { checkScreen } from './screens.ts';
import { findDocument, findForUpdate, refuseUnseenVersion, storeDraft, versionRow, type Author } from './store.ts';
import type { Db } from '../store/database.ts';
import type { Trx } from '../store/transaction.ts';
import type { DocumentKind } from './tables.ts';

export interface DraftRequest {
  kind: DocumentKind;
  key: string;
  name?: string;
  definition: unknown;
  author: Author;
  /** The revision of the draft that the author has seen; 0: no draft has been saved yet; absent: not checked. */
  revision?: number;
  /** The published version that the author has seen; 0: none was published yet; absent: not checked. */
  seen?: number;
}

/**
 * Stores a draft, even if it has errors. Returns its problems (at most `MAX_PROBLEMS`, if there are more: errors first)
 * and its new revision. Refuses with DOC_TOO_LARGE, and with RECORD_STALE when another administrator saved after
 * `revision` or published after `seen`.
 */
export async function saveDraft(
  context: ServerContext,
  { kind, key, name, definition, author, revision, seen }: DraftRequest,
): Promise<{ problems: Problem[]; revision: number }> {
  const content = toStoredText(definition);
  const storedRevision = await context.db.transaction().execute((trx) =>
    saveDraftInTransaction(context, trx, {
      kind,
      key,
      definition,
      author,
      ...(name ? { name } : {}),
      ...(revision === undefined ? {} : { revision }),
      ...(seen === undefined ? {} : { seen }),
    }),
  );
  return {
    problems: limitProblems(await problemsOf(context, { kind, key, content, ...(name ? { name } : {}) })),
    revision: storedRevision,
  };
}

/** Stores a draft in this transaction without checking it. Returns its new revision. Refuses like `saveDraft`. */
export async function saveDraftInTransaction(
  context: ServerContext,
  trx: Trx,
  { kind, key, name, definition, author, revision, seen }: DraftRequest,
): Promise<number> {
  const content = toStoredText(definition);
  const document = seen === undefined ? undefined : await findForUpdate(trx, kind, key);
  if (document) await refuseUnseenVersion(trx, document, seen);
  const nextRevision = await storeDraft(trx, {
    kind,
    key,
    name: name || key,
    content,
    author,
    ...(revision === undefined ? {} : { revision }),
  });
  await indexDraft(context, trx, { kind, key }, content);
  await announce(trx, 'document', null);
  return nextRevision;
}

/** Returns the problems of a document's text. */
async function problemsOf(
  context: ServerContext,
  { kind, key, name, content }: { kind: DocumentKind; key: string; name?: string; content: string },
): Promise<readonly Problem[]> {
  if (kind === 'screen') return (await checkScreen(context, context.db, key, content)).problems;
  if (kind === 'dataset') return datasetDocuments.registeredFor(context).check(context, context.db, content, key);
  if (kind === 'flow') return flowDocuments.registeredFor(context).check(context, context.db, content, key);
  return (await checkForm(context, context.db, { formKey: key, content, ...(name ? { formName: name } : {}) }))
    .problems;
}

/** Refuses with DOC_DRAFT_ONLY if a stored draft has errors. Does nothing without a draft. */
export async function refuseDraftWithErrors(
  context: ServerContext,
  { kind, key }: { kind: DocumentKind; key: string },
): Promise<void> {
  const document = await findDocument(context.db, kind, key);
  if (typeof document?.draft !== 'string') return;
  const name = document.draft_name;
  refuseErrors(await problemsOf(context, { kind, key, content: document.draft, ...(name ? { name } : {}) }));
}

/** Maximum number of problems in an answer. A file from another system may have tens of thousands of problems. */
const MAX_PROBLEMS = 2000;

const limitProblems = (problems: readonly Problem[]): Problem[] =>
  problems.length <= MAX_PROBLEMS
    ? [...problems]
    : [
        ...problems.filter(({ level }) => level === 'error'),
        ...problems.filter(({ level }) => level !== 'error'),
      ].slice(0, MAX_PROBLEMS);

/**
 * Returns the draft as it was saved or, without a draft, the published version. Refuses with 404 if the document has
 * neither.
 */
export async function draftOrPublishedContent(db: Db, kind: DocumentKind, key: string): Promise<unknown> {
  const document = await findDocument(db, kind, key);
  if (!document) throw new Refusal('404');
  if (document.draft !== null) return parseContent(document.draft);
  if (document.published_version === null) throw new Refusal('404');
  return parseContent((await versionRow(db, kind, key, document.published_version)).content);
}

/** A version of a document, or its draft. */
export interface VersionView {
  /** For the draft: the number that its publication would give it. */
  version: number;
  /** 'draft': the text that is not published; 'published': the version in use; 'archived': an earlier version. */
  state: 'draft' | 'published' | 'archived';
  note: string;
  author: string;
  time: string;
  /** Number of running approvals that use the version; only for versions of forms and processes. */
  running?: number;
}

/**
 * Returns the draft, if there is one, then every version, the newest first. Refuses with 404 if the document does not
 * exist.
 */
export async function versionsOf(context: ServerContext, kind: DocumentKind, key: string): Promise<VersionView[]> {
  const { db } = context;
  const document = await findDocument(db, kind, key);
  if (!document) throw new Refusal('404');
  const rows = await db
    .selectFrom('doc_version')
    .select(['version', 'state', 'note', 'author_name', 'published_at'])
    .where('kind', '=', kind)
    .where('doc_key', '=', key)
    .orderBy('version', 'desc')
    .execute();
  const hasRuns = kind === 'form' || kind === 'flow';
  const runningByVersion = hasRuns
    ? await runningCounts.registeredFor(context)(db, kind, key)
    : new Map<number, number>();
  const views = rows.map((row): VersionView => ({
    version: row.version,
    state: row.state,
    note: row.note,
    author: row.author_name,
    time: timeText(row.published_at),
    ...(hasRuns ? { running: runningByVersion.get(row.version) ?? 0 } : {}),
  }));
  if (document.draft === null) return views;
  const draft: VersionView = {
    version: (rows[0]?.version ?? 0) + 1,
    state: 'draft',
    note: '',
    author: document.draft_by_name ?? '',
    time: document.draft_at ? timeText(document.draft_at) : '',
  };
  return [draft, ...views];
}

/** A document in a list. `revision` counts the saves of its draft. */
export interface DocumentView {
  key: string;
  name: string;
  /** The published version; 0: none was published yet. */
  version: number;
  /** Time of the last change of the document or of its draft, whichever is later. */
  updateTime: string;
  hasDraft: boolean;
  revision: number;
  /** Name of the administrator who disabled the document; '' while it is enabled. */
  disabledBy: string;
  /** Number of documents and menu entries that refer to the document. */
  uses: number;
}

/** Returns all documents of a kind, in the order of their keys; with `key`, only this document. */
export async function documentsOf(db: Db, kind: DocumentKind, key?: string): Promise<DocumentView[]> {
  const rows = await db
    .selectFrom('doc_document')
    .select([
      'doc_key',
      'name',
      'draft_name',
      'published_version',
      'updated_at',
      'draft_at',
      'draft_revision',
      'disabled_at',
      'disabled_by_name',
    ])
    .where('kind', '=', kind)
    .$if(key !== undefined, (query) => query.where('doc_key', '=', key ?? ''))
    .orderBy('doc_key')
    .execute();
  const uses = await countUses(db, kind);
  return rows.map((row) => ({
    key: row.doc_key,
    name: row.published_version === null ? (row.draft_name ?? row.name) : row.name,
    version: row.published_version ?? 0,
    updateTime: timeText(row.draft_at && row.draft_at > row.updated_at ? row.draft_at : row.updated_at),
    hasDraft: row.draft_at !== null,
    revision: row.draft_revision,
    disabledBy: row.disabled_at === null ? '' : row.disabled_by_name || '管理员',
    uses: uses.get(row.doc_key) ?? 0,
  }));
}

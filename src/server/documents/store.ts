import { sql, type Selectable } from 'kysely';
import { Refusal } from '../http/refusal.ts';
import { timeText } from '../http/time.ts';
import type { Fact } from '../store/facts.ts';
import type { Db } from '../store/database.ts';
import type { Trx } from '../store/transaction.ts';
import type { DocumentKind, DocumentTables } from './tables.ts';

export type DocumentRow = Selectable<DocumentTables['doc_document']>;
export type VersionRow = Selectable<DocumentTables['doc_version']>;
export interface Author {
  id: string;
  name: string;
}

export async function findDocument(db: Db, kind: DocumentKind, key: string): Promise<DocumentRow | undefined> {
  return db
    .selectFrom('doc_document')
    .selectAll()
    .where('kind', '=', kind)
    .where('doc_key', '=', key)
    .executeTakeFirst();
}

/** Finds a document like `findDocument`, and locks the row until the transaction ends. */
export async function findForUpdate(trx: Trx, kind: DocumentKind, key: string): Promise<DocumentRow | undefined> {
  return trx
    .selectFrom('doc_document')
    .selectAll()
    .where('kind', '=', kind)
    .where('doc_key', '=', key)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Returns a document with a draft and locks its row until the transaction ends. `revision`: the revision of the draft
 * that the administrator has seen; undefined: not checked. Refuses with RECORD_STALE if the draft has another revision,
 * and with 404 if there is no draft.
 */
export async function findDraftForUpdate(
  trx: Trx,
  { kind, key, revision }: { kind: DocumentKind; key: string; revision?: number | undefined },
): Promise<DocumentRow & { draft: string }> {
  const document = await findForUpdate(trx, kind, key);
  if (revision !== undefined && document && document.draft_revision !== revision) throw staleDraft(document);
  const draft = document?.draft;
  if (!document || typeof draft !== 'string') throw new Refusal('404');
  return { ...document, draft };
}

/** Returns the fact whose answer is the number of the last published version. */
export const publishedVersionFact = (kind: DocumentKind, key: string): Fact => ({
  key: `published ${kind} ${key}`,
  answerSql: () =>
    sql<
      string | null
    >`(select d.published_version::text from doc_document d where d.kind = ${kind} and d.doc_key = ${key})`,
});

/** Cache of the numbers of published versions, for each open transaction. */
const cachedVersions = new WeakMap<Db, Map<string, number>>();

/**
 * Returns the number of the last published version. A transaction reads it once for each document: one save needs the
 * same form in many places, which must all use the same version. Refuses with 404 if no version is published.
 */
export async function publishedVersion(db: Db, kind: DocumentKind, key: string): Promise<number> {
  const cacheKey = `${kind} ${key}`;
  const cachedVersion = cachedVersions.get(db)?.get(cacheKey);
  if (cachedVersion !== undefined) return cachedVersion;
  const row = await db
    .selectFrom('doc_document')
    .select('published_version')
    .where('kind', '=', kind)
    .where('doc_key', '=', key)
    .executeTakeFirst();
  if (!row?.published_version) throw new Refusal('404');
  cacheVersion(db, cacheKey, row.published_version);
  return row.published_version;
}

/**
 * Returns the numbers of the last published versions of several documents, read in one query, by key. Documents without
 * a version are left out. Shares the cache of a transaction with `publishedVersion`.
 */
export async function publishedVersions(
  db: Db,
  kind: DocumentKind,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const cached = cachedVersions.get(db);
  const versions = new Map<string, number>();
  const missingKeys: string[] = [];
  for (const key of keys) {
    const version = cached?.get(`${kind} ${key}`);
    if (version === undefined) missingKeys.push(key);
    else versions.set(key, version);
  }
  if (missingKeys.length === 0) return versions;
  const rows = await db
    .selectFrom('doc_document')
    .select(['doc_key', 'published_version'])
    .where('kind', '=', kind)
    .where('doc_key', '=', sql<string>`any(${missingKeys}::text[])`)
    .where('published_version', '>', 0)
    .execute();
  for (const { doc_key: key, published_version: version } of rows) {
    if (version === null) continue;
    versions.set(key, version);
    cacheVersion(db, `${kind} ${key}`, version);
  }
  return versions;
}

function cacheVersion(db: Db, cacheKey: string, version: number): void {
  if (db.isTransaction) cachedVersions.set(db, (cachedVersions.get(db) ?? new Map()).set(cacheKey, version));
}

/**
 * Clears the cache of a transaction. Must be called after `doc_document.published_version` was changed, and after a
 * rollback to a savepoint.
 */
export const clearVersionCache = (trx: Db): void => void cachedVersions.delete(trx);

/** Returns one published or archived version. Refuses with 404 if it does not exist. */
export async function versionRow(db: Db, kind: DocumentKind, key: string, version: number): Promise<VersionRow> {
  const row = await db
    .selectFrom('doc_version')
    .selectAll()
    .where('kind', '=', kind)
    .where('doc_key', '=', key)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!row) throw new Refusal('404');
  return row;
}

export interface DraftInput {
  kind: DocumentKind;
  key: string;
  name: string;
  content: string;
  author: Author;
  revision?: number;
}

/**
 * Stores a draft and returns its new revision. `revision`: the revision of the draft that the administrator has seen;
 * 0: no draft was ever saved; undefined: not checked. Refuses with RECORD_STALE, naming the author, if the stored draft
 * has another revision. Creates a missing document, but refuses with RECORD_STALE if the administrator has seen a draft
 * of it, because then the document has been deleted in the meantime.
 */
export async function storeDraft(db: Db, { kind, key, name, content, author, revision }: DraftInput): Promise<number> {
  const draft = {
    draft: content,
    draft_name: name,
    draft_by: author.id,
    draft_by_name: author.name,
    draft_at: new Date(),
  };
  if (revision) {
    const updatedRow = await db
      .updateTable('doc_document')
      .set({ ...draft, draft_revision: sql`draft_revision + 1` })
      .where('kind', '=', kind)
      .where('doc_key', '=', key)
      .where('draft_revision', '=', revision)
      .returning('draft_revision')
      .executeTakeFirst();
    if (!updatedRow) throw staleDraft(await findDocument(db, kind, key));
    return updatedRow.draft_revision;
  }
  const storedRow = await db
    .insertInto('doc_document')
    .values({ kind, doc_key: key, name, draft_revision: 1, ...draft })
    .onConflict((conflict) => {
      const update = conflict
        .columns(['kind', 'doc_key'])
        .doUpdateSet({ ...draft, draft_revision: sql`doc_document.draft_revision + 1` });
      return revision === undefined ? update : update.where('doc_document.draft_revision', '=', revision);
    })
    .returning('draft_revision')
    .executeTakeFirst();
  if (!storedRow) throw staleDraft(await findDocument(db, kind, key));
  return storedRow.draft_revision;
}

/** Returns the refusal of an action on a draft that was saved, discarded, published or deleted in the meantime. */
export function staleDraft(row: DocumentRow | undefined): Refusal {
  const isRemoved = !row?.draft_at;
  const refusal = new Refusal(
    'RECORD_STALE',
    { name: row?.draft_by_name ?? '他人', time: isRemoved ? '' : timeText(row.draft_at ?? new Date()) },
    { revision: row?.draft_revision ?? 0 },
  );
  // a removed draft has no author
  return isRemoved
    ? Object.assign(refusal, { message: '此草稿已被放弃、发布或删除，您的修改未保存，填写内容已保留' })
    : refusal;
}

/**
 * Refuses with RECORD_STALE, naming the author, if the published version is not the version that the administrator has
 * seen (`seenVersion`). 0: they have seen that there is none; undefined: not checked. Never refuses for a document
 * without a published version.
 */
export async function refuseUnseenVersion(
  trx: Db,
  document: DocumentRow,
  seenVersion: number | undefined,
): Promise<void> {
  const { kind, doc_key, published_version } = document;
  if (seenVersion === undefined || (published_version ?? 0) === seenVersion || published_version === null) return;
  const newestVersion = await versionRow(trx, kind, doc_key, published_version);
  throw new Refusal('RECORD_STALE', { name: newestVersion.author_name, time: timeText(newestVersion.published_at) });
}

/** A version to store. `canonical`: the canonical form of the text `content`; null for a process. */
export interface VersionInput {
  kind: DocumentKind;
  key: string;
  name: string;
  content: string;
  canonical: string | null;
  note: string;
  author: Author;
}

/**
 * Inserts the next version, archives the previous one and deletes the draft. Returns the number of the new version. The
 * transaction must have locked the document (`lockDocument`), so that concurrent publications get different numbers.
 */
export async function storeVersion(
  trx: Trx,
  { kind, key, name, content, canonical, note, author }: VersionInput,
): Promise<number> {
  const { last } = await trx
    .selectFrom('doc_version')
    .select((query) => query.fn.max('version').as('last'))
    .where('kind', '=', kind)
    .where('doc_key', '=', key)
    .executeTakeFirstOrThrow();
  const version = (last ?? 0) + 1;
  await trx
    .updateTable('doc_version')
    .set({ state: 'archived' })
    .where('kind', '=', kind)
    .where('doc_key', '=', key)
    .where('state', '=', 'published')
    .execute();
  await trx
    .insertInto('doc_version')
    .values({
      kind,
      doc_key: key,
      version,
      state: 'published',
      name,
      content,
      canonical,
      note,
      author_id: author.id,
      author_name: author.name,
    })
    .execute();
  await trx
    .updateTable('doc_document')
    .set({
      name,
      published_version: version,
      updated_at: new Date(),
      draft: null,
      draft_name: null,
      draft_by: null,
      draft_by_name: null,
      draft_at: null,
    })
    .where('kind', '=', kind)
    .where('doc_key', '=', key)
    .execute();
  clearVersionCache(trx);
  return version;
}

/** Locks the document's row until the transaction ends and returns it. Inserts the row if it is missing. */
export async function lockDocument(trx: Trx, kind: DocumentKind, key: string, name: string): Promise<DocumentRow> {
  await trx
    .insertInto('doc_document')
    .values({ kind, doc_key: key, name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return trx
    .selectFrom('doc_document')
    .selectAll()
    .where('kind', '=', kind)
    .where('doc_key', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

import type { Selectable } from 'kysely';
import { reviewTopic } from '../../domain/recordTopics.ts';
import type { ServerContext } from '../context.ts';
import { findDocument, publishDraft, staleDraft, type DocumentKind } from '../documents/index.ts';
import { announce } from '../events/index.ts';
import { Refusal } from '../http/refusal.ts';
import { timeText } from '../http/time.ts';
import type { RequestUser } from '../http/user.ts';
import { remind } from '../notices/index.ts';
import { readParameters } from '../parameters/index.ts';
import type { Db } from '../store/database.ts';
import { newId } from '../store/id.ts';
import { textHash } from '../store/textHash.ts';
import type { Trx } from '../store/transaction.ts';
import { addressOf, KIND_WORDS } from './address.ts';
import { administrators } from './administrators.ts';
import type { ReviewTables } from './tables.ts';

type Row = Selectable<ReviewTables['doc_review']>;

interface Which {
  kind: DocumentKind;
  key: string;
}

/** The latest review of a document, while it says something to who edits it. */
export interface ReviewView {
  id: string;
  state: 'open' | 'returned';
  note: string;
  reason: string;
  authorName: string;
  reviewerName: string;
  time: string;
  decidedTime: string;
  /** The draft is another than the one that was given. */
  isOutdated: boolean;
  isOwn: boolean;
  isReviewer: boolean;
}

const invalid = (detail: string): Refusal => new Refusal('REQUEST_INVALID', { detail });

/** Whether the draft, and the version in force, are still those that were given. */
async function isOutdated(db: Db, { kind, doc_key, text_hash, base_version }: Row): Promise<boolean> {
  const document = await findDocument(db, kind, doc_key);
  return (
    typeof document?.draft !== 'string' ||
    textHash(document.draft) !== text_hash ||
    (document.published_version ?? 0) !== base_version
  );
}

async function latest(db: Db, { kind, key }: Which): Promise<Row | undefined> {
  return db
    .selectFrom('doc_review')
    .selectAll()
    .where('kind', '=', kind)
    .where('doc_key', '=', key)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Whether publications must be reviewed, and the review that is under way or was returned. */
export async function reviewState(
  context: ServerContext,
  user: RequestUser,
  which: Which,
): Promise<{ isRequired: boolean; review: ReviewView | null }> {
  const { db, settings } = context;
  const [parameters, row] = await Promise.all([readParameters(db, settings), latest(db, which)]);
  const isRequired = parameters.reviewDocuments;
  if (!row || (row.state !== 'open' && row.state !== 'returned')) return { isRequired, review: null };
  const document = await findDocument(db, row.kind, row.doc_key);
  // what was returned says nothing any more once something was published, or the draft is gone
  const isOver = !document?.draft || (document.published_version ?? 0) !== row.base_version;
  if (row.state === 'returned' && isOver) return { isRequired, review: null };
  return {
    isRequired,
    review: {
      id: row.id,
      state: row.state,
      note: row.note,
      reason: row.reason,
      authorName: row.author_name,
      reviewerName: row.reviewer_name,
      time: timeText(row.created_at),
      decidedTime: row.decided_at ? timeText(row.decided_at) : '',
      isOutdated: await isOutdated(db, row),
      isOwn: row.author_id === user.id,
      isReviewer: row.reviewer_id === user.id,
    },
  };
}

/** The document in words, and the address of its editor with the review. */
async function about(db: Db, { id, kind, doc_key: key }: Pick<Row, 'id' | 'kind' | 'doc_key'>) {
  const document = await findDocument(db, kind, key);
  const name = document?.draft_name ?? document?.name ?? key;
  return { words: `${KIND_WORDS[kind]}“${name}”`, link: addressOf({ kind, key }, { review: id }) };
}

async function tell(trx: Trx, userId: string, title: string, content: string, link: string): Promise<void> {
  await remind(trx, [{ userId, kind: 'doc-review', title, content, link }]);
}

export interface AskedReview extends Which {
  reviewerId: string;
  note: string;
  /** The draft as seen last. */
  revision?: number | undefined;
}

/**
 * Gives the stored draft to another administrator, in place of a review that is under way. Refuses with 404 where there is no
 * draft, with RECORD_STALE when somebody saved since `revision`, and with REQUEST_INVALID who may not review it.
 */
export async function askReview(
  trx: Trx,
  user: RequestUser,
  { kind, key, reviewerId, note, revision }: AskedReview,
): Promise<string> {
  const document = await trx
    .selectFrom('doc_document')
    .selectAll()
    .where('kind', '=', kind)
    .where('doc_key', '=', key)
    .forUpdate()
    .executeTakeFirst();
  if (typeof document?.draft !== 'string') throw new Refusal('404');
  if (revision !== undefined && revision !== document.draft_revision) throw staleDraft(document);
  if (reviewerId === user.id) throw invalid('不能由本人复核，请选择另一位管理员');
  const reviewer = (await administrators(trx)).find(({ id }) => id === reviewerId);
  if (!reviewer) throw invalid('复核人应为在用的管理员');
  await trx
    .updateTable('doc_review')
    .set({ state: 'replaced', decided_at: new Date() })
    .where('kind', '=', kind)
    .where('doc_key', '=', key)
    .where('state', '=', 'open')
    .execute();
  const id = newId();
  await trx
    .insertInto('doc_review')
    .values({
      id,
      kind,
      doc_key: key,
      text_hash: textHash(document.draft),
      base_version: document.published_version ?? 0,
      author_id: user.id,
      author_name: user.name,
      reviewer_id: reviewer.id,
      reviewer_name: reviewer.name,
      note: note.trim(),
      version: null,
      decided_at: null,
    })
    .execute();
  const { words, link } = await about(trx, { id, kind, doc_key: key });
  await tell(trx, reviewer.id, `${user.name}请您复核${words}`, note.trim(), link);
  await announce(trx, reviewTopic(kind, key), null);
  return id;
}

/** The review that is under way, held until the transaction ends. Refuses with 404, and with REQUEST_INVALID one that is decided. */
async function held(trx: Trx, id: string): Promise<Row> {
  const row = await trx.selectFrom('doc_review').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal('404');
  if (row.state !== 'open') throw invalid('此次复核已经结束');
  return row;
}

const decided = (trx: Trx, id: string, set: Partial<Pick<Row, 'state' | 'reason' | 'version'>>) =>
  trx
    .updateTable('doc_review')
    .set({ ...set, decided_at: new Date() })
    .where('id', '=', id)
    .execute();

/** Takes back what one gave to review. Refuses with 403 whoever did not. */
export async function withdrawReview(trx: Trx, user: RequestUser, id: string): Promise<void> {
  const row = await held(trx, id);
  if (row.author_id !== user.id) throw new Refusal('403');
  await decided(trx, id, { state: 'withdrawn' });
  const { words, link } = await about(trx, row);
  await tell(trx, row.reviewer_id, `${user.name}撤回了${words}的复核`, row.note, link);
  await announce(trx, reviewTopic(row.kind, row.doc_key), null);
}

/** What a review is of; for what has to be done before it is decided. */
export async function reviewed(db: Db, id: string): Promise<Which | null> {
  const row = await db.selectFrom('doc_review').select(['kind', 'doc_key']).where('id', '=', id).executeTakeFirst();
  return row ? { kind: row.kind, key: row.doc_key } : null;
}

export interface Decision {
  id: string;
  isApproved: boolean;
  /** Must be said where it is returned. */
  reason: string;
  /** Which impact was seen. */
  acknowledged?: string | undefined;
}

/**
 * Publishes the draft as its author's next version, or returns it with a reason; tells the author. Refuses with 403 whoever was
 * not asked, with DOC_REVIEW_OUTDATED where the draft is another one now, and as every publication.
 */
export async function decideReview(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  { id, isApproved, reason, acknowledged }: Decision,
): Promise<{ version: number | null }> {
  const row = await held(trx, id);
  if (row.reviewer_id !== user.id) throw new Refusal('403');
  const why = reason.trim();
  if (!isApproved && why === '') throw invalid('请填写退回的原因');
  const { words, link } = await about(trx, row);
  const topic = reviewTopic(row.kind, row.doc_key);
  if (!isApproved) {
    await decided(trx, id, { state: 'returned', reason: why });
    await tell(trx, row.author_id, `${user.name}退回了${words}`, why, link);
    await announce(trx, topic, null);
    return { version: null };
  }
  if (await isOutdated(trx, row)) throw new Refusal('DOC_REVIEW_OUTDATED');
  // the guard of publications looks for it
  await decided(trx, id, { state: 'approved', reason: why });
  const { version } = await publishDraft(context, trx, {
    kind: row.kind,
    key: row.doc_key,
    note: `${row.note}（${user.name}复核通过）`,
    author: { id: row.author_id, name: row.author_name },
    acknowledged,
  });
  await decided(trx, id, { version });
  await tell(trx, row.author_id, `${user.name}已通过${words}，已发布第 ${version} 版`, why, link);
  await announce(trx, topic, null);
  return { version };
}

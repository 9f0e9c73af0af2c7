import type { Selectable } from 'kysely';
import { reviewTopic } from '../../domain/recordTopics.ts';
import type { ServerContext } from '../context.ts';
import { DOCUMENT_KIND_NAMES, findDraftForUpdate, findDocument, publishDraft } from '../documents/index.ts';
import { announce } from '../events/index.ts';
import { Refusal } from '../http/refusal.ts';
import { timeText } from '../http/time.ts';
import type { RequestUser } from '../http/user.ts';
import { remind } from '../notices/index.ts';
import { readParameters } from '../parameters/index.ts';
import type { Db } from '../store/database.ts';
import { newId } from '../store/newId.ts';
import { textHash } from '../store/textHash.ts';
import type { Trx } from '../store/transaction.ts';
import { editorAddress } from './editorAddress.ts';
import { listAdministrators } from './listAdministrators.ts';
import { invalidRequest, type DocumentRef } from './shared.ts';
import type { ReviewTables } from './tables.ts';

type Row = Selectable<ReviewTables['doc_review']>;

/** A document's latest review in an answer, while it is open or returned. */
export interface ReviewView {
  id: string;
  state: 'open' | 'returned';
  note: string;
  reason: string;
  authorName: string;
  reviewerName: string;
  time: string;
  decidedTime: string;
  /** True if the draft or the published version has changed since the review was requested. */
  isOutdated: boolean;
  /** True if the user requested the review. */
  isOwn: boolean;
  /** True if the user must decide the review. */
  isReviewer: boolean;
}

/** A stored document; undefined or null if it does not exist. */
type StoredDocument = Awaited<ReturnType<typeof findDocument>>;

/** Returns true if the draft or the published version has changed since the review was requested. */
const isOutdated = (document: StoredDocument, { text_hash, base_version }: Row): boolean =>
  typeof document?.draft !== 'string' ||
  textHash(document.draft) !== text_hash ||
  (document.published_version ?? 0) !== base_version;

/** Returns the latest review of a document. */
async function latestReview(db: Db, { kind, key }: DocumentRef): Promise<Row | undefined> {
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

/** Loads the parameter that requires reviews, and the document's review if one is open or was returned. */
export async function reviewState(
  context: ServerContext,
  user: RequestUser,
  documentRef: DocumentRef,
): Promise<{ isRequired: boolean; review: ReviewView | null }> {
  const { db, settings } = context;
  const [parameters, row] = await Promise.all([readParameters(db, settings), latestReview(db, documentRef)]);
  const isRequired = parameters.reviewDocuments;
  if (!row || (row.state !== 'open' && row.state !== 'returned')) return { isRequired, review: null };
  const document = await findDocument(db, row.kind, row.doc_key);
  // a returned review ends when another version was published or the draft was deleted
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
      isOutdated: isOutdated(document, row),
      isOwn: row.author_id === user.id,
      isReviewer: row.reviewer_id === user.id,
    },
  };
}

/** An open review that this person must decide, or that they requested. */
export interface WaitingReview {
  id: string;
  kind: Row['kind'];
  /** The Chinese name of the document's kind, for example 表单. `name`: the name of the document. */
  kindName: string;
  name: string;
  note: string;
  authorName: string;
  reviewerName: string;
  time: string;
  /** True if the person must decide the review, false if they requested it. */
  isReviewer: boolean;
  isOutdated: boolean;
  /** Opens the editor at the review. */
  link: string;
}

/** Maximum number of open reviews that are listed. */
const MAX_WAITING = 200;

/** Lists open reviews: first those that this person must decide, oldest first, then those that they requested. */
export async function waitingReviews(db: Db, user: RequestUser): Promise<WaitingReview[]> {
  const rows = await db
    .selectFrom('doc_review')
    .selectAll()
    .where('state', '=', 'open')
    .where((builder) => builder.or([builder('reviewer_id', '=', user.id), builder('author_id', '=', user.id)]))
    .orderBy((builder) => builder.case().when('reviewer_id', '=', user.id).then(0).else(1).end())
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_WAITING)
    .execute();
  return Promise.all(
    rows.map(async (row) => {
      const document = await findDocument(db, row.kind, row.doc_key);
      return {
        id: row.id,
        kind: row.kind,
        kindName: DOCUMENT_KIND_NAMES[row.kind],
        name: document?.draft_name ?? document?.name ?? row.doc_key,
        note: row.note,
        authorName: row.author_name,
        reviewerName: row.reviewer_name,
        time: timeText(row.created_at),
        isReviewer: row.reviewer_id === user.id,
        isOutdated: isOutdated(document, row),
        link: editorAddress({ kind: row.kind, key: row.doc_key }, { review: row.id }),
      };
    }),
  );
}

/** Returns the document's kind and name for messages, and the link that opens its editor at the review. */
async function messageParts(db: Db, { id, kind, doc_key: key }: Pick<Row, 'id' | 'kind' | 'doc_key'>) {
  const document = await findDocument(db, kind, key);
  const name = document?.draft_name ?? document?.name ?? key;
  return { kindAndName: `${DOCUMENT_KIND_NAMES[kind]}“${name}”`, link: editorAddress({ kind, key }, { review: id }) };
}

/** Sends a reminder about a review to one person. */
async function notify(trx: Trx, userId: string, title: string, content: string, link: string): Promise<void> {
  await remind(trx, [{ userId, kind: 'doc-review', title, content, link }]);
}

/** A request to review the draft of a document. */
export interface ReviewRequest extends DocumentRef {
  reviewerId: string;
  note: string;
  /** Revision of the draft that the user saw. */
  revision?: number | undefined;
}

/**
 * Requests a review of the stored draft from another administrator, who is notified; replaces a review that is open.
 * Returns the id of the review. Refuses with 404 (no draft), RECORD_STALE (somebody saved after `revision`), and
 * REQUEST_INVALID (the reviewer is the requester, or not an active administrator).
 */
export async function requestReview(
  trx: Trx,
  user: RequestUser,
  { kind, key, reviewerId, note, revision }: ReviewRequest,
): Promise<string> {
  const document = await findDraftForUpdate(trx, { kind, key, revision });
  if (reviewerId === user.id) throw invalidRequest('不能由本人复核，请选择另一位管理员');
  const reviewer = (await listAdministrators(trx)).find(({ id }) => id === reviewerId);
  if (!reviewer) throw invalidRequest('复核人应为在用的管理员');
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
  const { kindAndName, link } = await messageParts(trx, { id, kind, doc_key: key });
  await notify(trx, reviewer.id, `${user.name}请您复核${kindAndName}`, note.trim(), link);
  await announce(trx, reviewTopic(kind, key), null);
  return id;
}

/**
 * Returns an open review and locks its row. Refuses with 404, and with REQUEST_INVALID if the review is no longer open.
 */
async function findOpenReviewForUpdate(trx: Trx, id: string): Promise<Row> {
  const row = await trx.selectFrom('doc_review').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal('404');
  if (row.state !== 'open') throw invalidRequest('此次复核已经结束');
  return row;
}

/** Stores a new state, reason or version of a review with the current time. */
const storeDecision = (trx: Trx, id: string, set: Partial<Pick<Row, 'state' | 'reason' | 'version'>>) =>
  trx
    .updateTable('doc_review')
    .set({ ...set, decided_at: new Date() })
    .where('id', '=', id)
    .execute();

/**
 * Withdraws a review; the reviewer is notified. Refuses like `findOpenReviewForUpdate`, and with 403 anybody except the
 * requester.
 */
export async function withdrawReview(trx: Trx, user: RequestUser, id: string): Promise<void> {
  const row = await findOpenReviewForUpdate(trx, id);
  if (row.author_id !== user.id) throw new Refusal('403');
  await storeDecision(trx, id, { state: 'withdrawn' });
  const { kindAndName, link } = await messageParts(trx, row);
  await notify(trx, row.reviewer_id, `${user.name}撤回了${kindAndName}的复核`, row.note, link);
  await announce(trx, reviewTopic(row.kind, row.doc_key), null);
}

/**
 * Returns an open review that this person may decide and locks its row. Refuses like `findOpenReviewForUpdate`, and
 * with 403 anybody except the reviewer.
 */
async function findReviewToDecide(trx: Trx, user: RequestUser, id: string): Promise<Row> {
  const row = await findOpenReviewForUpdate(trx, id);
  if (row.reviewer_id !== user.id) throw new Refusal('403');
  return row;
}

/**
 * Returns the document of a review that is about to be approved. `author`: the person who requested the review, who
 * becomes the author of the published version. Refuses whatever `decideReview` would refuse before it publishes the
 * draft.
 */
export async function documentToApprove(
  trx: Trx,
  user: RequestUser,
  id: string,
): Promise<DocumentRef & { author: { id: string; name: string } }> {
  const row = await findReviewToDecide(trx, user, id);
  if (isOutdated(await findDocument(trx, row.kind, row.doc_key), row)) throw new Refusal('DOC_REVIEW_OUTDATED');
  return { kind: row.kind, key: row.doc_key, author: { id: row.author_id, name: row.author_name } };
}

/** The decision of the reviewer on a review. */
export interface Decision {
  id: string;
  isApproved: boolean;
  /** Required if the reviewer returns the draft (`isApproved` is false). */
  reason: string;
  /** Hash of the impact report that the user has confirmed. */
  acknowledged?: string | undefined;
}

/**
 * Approves a review, which publishes the draft with the requester as its author, or returns it with a reason; the
 * requester is notified. Returns the published version; null if the review was returned. Refuses like
 * `findOpenReviewForUpdate` and `publishDraft`, and with 403 (not the reviewer), REQUEST_INVALID (returned without a
 * reason), and DOC_REVIEW_OUTDATED (draft or version changed since the request).
 */
export async function decideReview(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  { id, isApproved, reason, acknowledged }: Decision,
): Promise<{ version: number | null }> {
  const row = await findReviewToDecide(trx, user, id);
  const trimmedReason = reason.trim();
  if (!isApproved && trimmedReason === '') throw invalidRequest('请填写退回的原因');
  const { kindAndName, link } = await messageParts(trx, row);
  const topic = reviewTopic(row.kind, row.doc_key);
  if (!isApproved) {
    await storeDecision(trx, id, { state: 'returned', reason: trimmedReason });
    await notify(trx, row.author_id, `${user.name}退回了${kindAndName}`, trimmedReason, link);
    await announce(trx, topic, null);
    return { version: null };
  }
  if (isOutdated(await findDocument(trx, row.kind, row.doc_key), row)) throw new Refusal('DOC_REVIEW_OUTDATED');
  // the guard in register.ts searches for an approved review without a version
  await storeDecision(trx, id, { state: 'approved', reason: trimmedReason });
  const { version } = await publishDraft(context, trx, {
    kind: row.kind,
    key: row.doc_key,
    note: `${row.note}（${user.name}复核通过）`,
    author: { id: row.author_id, name: row.author_name },
    acknowledged,
  });
  await storeDecision(trx, id, { version });
  await notify(trx, row.author_id, `${user.name}已通过${kindAndName}，已发布第 ${version} 版`, trimmedReason, link);
  await announce(trx, topic, null);
  return { version };
}

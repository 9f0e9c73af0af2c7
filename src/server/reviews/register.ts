import type { ServerContext } from '../context.ts';
import { DOCUMENT_KIND_NAMES, type DocumentKind, publicationGuards } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import { readParameters } from '../parameters/index.ts';
import type { Db } from '../store/database.ts';
import type { Trx } from '../store/transaction.ts';

/** The kind and the key of a document. */
interface DocumentId {
  kind: DocumentKind;
  key: string;
}

/** Author of the product's own documents, which are published at its start. */
const SYSTEM_AUTHOR = 'system';

/** Transactions of trial publications, which are rolled back, with the documents that would need a review. */
const neededReviewsByTrial = new WeakMap<Db, DocumentId[]>();

/**
 * Makes the transaction a trial: the guard does not refuse documents that need a review, but adds each of them to the
 * returned list when the transaction publishes it. The list is empty at first. The caller rolls the transaction back.
 */
export function collectNeededReviews(trx: Trx): readonly DocumentId[] {
  const documents: DocumentId[] = [];
  neededReviewsByTrial.set(trx, documents);
  return documents;
}

/**
 * Registers the guard of publications. While the parameter `reviewDocuments` is on, a document is published only after
 * an approved review; otherwise the publication is refused with DOC_REVIEW_NEEDED. Exempt are the product's own
 * documents, and content that is equal to an earlier published version of the same document (restored, or in a
 * configuration pack that changes nothing).
 */
export function registerReviews(context: ServerContext): void {
  publicationGuards.add(context, async (_context, db, { kind, key, name, content, author }) => {
    if (author.id === SYSTEM_AUTHOR || !(await readParameters(db, context.settings)).reviewDocuments) return;
    // `decideReview` approves and publishes in one transaction, and sets the version last: so an approved review
    // without a version is the one whose document is being published
    const approvedReview = await db
      .selectFrom('doc_review')
      .select('id')
      .where('kind', '=', kind)
      .where('doc_key', '=', key)
      .where('state', '=', 'approved')
      .where('version', 'is', null)
      .executeTakeFirst();
    if (approvedReview) return;
    const equalVersion = await db
      .selectFrom('doc_version')
      .select('version')
      .where('kind', '=', kind)
      .where('doc_key', '=', key)
      .where('content', '=', content)
      .limit(1)
      .executeTakeFirst();
    if (equalVersion) return;
    const trialDocuments = neededReviewsByTrial.get(db);
    if (trialDocuments) trialDocuments.push({ kind, key });
    else throw new Refusal('DOC_REVIEW_NEEDED', { kind: DOCUMENT_KIND_NAMES[kind], name });
  });
}

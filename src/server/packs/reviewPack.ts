import type { ServerContext } from '../context.ts';
import { findDocument, saveDraftInTransaction } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { requestReview } from '../reviews/index.ts';
import type { Trx } from '../store/transaction.ts';
import { previewHash } from './compareItems.ts';
import { errorSummary, type ImportChoice, tryImport, withLockRefusal } from './importPack.ts';
import { isDocumentKind, itemText, idTextOf } from './packItem.ts';
import { sortForImport } from './storeItems.ts';

/** The body of a request for reviews. `seen`: the hash of the preview that the user has seen (`previewHash`). */
export interface PackReview extends ImportChoice {
  seen: string;
  reviewerId: string;
}

const invalid = (detail: string): Refusal => new Refusal('REQUEST_INVALID', { detail });

/**
 * Stores the documents of a pack as drafts and requests a review of each from an administrator, if publications must be
 * reviewed. Either all drafts are stored or none. Other items of the pack are imported later, when the pack is imported
 * again after the publication. `asked`: the number of documents for which a review was requested. Refuses like
 * `importPack` and `requestReview`, and with REQUEST_INVALID when no document needs a review, or when an existing draft
 * would be overwritten.
 */
export async function reviewPack(
  context: ServerContext,
  user: RequestUser,
  { seen, reviewerId, ...choice }: PackReview,
  storeAnswer: (trx: Trx, answer: { asked: number }) => Promise<void>,
): Promise<{ asked: number }> {
  const { pack, comparedItems, selectedItems, effects, problems, toReview } = await tryImport(context, user, choice);
  if (previewHash(comparedItems, effects) !== seen) throw new Refusal('PACK_STALE');
  const errors = errorSummary(problems, effects);
  if (errors !== '') throw new Refusal('PACK_BROKEN', { detail: errors }, { problems, effects });
  const idsToReview = new Set(toReview.map(idTextOf));
  const items = sortForImport(selectedItems.map(({ item }) => item).filter((item) => idsToReview.has(idTextOf(item))));
  if (items.length === 0) throw invalid('其中没有需要复核的文档，请直接导入');
  return withLockRefusal(() =>
    context.db.transaction().execute(async (trx) => {
      for (const { kind, key, name, content } of items) {
        if (!isDocumentKind(kind)) continue;
        if ((await findDocument(trx, kind, key))?.draft)
          throw invalid(`${itemText({ kind, key, name })}还有没有发布的草稿，请先发布或放弃它`);
        await saveDraftInTransaction(context, trx, { kind, key, name, definition: content, author: user });
        await requestReview(trx, user, { kind, key, reviewerId, note: `导入“${pack.name}”` });
      }
      const answer = { asked: items.length };
      await storeAnswer(trx, answer);
      return answer;
    }),
  );
}

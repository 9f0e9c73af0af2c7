import type { ServerContext } from '../context.ts';
import { findDocument, putDraft } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { askReview } from '../reviews/index.ts';
import type { Trx } from '../store/transaction.ts';
import { seenOf } from './compare.ts';
import { faultsOf, type PackChoice, trialOf, whileLocked } from './importPack.ts';
import { isDocument, itemText, nameOfItem } from './kinds.ts';
import { inOrder } from './putAll.ts';

export interface PackReview extends PackChoice {
  seen: string;
  reviewerId: string;
}

const invalid = (detail: string): Refusal => new Refusal('REQUEST_INVALID', { detail });

/**
 * Where publications must be reviewed: stores the documents of a pack that would be published anew as drafts, and asks an
 * administrator to review each; all of them or none. Whatever else the pack holds is not taken in: when the documents are published,
 * the pack can be imported again, and brings it. Refuses as `importPack`, with REQUEST_INVALID where nothing needs a
 * review or where a draft that is here would be overwritten, and as `askReview`.
 */
export async function reviewPack(
  context: ServerContext,
  user: RequestUser,
  { seen, reviewerId, ...choice }: PackReview,
  keep: (trx: Trx, answer: { asked: number }) => Promise<void>,
): Promise<{ asked: number }> {
  const { pack, compared, taken, effects, problems, toReview } = await trialOf(context, user, choice);
  if (seenOf(compared, effects) !== seen) throw new Refusal('PACK_STALE');
  const faults = faultsOf(problems, effects);
  if (faults !== '') throw new Refusal('PACK_BROKEN', { detail: faults }, { problems, effects });
  const asked = new Set(toReview.map(nameOfItem));
  const items = inOrder(taken.map(({ item }) => item).filter((item) => asked.has(nameOfItem(item))));
  if (items.length === 0) throw invalid('其中没有需要复核的文档，请直接导入');
  return whileLocked(() =>
    context.db.transaction().execute(async (trx) => {
      for (const { kind, key, name, content } of items) {
        if (!isDocument(kind)) continue;
        if ((await findDocument(trx, kind, key))?.draft)
          throw invalid(`${itemText({ kind, key, name })}还有没有发布的草稿，请先发布或放弃它`);
        await putDraft(context, trx, { kind, key, name, definition: content, author: user });
        await askReview(trx, user, { kind, key, reviewerId, note: `导入“${pack.name}”` });
      }
      const answer = { asked: items.length };
      await keep(trx, answer);
      return answer;
    }),
  );
}

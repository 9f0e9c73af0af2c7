import type { ServerContext } from '../context.ts';
import { publicationGuards } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import { readParameters } from '../parameters/index.ts';
import { KIND_WORDS } from './address.ts';

/** What the product itself publishes. */
const SYSTEM = 'system';

/**
 * Keeps from being published what nobody has reviewed, where the administrator asks for it (`reviewDocuments`). What was
 * published once may be published again: an earlier version, a configuration pack that changes nothing.
 */
export function registerReviews(context: ServerContext): void {
  publicationGuards.add(context, async (_context, trx, { kind, key, name, content, author }) => {
    if (author.id === SYSTEM || !(await readParameters(trx, context.settings)).reviewDocuments) return;
    // an approved review gets its version in the transaction that publishes it
    const approved = await trx
      .selectFrom('doc_review')
      .select('id')
      .where('kind', '=', kind)
      .where('doc_key', '=', key)
      .where('state', '=', 'approved')
      .where('version', 'is', null)
      .executeTakeFirst();
    if (approved) return;
    const before = await trx
      .selectFrom('doc_version')
      .select('version')
      .where('kind', '=', kind)
      .where('doc_key', '=', key)
      .where('content', '=', content)
      .limit(1)
      .executeTakeFirst();
    if (!before) throw new Refusal('DOC_REVIEW_NEEDED', { kind: KIND_WORDS[kind], name });
  });
}

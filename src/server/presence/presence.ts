import { sql } from 'kysely';
import { documentTopic } from '../../domain/recordTopics.ts';
import type { DocumentKind } from '../documents/index.ts';
import { announce } from '../events/index.ts';
import type { RequestUser } from '../http/user.ts';
import type { Trx } from '../store/transaction.ts';

/** An open page reports itself every 15 seconds. After this long without a report it counts as closed. */
const EXPIRY_SECONDS = 45;

/** A page that has a document open. `place`: name of the field, node or task that is being edited; '' for none. */
export interface OpenPage {
  kind: DocumentKind;
  key: string;
  pageId: string;
  place: string;
}

/**
 * An open editor of the document other than the requesting page: another person's, or the same person's in another
 * window (`isOwn`).
 */
export interface OpenEditor {
  pageId: string;
  userId: string;
  userName: string;
  place: string;
  isOwn: boolean;
}

/**
 * Stores that a page has the document open and which part is being edited. Also removes expired pages, of any document.
 * Returns the other open editors. Publishes an event on the document's topic when the page is new or edits another
 * part, and for each expired page on its document's topic, so that the editors load their lists of open editors again.
 */
export async function storeOpenPage(
  trx: Trx,
  user: RequestUser,
  { kind, key, pageId, place }: OpenPage,
): Promise<OpenEditor[]> {
  const { rows: expiredPages } = await sql<{ kind: DocumentKind; doc_key: string }>`
    delete from doc_open where seen_at < now() - make_interval(secs => ${EXPIRY_SECONDS}) returning kind, doc_key`.execute(
    trx,
  );
  const storedPage = await trx
    .selectFrom('doc_open')
    .select(['kind', 'doc_key', 'place'])
    .where('page_id', '=', pageId)
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  const row = { kind, doc_key: key, user_id: user.id, user_name: user.name, place };
  await trx
    .insertInto('doc_open')
    .values({ page_id: pageId, ...row })
    .onConflict((conflict) =>
      conflict.columns(['page_id', 'user_id']).doUpdateSet({ ...row, seen_at: sql<Date>`now()` }),
    )
    .execute();
  const hasMoved = storedPage?.kind !== kind || storedPage.doc_key !== key || storedPage.place !== place;
  const topics = new Set(expiredPages.map((page) => documentTopic(page.kind, page.doc_key)));
  if (hasMoved) topics.add(documentTopic(kind, key));
  for (const topic of topics) await announce(trx, topic, null);
  const otherPages = await trx
    .selectFrom('doc_open')
    .select(['page_id', 'user_id', 'user_name', 'place'])
    .where('kind', '=', kind)
    .where('doc_key', '=', key)
    .where((where) => where.or([where('page_id', '<>', pageId), where('user_id', '<>', user.id)]))
    .orderBy('user_name')
    .orderBy('page_id')
    .execute();
  return otherPages.map((page) => ({
    pageId: page.page_id,
    userId: page.user_id,
    userName: page.user_name,
    place: page.place,
    isOwn: page.user_id === user.id,
  }));
}

/** Removes a page that was closed, or in which another document was opened. */
export async function removeOpenPage(trx: Trx, user: RequestUser, pageId: string): Promise<void> {
  const closedPages = await trx
    .deleteFrom('doc_open')
    .where('page_id', '=', pageId)
    .where('user_id', '=', user.id)
    .returning(['kind', 'doc_key'])
    .execute();
  for (const { kind, doc_key } of closedPages) await announce(trx, documentTopic(kind, doc_key), null);
}

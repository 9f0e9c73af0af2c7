import { parseScreenDefinition } from '../../importer/index.ts';
import type { Problem } from '../../domain/problem/index.ts';
import type { ServerContext } from '../context.ts';
import { inTransaction, type Trx } from '../store/transaction.ts';
import { refuseErrors } from './checkForm.ts';
import { contentOf, givenOf } from './content.ts';
import { refuseDisabled } from './life/refuseDisabled.ts';
import { outsideProblems } from './outside.ts';
import { draftForUpdate, lockDocument, publishedVersion, versionRow, type Author } from './store.ts';
import { storePublished } from './storePublished.ts';
import type { Db } from '../store/database.ts';

/** Screens that are shown before anybody has signed in. */
export const PUBLIC_SCREENS: ReadonlySet<string> = new Set([
  'platform/login',
  'platform/401',
  'platform/404',
  'platform/bind',
  'platform/register',
]);

export interface ScreenPublication {
  screenKey: string;
  definition: unknown;
  note: string;
  author: Author;
}

/** Everything that is wrong with a screen's text, and its canonical form where there is one. */
export async function checkScreen(
  context: ServerContext,
  db: Db,
  screenKey: string,
  content: string,
): Promise<{ title: string; canonical: string | null; problems: Problem[] }> {
  const given = givenOf(content);
  // the key under which it is kept wins
  const keyed =
    typeof given === 'object' && given !== null && !Array.isArray(given) ? { ...given, screenKey } : content;
  const read = parseScreenDefinition(keyed, context.vocabulary);
  if (!read.ok) return { title: screenKey, canonical: null, problems: [...read.problems] };
  return {
    title: read.value.title || screenKey,
    canonical: JSON.stringify({ ...read.value, screenKey }),
    problems: [...read.problems, ...(await outsideProblems(context, db, read.named))],
  };
}

/** Publishes a screen definition `{ title, root }` as the next version. Refuses with DOC_DRAFT_ONLY while it has errors. */
export async function publishScreen(
  context: ServerContext,
  { screenKey, definition, note, author }: ScreenPublication,
  trx?: Trx,
): Promise<{ version: number; problems: readonly Problem[] }> {
  const content = contentOf(definition);
  return inTransaction(context, trx, async (inside) => {
    const { title, canonical, problems } = await checkScreen(context, inside, screenKey, content);
    refuseErrors(problems);
    await lockDocument(inside, 'screen', screenKey, title);
    const version = await storePublished(context, inside, {
      kind: 'screen',
      key: screenKey,
      name: title,
      content,
      canonical,
      note,
      author,
    });
    return { version, problems };
  });
}

/** Publishes the stored draft of a screen; like `publishFormDraft`. */
export async function publishScreenDraft(
  context: ServerContext,
  { screenKey, note, author, revision }: { screenKey: string; note: string; author: Author; revision?: number },
  given?: Trx,
): Promise<{ version: number; problems: readonly Problem[] }> {
  return inTransaction(context, given, async (trx) => {
    const document = await draftForUpdate(trx, { kind: 'screen', key: screenKey, revision });
    return publishScreen(context, { screenKey, definition: document.draft, note, author }, trx);
  });
}

/** A screen as served: canonical, with its version. Refuses with 404, and with DOC_DISABLED for one that is out of use. */
export async function servedScreen(db: Db, screenKey: string, version?: number): Promise<unknown> {
  if (version === undefined) await refuseDisabled(db, 'screen', screenKey);
  const row = await versionRow(db, 'screen', screenKey, version ?? (await publishedVersion(db, 'screen', screenKey)));
  return { ...(givenOf(row.canonical ?? row.content) as object), version: row.version };
}

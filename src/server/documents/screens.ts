import { parseScreenDefinition } from '../../importer/index.ts';
import type { Problem } from '../../domain/problem/index.ts';
import type { ServerContext } from '../context.ts';
import { runInTransaction, type Trx } from '../store/transaction.ts';
import { refuseErrors, findMissingReferences } from './checkForm.ts';
import { toStoredText, parseContent } from './content.ts';
import { refuseDisabled } from './lifecycle/refuseDisabled.ts';
import { findDraftForUpdate, lockDocument, publishedVersion, versionRow, type Author } from './store.ts';
import { storePublished } from './publishForm.ts';
import type { Db } from '../store/database.ts';

/** Screens that are shown before sign-in. */
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
  /**
   * True for a text that was published before, here or on another server. Errors of later rules (`LATER_RULES`) are
   * then only warnings, so that a rollback or the import of a pack stays possible.
   */
  wasPublishedBefore?: boolean;
}

/** Codes of problems that earlier releases did not report. A screen with such a problem is nevertheless shown. */
const LATER_RULES: ReadonlySet<string> = new Set(['DOC_PLACEHOLDER', 'DOC_PERIOD']);

/** Returns the problems; the level of those with a code in `LATER_RULES` is changed to `warning`. */
const downgradeLaterErrors = (problems: readonly Problem[]): Problem[] =>
  problems.map((problem) => (LATER_RULES.has(problem.code) ? { ...problem, level: 'warning' } : problem));

/** Checks a screen's text. Returns its problems, title and canonical form. `canonical`: null if it cannot be parsed. */
export async function checkScreen(
  context: ServerContext,
  db: Db,
  screenKey: string,
  content: string,
): Promise<{ title: string; canonical: string | null; problems: Problem[] }> {
  const parsed = parseContent(content);
  // the key under which the document is stored replaces the key in its text
  const keyedSource =
    typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed, screenKey } : content;
  const parsedScreen = parseScreenDefinition(keyedSource, context.vocabulary);
  if (!parsedScreen.ok) return { title: screenKey, canonical: null, problems: [...parsedScreen.problems] };
  return {
    title: parsedScreen.value.title || screenKey,
    canonical: JSON.stringify({ ...parsedScreen.value, screenKey }),
    problems: [...parsedScreen.problems, ...(await findMissingReferences(context, db, parsedScreen.externalNames))],
  };
}

/**
 * Publishes a screen definition `{ title, root }` as the next version. Refuses with DOC_DRAFT_ONLY if the definition
 * has errors.
 */
export async function publishScreen(
  context: ServerContext,
  { screenKey, definition, note, author, wasPublishedBefore = false }: ScreenPublication,
  trx?: Trx,
): Promise<{ version: number; problems: readonly Problem[] }> {
  const content = toStoredText(definition);
  return runInTransaction(context, trx, async (db) => {
    const { title, canonical, problems: allProblems } = await checkScreen(context, db, screenKey, content);
    const problems = wasPublishedBefore ? downgradeLaterErrors(allProblems) : allProblems;
    refuseErrors(problems);
    await lockDocument(db, 'screen', screenKey, title);
    const version = await storePublished(context, db, {
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

/** Publishes the stored draft of a screen, like `publishFormDraft` for a form. */
export async function publishScreenDraft(
  context: ServerContext,
  { screenKey, note, author, revision }: { screenKey: string; note: string; author: Author; revision?: number },
  outerTrx?: Trx,
): Promise<{ version: number; problems: readonly Problem[] }> {
  return runInTransaction(context, outerTrx, async (trx) => {
    const document = await findDraftForUpdate(trx, { kind: 'screen', key: screenKey, revision });
    return publishScreen(context, { screenKey, definition: document.draft, note, author }, trx);
  });
}

/**
 * Returns the canonical form of a screen with its version number, to serve it. Without `version` it is the published
 * version, and a disabled screen is refused with DOC_DISABLED. Refuses an unknown screen or version with 404.
 */
export async function servedScreen(db: Db, screenKey: string, version?: number): Promise<unknown> {
  if (version === undefined) await refuseDisabled(db, 'screen', screenKey);
  const row = await versionRow(db, 'screen', screenKey, version ?? (await publishedVersion(db, 'screen', screenKey)));
  return { ...(parseContent(row.canonical ?? row.content) as object), version: row.version };
}

import { sql } from 'kysely';
import type { ServerContext } from '../context.ts';
import { type Author, type FormToPrepare, withPreparedForms } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import { collectNeededReviews } from '../reviews/index.ts';
import { newId } from '../store/newId.ts';
import type { Trx } from '../store/transaction.ts';
import { findPageWithChildren } from '../system/index.ts';
import {
  compareItems,
  previewTextOf,
  findEffects,
  previewHash,
  type ComparedItem,
  type ImportEffect,
  type ItemState,
} from './compareItems.ts';
import { hashOf } from './contents.ts';
import { isDocumentKind, type ItemId, itemText, idTextOf } from './packItem.ts';
import { mapItem, resolveNeeds, type Mapping, type MissingReference } from './mapping.ts';
import { type Pack, type PackHead, readPack } from './packFile.ts';
import { sortForImport, storeItems, type ItemProblem } from './storeItems.ts';
import { importOptions } from './storeItem.ts';
import { formKeysOf, requireItem } from './readItems.ts';
import type { ChangedItem } from './tables.ts';

export interface ImportChoice {
  /** The text of a pack file, or a pack that was already read. */
  pack: string | Pack;
  /** The items to import; absent: all items that do not overwrite somebody's changes. */
  take?: readonly ItemId[] | null;
  mapping?: Mapping | null;
}

export interface PreviewItem extends ItemId {
  name: string;
  state: ItemState;
  isTaken: boolean;
  /** Name of the person who last changed the installed item, and the time; '' if unknown. */
  changedBy: string;
  changedAt: string;
  hasDraft: boolean;
  isDisabled: boolean;
  /**
   * The installed text and the text in the pack. Both are null if the item is new, if its state is `same`, or if the
   * texts of the preview would exceed MAX_PREVIEW_CHARS.
   */
  here: string | null;
  there: string | null;
}

export interface Preview extends PackHead {
  items: PreviewItem[];
  missing: MissingReference[];
  problems: ItemProblem[];
  effects: ImportEffect[];
  /**
   * Documents that may only be published after a review. If there are any, the pack cannot be imported directly, but
   * the documents can be submitted for review.
   */
  toReview: ItemId[];
  /** Hash of the state that this preview shows; the import must send it (`importPack`). */
  seen: string;
}

/** Key of the database's advisory lock for imports and for undoing imports. */
export const IMPORT_LOCK = 4_271_450;
const LOCK_TIMEOUT_SECONDS = 10;
const LOCK_NOT_AVAILABLE = '55P03';
/** Maximum total length of the texts in one preview, in characters. */
const MAX_PREVIEW_CHARS = 3_000_000;
/** Thrown and caught in this file to roll back the transaction of `tryImport`. */
class RollbackSignal extends Error {}

export interface ImportOutcome {
  pack: Pack;
  /** All items of the pack. */
  comparedItems: ComparedItem[];
  /** The items that are imported. */
  selectedItems: ComparedItem[];
  missing: MissingReference[];
  effects: ImportEffect[];
  problems: ItemProblem[];
  /** The published version of each imported item, by `idTextOf`; undefined for an item without versions. */
  versions: Map<string, number | undefined>;
}

const readChosenPack = ({ pack }: ImportChoice): Pack => (typeof pack === 'string' ? readPack(pack) : pack);

/** Imports the chosen items within this transaction and collects the problems; the caller commits or rolls back. */
async function applyPack(
  context: ServerContext,
  trx: Trx,
  author: Author,
  choice: ImportChoice,
): Promise<ImportOutcome> {
  const pack = readChosenPack(choice);
  // imports and undoing of imports run one after the other; none of them waits longer than this timeout for a lock
  await sql`set local lock_timeout = ${sql.lit(`${LOCK_TIMEOUT_SECONDS}s`)}`.execute(trx);
  await sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`.execute(trx);
  const { mapping, missing } = await resolveNeeds(trx, pack, choice.mapping ?? {});
  const items = pack.items.map((item) => mapItem(item, mapping));
  const comparedItems = await compareItems(trx, items);
  const chosenIds = choice.take ? new Set(choice.take.map(idTextOf)) : null;
  const selectedItems = comparedItems.filter(
    ({ item, state }) => state !== 'same' && (chosenIds?.has(idTextOf(item)) ?? state !== 'conflict'),
  );
  const effects = await findEffects(context, trx, selectedItems);
  const versions = new Map<string, number | undefined>();
  const problems = await storeItems(
    context,
    trx,
    importOptions(
      context,
      author,
      `导入“${pack.name}”`,
      selectedItems.map(({ item }) => item),
    ),
    selectedItems.map(({ item }) => item),
    (item, version) => void versions.set(idTextOf(item), version),
  );
  const misplacedEntry = selectedItems.some(({ item }) => item.kind === 'menu')
    ? await findPageWithChildren(trx)
    : null;
  if (misplacedEntry) {
    const { code: key, name, message } = misplacedEntry;
    problems.push({ kind: 'menu', key, name, level: 'error', path: ['kind'], message });
  }
  return { pack, comparedItems, selectedItems, missing, effects, problems, versions };
}

/** Returns the result of `work`. Refuses with COLUMNS_BUSY when `work` could not get a lock in time. */
export async function withLockRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) throw new Refusal('COLUMNS_BUSY');
    throw error;
  }
}

/**
 * Tries an import (a dry run): writes the pack in a transaction that is rolled back. Documents that need a review are
 * not refused; they are listed in `toReview`.
 */
export async function tryImport(
  context: ServerContext,
  author: Author,
  choice: ImportChoice,
): Promise<ImportOutcome & { toReview: readonly ItemId[] }> {
  // refuses an invalid pack before the transaction begins
  readChosenPack(choice);
  let outcome: (ImportOutcome & { toReview: readonly ItemId[] }) | null = null;
  await withLockRefusal(() =>
    context.db.transaction().execute(async (trx) => {
      const toReview = collectNeededReviews(trx);
      outcome = { ...(await applyPack(context, trx, author, choice)), toReview };
      throw new RollbackSignal();
    }),
  ).catch((error: unknown) => {
    if (!(error instanceof RollbackSignal)) throw error;
  });
  return outcome as unknown as ImportOutcome & { toReview: readonly ItemId[] };
}

/** Previews the import of a pack by a dry run (`tryImport`). Refuses an invalid pack with PACK_FILE. */
export async function previewPack(context: ServerContext, author: Author, choice: ImportChoice): Promise<Preview> {
  const { pack, comparedItems, selectedItems, missing, effects, problems, toReview } = await tryImport(
    context,
    author,
    choice,
  );
  let remainingChars = MAX_PREVIEW_CHARS;
  const selectedSet = new Set(selectedItems);
  const items = comparedItems.map((comparedItem): PreviewItem => {
    const { item, installed, state } = comparedItem;
    const texts = installed && state !== 'same' ? [previewTextOf(installed), previewTextOf(item)] : [];
    const size = texts.join('').length;
    const isShown = texts.length > 0 && size <= remainingChars;
    if (isShown) remainingChars -= size;
    return {
      kind: item.kind,
      key: item.key,
      name: item.name,
      state,
      isTaken: selectedSet.has(comparedItem),
      changedBy: installed?.changedBy ?? '',
      changedAt: installed?.changedAt ?? '',
      hasDraft: installed?.hasDraft ?? false,
      isDisabled: installed?.isDisabled ?? false,
      here: isShown ? (texts[0] ?? null) : null,
      there: isShown ? (texts[1] ?? null) : null,
    };
  });
  const { name, note, madeAt, madeBy } = pack;
  return {
    name,
    note,
    madeAt,
    madeBy,
    items,
    missing,
    problems,
    effects,
    toReview: [...toReview],
    seen: previewHash(comparedItems, effects),
  };
}

/** Returns the first three errors of an import as a Chinese text, with the total if there are more; '' if none. */
export function errorSummary(problems: readonly ItemProblem[], effects: readonly ImportEffect[]): string {
  const errors = [
    ...problems
      .filter(({ level }) => level === 'error')
      .map(
        (error) =>
          `${itemText(error)}${error.path.length === 0 ? '' : `（${error.path.join(' › ')}）`}：${error.message}`,
      ),
    ...effects.filter(({ isBreaking }) => isBreaking).map((effect) => `${itemText(effect)}：${effect.message}`),
  ];
  return errors.length <= 3 ? errors.join('；') : `${errors.slice(0, 3).join('；')}；等 ${errors.length} 处`;
}

/**
 * Returns how an import changed an item, for undoing the import. `forms`: if the item is a role, the forms on which
 * its rights are read and stored.
 */
async function describeChange(
  trx: Trx,
  { item, installed, state, base }: ComparedItem,
  version: number | undefined,
  forms: string[],
): Promise<ChangedItem> {
  const storedItem = await requireItem(trx, item, forms);
  const { kind, key, name } = item;
  return {
    kind,
    key,
    name,
    state: state as ChangedItem['state'],
    ...(isDocumentKind(kind)
      ? { versionBefore: installed?.version ?? null, ...(version === undefined ? {} : { version }) }
      : { before: installed?.content ?? null, own: installed?.localData ?? null }),
    ...(kind === 'role' ? { forms } : {}),
    ...(installed?.isDisabled ? { wasDisabled: true } : {}),
    hash: hashOf(storedItem),
    base: installed !== null && state === 'changed' ? hashOf(installed) : base,
  };
}

export interface ImportResult {
  id: string;
  added: number;
  changed: number;
  warnings: ItemProblem[];
}

/**
 * Imports a pack: all chosen items in one transaction, or nothing. Refuses an invalid pack with PACK_FILE, and an
 * import of no item with REQUEST_INVALID. Refuses with PACK_STALE when something changed since the preview with the
 * hash `seen`. Refuses with PACK_BROKEN when an item cannot be stored or another document would break; the refusal
 * names the item and the path in it. `storeAnswer` stores the answer to the request in the same transaction.
 */
export async function importPack(
  context: ServerContext,
  author: Author,
  { seen, ...choice }: ImportChoice & { seen: string },
  storeAnswer: (trx: Trx, importResult: ImportResult) => Promise<void>,
): Promise<ImportResult> {
  const { items } = readChosenPack(choice);
  const selectedIds = choice.take ? new Set(choice.take.map(idTextOf)) : null;
  // columns of forms with records are created in separate short transactions, so that other requests need not wait for
  // the whole import
  const formsToPrepare: FormToPrepare[] = [];
  for (const item of items)
    if (item.kind === 'form' && (selectedIds?.has(idTextOf(item)) ?? true) && (await isPublished(context, item.key)))
      formsToPrepare.push({ formKey: item.key, text: JSON.stringify(item.content) });
  const runImport = () =>
    context.db.transaction().execute(async (trx) => {
      const { pack, comparedItems, selectedItems, effects, problems, versions } = await applyPack(
        context,
        trx,
        author,
        choice,
      );
      if (previewHash(comparedItems, effects) !== seen) throw new Refusal('PACK_STALE');
      if (selectedItems.length === 0) throw new Refusal('REQUEST_INVALID', { detail: '没有选择要导入的内容' });
      const errors = errorSummary(problems, effects);
      if (errors !== '') throw new Refusal('PACK_BROKEN', { detail: errors }, { problems, effects });
      const forms = formKeysOf(pack.items);
      const changedItems: ChangedItem[] = [];
      const selectedById = new Map(selectedItems.map((comparedItem) => [idTextOf(comparedItem.item), comparedItem]));
      // stored in the order of the import, so that undoing can reverse it
      for (const item of sortForImport(selectedItems.map((comparedItem) => comparedItem.item))) {
        const comparedItem = selectedById.get(idTextOf(item)) as ComparedItem;
        changedItems.push(await describeChange(trx, comparedItem, versions.get(idTextOf(item)), forms));
      }
      const id = newId();
      const { name, note, madeAt, madeBy } = pack;
      await trx
        .insertInto('sys_pack')
        .values({
          id,
          name,
          note,
          made_at: madeAt,
          made_by: madeBy,
          imported_by: author.id,
          imported_by_name: author.name,
          items: JSON.stringify(changedItems),
        })
        .execute();
      await storeItemHashes(trx, changedItems, comparedItems);
      const addedCount = changedItems.filter(({ state }) => state === 'new').length;
      const importResult = { id, added: addedCount, changed: changedItems.length - addedCount, warnings: problems };
      await storeAnswer(trx, importResult);
      return importResult;
    });
  return withPreparedForms(context, formsToPrepare, () => withLockRefusal(runImport));
}

/** Returns whether the form is published in this installation. */
async function isPublished({ db }: ServerContext, formKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('doc_document')
    .select('published_version')
    .where('kind', '=', 'form')
    .where('doc_key', '=', formKey)
    .executeTakeFirst();
  return typeof row?.published_version === 'number';
}

/**
 * Stores the hashes of the imported items, and of items that were equal before the import. A later import compares with
 * them to find local changes.
 */
async function storeItemHashes(
  trx: Trx,
  changedItems: readonly ChangedItem[],
  comparedItems: readonly ComparedItem[],
): Promise<void> {
  const importedHashes = new Map(changedItems.map((item) => [idTextOf(item), item.hash]));
  for (const { item, installed, state } of comparedItems) {
    const hash = importedHashes.get(idTextOf(item)) ?? (state === 'same' && installed ? hashOf(installed) : null);
    if (hash === null) continue;
    const hashes = { hash, pack_hash: hashOf(item) };
    await trx
      .insertInto('sys_pack_base')
      .values({ kind: item.kind, key: item.key, ...hashes })
      .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet(hashes))
      .execute();
  }
}

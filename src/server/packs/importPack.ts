import { sql } from 'kysely';
import type { ServerContext } from '../context.ts';
import { type Author, prepareForm } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import { tryingReviews } from '../reviews/index.ts';
import { newId } from '../store/id.ts';
import type { Trx } from '../store/transaction.ts';
import { compareItems, compareText, effectsOf, seenOf, type Compared, type Effect, type ItemState } from './compare.ts';
import { hashOf } from './contents.ts';
import { isDocument, type ItemId, itemText, nameOfItem } from './kinds.ts';
import { mapped, resolveNeeds, type Mapping, type Missing } from './mapping.ts';
import { type Pack, type PackHead, readPack } from './packFile.ts';
import { inOrder, putAll, type ItemProblem } from './putAll.ts';
import { byOf } from './putItem.ts';
import { formsOf, requireItem } from './readItems.ts';
import type { ChangedItem } from './tables.ts';

export interface PackChoice {
  /** The text of a pack's file, or one that was read already. */
  pack: string | Pack;
  /** What is taken in; absent: what overwrites nobody's work. */
  take?: readonly ItemId[] | null;
  mapping?: Mapping | null;
}

export interface PreviewItem extends ItemId {
  name: string;
  state: ItemState;
  isTaken: boolean;
  /** Of a thing that is here: who changed it last, and when; '' where that is not known. */
  changedBy: string;
  changedAt: string;
  hasDraft: boolean;
  isDisabled: boolean;
  /** Both texts, where they differ and are not too long together. */
  here: string | null;
  there: string | null;
}

export interface Preview extends PackHead {
  items: PreviewItem[];
  missing: Missing[];
  problems: ItemProblem[];
  effects: Effect[];
  /** Documents that are published after a review alone: they can be put up for one, and nothing can be taken in directly. */
  toReview: ItemId[];
  /** What this check has seen; an import sends it back. */
  seen: string;
}

const LOCK = 4_271_450;
const LOCK_SECONDS = 10;
const LOCK_NOT_AVAILABLE = '55P03';
/** Characters of texts in one preview: nobody compares more at once. */
const MOST_TEXT = 3_000_000;
/** Undoes a trial; nobody else sees it. */
class Undone extends Error {}

export interface Tried {
  pack: Pack;
  compared: Compared[];
  taken: Compared[];
  missing: Missing[];
  effects: Effect[];
  problems: ItemProblem[];
  versions: Map<string, number | undefined>;
}

const packOf = ({ pack }: PackChoice): Pack => (typeof pack === 'string' ? readPack(pack) : pack);

/** Takes a pack in within this transaction, as far as it goes; the caller keeps or undoes it. */
async function tryPack(context: ServerContext, trx: Trx, author: Author, choice: PackChoice): Promise<Tried> {
  const pack = packOf(choice);
  // one import or undoing after the other; readers and writers of records wait for none of it longer than this
  await sql`set local lock_timeout = ${sql.lit(`${LOCK_SECONDS}s`)}`.execute(trx);
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
  const { mapping, missing } = await resolveNeeds(trx, pack, choice.mapping ?? {});
  const items = pack.items.map((item) => mapped(item, mapping));
  const compared = await compareItems(trx, items);
  const wanted = choice.take ? new Set(choice.take.map(nameOfItem)) : null;
  const taken = compared.filter(
    ({ item, state }) => state !== 'same' && (wanted?.has(nameOfItem(item)) ?? state !== 'conflict'),
  );
  const effects = await effectsOf(context, trx, taken);
  const versions = new Map<string, number | undefined>();
  const problems = await putAll(
    context,
    trx,
    byOf(
      context,
      author,
      `导入“${pack.name}”`,
      taken.map(({ item }) => item),
    ),
    taken.map(({ item }) => item),
    (item, version) => void versions.set(nameOfItem(item), version),
  );
  return { pack, compared, taken, missing, effects, problems, versions };
}

/** A lock that was not had in time is told as such. */
export async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) throw new Refusal('COLUMNS_BUSY');
    throw error;
  }
}

/**
 * Dry run of an import: writes the pack in a transaction that is rolled back. Documents that need a review are not refused
 * but listed in `toReview`.
 */
export async function trialOf(
  context: ServerContext,
  author: Author,
  choice: PackChoice,
): Promise<Tried & { toReview: readonly ItemId[] }> {
  packOf(choice);
  let tried: (Tried & { toReview: readonly ItemId[] }) | null = null;
  await whileLocked(() =>
    context.db.transaction().execute(async (trx) => {
      const toReview = tryingReviews(trx);
      tried = { ...(await tryPack(context, trx, author, choice)), toReview };
      throw new Undone();
    }),
  ).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  return tried as unknown as Tried & { toReview: readonly ItemId[] };
}

/**
 * What taking a pack in would do, found out by doing it in a transaction that is undone. Refuses with PACK_FILE what is no
 * whole pack.
 */
export async function previewPack(context: ServerContext, author: Author, choice: PackChoice): Promise<Preview> {
  const { pack, compared, taken, missing, effects, problems, toReview } = await trialOf(context, author, choice);
  let left = MOST_TEXT;
  const isTaken = new Set(taken);
  const items = compared.map((one): PreviewItem => {
    const { item, here, state } = one;
    const texts = here && state !== 'same' ? [compareText(here), compareText(item)] : [];
    const size = texts.join('').length;
    const isShown = texts.length > 0 && size <= left;
    if (isShown) left -= size;
    return {
      kind: item.kind,
      key: item.key,
      name: item.name,
      state,
      isTaken: isTaken.has(one),
      changedBy: here?.changedBy ?? '',
      changedAt: here?.changedAt ?? '',
      hasDraft: here?.hasDraft ?? false,
      isDisabled: here?.isDisabled ?? false,
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
    seen: seenOf(compared, effects),
  };
}

/** The first faults of a pack in words. */
export function faultsOf(problems: readonly ItemProblem[], effects: readonly Effect[]): string {
  const faults = [
    ...problems
      .filter(({ level }) => level === 'error')
      .map((one) => `${itemText(one)}${one.path.length === 0 ? '' : `（${one.path.join(' › ')}）`}：${one.message}`),
    ...effects.filter(({ isBreaking }) => isBreaking).map((one) => `${itemText(one)}：${one.message}`),
  ];
  return faults.length <= 3 ? faults.join('；') : `${faults.slice(0, 3).join('；')}；等 ${faults.length} 处`;
}

async function changedItem(
  trx: Trx,
  { item, here, state, base }: Compared,
  version: number | undefined,
  forms: string[],
): Promise<ChangedItem> {
  const now = await requireItem(trx, item, forms);
  const { kind, key, name } = item;
  return {
    kind,
    key,
    name,
    state: state as ChangedItem['state'],
    ...(isDocument(kind)
      ? { versionBefore: here?.version ?? null, ...(version === undefined ? {} : { version }) }
      : { before: here?.content ?? null, own: here?.own ?? null }),
    ...(here?.isDisabled ? { wasDisabled: true } : {}),
    hash: hashOf(now),
    base: here !== null && state === 'changed' ? hashOf(here) : base,
  };
}

export interface Imported {
  id: string;
  added: number;
  changed: number;
  warnings: ItemProblem[];
}

/**
 * Takes a pack in: everything that was chosen, in one transaction, or nothing. Refuses with PACK_FILE, with PACK_STALE when
 * something changed since the check of `seen`, and with PACK_BROKEN, naming thing and place, where something cannot be stored
 * or something else would break. `keep` writes what is to be kept with it.
 */
export async function importPack(
  context: ServerContext,
  author: Author,
  { seen, ...choice }: PackChoice & { seen: string },
  keep: (trx: Trx, imported: Imported) => Promise<void>,
): Promise<Imported> {
  const { items } = packOf(choice);
  const wanted = choice.take ? new Set(choice.take.map(nameOfItem)) : null;
  // columns of forms that have records are made in short transactions of their own, so that nobody waits for the whole import
  for (const item of items)
    if (item.kind === 'form' && (wanted?.has(nameOfItem(item)) ?? true) && (await isInForce(context, item.key)))
      await prepareForm(context, item.key, JSON.stringify(item.content));
  return whileLocked(() =>
    context.db.transaction().execute(async (trx) => {
      const { pack, compared, taken, effects, problems, versions } = await tryPack(context, trx, author, choice);
      if (seenOf(compared, effects) !== seen) throw new Refusal('PACK_STALE');
      if (taken.length === 0) throw new Refusal('REQUEST_INVALID', { detail: '没有选择要导入的内容' });
      const faults = faultsOf(problems, effects);
      if (faults !== '') throw new Refusal('PACK_BROKEN', { detail: faults }, { problems, effects });
      const forms = formsOf(pack.items);
      const changed: ChangedItem[] = [];
      const byName = new Map(taken.map((one) => [nameOfItem(one.item), one]));
      // in the order in which they were stored, so that undoing can go back the same way
      for (const item of inOrder(taken.map((one) => one.item))) {
        const one = byName.get(nameOfItem(item)) as Compared;
        changed.push(await changedItem(trx, one, versions.get(nameOfItem(item)), forms));
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
          items: JSON.stringify(changed),
        })
        .execute();
      await storeBases(trx, changed, compared);
      const added = changed.filter(({ state }) => state === 'new').length;
      const imported = { id, added, changed: changed.length - added, warnings: problems };
      await keep(trx, imported);
      return imported;
    }),
  );
}

async function isInForce({ db }: ServerContext, formKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('doc_document')
    .select('published_version')
    .where('kind', '=', 'form')
    .where('doc_key', '=', formKey)
    .executeTakeFirst();
  return typeof row?.published_version === 'number';
}

/** Remembers what the pack left, and that what was the same came by it, too. */
async function storeBases(trx: Trx, changed: readonly ChangedItem[], compared: readonly Compared[]): Promise<void> {
  const left = new Map(changed.map((one) => [nameOfItem(one), one.hash]));
  for (const { item, here, state } of compared) {
    const hash = left.get(nameOfItem(item)) ?? (state === 'same' && here ? hashOf(here) : null);
    if (hash === null) continue;
    const said = { hash, pack_hash: hashOf(item) };
    await trx
      .insertInto('sys_pack_base')
      .values({ kind: item.kind, key: item.key, ...said })
      .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet(said))
      .execute();
  }
}

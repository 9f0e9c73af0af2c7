import { sql } from 'kysely';
import type { Path, Problem } from '../../domain/problem/index.ts';
import type { ServerContext } from '../context.ts';
import { clearVersionCache } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { Trx } from '../store/transaction.ts';
import type { DictionaryContent, MenuContent } from './contents.ts';
import { idTextOf, PACK_KINDS, type PackItem, type PackKind } from './packItem.ts';
import { storeItem, storeRoleHead, type ImportOptions, type StorableContent } from './storeItem.ts';

/** An error of one item of a pack, or a warning from the publication of the item. */
export interface ItemProblem {
  kind: PackKind;
  key: string;
  name: string;
  level: 'error' | 'warning';
  path: Path;
  message: string;
}

/** Maximum number of warnings reported per item; errors are all reported. */
const MAX_WARNINGS = 5;

type StorableItem = StorableContent & Pick<PackItem, 'name'> & { needs?: PackItem['needs'] };

/** Returns the keys of the items of the same kind that must be stored before an item. */
const prerequisiteKeysOf = ({ kind, content, needs = [] }: StorableItem): string[] => {
  if (kind === 'menu') return [String((content as MenuContent).parentCode)];
  if (kind === 'dictionary') return [String((content as DictionaryContent).parentCode)];
  return needs.filter((need) => need.kind === kind).map(({ key }) => key);
};

/** Sorts items by kind, and within a kind so that an item comes after the items to which it refers. */
export function sortForImport<T extends StorableItem>(items: readonly T[]): T[] {
  const itemsById = new Map(items.map((item) => [idTextOf(item), item]));
  const orderedItems = new Set<T>();
  const visit = (item: T, ancestors: ReadonlySet<T>): void => {
    if (orderedItems.has(item) || ancestors.has(item)) return;
    const ancestorsAndItem = new Set(ancestors).add(item);
    for (const key of prerequisiteKeysOf(item)) {
      const prerequisite = itemsById.get(idTextOf({ kind: item.kind, key }));
      if (prerequisite) visit(prerequisite, ancestorsAndItem);
    }
    orderedItems.add(item);
  };
  const itemsInKindOrder = [...items].sort((a, b) => PACK_KINDS.indexOf(a.kind) - PACK_KINDS.indexOf(b.kind));
  for (const item of itemsInKindOrder) visit(item, new Set());
  return [...orderedItems];
}

/** Returns the errors of a refusal as problems of an item. */
function problemsOf({ kind, key, name }: StorableItem, error: Refusal): ItemProblem[] {
  const { problems = [] } = (error.data ?? {}) as { problems?: Problem[] };
  const errors = problems.filter(({ level }) => level === 'error');
  if (errors.length === 0) return [{ kind, key, name, level: 'error', path: [], message: error.message }];
  return errors.map(({ path, message }) => ({ kind, key, name, level: 'error', path: [...path], message }));
}

/**
 * Stores items one after the other in this transaction, each in a savepoint. Problems of an item are collected, and the
 * other items are still stored. The caller rolls back when there are errors. Calls `onStored` with the version of each
 * stored item.
 */
export async function storeItems(
  context: ServerContext,
  trx: Trx,
  options: ImportOptions,
  items: readonly StorableItem[],
  onStored: (item: StorableItem, version: number | undefined) => void = () => undefined,
): Promise<ItemProblem[]> {
  const allProblems: ItemProblem[] = [];
  const storeInSavepoint = async (item: StorableItem, work: () => Promise<void>): Promise<void> => {
    await sql`savepoint pack_item`.execute(trx);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await sql`rollback to savepoint pack_item`.execute(trx);
      // the cache may contain a version that was published after the savepoint: the rollback has removed this version
      clearVersionCache(trx);
      allProblems.push(...problemsOf(item, error));
    }
    await sql`release savepoint pack_item`.execute(trx);
  };
  // forms and menu entries refer to roles, and rights of roles refer to forms: so roles are first stored without rights
  for (const item of items) if (item.kind === 'role') await storeInSavepoint(item, () => storeRoleHead(trx, item));
  for (const item of sortForImport(items))
    await storeInSavepoint(item, async () => {
      const { version, problems } = await storeItem(context, trx, options, item);
      onStored(item, version);
      const warnings = problems.filter(({ level }) => level === 'warning').slice(0, MAX_WARNINGS);
      for (const { path, message } of warnings)
        allProblems.push({
          kind: item.kind,
          key: item.key,
          name: item.name,
          level: 'warning',
          path: [...path],
          message,
        });
    });
  const reportedTexts = new Set<string>();
  return allProblems.filter((problem) => {
    const text = JSON.stringify(problem);
    const isNew = !reportedTexts.has(text);
    reportedTexts.add(text);
    return isNew;
  });
}

import { sql } from 'kysely';
import type { Path, Problem } from '../../domain/problem/index.ts';
import type { ServerContext } from '../context.ts';
import { forgetVersions } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { Trx } from '../store/transaction.ts';
import type { DictionaryContent, MenuContent } from './contents.ts';
import { nameOfItem, PACK_KINDS, type PackItem, type PackKind } from './kinds.ts';
import { putItem, putRoleHead, type By, type Put } from './putItem.ts';

/** What is wrong with one thing of a pack, or what its publication warns of. */
export interface ItemProblem {
  kind: PackKind;
  key: string;
  name: string;
  level: 'error' | 'warning';
  path: Path;
  message: string;
}

/** So many warnings of one thing are told; all of its errors are. */
const MOST_WARNINGS = 5;

type Step = Put & Pick<PackItem, 'name'> & { needs?: PackItem['needs'] };

const aboveOf = ({ kind, content, needs = [] }: Step): string[] => {
  if (kind === 'menu') return [String((content as MenuContent).parentCode)];
  if (kind === 'dictionary') return [String((content as DictionaryContent).parentCode)];
  return needs.filter((need) => need.kind === kind).map(({ key }) => key);
};

/** Kind by kind, and within one what others name before who names it. */
export function inOrder<T extends Step>(items: readonly T[]): T[] {
  const byName = new Map(items.map((item) => [nameOfItem(item), item]));
  const ordered = new Set<T>();
  const visit = (item: T, line: ReadonlySet<T>): void => {
    if (ordered.has(item) || line.has(item)) return;
    const next = new Set(line).add(item);
    for (const key of aboveOf(item)) {
      const above = byName.get(nameOfItem({ kind: item.kind, key }));
      if (above) visit(above, next);
    }
    ordered.add(item);
  };
  const sorted = [...items].sort((a, b) => PACK_KINDS.indexOf(a.kind) - PACK_KINDS.indexOf(b.kind));
  for (const item of sorted) visit(item, new Set());
  return [...ordered];
}

function problemsOf({ kind, key, name }: Step, error: Refusal): ItemProblem[] {
  const { problems = [] } = (error.data ?? {}) as { problems?: Problem[] };
  const errors = problems.filter(({ level }) => level === 'error');
  if (errors.length === 0) return [{ kind, key, name, level: 'error', path: [], message: error.message }];
  return errors.map(({ path, message }) => ({ kind, key, name, level: 'error', path: [...path], message }));
}

/**
 * Stores things one after the other in this transaction, each alone: what cannot be stored is named with what is wrong, and the
 * rest goes on. The caller undoes everything where there are errors. `stored` hears of each version that was made.
 */
export async function putAll(
  context: ServerContext,
  trx: Trx,
  by: By,
  items: readonly Step[],
  stored: (item: Step, version: number | undefined) => void = () => undefined,
): Promise<ItemProblem[]> {
  const found: ItemProblem[] = [];
  const attempt = async (item: Step, work: () => Promise<void>): Promise<void> => {
    await sql`savepoint pack_item`.execute(trx);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await sql`rollback to savepoint pack_item`.execute(trx);
      // the version that was published since then is gone
      forgetVersions(trx);
      found.push(...problemsOf(item, error));
    }
    await sql`release savepoint pack_item`.execute(trx);
  };
  // forms and entries name roles, whose rights name forms: the roles are there first
  for (const item of items) if (item.kind === 'role') await attempt(item, () => putRoleHead(trx, item));
  for (const item of inOrder(items))
    await attempt(item, async () => {
      const { version, problems } = await putItem(context, trx, by, item);
      stored(item, version);
      const warnings = problems.filter(({ level }) => level === 'warning').slice(0, MOST_WARNINGS);
      for (const { path, message } of warnings)
        found.push({ kind: item.kind, key: item.key, name: item.name, level: 'warning', path: [...path], message });
    });
  const seen = new Set<string>();
  return found.filter((one) => {
    const name = JSON.stringify(one);
    return seen.has(name) ? false : Boolean(seen.add(name));
  });
}

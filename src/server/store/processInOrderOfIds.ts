import { refusalAtIndex, Refusal } from '../http/refusal.ts';

const idOf = (item: { id?: unknown } | undefined): string => String(item?.id ?? '');
const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

/**
 * Processes rows one after the other in the order of their ids, so that two callers with the same rows in different
 * orders do not deadlock. The results have the order of `items`. If there are several rows, a refusal contains the
 * index of its row.
 */
export async function processInOrderOfIds<T extends { id?: unknown }, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const indices = items.map((_item, index) => index).sort((a, b) => compare(idOf(items[a]), idOf(items[b])) || a - b);
  const results: R[] = [];
  for (const index of indices) {
    results[index] = await work(items[index] as T).catch((error: unknown) => {
      throw error instanceof Refusal && items.length > 1 ? refusalAtIndex(index, error) : error;
    });
  }
  return results;
}

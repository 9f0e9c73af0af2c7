import { refusalAtIndex, Refusal } from '../http/refusal.ts';

const idOf = (item: { id?: unknown } | undefined): string => String(item?.id ?? '');
const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

/**
 * Does something with each of several rows, one after the other and always in the order of their ids: two callers who
 * name the same rows in other orders wait for one another, not for each other. Answers in the order they came in. Where
 * there are several, a refusal says which it is about.
 */
export async function inOrderOfIds<T extends { id?: unknown }, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const places = items.map((_item, place) => place).sort((a, b) => compare(idOf(items[a]), idOf(items[b])) || a - b);
  const results: R[] = [];
  for (const place of places) {
    results[place] = await work(items[place] as T).catch((error: unknown) => {
      throw error instanceof Refusal && items.length > 1 ? refusalAtIndex(place, error) : error;
    });
  }
  return results;
}

import type { Effect } from '../../kernel/index.ts';
import { textHash } from '../store/textHash.ts';

/** As long as the column that holds it. */
const LONGEST_KEY = 160;

/** The key under which an effect's run is stored. */
export function effectKeyOf(prefix: string, name: string, count = 1): string {
  const key = `${prefix}:${name}${count > 1 ? `#${count}` : ''}`;
  return key.length > LONGEST_KEY ? textHash(key) : key;
}

/** The keys of the effects of one event: their own, else what they make, counted among those that make the same. */
export function keysOf(prefix: string, effects: readonly Effect[]): string[] {
  const counts = new Map<string, number>();
  return effects.map((effect) => {
    const name = effect.key ?? `${effect.create ?? effect.start ?? ''}/${effect.each ?? ''}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return effectKeyOf(prefix, name, count);
  });
}

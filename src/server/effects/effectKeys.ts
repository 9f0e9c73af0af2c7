import type { Effect } from '../../effects/index.ts';
import { textHash } from '../store/textHash.ts';

/** The length of the column of effect keys, in characters. */
const MAX_KEY_LENGTH = 160;

/**
 * Returns the key under which the ids of the records that an effect created are stored. A key that is too long becomes
 * a hash. `prefix`: the event (`Subject.keyPrefix`). `position`: position among the effects of the event that have the
 * same name, from 1.
 */
export function effectKeyOf(prefix: string, name: string, position = 1): string {
  const key = `${prefix}:${name}${position > 1 ? `#${position}` : ''}`;
  return key.length > MAX_KEY_LENGTH ? textHash(key) : key;
}

/**
 * Returns the keys of the effects of one event. The name of an effect is its `key`; without one, it consists of the
 * form in which the effect creates records and of its `each`.
 */
export function effectKeysOf(prefix: string, effects: readonly Effect[]): string[] {
  const countByName = new Map<string, number>();
  return effects.map((effect) => {
    const name = effect.key ?? `${effect.create ?? effect.start ?? ''}/${effect.each ?? ''}`;
    const position = (countByName.get(name) ?? 0) + 1;
    countByName.set(name, position);
    return effectKeyOf(prefix, name, position);
  });
}

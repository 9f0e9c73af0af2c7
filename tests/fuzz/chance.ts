/** Chance that can be repeated: the same seed gives the same requests. */
export interface Chance {
  int(below: number): number;
  pick<T>(list: readonly T[]): T;
  is(share: number): boolean;
}

/** mulberry32. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const chance: Chance = {
    int: (below) => Math.floor(next() * below),
    pick: (list) => list[chance.int(list.length)] as (typeof list)[number],
    is: (share) => next() < share,
  };
  return chance;
}

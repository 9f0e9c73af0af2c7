/**
 * Which element shows which row. A row keeps its element as long as it is on screen; a row that scrolls in takes over
 * the element of one that scrolled out, which costs a fraction of a new one.
 */
export interface Slots {
  /** One stable number for each id, for use as a key. Ids that are not among them give their numbers up. */
  assign(ids: readonly string[]): readonly number[];
}

export function createSlots(): Slots {
  let taken = new Map<string, number>();
  let size = 0;
  return {
    assign(ids) {
      const next = new Map<string, number>();
      for (const id of ids) {
        const slot = taken.get(id);
        if (slot !== undefined) next.set(id, slot);
      }
      const used = new Set(next.values());
      const free = Array.from({ length: size }, (_v, slot) => slot).filter((slot) => !used.has(slot));
      for (const id of ids) {
        if (!next.has(id)) next.set(id, free.shift() ?? size++);
      }
      taken = next;
      // elements that stay away too long are let go: the numbers start over when the window has shrunk a lot
      if (size > 4 * ids.length + 40) size = Math.max(0, ...next.values()) + 1;
      return ids.map((id) => next.get(id) as number);
    },
  };
}

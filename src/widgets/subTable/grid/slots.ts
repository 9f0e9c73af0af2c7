/**
 * Assigns DOM elements to rows by React keys. A row keeps its element while it is rendered. A row that scrolls into
 * view reuses the element of a row that scrolled out, which is much cheaper than creating an element.
 */
export interface Slots {
  /** Returns a stable number for each id, for use as a key. Releases the numbers of ids that are not in the list. */
  assign(ids: readonly string[]): readonly number[];
}

export function createSlots(): Slots {
  let slotById = new Map<string, number>();
  let slotCount = 0;
  return {
    assign(ids) {
      const next = new Map<string, number>();
      for (const id of ids) {
        const slot = slotById.get(id);
        if (slot !== undefined) next.set(id, slot);
      }
      const usedSlots = new Set(next.values());
      const freeSlots = Array.from({ length: slotCount }, (_v, slot) => slot).filter((slot) => !usedSlots.has(slot));
      for (const id of ids) {
        if (!next.has(id)) next.set(id, freeSlots.shift() ?? slotCount++);
      }
      slotById = next;
      // if far fewer rows are rendered than before, drops free numbers beyond the largest used number
      if (slotCount > 4 * ids.length + 40) slotCount = Math.max(0, ...next.values()) + 1;
      return ids.map((id) => next.get(id) as number);
    },
  };
}

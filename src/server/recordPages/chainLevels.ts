/**
 * Returns the level of each form, by form key: one more than the highest level of the forms to which it refers; 1 if it
 * refers to none. Forms that refer to each other, directly or through other forms, have the same level. `parents`: the
 * keys of the forms to which each form refers; all of them must be keys of the map.
 */
export function levelsOf(parents: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  // Tarjan's algorithm: visits each form once, and completes a group of forms that refer to each other after all groups
  // to which it refers
  const indexes = new Map<string, number>();
  const unfinishedForms: string[] = [];
  const visit = (key: string): number => {
    const index = indexes.size;
    indexes.set(key, index);
    unfinishedForms.push(key);
    let lowest = index;
    for (const parent of parents.get(key) ?? []) {
      const parentIndex = indexes.get(parent);
      if (parentIndex === undefined) lowest = Math.min(lowest, visit(parent));
      else if (!levels.has(parent)) lowest = Math.min(lowest, parentIndex);
    }
    if (lowest === index) {
      const group = unfinishedForms.splice(unfinishedForms.indexOf(key));
      const parentLevels = group.flatMap((member) =>
        (parents.get(member) ?? []).map((parent) => levels.get(parent) ?? 0),
      );
      for (const member of group) levels.set(member, 1 + Math.max(0, ...parentLevels));
    }
    return lowest;
  };
  for (const key of parents.keys()) if (!indexes.has(key)) visit(key);
  return levels;
}

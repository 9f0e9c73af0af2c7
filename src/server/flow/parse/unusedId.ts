/**
 * Returns an id for an element that is added to a process while its file is parsed or imported: `id`, or the first of
 * `id_2`, `id_3` … that is not used. `isUsed`: returns whether the process already uses an id.
 */
export function unusedId(id: string, isUsed: (id: string) => boolean): string {
  if (!isUsed(id)) return id;
  for (let number = 2; ; number += 1) if (!isUsed(`${id}_${number}`)) return `${id}_${number}`;
}

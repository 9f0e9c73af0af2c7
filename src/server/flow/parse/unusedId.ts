/**
 * Returns an id for an element that the parser or the import adds: `id`, or the first of `id_2`, `id_3` … that is not
 * used. `isUsed`: whether the file uses an id.
 */
export function unusedId(id: string, isUsed: (id: string) => boolean): string {
  if (!isUsed(id)) return id;
  for (let number = 2; ; number += 1) if (!isUsed(`${id}_${number}`)) return `${id}_${number}`;
}

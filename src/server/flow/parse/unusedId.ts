/** The id for an element that the parser adds: `id` or, if the file uses it, `id_2`, `id_3` and so on. */
export function unusedId(id: string, isUsed: (id: string) => boolean): string {
  if (!isUsed(id)) return id;
  for (let number = 2; ; number += 1) if (!isUsed(`${id}_${number}`)) return `${id}_${number}`;
}

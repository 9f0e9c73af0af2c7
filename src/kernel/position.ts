/**
 * RD-003: returns the data at a position such as `data.list` or `rows.0.items`. An empty position gives all data; a
 * position that does not exist gives undefined.
 */
export function readPosition(data: unknown, position: string | undefined): unknown {
  let current = data;
  for (const part of (position ?? '').split('.').filter((name) => name !== '')) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, part)) return undefined;
    current = (current as Record<string, unknown>)[part];
  }
  return current;
}

/**
 * Reads a position in an answer without its envelope `{ data }`. The position may begin at the data (`list`) or at the
 * envelope (`data.list`).
 */
export function readAnswer(data: unknown, position: string | undefined): unknown {
  const value = readPosition(data, position);
  return value === undefined && position?.startsWith('data') === true ? readPosition({ data }, position) : value;
}

/** Returns a named value of a list item. A record holds its values in `fieldsMap`; the name may omit that part. */
export function readItem(item: Readonly<Record<string, unknown>>, name: string): unknown {
  const value = readAnswer(item, name);
  return value === undefined && typeof item.fieldsMap === 'object' ? readAnswer(item.fieldsMap, name) : value;
}

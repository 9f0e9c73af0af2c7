/** RD-003: data at a position such as `data.list` or `rows.0.items`; the whole when the position is empty, undefined when it leads nowhere. */
export function readPosition(data: unknown, position: string | undefined): unknown {
  let here = data;
  for (const part of (position ?? '').split('.').filter((name) => name !== '')) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, part)) return undefined;
    here = (here as Record<string, unknown>)[part];
  }
  return here;
}

/** The same in the `data` of an envelope, for positions written from the envelope (`data.list`) as well as from its data (`list`). */
export function readAnswer(data: unknown, position: string | undefined): unknown {
  const found = readPosition(data, position);
  return found === undefined && position?.startsWith('data') === true ? readPosition({ data }, position) : found;
}

/** A named value of one item of a list. A record of a form holds its values in `fieldsMap`: they may be named without it. */
export function readItem(item: Readonly<Record<string, unknown>>, name: string): unknown {
  const found = readAnswer(item, name);
  return found === undefined && typeof item.fieldsMap === 'object' ? readAnswer(item.fieldsMap, name) : found;
}

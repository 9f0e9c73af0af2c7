import { Merging, type Choice, type Choices, type Conflict, isEmptyList } from './merging.ts';
import { isObject, isSame, LIST, listOf, partsOf, type Loose, type Part, type Parts } from './parts.ts';

export interface Merged {
  document: Loose;
  conflicts: readonly Conflict[];
}

interface Three {
  old: Parts;
  own: Parts;
  other: Parts;
}
type Made = Map<string, Part>;

const placeOf = ({ parent, slot }: Part): string => listOf(parent, slot);

/** The lists (`listOf`) that each part holds, by its id. */
function listsOf(parts: Parts): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, string[]>();
  for (const [list, [first]] of parts.order) {
    const parent = parts.byId.get(first ?? '')?.parent ?? '';
    lists.set(parent, [...(lists.get(parent) ?? []), list]);
  }
  return lists;
}

interface Changes {
  /** Whether the part, its place or anything in it differs from the base. */
  ofPart(id: string): boolean;
  /** Whether the list, or anything in it, differs from the base. */
  ofList(list: string): boolean;
}

/** What one side changed. */
function changesOf(side: Parts, old: Parts): Changes {
  const lists = listsOf(side);
  const isChanged = (id: string): boolean => {
    const [now, before] = [side.byId.get(id), old.byId.get(id)];
    if (!now || !before || !isSame(now.own, before.own)) return true;
    return (lists.get(id) ?? []).some(ofList);
  };
  const ofList = (list: string): boolean => {
    const ids = side.order.get(list) ?? [];
    return !isSame(ids, old.order.get(list)) || ids.some(isChanged);
  };
  return {
    ofList,
    ofPart(id) {
      const [now, before] = [side.byId.get(id), old.byId.get(id)];
      return isChanged(id) || !now || !before || placeOf(now) !== placeOf(before);
    },
  };
}

/**
 * Decides whether a part stays that one side removed: it goes, with everything in it, unless the other side changed it; then
 * it is a conflict. The conflict is of the outermost part that was removed with it.
 */
function removals(
  { own, other, old }: Three,
  changes: Record<Choice, Changes>,
  merging: Merging,
): (id: string) => boolean {
  const decided = new Map<string, boolean>();
  return (id) => {
    const [side, gone, isOwn] = own.byId.has(id) ? ([own, other, true] as const) : ([other, own, false] as const);
    let top = side.byId.get(id) as Part;
    for (let up = side.byId.get(top.parent); up && up.id !== '' && !gone.byId.has(up.id) && old.byId.has(up.id);)
      [top, up] = [up, side.byId.get(up.parent)];
    const known = decided.get(top.id);
    if (known !== undefined) return known;
    const isKept =
      changes[isOwn ? 'mine' : 'theirs'].ofPart(top.id) &&
      merging.decide({
        id: `${top.id}\u0000removed`,
        kind: 'removed',
        part: top.own,
        key: '',
        mine: isOwn ? top.own : undefined,
        theirs: isOwn ? undefined : top.own,
      }) === isOwn;
    decided.set(top.id, isKept);
    return isKept;
  };
}

/**
 * Three-way merge of two edited versions of a document: property by property of each field, block, pane, column, option or
 * rule, wherever it was moved. A place that both changed differently is a conflict, resolved as chosen, else to mine.
 */
export function mergeDocuments(base: Loose, mine: Loose, theirs: Loose, choices: Choices = new Map()): Merged {
  if (isSame(mine, theirs) || isSame(base, theirs)) return { document: mine, conflicts: [] };
  const old = partsOf(base, null, 'b');
  const three: Three = { old, own: partsOf(mine, old, 'm'), other: partsOf(theirs, old, 't') };
  const sides: Record<Choice, Parts> = { mine: three.own, theirs: three.other };
  const changes = { mine: changesOf(three.own, old), theirs: changesOf(three.other, old) };
  const merging = new Merging(choices, {
    isChanged: (side, list) => changes[side].ofList(list),
    partsOf: (side, list) =>
      (sides[side].order.get(list) ?? []).flatMap((id) => {
        const part = sides[side].byId.get(id);
        return part ? [part.own] : [];
      }),
  });
  const isKept = removals(three, changes, merging);
  const made: Made = new Map();
  for (const id of new Set([...three.own.byId.keys(), ...three.other.byId.keys()])) {
    const [b, m, t] = [old.byId.get(id), three.own.byId.get(id), three.other.byId.get(id)];
    if (m && t) made.set(id, mergedPart(b, m, t, three, merging));
    else if (isListKept((m ?? t) as Part, m ? three.own : three.other, merging) ?? (!b || isKept(id)))
      made.set(id, (m ?? t) as Part);
  }
  keepAround(made, three);
  breakCircles(made, three);
  return { document: rebuilt(made, three, merging), conflicts: merging.conflicts };
}

/** Of a part in a list that the other side replaced by a value: whether the list was chosen; undefined for other parts. */
function isListKept(part: Part, side: Parts, { replacedLists }: Merging): boolean | undefined {
  for (let at: Part | undefined = part; at && at.id !== ''; at = side.byId.get(at.parent)) {
    const isKept = replacedLists.get(placeOf(at));
    if (isKept !== undefined) return isKept;
  }
  return undefined;
}

function mergedPart(b: Part | undefined, m: Part, t: Part, { own, other }: Three, merging: Merging): Part {
  const properties = merging.object({ base: b?.own, mine: m.own, theirs: t.own }, m);
  const around = (parts: Parts, { parent }: Part): unknown => parts.byId.get(parent)?.own ?? {};
  const place = merging.pick(
    { base: placeOf(b ?? m), mine: placeOf(m), theirs: placeOf(t) },
    { id: `${m.id}\u0000place`, kind: 'place', part: m.own, key: '' },
    { mine: around(own, m), theirs: around(other, t) },
  );
  return { ...(place === placeOf(m) ? m : t), own: properties };
}

/** Keeps the parts around every part that stays, also where the other side removed them. */
function keepAround(made: Made, { own, other }: Three): void {
  for (const part of made.values())
    for (let at = part.parent; at !== '' && !made.has(at);) {
      const lost = own.byId.get(at) ?? other.byId.get(at);
      if (!lost) break;
      made.set(at, lost);
      at = lost.parent;
    }
}

/** Breaks cycles (each side put one of two containers into the other) by my places. */
function breakCircles(made: Made, { own }: Three): void {
  for (const { id } of made.values()) {
    const seen = new Set<string>();
    let at = id;
    while (at !== '' && !seen.has(at)) {
      seen.add(at);
      at = made.get(at)?.parent ?? '';
    }
    if (at === '') continue;
    for (const one of seen) {
      const [mine, now] = [own.byId.get(one), made.get(one)];
      if (mine && now) made.set(one, { ...now, parent: mine.parent, slot: mine.slot });
    }
  }
}

/** Ids in the order of `first`; those that only `second` has stand behind their predecessor there. */
function mergedOrder(ids: readonly string[], first: readonly string[], second: readonly string[]): string[] {
  const wanted = new Set(ids);
  const result = first.filter((id) => wanted.delete(id));
  for (const [index, id] of second.entries()) {
    if (!wanted.delete(id)) continue;
    let at = index - 1;
    while (at >= 0 && !result.includes(second[at] as string)) at -= 1;
    result.splice(at < 0 ? 0 : result.indexOf(second[at] as string) + 1, 0, id);
  }
  return [...result, ...wanted];
}

function orderOf(
  ids: readonly string[],
  list: string,
  part: Part,
  made: Made,
  three: Three,
  merging: Merging,
): string[] {
  const all = [three.old, three.own, three.other].map(({ order }) => order.get(list) ?? []);
  const present = new Set(ids);
  const [b = [], m = [], t = []] = all.map((one) =>
    one.filter((id) => present.has(id) && all.every((other) => other.includes(id))),
  );
  const shown = (one: readonly string[]): unknown => one.map((id) => made.get(id)?.own);
  const order = merging.pick(
    { base: b, mine: m, theirs: t },
    { id: `${list}\u0000order`, kind: 'order', part: part.id === '' ? null : part.own, key: '' },
    { mine: shown(m), theirs: shown(t) },
  );
  const [, mine = [], theirs = []] = all;
  return order === t && !isSame(m, t) ? mergedOrder(ids, theirs, mine) : mergedOrder(ids, mine, theirs);
}

function rebuilt(made: Made, three: Three, merging: Merging): Loose {
  const lists = new Map<string, Map<string, string[]>>();
  for (const { id, parent, slot } of made.values())
    if (id !== '') {
      const own = lists.get(parent) ?? new Map<string, string[]>();
      lists.set(parent, own.set(slot, [...(own.get(slot) ?? []), id]));
    }
  const build = (id: string): Loose => {
    const part = made.get(id) as Part;
    const left = new Map(lists.get(id) ?? []);
    const listed = (slot: string): unknown => {
      const ids = left.get(slot);
      left.delete(slot);
      const list = listOf(id, slot);
      if (!ids) return merging.emptyValues.has(list) ? merging.emptyValues.get(list) : [];
      return orderOf(ids, list, part, made, three, merging).map(build);
    };
    const fill = (value: Loose, at: readonly string[]): Loose =>
      Object.fromEntries(
        Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
          const slot = JSON.stringify([...at, key]);
          if (inner !== LIST && !(left.has(slot) && isEmptyList(inner)))
            return [[key, isObject(inner) ? fill(inner, [...at, key]) : inner]];
          const list = listed(slot);
          return list === undefined ? [] : [[key, list]];
        }),
      );
    const filled = fill(part.own, []);
    // lists whose key the merged properties lack
    return [...left.keys()].reduce((whole, slot) => put(whole, JSON.parse(slot) as string[], listed(slot)), filled);
  };
  return build('');
}

const put = (value: Loose, [key = '', ...rest]: readonly string[], list: unknown): Loose => ({
  ...value,
  [key]: rest.length === 0 ? list : put(isObject(value[key]) ? value[key] : {}, rest, list),
});

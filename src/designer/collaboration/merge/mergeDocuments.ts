import {
  PropertyMerger,
  type MergeSide,
  type ChosenSides,
  type Conflict,
  isEmptyList,
  type ThreeWay,
} from './propertyMerger.ts';
import { isObject, isSame, LIST, listIdOf, splitIntoParts, type JsonObject, type Part, type Parts } from './parts.ts';

export interface MergeResult {
  document: JsonObject;
  conflicts: readonly Conflict[];
}

/** The parts of the three versions. */
type Versions = ThreeWay<Parts>;
/** Parts of the merged document by id. */
type MergedParts = Map<string, Part>;

/** Returns the id of the list that contains the part. */
const containingListOf = ({ parent, slot }: Part): string => listIdOf(parent, slot);

/** Returns the ids of the lists in each part, by part id. */
function listsOf(parts: Parts): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, string[]>();
  for (const [list, [first]] of parts.order) {
    const parent = parts.byId.get(first ?? '')?.parent ?? '';
    lists.set(parent, [...(lists.get(parent) ?? []), list]);
  }
  return lists;
}

interface Changes {
  /** Returns true if the part, its content or its containing list differs from the base. */
  isPartChanged(id: string): boolean;
  /** Returns true if the list or its content differs from the base. */
  isListChanged(list: string): boolean;
}

/** Returns functions that compare one side with the base. */
function changesOf(side: Parts, base: Parts): Changes {
  const lists = listsOf(side);
  const isContentChanged = (id: string): boolean => {
    const [now, before] = [side.byId.get(id), base.byId.get(id)];
    if (!now || !before || !isSame(now.properties, before.properties)) return true;
    return (lists.get(id) ?? []).some(isListChanged);
  };
  const isListChanged = (list: string): boolean => {
    const ids = side.order.get(list) ?? [];
    return !isSame(ids, base.order.get(list)) || ids.some(isContentChanged);
  };
  return {
    isListChanged,
    isPartChanged(id) {
      const [now, before] = [side.byId.get(id), base.byId.get(id)];
      return isContentChanged(id) || !now || !before || containingListOf(now) !== containingListOf(before);
    },
  };
}

/**
 * Returns a function that decides whether to keep a part that one side removed. It decides once for the outermost
 * removed part and its whole content. If the other side changed anything in it or moved it, this is a conflict;
 * otherwise the part is removed with its content.
 */
function removalDecider(
  { base, mine, theirs }: Versions,
  changes: Record<MergeSide, Changes>,
  merger: PropertyMerger,
): (id: string) => boolean {
  const decisions = new Map<string, boolean>();
  return (id) => {
    const isMine = mine.byId.has(id);
    const [keepingSide, removingSide] = isMine ? ([mine, theirs] as const) : ([theirs, mine] as const);
    let outermostPart = keepingSide.byId.get(id) as Part;
    for (
      let outerPart = keepingSide.byId.get(outermostPart.parent);
      outerPart && outerPart.id !== '' && !removingSide.byId.has(outerPart.id) && base.byId.has(outerPart.id);
    )
      [outermostPart, outerPart] = [outerPart, keepingSide.byId.get(outerPart.parent)];
    const decision = decisions.get(outermostPart.id);
    if (decision !== undefined) return decision;
    const isKept =
      changes[isMine ? 'mine' : 'theirs'].isPartChanged(outermostPart.id) &&
      merger.resolvesToMine({
        id: `${outermostPart.id}\u0000removed`,
        kind: 'removed',
        part: outermostPart.properties,
        key: '',
        mine: isMine ? outermostPart.properties : undefined,
        theirs: isMine ? undefined : outermostPart.properties,
      }) === isMine;
    decisions.set(outermostPart.id, isKept);
    return isKept;
  };
}

/**
 * Merges `mine` and `theirs`, two edited versions of the document `base` (three-way merge). Fields, blocks, panes,
 * columns, options and rules are matched even if they were moved, and are merged property by property. Different
 * changes of both sides are conflicts, resolved with the side in `choices`, else with `mine`.
 */
export function mergeDocuments(
  base: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
  choices: ChosenSides = new Map(),
): MergeResult {
  if (isSame(mine, theirs) || isSame(base, theirs)) return { document: mine, conflicts: [] };
  const baseParts = splitIntoParts(base, null, 'b');
  const sides: Record<MergeSide, Parts> = {
    mine: splitIntoParts(mine, baseParts, 'm'),
    theirs: splitIntoParts(theirs, baseParts, 't'),
  };
  const versions: Versions = { base: baseParts, ...sides };
  const changes = { mine: changesOf(sides.mine, baseParts), theirs: changesOf(sides.theirs, baseParts) };
  const merger = new PropertyMerger(choices, {
    isChanged: (side, list) => changes[side].isListChanged(list),
    partsOf: (side, list) =>
      (sides[side].order.get(list) ?? []).flatMap((id) => {
        const part = sides[side].byId.get(id);
        return part ? [part.properties] : [];
      }),
  });
  const isKept = removalDecider(versions, changes, merger);
  const merged: MergedParts = new Map();
  for (const id of new Set([...sides.mine.byId.keys(), ...sides.theirs.byId.keys()])) {
    const [basePart, myPart, theirPart] = [baseParts.byId.get(id), sides.mine.byId.get(id), sides.theirs.byId.get(id)];
    if (myPart && theirPart) merged.set(id, mergePart(basePart, myPart, theirPart, versions, merger));
    else if (
      isListKept((myPart ?? theirPart) as Part, myPart ? sides.mine : sides.theirs, merger) ??
      (!basePart || isKept(id))
    )
      merged.set(id, (myPart ?? theirPart) as Part);
  }
  addMissingParents(merged, versions);
  breakCycles(merged, versions);
  return { document: buildDocument(merged, versions, merger), conflicts: merger.conflicts };
}

/**
 * Looks for the innermost list around the part that the other side replaced by another kind of value. Returns true if
 * the merged document keeps this list, false if it gets the other value, undefined if no such list was replaced.
 */
function isListKept(part: Part, side: Parts, { isListKeptById }: PropertyMerger): boolean | undefined {
  for (
    let outerPart: Part | undefined = part;
    outerPart && outerPart.id !== '';
    outerPart = side.byId.get(outerPart.parent)
  ) {
    const isKept = isListKeptById.get(containingListOf(outerPart));
    if (isKept !== undefined) return isKept;
  }
  return undefined;
}

/** Merges the properties and the containing list of a part that both sides have. */
function mergePart(
  basePart: Part | undefined,
  myPart: Part,
  theirPart: Part,
  { mine, theirs }: Versions,
  merger: PropertyMerger,
): Part {
  const properties = merger.mergeObject(
    { base: basePart?.properties, mine: myPart.properties, theirs: theirPart.properties },
    myPart,
  );
  const parentProperties = (parts: Parts, { parent }: Part): unknown => parts.byId.get(parent)?.properties ?? {};
  const list = merger.mergeValue(
    { base: containingListOf(basePart ?? myPart), mine: containingListOf(myPart), theirs: containingListOf(theirPart) },
    { id: `${myPart.id}\u0000place`, kind: 'place', part: myPart.properties, key: '' },
    { mine: parentProperties(mine, myPart), theirs: parentProperties(theirs, theirPart) },
  );
  return { ...(list === containingListOf(myPart) ? myPart : theirPart), properties };
}

/** Adds the parents of merged parts if they are missing because one side removed them. */
function addMissingParents(merged: MergedParts, { mine, theirs }: Versions): void {
  for (const part of merged.values())
    for (let id = part.parent; id !== '' && !merged.has(id);) {
      const missingPart = mine.byId.get(id) ?? theirs.byId.get(id);
      if (!missingPart) break;
      merged.set(id, missingPart);
      id = missingPart.parent;
    }
}

/**
 * Breaks cycles by moving the parts to their lists in `mine`. A cycle occurs if each side moves one of two containers
 * into the other.
 */
function breakCycles(merged: MergedParts, { mine }: Versions): void {
  for (const { id } of merged.values()) {
    const visited = new Set<string>();
    let outerId = id;
    while (outerId !== '' && !visited.has(outerId)) {
      visited.add(outerId);
      outerId = merged.get(outerId)?.parent ?? '';
    }
    if (outerId === '') continue;
    for (const visitedId of visited) {
      const [myPart, part] = [mine.byId.get(visitedId), merged.get(visitedId)];
      if (myPart && part) merged.set(visitedId, { ...part, parent: myPart.parent, slot: myPart.slot });
    }
  }
}

/**
 * Sorts ids in the order of `first`. An id that is only in `second` follows its nearest predecessor in `second`, or
 * comes first if it has none. Ids that are in neither come last.
 */
function mergeOrder(ids: readonly string[], first: readonly string[], second: readonly string[]): string[] {
  const remainingIds = new Set(ids);
  const result = first.filter((id) => remainingIds.delete(id));
  for (const [index, id] of second.entries()) {
    if (!remainingIds.delete(id)) continue;
    let previous = index - 1;
    while (previous >= 0 && !result.includes(second[previous] as string)) previous -= 1;
    result.splice(previous < 0 ? 0 : result.indexOf(second[previous] as string) + 1, 0, id);
  }
  return [...result, ...remainingIds];
}

/**
 * Sorts `ids`, the ids of the parts of a merged list, in merged order. Different changes of both sides to the order of
 * the parts that all three versions contain are a conflict. `part`: the part that contains the list.
 */
function orderOf(
  ids: readonly string[],
  list: string,
  part: Part,
  merged: MergedParts,
  versions: Versions,
  merger: PropertyMerger,
): string[] {
  const orders = [versions.base, versions.mine, versions.theirs].map(({ order }) => order.get(list) ?? []);
  const idsInList = new Set(ids);
  const [baseOrder = [], myOrder = [], theirOrder = []] = orders.map((order) =>
    order.filter((id) => idsInList.has(id) && orders.every((other) => other.includes(id))),
  );
  const propertiesOf = (order: readonly string[]): unknown => order.map((id) => merged.get(id)?.properties);
  const chosenOrder = merger.mergeValue(
    { base: baseOrder, mine: myOrder, theirs: theirOrder },
    { id: `${list}\u0000order`, kind: 'order', part: part.id === '' ? null : part.properties, key: '' },
    { mine: propertiesOf(myOrder), theirs: propertiesOf(theirOrder) },
  );
  const [, mine = [], theirs = []] = orders;
  return chosenOrder === theirOrder && !isSame(myOrder, theirOrder)
    ? mergeOrder(ids, theirs, mine)
    : mergeOrder(ids, mine, theirs);
}

/** Builds the document from its merged parts. */
function buildDocument(merged: MergedParts, versions: Versions, merger: PropertyMerger): JsonObject {
  /** Ids of the parts in each list, by the id of the parent and the slot. */
  const lists = new Map<string, Map<string, string[]>>();
  for (const { id, parent, slot } of merged.values())
    if (id !== '') {
      const listsOfParent = lists.get(parent) ?? new Map<string, string[]>();
      lists.set(parent, listsOfParent.set(slot, [...(listsOfParent.get(slot) ?? []), id]));
    }
  const build = (id: string): JsonObject => {
    const part = merged.get(id) as Part;
    const remainingLists = new Map(lists.get(id) ?? []);
    const buildList = (slot: string): unknown => {
      const ids = remainingLists.get(slot);
      remainingLists.delete(slot);
      const list = listIdOf(id, slot);
      if (!ids) return merger.emptyValues.has(list) ? merger.emptyValues.get(list) : [];
      return orderOf(ids, list, part, merged, versions, merger).map(build);
    };
    const insertLists = (value: JsonObject, path: readonly string[]): JsonObject =>
      Object.fromEntries(
        Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
          const slot = JSON.stringify([...path, key]);
          if (inner !== LIST && !(remainingLists.has(slot) && isEmptyList(inner)))
            return [[key, isObject(inner) ? insertLists(inner, [...path, key]) : inner]];
          const list = buildList(slot);
          return list === undefined ? [] : [[key, list]];
        }),
      );
    const properties = insertLists(part.properties, []);
    // adds lists whose key is missing in the merged properties
    return [...remainingLists.keys()].reduce(
      (result, slot) => setAtPath(result, JSON.parse(slot) as string[], buildList(slot)),
      properties,
    );
  };
  return build('');
}

const setAtPath = (value: JsonObject, [key = '', ...rest]: readonly string[], list: unknown): JsonObject => ({
  ...value,
  [key]: rest.length === 0 ? list : setAtPath(isObject(value[key]) ? value[key] : {}, rest, list),
});

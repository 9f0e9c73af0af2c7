/** An object in a list of objects: a field, a pane, a column, an option or a rule. */
export interface Part {
  /** Id of the part, equal in all merged versions. */
  id: string;
  /** The properties of the part, with `LIST` instead of each list of parts. */
  properties: Readonly<Record<string, unknown>>;
  /** Id of the part that contains the list of this part; '' for the document itself. */
  parent: string;
  /** Path of the list in the parent, as a JSON array of keys. */
  slot: string;
}

/** A document split into parts; the document itself is the part ''. `order`: part ids by list id (`listIdOf`). */
export interface Parts {
  byId: ReadonlyMap<string, Part>;
  order: ReadonlyMap<string, readonly string[]>;
}

/** A JSON object with any keys. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Placeholder for a list of parts in the properties of a part. */
export const LIST = '\u0000list';
const isPartList = (value: unknown): value is readonly JsonObject[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

export const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
/** Returns the id of a list: the id of the part that contains the list, and the path of the list in this part. */
export const listIdOf = (parent: string, slot: string): string => `${parent}\u0000${slot}`;

/** Copies the object with `LIST` instead of each list of parts, and adds these lists to `lists` by their JSON path. */
function extractLists(
  value: JsonObject,
  lists: Map<string, readonly JsonObject[]>,
  objectPath: readonly string[] = [],
): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const path = [...objectPath, key];
      if (isPartList(inner)) {
        lists.set(JSON.stringify(path), inner);
        return [key, LIST];
      }
      return [key, isObject(inner) ? extractLists(inner, lists, path) : inner];
    }),
  );
}

/** Properties that identify a part in its list, in order of precedence: first for form nodes, then for other parts. */
const NODE_ID_KEYS = ['__vModel__', 'id'];
const ID_KEYS = ['id', 'key', 'name', 'field', 'value', 'code'];

/** Returns the identifying property of a part within its list as `key=value`; null if it has none. */
function identityOf(properties: JsonObject): string | null {
  for (const key of typeof properties.tag === 'string' ? NODE_ID_KEYS : ID_KEYS) {
    const value = properties[key];
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') return `${key}=${value}`;
  }
  return null;
}
const fieldKey = (properties: JsonObject): string | null =>
  typeof properties.__vModel__ === 'string' && properties.__vModel__ !== '' ? properties.__vModel__ : null;

/** Yields the keys of all fields in a document, including sub-tables and their columns. */
function* fieldKeys(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* fieldKeys(item);
  else if (isObject(value)) {
    const key = fieldKey(value);
    if (key !== null) yield key;
    for (const inner of Object.values(value)) yield* fieldKeys(inner);
  }
}
const titleOf = (properties: JsonObject): string =>
  [properties.title, properties.label, properties.text].find((text): text is string => typeof text === 'string') ?? '';

/** A part without an id: its properties and its lists by JSON path. */
interface RawPart {
  properties: JsonObject;
  lists: ReadonlyMap<string, readonly JsonObject[]>;
}
/** Separates the lists of parts from the other properties of an object. */
const toRawPart = (value: JsonObject): RawPart => {
  const lists = new Map<string, readonly JsonObject[]>();
  return { properties: extractLists(value, lists), lists };
};

/** A part of the base version. `fields`: the keys of the fields inside the part. */
type IdentifiedPart = RawPart & { id: string; fields: readonly string[] };

/**
 * Returns the pairs of an old and a new part (its index) that contain at least one common field. The pairs with the
 * most common fields come first.
 */
function pairsByFields(
  oldParts: Iterable<IdentifiedPart>,
  newParts: readonly { index: number; fields: readonly string[] }[],
): { oldPart: IdentifiedPart; index: number }[] {
  const containers = new Map<string, IdentifiedPart>();
  for (const oldPart of oldParts)
    for (const key of oldPart.fields) if (!containers.has(key)) containers.set(key, oldPart);
  const pairs = newParts.flatMap(({ index, fields }) => {
    const counts = new Map<IdentifiedPart, number>();
    for (const key of fields) {
      const oldPart = containers.get(key);
      if (oldPart) counts.set(oldPart, (counts.get(oldPart) ?? 0) + 1);
    }
    return [...counts].map(([oldPart, count]) => ({ oldPart, index, count }));
  });
  return pairs.toSorted((a, b) => b.count - a.count);
}

/**
 * Matches the parts of a list (`newParts`) with those of the base version (`oldParts`): by identity; a part without
 * identity by equal properties, else by tag and title; the remaining nodes and parts without identity by tag and
 * position between the same neighbours (a renamed part). If several containers match, the one with the most common
 * fields is taken. Returns for each new part the id of the matched base part, or null; each base part is matched at
 * most once. `hasMovedField`: returns true if the field of the old part still exists in the document, or the field of
 * the new part already existed in the base; such a part was moved and not renamed.
 */
function matchParts(
  oldParts: readonly IdentifiedPart[],
  newParts: readonly RawPart[],
  hasMovedField: (oldPart: RawPart | null, newPart: RawPart | null) => boolean,
): (string | null)[] {
  const unmatchedOldParts = new Set(oldParts);
  const matches: (string | null)[] = newParts.map(() => null);
  const matchBy = (isMatch: (oldPart: RawPart, newPart: RawPart) => boolean): void => {
    for (const [index, newPart] of newParts.entries()) {
      if (matches[index] !== null) continue;
      for (const oldPart of unmatchedOldParts)
        if (isMatch(oldPart, newPart)) {
          matches[index] = oldPart.id;
          unmatchedOldParts.delete(oldPart);
          break;
        }
    }
  };
  matchBy(
    (oldPart, newPart) =>
      identityOf(oldPart.properties) !== null && identityOf(oldPart.properties) === identityOf(newPart.properties),
  );
  const fieldsNow = newParts.map(({ lists }) => [...fieldKeys([...lists.values()])]);
  const matchUnidentified = (isMatch: (oldPart: RawPart, newPart: RawPart) => boolean): void => {
    const unmatchedParts = newParts.flatMap(({ properties }, index) =>
      matches[index] === null && identityOf(properties) === null ? [{ index, fields: fieldsNow[index] ?? [] }] : [],
    );
    for (const { oldPart, index } of pairsByFields(unmatchedOldParts, unmatchedParts)) {
      if (matches[index] !== null || !unmatchedOldParts.has(oldPart) || !isMatch(oldPart, newParts[index] as RawPart))
        continue;
      matches[index] = oldPart.id;
      unmatchedOldParts.delete(oldPart);
    }
    matchBy((oldPart, newPart) => identityOf(newPart.properties) === null && isMatch(oldPart, newPart));
  };
  matchUnidentified((oldPart, newPart) => isSame(oldPart.properties, newPart.properties));
  matchUnidentified(
    (oldPart, newPart) =>
      oldPart.properties.tag === newPart.properties.tag && titleOf(oldPart.properties) === titleOf(newPart.properties),
  );
  // renamed: same tag, between the same neighbours
  for (const [index, newPart] of newParts.entries()) {
    if (matches[index] !== null || hasMovedField(null, newPart)) continue;
    const oldIndex = index === 0 ? 0 : oldParts.findIndex(({ id }) => id === matches[index - 1]) + 1;
    const oldPart = index > 0 && oldIndex === 0 ? undefined : oldParts[oldIndex];
    const isIdentifiedNonNode = identityOf(newPart.properties) !== null && newPart.properties.tag === undefined;
    if (
      !oldPart ||
      !unmatchedOldParts.has(oldPart) ||
      isIdentifiedNonNode ||
      oldPart.properties.tag !== newPart.properties.tag ||
      hasMovedField(oldPart, null)
    )
      continue;
    const next = matches[index + 1];
    if (next !== undefined && next !== null && next !== oldParts[oldIndex + 1]?.id) continue;
    matches[index] = oldPart.id;
    unmatchedOldParts.delete(oldPart);
  }
  return matches;
}

/** Returns true if a part is a sub-table: a field with children. */
const isTable = (properties: JsonObject): boolean => fieldKey(properties) !== null && properties.children !== undefined;

/**
 * Returns the part ids of all fields, by `table.key` for columns, else by key. Keys are unique within a sub-table and
 * outside sub-tables.
 */
function fieldIdsByName(parts: Parts | null): Map<string, string> {
  const ids = new Map<string, string>();
  for (const [id, part] of parts?.byId ?? []) {
    let name = fieldKey(part.properties);
    if (name === null) continue;
    for (
      let outerPart = parts?.byId.get(part.parent);
      outerPart && outerPart.id !== '';
      outerPart = parts?.byId.get(outerPart.parent)
    )
      if (isTable(outerPart.properties)) name = `${String(outerPart.properties.__vModel__)}.${name}`;
    ids.set(name, id);
  }
  return ids;
}

/** Returns the keys of all fields inside each part, at any depth, by part id. */
function fieldKeysByContainer(parts: Parts | null): Map<string, string[]> {
  const keys = new Map<string, string[]>();
  for (const part of parts?.byId.values() ?? []) {
    const key = fieldKey(part.properties);
    if (key === null) continue;
    for (
      let outerPart = parts?.byId.get(part.parent);
      outerPart && outerPart.id !== '';
      outerPart = parts?.byId.get(outerPart.parent)
    ) {
      const innerKeys = keys.get(outerPart.id);
      if (innerKeys) innerKeys.push(key);
      else keys.set(outerPart.id, [key]);
    }
  }
  return keys;
}

/**
 * Splits a document into parts. A part that matches a part of `base`, or a field that was moved from another list, gets
 * the id of the base part. A new part gets an id from its field key, identity or title, so that a part that both sides
 * added has the same id. If it has none of these, or the id is in use, its id is `prefix` with a number.
 */
export function splitIntoParts(document: JsonObject, base: Parts | null, prefix: string): Parts {
  const byId = new Map<string, Part>();
  const order = new Map<string, readonly string[]>();
  const fieldIds = fieldIdsByName(base);
  const keysBefore = new Set([...fieldIds.values()].map((id) => fieldKey(base?.byId.get(id)?.properties ?? {})));
  const keysNow = new Set(fieldKeys(document));
  const keysByContainer = fieldKeysByContainer(base);
  let newPartCount = 0;
  /** Returns the base parts of a list whose ids are not in use yet. */
  const unusedBaseParts = (listId: string): IdentifiedPart[] =>
    (base?.order.get(listId) ?? []).flatMap((id) => {
      const part = base?.byId.get(id);
      return part && !byId.has(id)
        ? [{ id, properties: part.properties, lists: new Map(), fields: keysByContainer.get(id) ?? [] }]
        : [];
    });
  const hasMovedField = (oldPart: RawPart | null, newPart: RawPart | null): boolean => {
    const [oldKey, newKey] = [oldPart && fieldKey(oldPart.properties), newPart && fieldKey(newPart.properties)];
    return (oldKey !== null && keysNow.has(oldKey)) || (newKey !== null && keysBefore.has(newKey));
  };
  const newPartId = (part: RawPart, listId: string, tablePrefix: string): string => {
    const [field, identity] = [fieldKey(part.properties), identityOf(part.properties)];
    const name =
      identity ??
      (titleOf(part.properties) === '' ? null : `${String(part.properties.tag)}:${titleOf(part.properties)}`);
    const idByName = name === null ? null : `${listId}\u0000${name}`;
    const id = field === null ? idByName : `field\u0000${tablePrefix}${field}`;
    if (id !== null && !byId.has(id) && !base?.byId.has(id)) return id;
    newPartCount += 1;
    return `${prefix}${newPartCount}`;
  };
  const addLists = (parent: RawPart, parentId: string, tablePrefix: string): void => {
    const innerPrefix = isTable(parent.properties)
      ? `${tablePrefix}${String(parent.properties.__vModel__)}.`
      : tablePrefix;
    for (const [slot, list] of parent.lists) {
      const listId = listIdOf(parentId, slot);
      const parts = list.map(toRawPart);
      const matches = matchParts(unusedBaseParts(listId), parts, hasMovedField);
      const ids = parts.map((part, index) => {
        const movedId = fieldIds.get(innerPrefix + (fieldKey(part.properties) ?? ''));
        const oldId = matches[index] ?? movedId;
        const id = oldId !== undefined && !byId.has(oldId) ? oldId : newPartId(part, listId, innerPrefix);
        byId.set(id, { id, properties: part.properties, parent: parentId, slot });
        return id;
      });
      order.set(listId, ids);
      for (const [index, part] of parts.entries()) addLists(part, ids[index] as string, innerPrefix);
    }
  };
  const root = toRawPart(document);
  byId.set('', { id: '', properties: root.properties, parent: '', slot: '' });
  addLists(root, '', '');
  return { byId, order };
}

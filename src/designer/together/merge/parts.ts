/** An object that stands in a list of objects: a field, a pane, a column, an option, a rule. */
export interface Part {
  /** The same in every version that is merged. */
  id: string;
  /** Its own properties; of a list of further parts only that there is one (`LIST`). */
  own: Readonly<Record<string, unknown>>;
  /** The part around it, '' for the document itself, and the keys (as JSON) that lead from it to the list. */
  parent: string;
  slot: string;
}

/** A document as parts. The document itself is the part ''. `order`: ids in each list, by `listOf`. */
export interface Parts {
  byId: ReadonlyMap<string, Part>;
  order: ReadonlyMap<string, readonly string[]>;
}

export type Loose = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Stands in a part's own properties where a list of parts does. */
export const LIST = '\u0000list';
const isPartList = (value: unknown): value is readonly Loose[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

export const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
export const listOf = (parent: string, slot: string): string => `${parent}\u0000${slot}`;

/** A copy of the object with `LIST` in place of each list of parts; the lists go into `lists`, by their path as JSON. */
function ownOf(value: Loose, lists: Map<string, readonly Loose[]>, at: readonly string[] = []): Loose {
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const path = [...at, key];
      if (isPartList(inner)) {
        lists.set(JSON.stringify(path), inner);
        return [key, LIST];
      }
      return [key, isObject(inner) ? ownOf(inner, lists, path) : inner];
    }),
  );
}

const NODE_NAMES = ['__vModel__', 'id'];
const NAMES = ['id', 'key', 'name', 'field', 'value', 'code'];

/** The identifying key of a part within its list (`__vModel__`, else an id, name or value); null where it has none. */
function identityOf(own: Loose): string | null {
  for (const key of typeof own.tag === 'string' ? NODE_NAMES : NAMES) {
    const value = own[key];
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') return `${key}=${value}`;
  }
  return null;
}
const fieldKey = (own: Loose): string | null =>
  typeof own.__vModel__ === 'string' && own.__vModel__ !== '' ? own.__vModel__ : null;

/** Keys of all fields of a document. */
function* fieldKeys(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const one of value) yield* fieldKeys(one);
  else if (isObject(value)) {
    const key = fieldKey(value);
    if (key !== null) yield key;
    for (const inner of Object.values(value)) yield* fieldKeys(inner);
  }
}
const titleOf = (own: Loose): string =>
  [own.title, own.label, own.text].find((word): word is string => typeof word === 'string') ?? '';

interface Placed {
  own: Loose;
  lists: ReadonlyMap<string, readonly Loose[]>;
}
const placedOf = (value: Loose): Placed => {
  const lists = new Map<string, readonly Loose[]>();
  return { own: ownOf(value, lists), lists };
};

type Known = Placed & { id: string };

/**
 * For each part of a list the id of the part of the base version that it corresponds to, or null for a new one: by identity,
 * else by equal content, else by tag and title, else by position between the same neighbours (renamed). Each part of the base
 * is used once. `isElsewhere`: whether the field of the old or the new part stands in another list.
 */
function matched(
  before: readonly Known[],
  now: readonly Placed[],
  isElsewhere: (old: Placed | null, fresh: Placed | null) => boolean,
): (string | null)[] {
  const free = new Set(before);
  const found: (string | null)[] = now.map(() => null);
  const pass = (isIt: (old: Placed, fresh: Placed) => boolean): void => {
    for (const [index, fresh] of now.entries()) {
      if (found[index] !== null) continue;
      for (const old of free)
        if (isIt(old, fresh)) {
          found[index] = old.id;
          free.delete(old);
          break;
        }
    }
  };
  pass((old, fresh) => identityOf(old.own) !== null && identityOf(old.own) === identityOf(fresh.own));
  pass((old, fresh) => identityOf(fresh.own) === null && isSame(old.own, fresh.own));
  pass(
    (old, fresh) =>
      identityOf(fresh.own) === null && old.own.tag === fresh.own.tag && titleOf(old.own) === titleOf(fresh.own),
  );
  // renamed: same tag, between the same neighbours
  for (const [index, fresh] of now.entries()) {
    if (found[index] !== null || isElsewhere(null, fresh)) continue;
    const at = index === 0 ? 0 : before.findIndex(({ id }) => id === found[index - 1]) + 1;
    const old = index > 0 && at === 0 ? undefined : before[at];
    const isNamed = identityOf(fresh.own) !== null && fresh.own.tag === undefined;
    if (!old || !free.has(old) || isNamed || old.own.tag !== fresh.own.tag || isElsewhere(old, null)) continue;
    const next = found[index + 1];
    if (next !== undefined && next !== null && next !== before[at + 1]?.id) continue;
    found[index] = old.id;
    free.delete(old);
  }
  return found;
}

const isTable = (own: Loose): boolean => fieldKey(own) !== null && own.children !== undefined;

/** Fields of a document by their key with the tables around them: keys are unique within one. */
function fieldsOf(parts: Parts | null): Map<string, string> {
  const found = new Map<string, string>();
  for (const [id, part] of parts?.byId ?? []) {
    let name = fieldKey(part.own);
    if (name === null) continue;
    for (let around = parts?.byId.get(part.parent); around && around.id !== ''; around = parts?.byId.get(around.parent))
      if (isTable(around.own)) name = `${String(around.own.__vModel__)}.${name}`;
    found.set(name, id);
  }
  return found;
}

/**
 * Splits a document into parts. Parts that correspond to one of `base` get its id, others a new one that begins with `side`;
 * a field that both sides added under the same key gets the same id.
 */
export function partsOf(document: Loose, base: Parts | null, side: string): Parts {
  const byId = new Map<string, Part>();
  const order = new Map<string, readonly string[]>();
  const fields = fieldsOf(base);
  const keysBefore = new Set([...fields.values()].map((id) => fieldKey(base?.byId.get(id)?.own ?? {})));
  const keysNow = new Set(fieldKeys(document));
  let count = 0;
  const knownIn = (list: string): Known[] =>
    (base?.order.get(list) ?? []).flatMap((id) => {
      const part = base?.byId.get(id);
      return part && !byId.has(id) ? [{ id, own: part.own, lists: new Map() }] : [];
    });
  const isElsewhere = (old: Placed | null, fresh: Placed | null): boolean => {
    const [before, now] = [old && fieldKey(old.own), fresh && fieldKey(fresh.own)];
    return (before !== null && keysNow.has(before)) || (now !== null && keysBefore.has(now));
  };
  const named = (part: Placed, list: string, table: string): string => {
    const [field, identity] = [fieldKey(part.own), identityOf(part.own)];
    const own = identity ?? (titleOf(part.own) === '' ? null : `${String(part.own.tag)}:${titleOf(part.own)}`);
    const name = field !== null ? `field\u0000${table}${field}` : own === null ? null : `${list}\u0000${own}`;
    if (name !== null && !byId.has(name) && !base?.byId.has(name)) return name;
    count += 1;
    return `${side}${count}`;
  };
  const visit = (placed: Placed, id: string, table: string): void => {
    const inner = isTable(placed.own) ? `${table}${String(placed.own.__vModel__)}.` : table;
    for (const [slot, list] of placed.lists) {
      const name = listOf(id, slot);
      const parts = list.map(placedOf);
      const known = matched(knownIn(name), parts, isElsewhere);
      const ids = parts.map((part, index) => {
        const moved = fields.get(inner + (fieldKey(part.own) ?? ''));
        const old = known[index] ?? moved;
        const own = old !== undefined && !byId.has(old) ? old : named(part, name, inner);
        byId.set(own, { id: own, own: part.own, parent: id, slot });
        return own;
      });
      order.set(name, ids);
      for (const [index, part] of parts.entries()) visit(part, ids[index] as string, inner);
    }
  };
  const whole = placedOf(document);
  byId.set('', { id: '', own: whole.own, parent: '', slot: '' });
  visit(whole, '', '');
  return { byId, order };
}

import { isObject, isSame, LIST, listIdOf, type JsonObject, type Part } from './parts.ts';

export type MergeSide = 'mine' | 'theirs';
/** The chosen side by conflict id. */
export type ChosenSides = ReadonlyMap<string, MergeSide>;

/** A part or property that both sides changed differently. `mine` or `theirs` is undefined if that side removed it. */
export interface Conflict {
  id: string;
  kind: 'value' | 'removed' | 'place' | 'order' | 'document';
  /** Properties of the part, used for its name; null for the document itself. */
  part: JsonObject | null;
  /** The property; '' for a conflict about the whole part. */
  key: string;
  mine: unknown;
  theirs: unknown;
}

export interface ThreeWay<T> {
  base: T;
  mine: T;
  theirs: T;
}

export const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
const isAbsentOrEmpty = (value: unknown): boolean => value === undefined || isEmptyList(value);

/** Information about the lists of parts, which are merged separately from the properties. */
export interface ListChanges {
  /** Returns true if this side changed the list or its content. */
  isChanged(side: MergeSide, list: string): boolean;
  /** Properties of the parts in the list, for display in a conflict. */
  partsOf(side: MergeSide, list: string): readonly JsonObject[];
}

/** Merges the properties of parts, and collects the conflicts. */
export class PropertyMerger {
  readonly conflicts: Conflict[] = [];
  /** Values to write for merged lists without parts, by list id (`listIdOf`); undefined writes no key. */
  readonly emptyValues = new Map<string, unknown>();
  /**
   * Decisions about lists that one side replaced by another kind of value, by list id: true if the merged document
   * keeps the list, false if it gets the other value.
   */
  readonly isListKeptById = new Map<string, boolean>();
  private readonly choices: ChosenSides;
  private readonly lists: ListChanges;
  constructor(choices: ChosenSides, lists: ListChanges) {
    this.choices = choices;
    this.lists = lists;
  }

  /** Adds a conflict. Returns true if the conflict is resolved with `mine`, the default if the user has not chosen. */
  resolvesToMine(conflict: Conflict): boolean {
    this.conflicts.push(conflict);
    return this.choices.get(conflict.id) !== 'theirs';
  }

  /**
   * Merges one value (three-way merge). Different changes on both sides are a conflict, resolved with the chosen side
   * or `mine`. `displayed`: values to show for the conflict, if they differ from the merged values.
   */
  mergeValue<T>(
    { base, mine, theirs }: ThreeWay<T>,
    subject: Omit<Conflict, 'mine' | 'theirs'>,
    displayed?: Omit<ThreeWay<unknown>, 'base'>,
  ): T {
    if (isSame(mine, theirs) || isSame(base, theirs)) return mine;
    if (isSame(base, mine)) return theirs;
    return this.resolvesToMine({ ...subject, mine, theirs, ...displayed }) ? mine : theirs;
  }

  /**
   * Merges a list of parts of one side with another kind of value of the other side; returns `LIST` or the other value.
   */
  private mergeListWithValue({ base, mine, theirs }: ThreeWay<unknown>, part: Part, path: readonly string[]): unknown {
    const list = listIdOf(part.id, JSON.stringify(path));
    const [side, value]: [MergeSide, unknown] = mine === LIST ? ['mine', theirs] : ['theirs', mine];
    const keepsList =
      isSame(base, value) ||
      ((base !== LIST || this.lists.isChanged(side, list)) &&
        this.resolvesToMine({
          id: `${part.id}\u0000${path.join('.')}`,
          kind: 'value',
          part: part.id === '' ? null : part.properties,
          key: path.join('.'),
          mine,
          theirs,
          [side]: this.lists.partsOf(side, list),
        }) ===
          (side === 'mine'));
    this.isListKeptById.set(list, keepsList);
    return keepsList ? LIST : value;
  }

  /**
   * Merges an object of a part key by key, in the key order of `mine` (three-way merge). `objectPath`: path of the
   * object in the part.
   */
  mergeObject(sides: ThreeWay<JsonObject | undefined>, part: Part, objectPath: readonly string[] = []): JsonObject {
    const keys = new Set([...Object.keys(sides.mine ?? {}), ...Object.keys(sides.theirs ?? {})]);
    return Object.fromEntries(
      [...keys].flatMap((key): [string, unknown][] => {
        const [base, mine, theirs] = [sides.base?.[key], sides.mine?.[key], sides.theirs?.[key]];
        const path = [...objectPath, key];
        // list contents are merged part by part in `mergeDocuments`
        if (
          (mine === LIST && (theirs === LIST || isAbsentOrEmpty(theirs))) ||
          (theirs === LIST && isAbsentOrEmpty(mine))
        ) {
          this.emptyValues.set(
            listIdOf(part.id, JSON.stringify(path)),
            mine === LIST ? (theirs === LIST ? [] : theirs) : mine,
          );
          return [[key, LIST]];
        }
        if (mine === LIST || theirs === LIST)
          return [[key, this.mergeListWithValue({ base, mine, theirs }, part, path)]];
        if (isObject(mine) && isObject(theirs) && (base === undefined || isObject(base)))
          return [[key, this.mergeObject({ base, mine, theirs }, part, path)]];
        const value = this.mergeValue<unknown>(
          { base, mine, theirs },
          {
            id: `${part.id}\u0000${path.join('.')}`,
            kind: 'value',
            part: part.id === '' ? null : part.properties,
            key: path.join('.'),
          },
        );
        return value === undefined ? [] : [[key, value]];
      }),
    );
  }
}

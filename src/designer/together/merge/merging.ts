import { isObject, isSame, LIST, listOf, type Loose, type Part } from './parts.ts';

export type Choice = 'mine' | 'theirs';
export type Choices = ReadonlyMap<string, Choice>;

/** One place that both changed in different ways. A value is undefined where it was taken away. */
export interface Conflict {
  id: string;
  kind: 'value' | 'removed' | 'place' | 'order' | 'document';
  /** The part as it is now, for its name; null for the document itself. */
  part: Loose | null;
  /** The property; '' where the whole part is meant. */
  key: string;
  mine: unknown;
  theirs: unknown;
}

export interface Sides<T> {
  base: T;
  mine: T;
  theirs: T;
}

export const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
const isNoValue = (value: unknown): boolean => value === undefined || isEmptyList(value);

/** What the merge of properties must know of the lists of parts, which are merged apart. */
export interface ListChanges {
  /** Whether this side changed the list or anything in it. */
  isChanged(side: Choice, list: string): boolean;
  /** Its parts' own properties, to be shown. */
  partsOf(side: Choice, list: string): readonly Loose[];
}

/** Merges values of single places, and collects the conflicts. */
export class Merging {
  readonly conflicts: Conflict[] = [];
  /** By list (`listOf`): the value to write if the list has no part left; undefined writes no key. */
  readonly emptyValues = new Map<string, unknown>();
  /** By list that one side replaced by a value of another kind: whether the list was chosen. */
  readonly replacedLists = new Map<string, boolean>();
  private readonly choices: Choices;
  private readonly lists: ListChanges;
  constructor(choices: Choices, lists: ListChanges) {
    this.choices = choices;
    this.lists = lists;
  }

  /** True for mine. */
  decide(conflict: Conflict): boolean {
    this.conflicts.push(conflict);
    return this.choices.get(conflict.id) !== 'theirs';
  }

  /** Three-way merge of one value. Changed differently on both sides it is a conflict, resolved as chosen, else to mine. */
  pick<T>(
    { base, mine, theirs }: Sides<T>,
    about: Omit<Conflict, 'mine' | 'theirs'>,
    shown?: Omit<Sides<unknown>, 'base'>,
  ): T {
    if (isSame(mine, theirs) || isSame(base, theirs)) return mine;
    if (isSame(base, mine)) return theirs;
    return this.decide({ ...about, mine, theirs, ...shown }) ? mine : theirs;
  }

  /** One side has a list of parts, the other a value of another kind: `LIST` or that value. */
  private listOrValue({ base, mine, theirs }: Sides<unknown>, part: Part, path: readonly string[]): unknown {
    const list = listOf(part.id, JSON.stringify(path));
    const [side, value]: [Choice, unknown] = mine === LIST ? ['mine', theirs] : ['theirs', mine];
    const takesList =
      isSame(base, value) ||
      ((base !== LIST || this.lists.isChanged(side, list)) &&
        this.decide({
          id: `${part.id}\u0000${path.join('.')}`,
          kind: 'value',
          part: part.id === '' ? null : part.own,
          key: path.join('.'),
          mine,
          theirs,
          [side]: this.lists.partsOf(side, list),
        }) ===
          (side === 'mine'));
    this.replacedLists.set(list, takesList);
    return takesList ? LIST : value;
  }

  /** Three-way merge of an object, key by key, in my order of keys. */
  object(sides: Sides<Loose | undefined>, part: Part, at: readonly string[] = []): Loose {
    const keys = new Set([...Object.keys(sides.mine ?? {}), ...Object.keys(sides.theirs ?? {})]);
    return Object.fromEntries(
      [...keys].flatMap((key): [string, unknown][] => {
        const [base, mine, theirs] = [sides.base?.[key], sides.mine?.[key], sides.theirs?.[key]];
        const path = [...at, key];
        // which parts are in a list is decided part by part
        if ((mine === LIST && (theirs === LIST || isNoValue(theirs))) || (theirs === LIST && isNoValue(mine))) {
          this.emptyValues.set(
            listOf(part.id, JSON.stringify(path)),
            mine === LIST ? (theirs === LIST ? [] : theirs) : mine,
          );
          return [[key, LIST]];
        }
        if (mine === LIST || theirs === LIST) return [[key, this.listOrValue({ base, mine, theirs }, part, path)]];
        if (isObject(mine) && isObject(theirs) && (base === undefined || isObject(base)))
          return [[key, this.object({ base, mine, theirs }, part, path)]];
        const value = this.pick<unknown>(
          { base, mine, theirs },
          {
            id: `${part.id}\u0000${path.join('.')}`,
            kind: 'value',
            part: part.id === '' ? null : part.own,
            key: path.join('.'),
          },
        );
        return value === undefined ? [] : [[key, value]];
      }),
    );
  }
}

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

/** Decides place by place, and collects what both changed differently. */
export class Merging {
  readonly conflicts: Conflict[] = [];
  /** What stands in place of a list of which nothing is left. */
  readonly rest = new Map<string, unknown>();
  private readonly choices: Choices;
  constructor(choices: Choices) {
    this.choices = choices;
  }

  /** True for mine. */
  decide(conflict: Conflict): boolean {
    this.conflicts.push(conflict);
    return this.choices.get(conflict.id) !== 'theirs';
  }

  /** The value of a place; one that both changed is a conflict: as chosen, else mine. */
  pick<T>(
    { base, mine, theirs }: Sides<T>,
    about: Omit<Conflict, 'mine' | 'theirs'>,
    shown?: Omit<Sides<unknown>, 'base'>,
  ): T {
    if (isSame(mine, theirs) || isSame(base, theirs)) return mine;
    if (isSame(base, mine)) return theirs;
    return this.decide({ ...about, mine, theirs, ...shown }) ? mine : theirs;
  }

  /** Objects key by key, in my order of keys. */
  object(sides: Sides<Loose | undefined>, part: Part, at: readonly string[] = []): Loose {
    const keys = new Set([...Object.keys(sides.mine ?? {}), ...Object.keys(sides.theirs ?? {})]);
    return Object.fromEntries(
      [...keys].flatMap((key): [string, unknown][] => {
        const [base, mine, theirs] = [sides.base?.[key], sides.mine?.[key], sides.theirs?.[key]];
        const path = [...at, key];
        // parts say themselves who is in their list
        if ((mine === LIST && (theirs === LIST || isNoValue(theirs))) || (theirs === LIST && isNoValue(mine))) {
          this.rest.set(listOf(part.id, JSON.stringify(path)), mine === LIST ? (theirs === LIST ? [] : theirs) : mine);
          return [[key, LIST]];
        }
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

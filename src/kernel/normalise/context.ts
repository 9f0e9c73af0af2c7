import type { ErrorCode } from '../errors.ts';
import type { Path, Problem } from '../problem.ts';
import { problem, warning } from '../problems.ts';
import type { Vocabulary } from '../registry.ts';

/** Field keys already taken in one scope: the form, or one sub-table. */
export type KeyScope = Set<string>;

/** What every step of one normalisation shares. */
export interface Context {
  vocabulary: Vocabulary;
  problems: Problem[];
  keys: KeyScope;
  /** 'column' inside a sub-table: only field nodes and the operation column are allowed. */
  place: 'form' | 'column' | 'screen';
  /** Where each canonical node and its properties came from. */
  places: WeakMap<object, { path: Path; origins: ReadonlyMap<string, Path> }>;
}

export const createContext = (vocabulary: Vocabulary, place: 'form' | 'screen'): Context =>
  ({ vocabulary, problems: [], keys: new Set(), place, places: new WeakMap() });

/** Place of a node's property in the document as given. */
export function placeOf({ places }: Context, node: object, key: string): Path {
  const place = places.get(node);
  return place?.origins.get(key) ?? [...(place?.path ?? []), key];
}

export function reportError({ problems }: Context, code: ErrorCode, path: Path, params?: Readonly<Record<string, unknown>>): void {
  problems.push(problem(code, path, params));
}

export function reportWarning({ problems }: Context, code: ErrorCode, path: Path, params?: Readonly<Record<string, unknown>>): void {
  problems.push(warning(code, path, params));
}

import { type ErrorCode, type Path, type Problem, info, problem, warning } from '../domain/problem/index.ts';
import type { Vocabulary } from '../kernel/index.ts';
import { holdsScript, isTemplate } from './text/scripts.ts';

/** What a node of any dialect is in this language. */
export interface Resolved {
  tag: string;
  set: Readonly<Record<string, unknown>>;
  isApproximate: boolean;
}

/** Field keys already taken in one scope: the form, or one sub-table. */
export type KeyScope = Set<string>;

/** What every step of one normalisation shares. */
export interface Context {
  vocabulary: Vocabulary;
  problems: Problem[];
  /** How things were taken over, and what of other designers has no meaning here: nothing to mend. */
  notes: Problem[];
  keys: KeyScope;
  /** 'column' inside a sub-table: only field nodes and the operation column are allowed. */
  place: 'form' | 'column' | 'screen';
  /** What nodes were found to be, by the node as given; null for nothing known. */
  resolved: WeakMap<object, Resolved | null>;
  /** Where each canonical node and its properties came from. */
  places: WeakMap<object, { path: Path; origins: ReadonlyMap<string, Path> }>;
}

export const createContext = (vocabulary: Vocabulary, place: 'form' | 'screen'): Context => ({
  vocabulary,
  problems: [],
  notes: [],
  keys: new Set(),
  place,
  places: new WeakMap(),
  resolved: new WeakMap(),
});

/** Place of a node's property in the document as given. */
export function placeOf({ places }: Context, node: object, key: string): Path {
  const place = places.get(node);
  return place?.origins.get(key) ?? [...(place?.path ?? []), key];
}

export function reportError(
  { problems }: Context,
  code: ErrorCode,
  path: Path,
  params?: Readonly<Record<string, unknown>>,
): void {
  problems.push(problem(code, path, params));
}

export function reportWarning(
  { problems }: Context,
  code: ErrorCode,
  path: Path,
  params?: Readonly<Record<string, unknown>>,
): void {
  problems.push(warning(code, path, params));
}

/**
 * What another designer wrote and was mended here is a warning: its author cannot be asked, and the file must come in.
 * The same in a document written for this system is a mistake of its author: an error.
 */
export function reportFlaw(
  context: Context,
  isForeign: boolean,
  code: ErrorCode,
  path: Path,
  params?: Readonly<Record<string, unknown>>,
): void {
  (isForeign ? reportWarning : reportError)(context, code, path, params);
}

/**
 * A script that was taken out. A text in `{{ }}` in a document of our own is an error: whoever wrote it expects that
 * it is evaluated. Other systems' documents bring scripts along.
 */
export function reportScript(context: Context, isForeign: boolean, path: Path, key: string, script: unknown): void {
  const isOurs = !isForeign && holdsScript(script, key, isTemplate);
  (isOurs ? reportError : reportWarning)(context, 'DOC_FUNCTION', path, { key });
}

export function reportNote(
  { notes }: Context,
  code: ErrorCode,
  path: Path,
  params?: Readonly<Record<string, unknown>>,
): void {
  notes.push(info(code, path, params));
}

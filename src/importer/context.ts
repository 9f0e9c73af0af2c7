import { type ErrorCode, type Path, type Problem, info, problem, warning } from '../domain/problem/index.ts';
import type { Vocabulary } from '../kernel/index.ts';
import { containsScript, isTemplate } from './text/scripts.ts';

/**
 * The canonical tag for a node of any dialect. `impliedProperties`: properties of the canonical node that the original
 * tag implies. `isApproximate`: the original element could do more.
 */
export interface ResolvedTag {
  tag: string;
  impliedProperties: Readonly<Record<string, unknown>>;
  isApproximate: boolean;
}

/** The field keys that are already in use in one scope: in the form, or in one sub-table. */
export type KeyScope = Set<string>;

/** The data that all steps of one import share. */
export interface Context {
  vocabulary: Vocabulary;
  problems: Problem[];
  /**
   * Notes on how elements were converted, and on properties of other designers that have no meaning here. They require
   * no correction.
   */
  notes: Problem[];
  usedKeys: KeyScope;
  /** 'column' inside a sub-table: only field nodes and the operation column are allowed. */
  container: 'form' | 'column' | 'screen';
  /** Results of `resolveTag`, by source node; null: the tag is unknown, or is being resolved. */
  resolvedTags: WeakMap<object, ResolvedTag | null>;
  /** The source path of each canonical node, and of its properties by their canonical keys. */
  sourcePaths: WeakMap<object, { path: Path; sourcePathByKey: ReadonlyMap<string, Path> }>;
}

export const createContext = (vocabulary: Vocabulary, container: 'form' | 'screen'): Context => ({
  vocabulary,
  problems: [],
  notes: [],
  usedKeys: new Set(),
  container,
  sourcePaths: new WeakMap(),
  resolvedTags: new WeakMap(),
});

/** Returns the path of a canonical node's property in the source document. */
export function sourcePathOf({ sourcePaths }: Context, node: object, key: string): Path {
  const location = sourcePaths.get(node);
  return location?.sourcePathByKey.get(key) ?? [...(location?.path ?? []), key];
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
 * Reports a flaw that the importer has worked around: as a warning if `isWarning`, otherwise as an error. Callers
 * usually pass true for an element of another designer, because its documents must be importable. They pass false for
 * an element written for this system: its author must usually correct the source.
 */
export function reportFlaw(
  context: Context,
  isWarning: boolean,
  code: ErrorCode,
  path: Path,
  params?: Readonly<Record<string, unknown>>,
): void {
  (isWarning ? reportWarning : reportError)(context, code, path, params);
}

/**
 * Reports a script that was removed. This is a warning, because documents of other systems often contain scripts. In an
 * element written for this system, a template (`{{}}`) is an error: its author expects that the text is evaluated.
 */
export function reportScript(context: Context, isForeign: boolean, path: Path, key: string, script: unknown): void {
  const isOwnTemplate = !isForeign && containsScript(script, key, isTemplate);
  (isOwnTemplate ? reportError : reportWarning)(context, 'DOC_FUNCTION', path, { key });
}

/** Reports how an element was converted; needs no correction. */
export function reportNote(
  { notes }: Context,
  code: ErrorCode,
  path: Path,
  params?: Readonly<Record<string, unknown>>,
): void {
  notes.push(info(code, path, params));
}

/** Maximum number of characters of a value in a message. */
const MAX_SHOWN_LENGTH = 40;

/** Returns a value as text for a message; a long one is cut off. */
export const shortText = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
};

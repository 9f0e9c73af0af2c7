import { isAst, isEmptyValue, parseTree, type Ast } from '../../expressions/index.ts';
import { pathOf, visit, type SqlScope } from './translate.ts';
import { Untranslatable } from './untranslatable.ts';

/** Returns the syntax tree of a text; null: the text does not parse. */
const parseOrNull = (text: string): Ast | null => {
  try {
    return parseTree(text);
  } catch {
    return null;
  }
};

/** Adds to `paths` the paths that a part of a syntax tree reads, by their text. */
function collectPaths(node: unknown, paths: Map<string, string[]>): void {
  if (Array.isArray(node)) {
    for (const child of node) collectPaths(child, paths);
    return;
  }
  if (!isAst(node)) return;
  const path = pathOf(node);
  if (path) paths.set(path.join('.'), path);
  else collectPaths(node.args, paths);
}

type Paths = readonly (readonly string[])[];
/** Cache of the paths by text, because every query reads the same expressions of documents. */
const pathsByText = new Map<string, Paths>();
const MAX_CACHED = 5_000;

/**
 * Returns the names that an expression reads, with their members and without duplicates: `[['amount'], ['contract',
 * 'customer']]`. Empty for a text that does not parse.
 */
export function pathsIn(text: string): Paths {
  const cached = pathsByText.get(text);
  if (cached) return cached;
  const pathsByKey = new Map<string, string[]>();
  if (text !== '') collectPaths(parseOrNull(text), pathsByKey);
  const paths = [...pathsByKey.values()];
  if (pathsByText.size >= MAX_CACHED) pathsByText.clear();
  pathsByText.set(text, paths);
  return paths;
}

/**
 * Returns the first and last day to which a condition limits the date with the path `date`. The condition must require
 * a call `within(date, period)`, or `isEmpty(period) || within(date, period)` with a period that is not empty. Null if
 * the condition has no such call, or if the period has an open end.
 */
export function periodIn(text: string, date: readonly string[], scope: SqlScope): readonly [string, string] | null {
  /** Checks whether a condition is `isEmpty(value)` with a constant that is not empty, and so never true. */
  const isNeverTrue = (node: Ast): boolean => {
    if (node.op !== 'call') return false;
    const [name, [value] = []] = node.args as [string, Ast[]];
    if (name !== 'isEmpty' || !value) return false;
    try {
      return !isEmptyValue(visit(value, scope).constant);
    } catch (error) {
      if (error instanceof Untranslatable) return false;
      throw error;
    }
  };
  const findPeriod = (node: Ast): readonly [string, string] | null => {
    if (node.op === '&&') {
      for (const part of node.args as Ast[]) {
        const period = findPeriod(part);
        if (period) return period;
      }
      return null;
    }
    if (node.op === '||') {
      const possibleParts = (node.args as Ast[]).filter((part) => !isNeverTrue(part));
      return possibleParts.length === 1 ? findPeriod(possibleParts[0] as Ast) : null;
    }
    if (node.op !== 'call') return null;
    const [name, [dateNode, period] = []] = node.args as [string, Ast[]];
    if (name !== 'within' || !dateNode || !period || pathOf(dateNode)?.join('.') !== date.join('.')) return null;
    try {
      const ends = visit(period, scope).constant;
      const [from = '', to = ''] = Array.isArray(ends) ? (ends as readonly string[]) : [];
      return from !== '' && to !== '' ? [from.slice(0, 10), to.slice(0, 10)] : null;
    } catch (error) {
      if (error instanceof Untranslatable) return null;
      throw error;
    }
  };
  const tree = parseOrNull(text);
  return tree ? findPeriod(tree) : null;
}

import { isAst, parseTree, type Ast } from '../../kernel/index.ts';
import { pathOf, visit, type SqlScope } from './translate.ts';
import { Untranslatable } from './untranslatable.ts';

const parsed = (text: string): Ast | null => {
  try {
    return parseTree(text);
  } catch {
    return null;
  }
};

function collect(part: unknown, found: Map<string, string[]>): void {
  if (Array.isArray(part)) {
    for (const one of part) collect(one, found);
    return;
  }
  if (!isAst(part)) return;
  const path = pathOf(part);
  if (path) found.set(path.join('.'), path);
  else collect(part.args, found);
}

type Paths = readonly (readonly string[])[];
/** The same expressions of documents are read with every question. */
const known = new Map<string, Paths>();
const MOST_KNOWN = 5_000;

/** Every name that an expression reads, with its members, each once: `[['amount'], ['contract', 'customer']]`. None of a text that does not parse. */
export function pathsIn(text: string): Paths {
  const before = known.get(text);
  if (before) return before;
  const found = new Map<string, string[]>();
  if (text !== '') collect(parsed(text), found);
  const paths = [...found.values()];
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, paths);
  return paths;
}

/**
 * The period to which a condition limits a date: of a part `within(date, period)` that must hold. Null where it says
 * nothing of the kind, or leaves an end open.
 */
export function periodIn(text: string, date: readonly string[], scope: SqlScope): readonly [string, string] | null {
  const find = (node: Ast): readonly [string, string] | null => {
    if (node.op === '&&') {
      for (const part of node.args as Ast[]) {
        const found = find(part);
        if (found) return found;
      }
      return null;
    }
    if (node.op !== 'call') return null;
    const [name, [of, period] = []] = node.args as [string, Ast[]];
    if (name !== 'within' || !of || !period || pathOf(of)?.join('.') !== date.join('.')) return null;
    try {
      const ends = visit(period, scope).constant;
      const [from = '', to = ''] = Array.isArray(ends) ? (ends as readonly string[]) : [];
      return from !== '' && to !== '' ? [from.slice(0, 10), to.slice(0, 10)] : null;
    } catch (error) {
      if (error instanceof Untranslatable) return null;
      throw error;
    }
  };
  const tree = parsed(text);
  return tree ? find(tree) : null;
}

import { isAst, type Ast } from './ast.ts';
import { parseTree } from './environment.ts';
import { fromEngineName } from './names.ts';

const LOOPS: ReadonlySet<string> = new Set(['map', 'filter', 'all', 'exists', 'exists_one']);

/**
 * Macro variables in scope, with the path of the list over which the macro iterates or of the value that `cel.bind`
 * names; null if that is not a path.
 */
type Bound = ReadonlyMap<string, readonly string[] | null>;

/**
 * Returns the path of a name with its members (`contract.customer`, `form["x"]`). A macro variable at its beginning is
 * replaced by its path in `bound`. Undefined: the node is not a path. Null: it begins with a macro variable that has no
 * path.
 */
function chainOf(node: Ast, bound: Bound): readonly string[] | null | undefined {
  if (node.op === 'id') {
    const name = fromEngineName(String(node.args));
    return bound.has(name) ? bound.get(name) : [name];
  }
  if (node.op !== '.' && node.op !== '[]') return undefined;
  const [left, right] = node.args as [Ast, unknown];
  const member =
    typeof right === 'string'
      ? fromEngineName(right)
      : isAst(right) && right.op === 'value' && typeof right.args === 'string'
        ? right.args
        : undefined;
  if (member === undefined) return undefined;
  const start = chainOf(left, bound);
  return start ? [...start, member] : start;
}

/** Returns the path of the list over which a macro iterates; the rows of `items.filter(r, …)` are those of `items`. */
function listOf(receiver: Ast, bound: Bound): readonly string[] | null {
  if (receiver.op !== 'rcall') return chainOf(receiver, bound) ?? null;
  const [method, inner] = receiver.args as [string, Ast];
  return method === 'filter' ? listOf(inner, bound) : null;
}

/**
 * Returns every path of names that an expression reads, each once: `[['amount'], ['contract', 'customer', 'name']]`. A
 * macro over rows reads columns of its list: `items.map(r, r.price)` gives `['items']` and `['items', 'price']`. Empty
 * for a text that does not parse.
 */
export function chainsIn(text: string): string[][] {
  const chains = new Map<string, string[]>();
  const visit = (part: unknown, bound: Bound): void => {
    if (Array.isArray(part)) for (const one of part) visit(one, bound);
    if (!isAst(part)) return;
    const chain = chainOf(part, bound);
    if (chain) chains.set(chain.join('\0'), [...chain]);
    if (chain !== undefined) return;
    if (part.op === 'value') return;
    if (part.op !== 'rcall') {
      visit(part.args, bound);
      return;
    }
    const [method, receiver, args] = part.args as [string, Ast, Ast[]];
    const [variable, ...rest] = args;
    if (method === 'bind' && receiver.op === 'id' && receiver.args === 'cel' && variable?.op === 'id') {
      const [value, ...body] = rest;
      visit(value, bound);
      const name = fromEngineName(String(variable.args));
      visit(body, new Map(bound).set(name, (value && chainOf(value, bound)) ?? null));
      return;
    }
    if (!LOOPS.has(method) || variable?.op !== 'id') {
      visit(receiver, bound);
      visit(args, bound);
      return;
    }
    visit(receiver, bound);
    const innerBound = new Map(bound).set(fromEngineName(String(variable.args)), listOf(receiver, bound));
    visit(rest, innerBound);
  };
  try {
    visit(parseTree(text), new Map());
  } catch {
    return [];
  }
  return [...chains.values()];
}

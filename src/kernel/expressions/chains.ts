import { isAst, type Ast } from './ast.ts';
import { parseTree } from './environment.ts';
import { fromEngineName } from './names.ts';

const LOOPS: ReadonlySet<string> = new Set(['map', 'filter', 'all', 'exists', 'exists_one']);

/** Value of a macro variable: the path of the list that the macro iterates over; null where that is no path. */
type Bound = ReadonlyMap<string, readonly string[] | null>;

/** A name with its members (`contract.customer`, `form["x"]`), bound names replaced by what they stand for. Null: no such chain. */
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

/** The list that a macro goes through: of `items.filter(r, …)` the rows are those of `items`. */
function listOf(receiver: Ast, bound: Bound): readonly string[] | null {
  if (receiver.op !== 'rcall') return chainOf(receiver, bound) ?? null;
  const [method, inner] = receiver.args as [string, Ast];
  return method === 'filter' ? listOf(inner, bound) : null;
}

/**
 * Every name that an expression reads with its members, each once: `[['amount'], ['contract', 'customer', 'name']]`. A
 * macro over rows reads columns of its list: `items.map(r, r.price)` gives `['items']` and `['items', 'price']`. Nothing
 * for a text that does not parse.
 */
export function chainsIn(text: string): string[][] {
  const found = new Map<string, string[]>();
  const visit = (part: unknown, bound: Bound): void => {
    if (Array.isArray(part)) for (const one of part) visit(one, bound);
    if (!isAst(part)) return;
    const chain = chainOf(part, bound);
    if (chain) found.set(chain.join('\0'), [...chain]);
    if (chain !== undefined) return;
    if (part.op === 'value') return;
    if (part.op !== 'rcall') {
      visit(part.args, bound);
      return;
    }
    const [method, receiver, args] = part.args as [string, Ast, Ast[]];
    const [variable, ...rest] = args;
    if (!LOOPS.has(method) || variable?.op !== 'id') {
      visit(receiver, bound);
      visit(args, bound);
      return;
    }
    visit(receiver, bound);
    const inside = new Map(bound).set(fromEngineName(String(variable.args)), listOf(receiver, bound));
    visit(rest, inside);
  };
  try {
    visit(parseTree(text), new Map());
  } catch {
    return [];
  }
  return [...found.values()];
}

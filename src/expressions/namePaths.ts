import { isAst, literalText, type Ast } from './ast.ts';
import { parseTree } from './environment.ts';
import { fromEngineName } from './names.ts';

const LOOP_MACROS: ReadonlySet<string> = new Set(['map', 'filter', 'all', 'exists', 'exists_one']);

/**
 * The macro variables that are visible in a part of an expression. The entry of a variable is the path of the list over
 * which its macro iterates, or of the value to which `cel.bind` gives a name; null if the list or value is not a path.
 */
type VariablePaths = ReadonlyMap<string, readonly string[] | null>;

/**
 * Returns the path of a name with its members (`contract.customer`, `form["x"]`). A macro variable at its beginning is
 * replaced by its path in `variables`. Undefined: the node is not a path. Null: it begins with a macro variable that
 * has no path.
 */
function namePathOf(node: Ast, variables: VariablePaths): readonly string[] | null | undefined {
  if (node.op === 'id') {
    const name = fromEngineName(String(node.args));
    return variables.has(name) ? variables.get(name) : [name];
  }
  if (node.op !== '.' && node.op !== '[]') return undefined;
  const [left, right] = node.args as [Ast, unknown];
  const member = typeof right === 'string' ? fromEngineName(right) : literalText(right);
  if (member === undefined) return undefined;
  const leftPath = namePathOf(left, variables);
  return leftPath ? [...leftPath, member] : leftPath;
}

/** Returns the path of the list over which a macro iterates; the rows of `items.filter(r, …)` are those of `items`. */
function listPathOf(receiver: Ast, variables: VariablePaths): readonly string[] | null {
  if (receiver.op !== 'rcall') return namePathOf(receiver, variables) ?? null;
  const [method, inner] = receiver.args as [string, Ast];
  return method === 'filter' ? listPathOf(inner, variables) : null;
}

/**
 * Returns every path of names that an expression reads, each once: `[['amount'], ['contract', 'customer', 'name']]`. A
 * macro over rows reads columns of its list: `items.map(r, r.price)` gives `['items']` and `['items', 'price']`. Empty
 * for a text that does not parse.
 */
export function namePathsIn(text: string): string[][] {
  const namePaths = new Map<string, string[]>();
  const visit = (part: unknown, variables: VariablePaths): void => {
    if (Array.isArray(part)) for (const item of part) visit(item, variables);
    if (!isAst(part)) return;
    const namePath = namePathOf(part, variables);
    if (namePath) namePaths.set(namePath.join('\0'), [...namePath]);
    if (namePath !== undefined) return;
    if (part.op === 'value') return;
    if (part.op !== 'rcall') {
      visit(part.args, variables);
      return;
    }
    const [method, receiver, args] = part.args as [string, Ast, Ast[]];
    const [variable, ...rest] = args;
    if (method === 'bind' && receiver.op === 'id' && receiver.args === 'cel' && variable?.op === 'id') {
      const [value, ...body] = rest;
      visit(value, variables);
      const name = fromEngineName(String(variable.args));
      visit(body, new Map(variables).set(name, (value && namePathOf(value, variables)) ?? null));
      return;
    }
    if (!LOOP_MACROS.has(method) || variable?.op !== 'id') {
      visit(receiver, variables);
      visit(args, variables);
      return;
    }
    visit(receiver, variables);
    const innerVariables = new Map(variables).set(
      fromEngineName(String(variable.args)),
      listPathOf(receiver, variables),
    );
    visit(rest, innerVariables);
  };
  try {
    visit(parseTree(text), new Map());
  } catch {
    return [];
  }
  return [...namePaths.values()];
}

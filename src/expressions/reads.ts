import { isAst, type Ast } from './ast.ts';
import { fromEngineName } from './names.ts';

/** The names that an expression reads, and the functions that it calls. */
export interface Reads {
  /** Names of the scope, in order of first use; names bound by macros (`r` in `list.map(r, …)`) are not among them. */
  names: readonly string[];
  /** `form.x` and `form["x"]` as [form, x]. */
  members: readonly (readonly [root: string, member: string])[];
  /** Every member name in the text: the columns that a macro over rows may read. */
  memberNames: ReadonlySet<string>;
  /** Functions and methods called. */
  functions: readonly string[];
  methods: readonly string[];
  /** The greatest nesting depth of loops. */
  loops: number;
}

const BINDING_MACROS: ReadonlySet<string> = new Set(['map', 'filter', 'all', 'exists', 'exists_one']);

/**
 * Collects the reads of a parsed expression with the engine's names. The parser's limit bounds the depth of the
 * recursion.
 */
export function readsOf(root: Ast): Reads {
  const names = new Set<string>();
  const members: (readonly [string, string])[] = [];
  const memberNames = new Set<string>();
  const functions = new Set<string>();
  const methods = new Set<string>();
  let depth = 0;
  let loops = 0;

  const visitAll = (items: readonly unknown[], bound: readonly string[]): void => {
    for (const item of items) visit(item, bound);
  };

  const visitMethod = (args: readonly unknown[], bound: readonly string[]): void => {
    const [method, receiver, rest] = args as [string, Ast, Ast[]];
    const isBind = method === 'bind' && receiver.op === 'id' && receiver.args === 'cel';
    if (!isBind) visit(receiver, bound);
    methods.add(isBind ? 'cel.bind' : method);
    if ((isBind || BINDING_MACROS.has(method)) && rest[0]?.op === 'id') {
      const inner = [...bound, String(rest[0].args)];
      visitAll(isBind ? rest.slice(1, 2) : [], bound);
      if (!isBind) loops = Math.max(loops, (depth += 1));
      visitAll(rest.slice(isBind ? 2 : 1), inner);
      if (!isBind) depth -= 1;
    } else visitAll(rest, bound);
  };

  const visitMember = (args: readonly unknown[], bound: readonly string[]): void => {
    const [left, right] = args;
    const member =
      typeof right === 'string'
        ? fromEngineName(right)
        : isAst(right) && right.op === 'value' && typeof right.args === 'string'
          ? right.args
          : undefined;
    if (member !== undefined) {
      memberNames.add(member);
      if (isAst(left) && left.op === 'id' && !bound.includes(String(left.args)))
        members.push([fromEngineName(String(left.args)), member]);
    }
    visit(left, bound);
    visit(right, bound);
  };

  function visit(node: unknown, bound: readonly string[]): void {
    if (Array.isArray(node)) visitAll(node, bound);
    if (!isAst(node)) return;
    if (node.op === 'id') {
      if (!bound.includes(String(node.args))) names.add(fromEngineName(String(node.args)));
    } else if (node.op === 'rcall') visitMethod(node.args as unknown[], bound);
    else if (node.op === '.' || node.op === '[]') visitMember(node.args as unknown[], bound);
    else if (node.op === 'call') {
      const [name, args] = node.args as [string, unknown[]];
      functions.add(name);
      visitAll(args, bound);
    } else if (typeof node.args === 'object' && node.op !== 'value') visit(node.args, bound);
  }

  visit(root, []);
  return { names: [...names], members, memberNames, functions: [...functions], methods: [...methods], loops };
}

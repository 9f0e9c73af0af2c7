import { isAst, literalText, type Ast } from './ast.ts';
import { fromEngineName } from './names.ts';

/** The names that an expression reads, and the functions that it calls. */
export interface Reads {
  /** Names of the scope, in order of first use; variables of macros (`r` in `list.map(r, …)`) are not among them. */
  names: readonly string[];
  /** `form.x` and `form["x"]` as [form, x]. */
  members: readonly (readonly [root: string, member: string])[];
  /** Every member name in the text: the columns that a macro over rows may read. */
  memberNames: ReadonlySet<string>;
  /** The called functions. */
  functions: readonly string[];
  /** The called methods and macros. */
  methods: readonly string[];
  /** The greatest nesting depth of looping macros (`map`, `filter` ...); 0 without such a macro. */
  loopDepth: number;
}

const LOOP_MACROS: ReadonlySet<string> = new Set(['map', 'filter', 'all', 'exists', 'exists_one']);

/**
 * Returns what a parsed expression reads and calls. Names are returned as the author wrote them; in `root` they are
 * written as the engine needs them. The recursion depth is limited because the parser limits the depth of `root`.
 */
export function readsOf(root: Ast): Reads {
  const names = new Set<string>();
  const members: (readonly [string, string])[] = [];
  const memberNames = new Set<string>();
  const functions = new Set<string>();
  const methods = new Set<string>();
  let currentDepth = 0;
  let loopDepth = 0;

  const visitAll = (items: readonly unknown[], boundVariables: readonly string[]): void => {
    for (const item of items) visit(item, boundVariables);
  };

  const visitMethod = (args: readonly unknown[], boundVariables: readonly string[]): void => {
    const [method, receiver, methodArgs] = args as [string, Ast, Ast[]];
    const isBind = method === 'bind' && receiver.op === 'id' && receiver.args === 'cel';
    if (!isBind) visit(receiver, boundVariables);
    methods.add(isBind ? 'cel.bind' : method);
    if ((isBind || LOOP_MACROS.has(method)) && methodArgs[0]?.op === 'id') {
      const bodyVariables = [...boundVariables, String(methodArgs[0].args)];
      visitAll(isBind ? methodArgs.slice(1, 2) : [], boundVariables);
      if (!isBind) loopDepth = Math.max(loopDepth, (currentDepth += 1));
      visitAll(methodArgs.slice(isBind ? 2 : 1), bodyVariables);
      if (!isBind) currentDepth -= 1;
    } else visitAll(methodArgs, boundVariables);
  };

  const visitMember = (args: readonly unknown[], boundVariables: readonly string[]): void => {
    const [left, right] = args;
    const member = typeof right === 'string' ? fromEngineName(right) : literalText(right);
    if (member !== undefined) {
      memberNames.add(member);
      if (isAst(left) && left.op === 'id' && !boundVariables.includes(String(left.args)))
        members.push([fromEngineName(String(left.args)), member]);
    }
    visit(left, boundVariables);
    visit(right, boundVariables);
  };

  function visit(node: unknown, boundVariables: readonly string[]): void {
    if (Array.isArray(node)) visitAll(node, boundVariables);
    if (!isAst(node)) return;
    if (node.op === 'id') {
      if (!boundVariables.includes(String(node.args))) names.add(fromEngineName(String(node.args)));
    } else if (node.op === 'rcall') visitMethod(node.args as unknown[], boundVariables);
    else if (node.op === '.' || node.op === '[]') visitMember(node.args as unknown[], boundVariables);
    else if (node.op === 'call') {
      const [name, args] = node.args as [string, unknown[]];
      functions.add(name);
      visitAll(args, boundVariables);
    } else if (typeof node.args === 'object' && node.op !== 'value') visit(node.args, boundVariables);
  }

  visit(root, []);
  return { names: [...names], members, memberNames, functions: [...functions], methods: [...methods], loopDepth };
}

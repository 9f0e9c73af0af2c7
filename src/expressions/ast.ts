import type { ASTNode } from '@marcbachmann/cel-js';
import { EMPTY_SUFFIX, toEngineName } from './names.ts';

/**
 * The nodes of the engine's syntax tree as this folder uses them: an operator name, and arguments whose shape depends
 * on the operator.
 */
export interface Ast {
  op: string;
  args: unknown;
  pos: number;
}

export const isAst = (value: unknown): value is Ast =>
  typeof value === 'object' && value !== null && typeof (value as Ast).op === 'string' && 'args' in value;

/** Yields every node, parents first. Iterative, since the author decides the depth. */
export function* walkTree(root: ASTNode | Ast): Generator<Ast> {
  const stack: unknown[] = [root];
  while (stack.length > 0) {
    const next = stack.pop();
    if (Array.isArray(next)) stack.push(...[...next].reverse());
    else if (isAst(next)) {
      yield next;
      stack.push(next.args);
    }
  }
}

/**
 * Functions of the engine that are replaced by functions of the product, which use doubles: name in the engine -> name
 * in the product.
 */
const FUNCTION_NAMES: Readonly<Record<string, string>> = {
  size: 'sizeOf',
  indexOf: 'indexIn',
  substring: 'sliceOf',
  double: 'number',
  int: 'number',
  string: 'text',
};

/**
 * Internal function that charges a list before a loop runs over it, and the text or list that `+` has joined. Authors
 * cannot call it.
 */
export const CHARGE_FUNCTION = 'charged__list';

interface AdaptOptions {
  isKnown(name: string): boolean;
  /** Wraps a node in a call of `CHARGE_FUNCTION`. */
  charged(list: Ast): Ast;
}

/**
 * Adapts the parsed expression in place. Whole numbers become doubles (5 / 2 is 2.5), except as a list index. Calls go
 * to the product's functions. `isEmpty(x)` of a known name reads whether the stored value is empty. Every loop charges
 * its list before it runs, and every `+` that may join texts or lists charges its result.
 */
export function adaptTree(root: ASTNode, { isKnown, charged }: AdaptOptions): void {
  const indexNodes = new Set<unknown>();
  for (const node of walkTree(root)) {
    if (node.op === '[]') adaptIndex((node.args as unknown[])[1], indexNodes, isKnown);
    else if (node.op === 'value' && typeof node.args === 'bigint' && !indexNodes.has(node))
      node.args = Number(node.args);
    else if (node.op === 'call' || node.op === 'rcall') adaptCall(node, isKnown);
    if (node.op === '+') chargeJoin(node, charged);
    chargeLoop(node, charged);
  }
}

/**
 * Marks a list index, so that its whole number stays an integer. In `form["a-b"]` replaces the key by the engine's name
 * of the field.
 */
function adaptIndex(position: unknown, indexNodes: Set<unknown>, isKnown: (name: string) => boolean): void {
  indexNodes.add(position);
  if (!isAst(position) || position.op !== 'value' || typeof position.args !== 'string') return;
  const name = toEngineName(position.args);
  if (isKnown(name)) position.args = name;
}

function adaptCall(node: Ast, isKnown: (name: string) => boolean): void {
  const args = node.args as unknown[];
  const name = String(args[0]);
  if (node.op === 'call' && name === 'isEmpty') redirectToEmptyFlag((args[1] as Ast[])[0], isKnown);
  if (Object.hasOwn(FUNCTION_NAMES, name)) args[0] = FUNCTION_NAMES[name];
}

interface EngineNode {
  meta: { check: unknown; evaluate: unknown; alternate?: { args?: { iterable?: unknown } } };
  clone(op: { name: string; check: unknown; evaluate: unknown }, args: unknown): Ast;
  setMeta(name: 'alternate', node: Ast): void;
}

const NUMERIC: ReadonlySet<string> = new Set(['-', '*', '/', '%', '-_']);
const isNumeric = (node: unknown): boolean =>
  isAst(node) && (NUMERIC.has(node.op) || (node.op === 'value' && typeof node.args !== 'string'));

/**
 * Charges the result of `+`, unless an operand is a number: by repeated joining, a short list could grow beyond the
 * available memory. The engine evaluates a node's `alternate` instead of the node.
 */
function chargeJoin(node: Ast, charged: AdaptOptions['charged']): void {
  if ((node.args as unknown[]).some(isNumeric)) return;
  const { meta, clone, setMeta } = node as unknown as EngineNode;
  setMeta.call(
    node,
    'alternate',
    charged(clone.call(node, { name: node.op, check: meta.check, evaluate: meta.evaluate }, node.args)),
  );
}

/** Charges the list of a loop. The engine keeps its expansion of a macro in `alternate`. */
function chargeLoop(node: Ast, charged: AdaptOptions['charged']): void {
  const { alternate } = (node as unknown as EngineNode).meta;
  const iterable = alternate?.args?.iterable;
  if (alternate?.args && isAst(iterable)) alternate.args.iterable = charged(iterable);
}

/**
 * Redirects the argument of `isEmpty`: `x` -> `x__empty`, `r.x` -> `r.x__empty`, `r["x"]` -> `r["x__empty"]`. Any other
 * argument stays as it is.
 */
function redirectToEmptyFlag(argument: Ast | undefined, isKnown: (name: string) => boolean): void {
  if (argument?.op === 'id' && isKnown(String(argument.args)))
    argument.args = `${String(argument.args)}${EMPTY_SUFFIX}`;
  if (argument?.op !== '.' && argument?.op !== '[]') return;
  const parts = argument.args as unknown[];
  const [, member] = parts;
  if (!isAst(member)) {
    if (isKnown(String(member))) parts[1] = `${String(member)}${EMPTY_SUFFIX}`;
    return;
  }
  if (member.op !== 'value' || typeof member.args !== 'string') return;
  const name = toEngineName(member.args);
  if (isKnown(name)) member.args = `${name}${EMPTY_SUFFIX}`;
}

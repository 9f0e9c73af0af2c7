import type { ASTNode } from '@marcbachmann/cel-js';
import { EMPTY_SUFFIX, toEngineName } from './names.ts';

/**
 * A node of the engine's syntax tree, with the properties that are used here: an operator name, and arguments whose
 * shape depends on the operator.
 */
export interface Ast {
  op: string;
  args: unknown;
  pos: number;
}

export const isAst = (value: unknown): value is Ast =>
  typeof value === 'object' && value !== null && typeof (value as Ast).op === 'string' && 'args' in value;

/** Returns the text of a text literal; undefined for any other node. */
export const literalText = (node: unknown): string | undefined =>
  isAst(node) && node.op === 'value' && typeof node.args === 'string' ? node.args : undefined;

/** Yields every node, parents first. Not recursive, because the depth depends on the author's text. */
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
 * Internal function that returns its argument (a list or a text) and subtracts the length of the argument from the work
 * budget (`workBudget.ts`). It is called with each list before a loop runs over the list, and with the result of each
 * `+` that may join lists or texts. Authors cannot call it.
 */
export const CHARGE_FUNCTION = 'charged__list';

interface AdaptOptions {
  /** Returns true for a name or member that the expression may read, in the engine's spelling. */
  isKnown(name: string): boolean;
  /** Wraps a node in a call of `CHARGE_FUNCTION`. */
  withCharge(node: Ast): Ast;
}

/**
 * Adapts the parsed expression in place. Whole numbers become doubles (5 / 2 is 2.5), except as a list index. Calls go
 * to the product's functions. In `isEmpty(x)`, a known name is replaced by the name of the flag that says whether its
 * stored value is empty. The list of each loop, and the result of each `+` that may join lists or texts, is wrapped in
 * a call of `CHARGE_FUNCTION`.
 */
export function adaptTree(root: ASTNode, { isKnown, withCharge }: AdaptOptions): void {
  const indexNodes = new Set<unknown>();
  for (const node of walkTree(root)) {
    if (node.op === '[]') adaptIndex((node.args as unknown[])[1], indexNodes, isKnown);
    else if (node.op === 'value' && typeof node.args === 'bigint' && !indexNodes.has(node))
      node.args = Number(node.args);
    else if (node.op === 'call' || node.op === 'rcall') adaptCall(node, isKnown);
    if (node.op === '+') chargeJoin(node, withCharge);
    chargeLoop(node, withCharge);
  }
}

/**
 * Adds a list index to `indexNodes`, so that its whole number stays an integer. In `form["a-b"]` replaces the key by
 * the engine's name of the field.
 */
function adaptIndex(indexNode: unknown, indexNodes: Set<unknown>, isKnown: (name: string) => boolean): void {
  indexNodes.add(indexNode);
  const key = literalText(indexNode);
  if (key === undefined) return;
  const name = toEngineName(key);
  if (isKnown(name)) (indexNode as Ast).args = name;
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

/** Operators whose result is a number; `-_` is the sign. */
const NUMERIC_OPERATORS: ReadonlySet<string> = new Set(['-', '*', '/', '%', '-_']);
const isNumeric = (node: unknown): boolean =>
  isAst(node) && (NUMERIC_OPERATORS.has(node.op) || (node.op === 'value' && typeof node.args !== 'string'));

/**
 * Charges the result of `+`, unless an operand is a number: by repeated joining, a short list could grow beyond the
 * available memory. The engine evaluates a node's `alternate` instead of the node.
 */
function chargeJoin(node: Ast, withCharge: AdaptOptions['withCharge']): void {
  if ((node.args as unknown[]).some(isNumeric)) return;
  const { meta, clone, setMeta } = node as unknown as EngineNode;
  setMeta.call(
    node,
    'alternate',
    withCharge(clone.call(node, { name: node.op, check: meta.check, evaluate: meta.evaluate }, node.args)),
  );
}

/** Charges the list of a loop. Loops are macros; the engine keeps what it evaluates for them in `alternate`. */
function chargeLoop(node: Ast, withCharge: AdaptOptions['withCharge']): void {
  const { alternate } = (node as unknown as EngineNode).meta;
  const iterable = alternate?.args?.iterable;
  if (alternate?.args && isAst(iterable)) alternate.args.iterable = withCharge(iterable);
}

/**
 * Redirects the argument of `isEmpty`: `x` -> `x__empty`, `r.x` -> `r.x__empty`, `r["x"]` -> `r["x__empty"]`. Any other
 * argument stays as it is.
 */
function redirectToEmptyFlag(argument: Ast | undefined, isKnown: (name: string) => boolean): void {
  if (argument?.op === 'id' && isKnown(String(argument.args)))
    argument.args = `${String(argument.args)}${EMPTY_SUFFIX}`;
  if (argument?.op !== '.' && argument?.op !== '[]') return;
  const objectAndMember = argument.args as unknown[];
  const [, member] = objectAndMember;
  if (!isAst(member)) {
    if (isKnown(String(member))) objectAndMember[1] = `${String(member)}${EMPTY_SUFFIX}`;
    return;
  }
  const key = literalText(member);
  if (key === undefined) return;
  const name = toEngineName(key);
  if (isKnown(name)) member.args = `${name}${EMPTY_SUFFIX}`;
}

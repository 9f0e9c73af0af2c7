import type { ASTNode } from '@marcbachmann/cel-js';
import { EMPTY_SUFFIX, toEngineName } from './names.ts';

/** The engine's nodes as this folder uses them: an operator name, and arguments whose shape depends on it. */
export interface Ast {
  op: string;
  args: unknown;
  pos: number;
}

export const isAst = (value: unknown): value is Ast =>
  typeof value === 'object' && value !== null && typeof (value as Ast).op === 'string' && 'args' in value;

/** Every node, parents first; iterative, since depth is the author's. */
export function* walk(root: ASTNode | Ast): Generator<Ast> {
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

/** The engine's functions of these names speak in integers; ours, in doubles, stand beside them. */
const OURS: Readonly<Record<string, string>> = {
  size: 'sizeOf',
  indexOf: 'indexIn',
  substring: 'sliceOf',
  double: 'number',
  int: 'number',
  string: 'text',
};

/** Counts a list that a loop is about to go through, and what `+` has joined; authors cannot call it. */
export const CHARGED = 'charged__list';

interface Hands {
  isKnown(name: string): boolean;
  /** The call of `CHARGED` for what a node comes to. */
  charged(list: Ast): Ast;
}

/**
 * Makes the parsed text ours, in place: whole numbers are doubles (5 / 2 is 2.5) except as a list position; calls
 * go to our functions; `isEmpty(x)` asks the stored value of a known name; every loop
 * counts its list before it goes through it, every sum what it joined.
 */
export function adapt(root: ASTNode, { isKnown, charged }: Hands): void {
  const positions = new Set<unknown>();
  for (const node of walk(root)) {
    if (node.op === '[]') adaptPosition((node.args as unknown[])[1], positions, isKnown);
    else if (node.op === 'value' && typeof node.args === 'bigint' && !positions.has(node))
      node.args = Number(node.args);
    else if (node.op === 'call' || node.op === 'rcall') adaptCall(node, isKnown);
    if (node.op === '+') chargeSum(node, charged);
    chargeLoop(node, charged);
  }
}

/** A whole number stays one; `form["a-b"]` finds the field by its engine's name. */
function adaptPosition(position: unknown, positions: Set<unknown>, isKnown: (name: string) => boolean): void {
  positions.add(position);
  if (!isAst(position) || position.op !== 'value' || typeof position.args !== 'string') return;
  const name = toEngineName(position.args);
  if (isKnown(name)) position.args = name;
}

function adaptCall(node: Ast, isKnown: (name: string) => boolean): void {
  const args = node.args as unknown[];
  const name = String(args[0]);
  if (node.op === 'call' && name === 'isEmpty') askStored((args[1] as Ast[])[0], isKnown);
  if (Object.hasOwn(OURS, name)) args[0] = OURS[name];
}

interface EngineNode {
  meta: { check: unknown; evaluate: unknown; alternate?: { args?: { iterable?: unknown } } };
  clone(op: { name: string; check: unknown; evaluate: unknown }, args: unknown): Ast;
  setMeta(name: 'alternate', node: Ast): void;
}

const NUMERIC: ReadonlySet<string> = new Set(['-', '*', '/', '%', '-_']);
const isNumeric = (node: unknown): boolean =>
  isAst(node) && (NUMERIC.has(node.op) || (node.op === 'value' && typeof node.args !== 'string'));

/** Joined again and again a short list is longer than any memory. The engine runs the alternative in the node's place. */
function chargeSum(node: Ast, charged: Hands['charged']): void {
  if ((node.args as unknown[]).some(isNumeric)) return;
  const { meta, clone, setMeta } = node as unknown as EngineNode;
  setMeta.call(
    node,
    'alternate',
    charged(clone.call(node, { name: node.op, check: meta.check, evaluate: meta.evaluate }, node.args)),
  );
}

/** What the engine makes of a macro stands beside the node as written. */
function chargeLoop(node: Ast, charged: Hands['charged']): void {
  const { alternate } = (node as unknown as EngineNode).meta;
  const iterable = alternate?.args?.iterable;
  if (alternate?.args && isAst(iterable)) alternate.args.iterable = charged(iterable);
}

/** `x` -> `x__empty`, `r.x` -> `r.x__empty`; any other argument stays and is judged as it is. */
function askStored(argument: Ast | undefined, isKnown: (name: string) => boolean): void {
  if (argument?.op === 'id' && isKnown(String(argument.args)))
    argument.args = `${String(argument.args)}${EMPTY_SUFFIX}`;
  if (argument?.op !== '.') return;
  const parts = argument.args as unknown[];
  if (isKnown(String(parts[1]))) parts[1] = `${String(parts[1])}${EMPTY_SUFFIX}`;
}

import type { Ast } from './ast.ts';
import type { Input, Part } from './hoist.ts';
import { charge, workLeft, workTurn } from '../../domain/workBudget.ts';

interface Kept {
  values: readonly unknown[];
  outcome: { value: unknown } | { error: unknown };
  cost: number;
  /** The stretch of work that it was counted in. */
  turn: number;
  /** It came to no end within what was left. */
  isOver: boolean;
}

interface EngineNode {
  meta: { check: unknown; evaluate: unknown; alternate?: unknown; macro?: unknown };
  clone(op: { name: string; check: unknown; evaluate: unknown }, args: unknown): EngineNode & Ast;
  setMeta(name: string, value: unknown): EngineNode;
}
type Run = { run(node: unknown, context: unknown): unknown; check(node: unknown, context: unknown): unknown };

/**
 * Evaluates the part once for what it reads, and gives that answer, or that failure, again until it reads something
 * else. Rows are compared by identity: whoever changes a row makes a new list. Each stretch of work counts it once.
 */
function once({ inputs, rows }: Part, read: (input: Input) => unknown): (evaluate: () => unknown) => unknown {
  const known = new WeakMap<object, Kept>();
  return (evaluate) => {
    const list = read(rows);
    if (typeof list !== 'object' || list === null) return evaluate();
    const values = inputs.map(read);
    const kept = known.get(list);
    if (
      kept &&
      kept.values.every((value, index) => Object.is(value, values[index])) &&
      !(kept.isOver && workLeft() >= kept.cost)
    ) {
      if (kept.turn !== workTurn()) charge(kept.cost);
      kept.turn = workTurn();
      if ('error' in kept.outcome) throw kept.outcome.error;
      return kept.outcome.value;
    }
    const before = workLeft();
    const keep = (outcome: Kept['outcome']): void => {
      known.set(list, { values, outcome, cost: before - workLeft(), turn: workTurn(), isOver: workLeft() < 0 });
    };
    try {
      const value = evaluate();
      keep({ value });
      return value;
    } catch (error) {
      keep({ error });
      throw error;
    }
  };
}

/** Puts it in the part's place: the engine runs the alternative of a node that has one. To be called after `adapt`. */
export function evaluateOnce(part: Part, read: (input: Input) => unknown): void {
  const node = part.node as unknown as EngineNode & Ast;
  const { check, evaluate, alternate, macro } = node.meta;
  const inner = node.clone({ name: node.op, check, evaluate }, node.args);
  if (alternate !== undefined) inner.setMeta('alternate', alternate);
  if (macro !== undefined) inner.setMeta('macro', macro);
  const give = once(part, read);
  const outer = node.clone(
    {
      name: 'once',
      check: (checker: Run, _node: unknown, context: unknown) => checker.check(inner, context),
      evaluate: (engine: Run, _node: unknown, context: unknown) => give(() => engine.run(inner, context)),
    },
    [],
  );
  outer.setMeta('async', false);
  node.setMeta('async', false);
  node.setMeta('alternate', outer);
}

import { chargeWork, remainingWork, currentWorkRun } from '../domain/workBudget.ts';
import type { Ast } from './ast.ts';
import type { Input, Part } from './fixedParts.ts';

interface CachedResult {
  values: readonly unknown[];
  outcome: { value: unknown } | { error: unknown };
  /** Items of work that the evaluation took. */
  cost: number;
  /** Number of the run (`currentWorkRun`) to whose budget the cost was last charged. */
  run: number;
  /** True if the evaluation stopped because the work budget was exhausted. */
  isOverBudget: boolean;
}

interface EngineNode {
  meta: { check: unknown; evaluate: unknown; alternate?: unknown; macro?: unknown };
  clone(op: { name: string; check: unknown; evaluate: unknown }, args: unknown): EngineNode & Ast;
  setMeta(name: string, value: unknown): EngineNode;
}
type Engine = { run(node: unknown, context: unknown): unknown; check(node: unknown, context: unknown): unknown };

/**
 * Returns a function that evaluates a part of an expression, and caches the result or the error until an input changes.
 * The list of rows is compared by identity, since every change of a row creates a new list. The cost of a cached result
 * is charged once to the budget of each run (`workBudget.ts`).
 */
function cachedEvaluation(
  { inputs, rows }: Part,
  read: (input: Input) => unknown,
): (evaluate: () => unknown) => unknown {
  const cache = new WeakMap<object, CachedResult>();
  return (evaluate) => {
    const rowList = read(rows);
    if (typeof rowList !== 'object' || rowList === null) return evaluate();
    const values = inputs.map(read);
    const cached = cache.get(rowList);
    // an evaluation that exhausted the budget is repeated if the remaining budget is now at least its cost
    if (
      cached &&
      cached.values.every((value, index) => Object.is(value, values[index])) &&
      !(cached.isOverBudget && remainingWork() >= cached.cost)
    ) {
      if (cached.run !== currentWorkRun()) chargeWork(cached.cost);
      cached.run = currentWorkRun();
      if ('error' in cached.outcome) throw cached.outcome.error;
      return cached.outcome.value;
    }
    const remainingBefore = remainingWork();
    const store = (outcome: CachedResult['outcome']): void => {
      cache.set(rowList, {
        values,
        outcome,
        cost: remainingBefore - remainingWork(),
        run: currentWorkRun(),
        isOverBudget: remainingWork() < 0,
      });
    };
    try {
      const value = evaluate();
      store({ value });
      return value;
    } catch (error) {
      store({ error });
      throw error;
    }
  };
}

/**
 * Caches the evaluation of a part of the syntax tree: sets its `alternate`, a node that the engine evaluates instead of
 * the part. Must be called after `adaptTree`.
 */
export function cachePart(part: Part, read: (input: Input) => unknown): void {
  const node = part.node as unknown as EngineNode & Ast;
  const { check, evaluate, alternate, macro } = node.meta;
  const originalNode = node.clone({ name: node.op, check, evaluate }, node.args);
  if (alternate !== undefined) originalNode.setMeta('alternate', alternate);
  if (macro !== undefined) originalNode.setMeta('macro', macro);
  const evaluateCached = cachedEvaluation(part, read);
  const cachingNode = node.clone(
    {
      name: 'once',
      check: (checker: Engine, _node: unknown, context: unknown) => checker.check(originalNode, context),
      evaluate: (engine: Engine, _node: unknown, context: unknown) =>
        evaluateCached(() => engine.run(originalNode, context)),
    },
    [],
  );
  cachingNode.setMeta('async', false);
  node.setMeta('async', false);
  node.setMeta('alternate', cachingNode);
}

import { chargeWork, remainingWork, currentWorkRun } from '../domain/workBudget.ts';
import type { Ast } from './ast.ts';
import type { Input, Part } from './fixedParts.ts';

interface CachedResult {
  values: readonly unknown[];
  outcome: { value: unknown } | { error: unknown };
  cost: number;
  /** Number of the run (`currentWorkRun`) to whose budget the cost was last charged. */
  run: number;
  /** True if the evaluation stopped because the work budget was exhausted. */
  isOver: boolean;
}

interface EngineNode {
  meta: { check: unknown; evaluate: unknown; alternate?: unknown; macro?: unknown };
  clone(op: { name: string; check: unknown; evaluate: unknown }, args: unknown): EngineNode & Ast;
  setMeta(name: string, value: unknown): EngineNode;
}
type Engine = { run(node: unknown, context: unknown): unknown; check(node: unknown, context: unknown): unknown };

/**
 * Caches the result or the error of a part until one of its inputs changes. The list of rows is compared by identity,
 * since every change of a row creates a new list. Each run (see `workBudget`) is charged once for a cached result.
 */
function cachedEvaluation(
  { inputs, rows }: Part,
  read: (input: Input) => unknown,
): (evaluate: () => unknown) => unknown {
  const cache = new WeakMap<object, CachedResult>();
  return (evaluate) => {
    const list = read(rows);
    if (typeof list !== 'object' || list === null) return evaluate();
    const values = inputs.map(read);
    const cached = cache.get(list);
    if (
      cached &&
      cached.values.every((value, index) => Object.is(value, values[index])) &&
      !(cached.isOver && remainingWork() >= cached.cost)
    ) {
      if (cached.run !== currentWorkRun()) chargeWork(cached.cost);
      cached.run = currentWorkRun();
      if ('error' in cached.outcome) throw cached.outcome.error;
      return cached.outcome.value;
    }
    const before = remainingWork();
    const store = (outcome: CachedResult['outcome']): void => {
      cache.set(list, {
        values,
        outcome,
        cost: before - remainingWork(),
        run: currentWorkRun(),
        isOver: remainingWork() < 0,
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
 * Replaces a part of the syntax tree by its cached version, as the `alternate` node that the engine evaluates. Must be
 * called after `adaptTree`.
 */
export function cachePart(part: Part, read: (input: Input) => unknown): void {
  const node = part.node as unknown as EngineNode & Ast;
  const { check, evaluate, alternate, macro } = node.meta;
  const inner = node.clone({ name: node.op, check, evaluate }, node.args);
  if (alternate !== undefined) inner.setMeta('alternate', alternate);
  if (macro !== undefined) inner.setMeta('macro', macro);
  const evaluateCached = cachedEvaluation(part, read);
  const outer = node.clone(
    {
      name: 'once',
      check: (checker: Engine, _node: unknown, context: unknown) => checker.check(inner, context),
      evaluate: (engine: Engine, _node: unknown, context: unknown) => evaluateCached(() => engine.run(inner, context)),
    },
    [],
  );
  outer.setMeta('async', false);
  node.setMeta('async', false);
  node.setMeta('alternate', outer);
}

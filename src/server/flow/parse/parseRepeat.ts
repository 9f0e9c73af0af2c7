import type { Problem } from '../../../domain/problem/index.ts';
import type { Repeat } from '../definition.ts';
import { flowProblem } from '../flowProblem.ts';
import { extensionsOf, type Element } from './moddle.ts';
import { isForeignExpression, translateCondition } from './parseCondition.ts';
import { loopCollection } from './foreignAttributes.ts';

const bodyOf = (element: unknown): string => String((element as Element | undefined)?.body ?? '').trim();

/**
 * Converts a loop or completion condition to CEL. The numbers of runs get their names in BPMN (`nrOfInstances`). Null
 * when the condition cannot be translated.
 */
const conditionToCel = (body: string): string | null =>
  isForeignExpression(body)
    ? (translateCondition(body)?.replace(/\bnumberOf(\w*Instances)\b/g, 'nrOf$1') ?? null)
    : body;

/** Maximum number of rounds of a loop that has a condition but no maximum. */
const MAX_ROUNDS = 100;

/**
 * Converts a standard loop to a sequential repeat that ends when the condition is false. With `testBefore` the
 * condition is also checked before the first round. Null when the condition cannot be translated.
 */
function standardLoop(loop: Element): Pick<Repeat, 'over' | 'until'> | null {
  const maximum = Number(loop.loopMaximum ?? 0) > 0 ? String(Math.floor(Number(loop.loopMaximum))) : String(MAX_ROUNDS);
  const body = bodyOf(loop.loopCondition);
  const condition = body === '' ? '' : conditionToCel(body);
  if (condition === null) return null;
  if (condition === '') return { over: maximum, until: null };
  return { over: loop.testBefore === true ? `(${condition}) ? ${maximum} : 0` : maximum, until: `!(${condition})` };
}

/**
 * Returns how a sub-process or call activity is repeated; null if it runs once. Reports a loop that cannot be
 * converted, and returns null for it.
 */
export function repeatOf(element: Element, problems: Problem[]): Repeat | null {
  const loop = element.loopCharacteristics as Element | undefined;
  if (!loop) return null;
  const name = element.name ?? element.id;
  const isStandardLoop = loop.$type !== 'bpmn:MultiInstanceLoopCharacteristics';
  const standard = isStandardLoop ? standardLoop(loop) : null;
  if (isStandardLoop && bodyOf(loop.loopCondition) === '' && !(Number(loop.loopMaximum ?? 0) > 0)) {
    problems.push(flowProblem(element.id, `“${name}”要循环执行，但没有写明循环条件或最多次数`));
    return null;
  }
  if (isStandardLoop && !standard) {
    problems.push(
      flowProblem(
        element.id,
        `“${name}”的循环条件“${bodyOf(loop.loopCondition).slice(0, 80)}”不能自动转换，请改写为表达式`,
      ),
    );
    return null;
  }
  const extension = extensionsOf(element, 'sf:Repeat')[0];
  const over = String(extension?.over ?? '').trim() || (standard?.over ?? loopCollection(loop));
  if (over === '') problems.push(flowProblem(element.id, `“${name}”要重复执行，但没有写明按什么重复`));
  const body = bodyOf(loop.completionCondition);
  const until = standard ? standard.until : body === '' ? null : conditionToCel(body);
  if (body !== '' && until === null)
    problems.push(flowProblem(element.id, `“${name}”的完成条件“${body.slice(0, 80)}”不能自动转换，请改写为表达式`));
  const refusal = String(extension?.refusal ?? '').trim();
  if (!['', 'all', 'item'].includes(refusal))
    problems.push(flowProblem(element.id, `不同意时的处理“${refusal}”无法识别`));
  return {
    over,
    isSequential: isStandardLoop || loop.isSequential === true,
    until,
    title: String(extension?.title ?? '').trim(),
    refusal: refusal === 'item' ? 'item' : 'all',
  };
}

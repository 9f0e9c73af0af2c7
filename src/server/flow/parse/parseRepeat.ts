import type { Problem } from '../../../domain/problem/index.ts';
import type { Repeat } from '../definition.ts';
import { flowProblem } from '../flowProblem.ts';
import { extensionsOf, type Element } from './moddle.ts';
import { isForeign, translated } from './parseCondition.ts';
import { loopCollection } from './foreignAttributes.ts';

const bodyOf = (element: unknown): string => String((element as Element | undefined)?.body ?? '').trim();

/** What says when a loop is done, of another engine's too: as CEL, with the counts as BPMN calls them. Null where it cannot be translated. */
const untilText = (body: string): string | null =>
  isForeign(body) ? (translated(body)?.replace(/\bnumberOf(\w*Instances)\b/g, 'nrOf$1') ?? null) : body;

/** Most rounds of a loop that says when it is done and not how many it may take. */
const MOST_ROUNDS = 100;

/** A loop is a repetition one after the other that ends when its condition no longer holds; one that asks first may take no round at all. Null: its condition cannot be translated. */
function roundsOf(loop: Element): Pick<Repeat, 'over' | 'until'> | null {
  const most = Number(loop.loopMaximum ?? 0) > 0 ? String(Math.floor(Number(loop.loopMaximum))) : String(MOST_ROUNDS);
  const body = bodyOf(loop.loopCondition);
  const condition = body === '' ? '' : untilText(body);
  if (condition === null) return null;
  if (condition === '') return { over: most, until: null };
  return { over: loop.testBefore === true ? `(${condition}) ? ${most} : 0` : most, until: `!(${condition})` };
}

/** How a sub-process or call is repeated; null: it runs once. */
export function repeatOf(element: Element, problems: Problem[]): Repeat | null {
  const loop = element.loopCharacteristics as Element | undefined;
  if (!loop) return null;
  const name = element.name ?? element.id;
  const isRounds = loop.$type !== 'bpmn:MultiInstanceLoopCharacteristics';
  const rounds = isRounds ? roundsOf(loop) : null;
  if (isRounds && bodyOf(loop.loopCondition) === '' && !(Number(loop.loopMaximum ?? 0) > 0)) {
    problems.push(flowProblem(element.id, `“${name}”要循环执行，但没有写明循环条件或最多次数`));
    return null;
  }
  if (isRounds && !rounds) {
    problems.push(
      flowProblem(
        element.id,
        `“${name}”的循环条件“${bodyOf(loop.loopCondition).slice(0, 80)}”不能自动转换，请改写为表达式`,
      ),
    );
    return null;
  }
  const stated = extensionsOf(element, 'sf:Repeat')[0];
  const over = String(stated?.over ?? '').trim() || (rounds?.over ?? loopCollection(loop));
  if (over === '') problems.push(flowProblem(element.id, `“${name}”要重复执行，但没有写明按什么重复`));
  const body = bodyOf(loop.completionCondition);
  const until = rounds ? rounds.until : body === '' ? null : untilText(body);
  if (body !== '' && until === null)
    problems.push(flowProblem(element.id, `“${name}”的完成条件“${body.slice(0, 80)}”不能自动转换，请改写为表达式`));
  const refusal = String(stated?.refusal ?? '').trim();
  if (!['', 'all', 'item'].includes(refusal))
    problems.push(flowProblem(element.id, `不同意时的处理“${refusal}”无法识别`));
  return {
    over,
    isSequential: isRounds || loop.isSequential === true,
    until,
    title: String(stated?.title ?? '').trim(),
    refusal: refusal === 'item' ? 'item' : 'all',
  };
}

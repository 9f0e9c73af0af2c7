import type { Problem } from '../../kernel/problem.ts';
import type { Repeat } from './definition.ts';
import { flowProblem } from './flowProblem.ts';
import { extensionsOf, listOf, type Element } from './moddle.ts';
import { celOf } from './parseCondition.ts';
import { foreignAttribute } from './foreign.ts';

const bodyOf = (element: unknown): string => String((element as Element | undefined)?.body ?? '').trim();

/** `${items}`, `#{items}` and `= items` as other engines write a collection; anything else as it is. */
const unwrapped = (text: string): string => /^(?:[$#]\{\s*([^{}]*?)\s*\}|=\s*(.*))$/.exec(text)?.slice(1).find((part) => part !== undefined) ?? text;

/** What a loop of another engine runs over; '' where it does not say. */
function foreignCollection(loop: Element): string {
  const zeebe = listOf((loop.extensionElements as Element | undefined) ?? ({} as Element), 'values').find(({ $type }) => $type === 'zeebe:loopCharacteristics');
  const input = loop.loopDataInputRef as Element | string | undefined;
  const named = typeof input === 'string' ? input : String(input?.name ?? input?.id ?? '');
  return [foreignAttribute(loop, 'collection'), String(zeebe?.['inputCollection'] ?? zeebe?.$attrs?.['inputCollection'] ?? ''), bodyOf(loop.loopCardinality), named].map((text) => unwrapped(text.trim())).find(Boolean) ?? '';
}

/** How a sub-process or call is repeated; null: it runs once. Kinds of loops that are not ours are errors. */
export function repeatOf(element: Element, problems: Problem[]): Repeat | null {
  const loop = element.loopCharacteristics as Element | undefined;
  if (!loop) return null;
  const name = element.name ?? element.id;
  if (loop.$type !== 'bpmn:MultiInstanceLoopCharacteristics') {
    problems.push(flowProblem(element.id, `“${name}”是循环（StandardLoop），请改为按子表、列表或次数重复`));
    return null;
  }
  const stated = extensionsOf(element, 'sf:Repeat')[0];
  const over = String(stated?.over ?? '').trim() || foreignCollection(loop);
  if (over === '') problems.push(flowProblem(element.id, `“${name}”要重复执行，但没有写明按什么重复`));
  const body = bodyOf(loop.completionCondition);
  const until = body === '' ? null : /[$#]\{/.test(body) ? celOf(body) : body.replace(/^=\s*/, '');
  if (body !== '' && until === null) problems.push(flowProblem(element.id, `“${name}”的完成条件“${body.slice(0, 80)}”不能自动转换，请改写为表达式`));
  const refusal = String(stated?.refusal ?? '').trim();
  if (!['', 'all', 'item'].includes(refusal)) problems.push(flowProblem(element.id, `不同意时的处理“${refusal}”无法识别`));
  return { over, isSequential: loop.isSequential === true, until, title: String(stated?.title ?? '').trim(), refusal: refusal === 'item' ? 'item' : 'all' };
}

import type { Problem } from '../../../domain/problem/index.ts';
import type { Candidate } from '../definition.ts';
import { flowProblem } from '../flowProblem.ts';
import { extensionsOf, type Element } from './moddle.ts';
import { foreignCandidates } from './parseForeign.ts';

const TYPES: ReadonlySet<string> = new Set<Candidate['type']>([
  'role',
  'user',
  'post',
  'dept',
  'initiator',
  'deptLeader',
  'deptLeaders',
  'field',
  'item',
  'expression',
  'choice',
]);
const NEEDS_NO_VALUE: ReadonlySet<string> = new Set(['initiator', 'deptLeader', 'item', 'choice']);
const IS_LEVEL: ReadonlySet<string> = new Set(['deptLeader', 'deptLeaders']);

const text = (element: Element, property: string): string => String(element[property] ?? '').trim();

/** People named by our own elements of a type (`sf:candidates`, `sf:cc`). */
export function statedCandidates(element: Element, type: string, problems: Problem[]): Candidate[] {
  const found: Candidate[] = [];
  for (const stated of extensionsOf(element, type)) {
    const kind = text(stated, 'type');
    const value = text(stated, 'value');
    if (!TYPES.has(kind)) problems.push(flowProblem(element.id, `办理人类型“${kind}”无法识别`));
    else if (value === '' && !NEEDS_NO_VALUE.has(kind))
      problems.push(flowProblem(element.id, `办理人（${kind}）没有指定值`));
    else if (IS_LEVEL.has(kind) && value !== '' && !/^[1-9]\d?$/.test(value))
      problems.push(flowProblem(element.id, `部门负责人的级数“${value}”应为 1 到 99 的整数`));
    else
      found.push(
        ...(kind === 'expression' ? [value] : value.split(',')).map((part) => ({
          type: kind as Candidate['type'],
          value: part.trim(),
        })),
      );
  }
  return found;
}

/** Who may hold the task; a task without any is reported by `checkFlow`. */
export function candidatesOf(element: Element, starters: ReadonlySet<string>, problems: Problem[]): Candidate[] {
  const own = statedCandidates(element, 'sf:Candidates', problems);
  return own.length > 0 ? own : foreignCandidates(element, starters);
}

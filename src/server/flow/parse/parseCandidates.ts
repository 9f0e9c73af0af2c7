import type { Problem } from '../../../domain/problem/index.ts';
import { isDeptFieldHolder, type Holder } from '../definition.ts';
import { flowProblem } from '../flowProblem.ts';
import { extensionsOf, type Element } from './moddle.ts';
import { foreignHolders } from './foreignHolders.ts';

const TYPES: ReadonlySet<string> = new Set<Holder['type']>([
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
/** Types that need no value. */
const TYPES_WITH_OPTIONAL_VALUE: ReadonlySet<string> = new Set(['initiator', 'deptLeader', 'item', 'choice']);
/** Types whose value may be a number of department levels. */
const LEVEL_TYPES: ReadonlySet<string> = new Set(['deptLeader', 'deptLeaders']);

const attributeText = (element: Element, property: string): string => String(element[property] ?? '').trim();

/** Returns the holders that this product's extension elements name. `extensionType`: 'sf:Candidates' or 'sf:Cc'. */
export function parseExtensionCandidates(element: Element, extensionType: string, problems: Problem[]): Holder[] {
  const candidates: Holder[] = [];
  for (const extension of extensionsOf(element, extensionType)) {
    const holderType = attributeText(extension, 'type');
    const value = attributeText(extension, 'value');
    if (!TYPES.has(holderType)) problems.push(flowProblem(element.id, `办理人类型“${holderType}”无法识别`));
    else if (value === '' && !TYPES_WITH_OPTIONAL_VALUE.has(holderType))
      problems.push(flowProblem(element.id, `办理人（${holderType}）没有指定值`));
    else if (
      LEVEL_TYPES.has(holderType) &&
      value !== '' &&
      !/^[1-9]\d?$/.test(value) &&
      !isDeptFieldHolder(holderType, value)
    )
      problems.push(flowProblem(element.id, `部门负责人的级数“${value}”应为 1 到 99 的整数`));
    else
      candidates.push(
        ...(holderType === 'expression' ? [value] : value.split(',')).map((part) => ({
          type: holderType as Holder['type'],
          value: part.trim(),
        })),
      );
  }
  return candidates;
}

/**
 * Returns the holders of a task, or of an element that waits for a message: from this product's extensions, else from
 * another engine's attributes. Reports attributes that cannot be parsed. `checkFlow` reports a task without holders.
 */
export function candidatesOf(element: Element, initiatorVariables: ReadonlySet<string>, problems: Problem[]): Holder[] {
  const extensionCandidates = parseExtensionCandidates(element, 'sf:Candidates', problems);
  if (extensionCandidates.length > 0) return extensionCandidates;
  const { candidates, unparsed } = foreignHolders(element, initiatorVariables);
  if (unparsed.length > 0)
    problems.push(
      flowProblem(
        element.id,
        `“${element.name?.trim() || (element.id ?? '')}”的办理人 ${unparsed.join('；').slice(0, 80)} 不能读懂，不起作用`,
        'warning',
      ),
    );
  return candidates;
}

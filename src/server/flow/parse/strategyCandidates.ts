import type { Holder } from '../definition.ts';
import type { Element } from './moddle.ts';
import { foreignAttribute } from './foreignAttributes.ts';

/**
 * Meaning of the numbers in the attribute `candidateStrategy` of several Chinese workflow designers. The attribute
 * `candidateParam` contains the values.
 */
const STRATEGIES: Readonly<Record<string, Holder['type']>> = {
  10: 'role',
  20: 'dept',
  22: 'post',
  30: 'user',
  35: 'choice',
  36: 'initiator',
  37: 'deptLeader',
  38: 'deptLeaders',
  50: 'field',
};
/** Types that never have a value; `candidateParam` is then ignored. */
const TYPES_WITHOUT_VALUE: ReadonlySet<Holder['type']> = new Set(['choice', 'initiator']);
/** Types that may have a value: without one, `deptLeader` is the leader of the applicant's own department. */
const TYPES_WITH_OPTIONAL_VALUE: ReadonlySet<Holder['type']> = new Set(['deptLeader']);

/**
 * Returns the holders that a task names with `candidateStrategy`; null without this attribute. `unparsed`: the
 * attributes as a text, if no holder can be derived from them.
 */
export function strategyCandidates(element: Element): { candidates: Holder[]; unparsed: string[] } | null {
  const [strategy, param] = [
    foreignAttribute(element, 'candidateStrategy'),
    foreignAttribute(element, 'candidateParam'),
  ];
  if (strategy === '') return null;
  const type = STRATEGIES[strategy];
  const values =
    type === undefined || TYPES_WITHOUT_VALUE.has(type) ? [''] : param.split(',').map((part) => part.trim());
  const candidates =
    type === undefined
      ? []
      : values
          .filter((value) => value !== '' || TYPES_WITHOUT_VALUE.has(type) || TYPES_WITH_OPTIONAL_VALUE.has(type))
          .map((value): Holder => ({ type, value }));
  return candidates.length > 0
    ? { candidates, unparsed: [] }
    : { candidates: [], unparsed: [`candidateStrategy=${strategy}${param === '' ? '' : ` ${param}`}`] };
}

import type { Candidate } from '../definition.ts';
import type { Element } from './moddle.ts';
import { foreignAttribute } from './foreignAttributes.ts';

/** Ways of naming holders by number (`candidateStrategy`, `candidateParam`), as a widespread family of office designers has them. */
const STRATEGIES: Readonly<Record<string, Candidate['type']>> = {
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
const NEEDS_NO_VALUE: ReadonlySet<string> = new Set(['choice', 'initiator', 'deptLeader']);

/** Null where the task says nothing of the kind. */
export function strategyHolders(element: Element): { candidates: Candidate[]; unread: string[] } | null {
  const [strategy, param] = [
    foreignAttribute(element, 'candidateStrategy'),
    foreignAttribute(element, 'candidateParam'),
  ];
  if (strategy === '') return null;
  const type = STRATEGIES[strategy];
  const values =
    type === undefined || type === 'choice' || type === 'initiator'
      ? ['']
      : param.split(',').map((part) => part.trim());
  const candidates =
    type === undefined
      ? []
      : values.filter((value) => value !== '' || NEEDS_NO_VALUE.has(type)).map((value): Candidate => ({ type, value }));
  return candidates.length > 0
    ? { candidates, unread: [] }
    : { candidates: [], unread: [`candidateStrategy=${strategy}${param === '' ? '' : ` ${param}`}`] };
}

import type { Candidate, SignRule } from './definition.ts';
import type { Element } from './moddle.ts';
import { foreignAttribute, loopVariables, ownersOf, zeebeAttribute } from './foreign.ts';

const INITIATOR = /^(?:initiator|applyuserid|applyuser|starter|startuser\w*|applicant)$/i;

/** A variable in their brackets (`${user}`) is a field of the form; who started is the initiator; anything else is no person. */
function ofText(text: string, fallback: Candidate['type'], starters: ReadonlySet<string>): Candidate | null {
  const inner = /^[$#]\{\s*([^{}]*?)\s*\}$/.exec(text)?.[1];
  if (inner === undefined) return { type: fallback, value: text };
  if (INITIATOR.test(inner) || starters.has(inner)) return { type: 'initiator', value: '' };
  return /^\w+$/.test(inner) ? { type: 'field', value: inner } : null;
}

/** A group as designers of the wild write it: their department and role numbers carry a word before the number. */
function groupOf(text: string, starters: ReadonlySet<string>): Candidate | null {
  const typed = /^(DEPT|ROLE|POST)_?(\w+)$/.exec(text);
  if (typed) return { type: typed[1] === 'DEPT' ? 'dept' : typed[1] === 'ROLE' ? 'role' : 'post', value: typed[2] ?? '' };
  return ofText(text, 'role', starters);
}

/** Holders stated in the way of other engines. `each` is the variable of a loop over people, read as what it loops over. */
export function foreignCandidates(element: Element, starters: ReadonlySet<string>): Candidate[] {
  const loop = element.loopCharacteristics as Element | undefined;
  const variable = loop ? foreignAttribute(loop, 'elementVariable') : '';
  const collection = loop ? (foreignAttribute(loop, 'collection').replace(/^[$#]\{\s*(\w+)\s*\}$/, '$1')) : '';
  const parts = (name: string): string[] => (foreignAttribute(element, name) || zeebeAttribute(element, 'assignmentDefinition', name)).split(/,(?![^{]*\})/).map((part) => part.trim()).filter(Boolean);
  const [outer] = loopVariables(element);
  const ofRun = (text: string): Candidate | null => {
    const inner = /^[$#]\{\s*(\w+)(?:\.(\w+))?\s*\}$/.exec(text);
    return outer !== undefined && inner?.[1] === outer ? { type: 'item', value: inner[2] ?? '' } : null;
  };
  const one = (text: string, read: (text: string, starters: ReadonlySet<string>) => Candidate | null): Candidate | null =>
    (variable !== '' && text.replace(/[${}#\s]/g, '') === variable ? { type: 'field', value: collection } : ofRun(text) ?? read(text, starters));
  const people = [...parts('assignee'), ...parts('candidateUsers')].map((text) => one(text, (each, names) => ofText(each, 'user', names)));
  const groups = parts('candidateGroups').map((text) => one(text, groupOf));
  // a bare owner may be a person or a role: both are asked for
  const owners = ownersOf(element).flatMap((text) => text.split(',')).map((text) => text.trim()).filter(Boolean).flatMap((text) => {
    const [, kind, inner = ''] = /^(user|group)\(\s*(.*?)\s*\)$/.exec(text) ?? [];
    if (kind === 'group') return [one(inner, groupOf)];
    return kind === 'user' || /^[$#]\{/.test(text) ? [one(kind === 'user' ? inner : text, (each, names) => ofText(each, 'user', names))] : [{ type: 'user' as const, value: text }, { type: 'role' as const, value: text }];
  });
  return [...people, ...groups, ...owners].filter((found): found is Candidate => found !== null && found.value !== '' || found?.type === 'initiator' || found?.type === 'item');
}

/** Their several instances of a task: all, in order, by a share of consents, or the first one (as one task for all). Null: not understood. */
export function foreignSign(loop: Element): SignRule | null {
  const isInOrder = loop.isSequential === true;
  const body = String((loop.completionCondition as Element | undefined)?.body ?? '').replace(/[${}#\s()]/g, '');
  if (body === '' || body === 'false' || /^nrOfCompletedInstances[=>]=?nrOfInstances$/.test(body) || /^nrOfCompletedInstances\/nrOfInstances[>=]=?1(\.0+)?$/.test(body)) {
    return { mode: isInOrder ? 'sequence' : 'all', ratio: 1 };
  }
  if (/^nrOfCompletedInstances(>=|==)1$/.test(body) || /^nrOfCompletedInstances>0$/.test(body)) return { mode: 'one', ratio: 1 };
  const share = /^nrOfCompletedInstances\/nrOfInstances(>=|>|==)(0?\.\d+)$/.exec(body);
  return share ? { mode: 'ratio', ratio: Number(share[2]) + (share[1] === '>' ? 1e-6 : 0) } : null;
}

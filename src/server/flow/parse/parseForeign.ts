import type { Candidate, SignRule } from '../definition.ts';
import type { Element } from './moddle.ts';
import {
  foreignAttribute,
  loopCollection,
  loopElement,
  loopVariables,
  ownersOf,
  zeebeAttribute,
} from './foreignAttributes.ts';
import { translatedExpression } from '../language/translate.ts';
import { celOf } from './parseCondition.ts';
import { strategyHolders } from './strategies.ts';

const INITIATOR = /^\$?(?:initiator|applyuserid|applyuser|starter|startuser\w*|applicant|process_start_user)$/i;
const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
const QUOTED = /^(?:'([^']*)'|"([^"]*)")$/;

export interface Holders {
  candidates: Candidate[];
  /** What was written and cannot be read. */ unread: string[];
}

type Kind = 'user' | 'role';
/** Null: not understood. */
type Read = (text: string, kind: Kind) => Candidate[] | null;

const unquoted = (text: string): string => {
  const found = QUOTED.exec(text);
  return found ? (found[1] ?? found[2] ?? '') : text;
};

/** A name as designers of the wild write it: their department and role numbers carry a word before the number. */
function plain(text: string, kind: Kind): Candidate[] {
  const typed = kind === 'role' ? /^(DEPT|ROLE|POST)_?(\w+)$/.exec(text) : null;
  if (typed)
    return [{ type: typed[1] === 'DEPT' ? 'dept' : typed[1] === 'ROLE' ? 'role' : 'post', value: typed[2] ?? '' }];
  return [{ type: kind, value: text }];
}

/** A variable in their brackets (`${user}`) is a field of the form; who started is the initiator; what ours can work out is an expression. */
function reader(element: Element, starters: ReadonlySet<string>): Read {
  const loop = element.loopCharacteristics as Element | undefined;
  const variable = loop ? loopElement(loop) : '';
  const collection = loop ? loopCollection(loop) : '';
  const [outer] = loopVariables(element);
  const isStarter = (name: string): boolean => INITIATOR.test(name) || starters.has(name);
  return (text, kind) => {
    const inner = /^[$#]\{([\s\S]*)\}$/.exec(text)?.[1]?.trim();
    if (inner === undefined)
      return /^\$?initiator$/i.test(text) && text.startsWith('$')
        ? [{ type: 'initiator', value: '' }]
        : plain(unquoted(text), kind);
    const [, name = '', member = ''] =
      /^([\p{L}_$][\p{L}\p{N}_$]*)(?:\.([\p{L}_$][\p{L}\p{N}_$]*))?$/u.exec(inner) ?? [];
    if (variable !== '' && name === variable)
      return NAME.test(collection) ? [{ type: 'field', value: collection }] : null;
    if (outer !== undefined && name === outer) return [{ type: 'item', value: member }];
    if (member === '' && isStarter(name)) return [{ type: 'initiator', value: '' }];
    if (NAME.test(inner)) return [{ type: 'field', value: inner }];
    const listed = /^\[([\s\S]*)\]$/
      .exec(inner)?.[1]
      ?.split(',')
      .map((part) => part.trim());
    if (QUOTED.test(inner) || listed?.every((part) => QUOTED.test(part)))
      return (listed ?? [inner]).flatMap((part) => plain(unquoted(part), kind));
    const cel = kind === 'user' ? celOf(inner) : null;
    return cel === null ? null : [{ type: 'expression', value: cel }];
  };
}

/** A bare owner in BPMN's own words may be a person or a role: both are asked for. */
function ownerRead(text: string, read: Read): Candidate[] | null {
  const [, kind, inner = ''] = /^(user|group)\((.*)\)$/.exec(text) ?? [];
  if (kind !== undefined) return read(inner.trim(), kind === 'group' ? 'role' : 'user');
  return /^[$#]\{/.test(text)
    ? read(text, 'user')
    : [
        { type: 'user', value: text },
        { type: 'role', value: text },
      ];
}

/** At the commas outside of brackets; read once, from the end, where it is known what comes next. */
function parts(text: string): string[] {
  const found: string[] = [];
  let end = text.length;
  let next = '';
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const char = text[at];
    if (char === '{' || char === '}') next = char;
    if (char !== ',' || next === '}') continue;
    found.push(text.slice(at + 1, end));
    end = at;
  }
  return [text.slice(0, end), ...found.toReversed()].map((part) => part.trim()).filter(Boolean);
}

/** Holders stated in the way of other engines. A loop over people is read as what it loops over. */
export function foreignHolders(element: Element, starters: ReadonlySet<string>): Holders {
  const read = reader(element, starters);
  const unread: string[] = [];
  const take = (text: string, found: Candidate[] | null): Candidate[] => {
    if (!found) unread.push(text);
    return found ?? [];
  };
  const written = (name: string): string[] =>
    parts(foreignAttribute(element, name) || zeebeAttribute(element, 'assignmentDefinition', name));
  const people = [...written('assignee'), ...written('candidateUsers')].flatMap((text) =>
    take(text, read(text, 'user')),
  );
  const groups = written('candidateGroups').flatMap((text) => take(text, read(text, 'role')));
  const owners = ownersOf(element)
    .flatMap(parts)
    .flatMap((text) => take(text, ownerRead(text, read)));
  const found = [...people, ...groups, ...owners].filter(
    ({ type, value }) => value !== '' || type === 'initiator' || type === 'item',
  );
  return found.length > 0 ? { candidates: found, unread } : (strategyHolders(element) ?? { candidates: [], unread });
}

export const foreignCandidates = (element: Element, starters: ReadonlySet<string>): Candidate[] =>
  foreignHolders(element, starters).candidates;

const DONE = 'nrOfCompletedInstances';
const ALL = 'nrOfInstances';
const EVERYBODY = new Set([
  '',
  'false',
  `${DONE}==${ALL}`,
  `${DONE}>=${ALL}`,
  `${ALL}==${DONE}`,
  `${ALL}<=${DONE}`,
  `${DONE}/${ALL}==1`,
  `${DONE}/${ALL}>=1`,
  'nrOfActiveInstances==0',
  'nrOfActiveInstances<1',
  'nrOfActiveInstances<=0',
]);
const ANYBODY = new Set([`${DONE}>=1`, `${DONE}==1`, `${DONE}>0`, `${DONE}/${ALL}>0`]);

/** Their condition for being done, in one way of writing it; null where it asks for more than counts. */
function countsIn(body: string): string | null {
  if (body === '') return '';
  const inner =
    /^(?:[$#]\{([\s\S]*)\}|=([\s\S]*))$/
      .exec(body)
      ?.slice(1)
      .find((part) => part !== undefined) ?? body;
  const text = translatedExpression(inner)
    ?.replace(/\bnumberOf(\w*Instances)\b/g, 'nrOf$1')
    .replace(/[\s()]/g, '')
    .replace(/(\.\d*?)0+(?=\D|$)/g, '$1')
    .replace(/\.(?=\D|$)/g, '');
  return text ?? null;
}

/** Their several instances of a task: all, in order, by a share of consents, or the first one (as one task for all). Null: not understood. */
export function foreignSign(loop: Element): SignRule | null {
  const counts = countsIn(String((loop.completionCondition as Element | undefined)?.body ?? '').trim());
  if (counts === null) return null;
  if (EVERYBODY.has(counts)) return { mode: loop.isSequential === true ? 'sequence' : 'all', ratio: 1 };
  if (ANYBODY.has(counts)) return { mode: 'one', ratio: 1 };
  const share = new RegExp(`^(?:${DONE}/${ALL}(>=|>|==)(0?\\.\\d+)|${DONE}(>=|>)${ALL}\\*(0?\\.\\d+))$`).exec(counts);
  if (!share) return null;
  return { mode: 'ratio', ratio: Number(share[2] ?? share[4]) + ((share[1] ?? share[3]) === '>' ? 1e-6 : 0) };
}

import type { Holder, SignRule } from '../definition.ts';
import type { Element } from './moddle.ts';
import {
  foreignAttribute,
  loopCollection,
  loopItemVariable,
  loopVariables,
  potentialOwnersOf,
  zeebeAttribute,
} from './foreignAttributes.ts';
import { translateExpression } from '../language/translateExpression.ts';
import { toCel } from './parseCondition.ts';
import { strategyCandidates } from './strategyCandidates.ts';

const INITIATOR = /^\$?(?:initiator|applyuserid|applyuser|starter|startuser\w*|applicant|process_start_user)$/i;
const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
const QUOTED = /^(?:'([^']*)'|"([^"]*)")$/;

/** The holders that a file of another engine names for a task. */
export interface ForeignHolders {
  candidates: Holder[];
  /** Texts that could not be parsed as assignees. */
  unparsed: string[];
}

type HolderKind = 'user' | 'role';
/** Parses the text of one assignee; null when it cannot be parsed. */
type ParseHolder = (text: string, kind: HolderKind) => Holder[] | null;

const unquoted = (text: string): string => {
  const quoted = QUOTED.exec(text);
  return quoted ? (quoted[1] ?? quoted[2] ?? '') : text;
};

const TYPE_OF_PREFIX = { DEPT: 'dept', ROLE: 'role', POST: 'post' } as const;

/** Parses a plain name. Some designers write the type before the number of a department, role or post (`DEPT_12`). */
function parseName(text: string, kind: HolderKind): Holder[] {
  const withType = kind === 'role' ? /^(DEPT|ROLE|POST)_?(\w+)$/.exec(text) : null;
  if (withType) return [{ type: TYPE_OF_PREFIX[withType[1] as keyof typeof TYPE_OF_PREFIX], value: withType[2] ?? '' }];
  return [{ type: kind, value: text }];
}

/**
 * Returns the parser for an element's assignees. A quoted text or a list of quoted texts becomes names. A variable of
 * the element's own loop becomes the field over which the loop runs; the variable of the innermost loop around the
 * element becomes the current item; a variable that engines use for the starter (`${initiator}`) becomes the initiator;
 * any other variable (`${user}`) becomes a field of the form. The variable of an outer loop cannot be parsed. Any other
 * expression for people becomes CEL if it can be translated.
 */
function holderParser(element: Element, initiatorVariables: ReadonlySet<string>): ParseHolder {
  const loop = element.loopCharacteristics as Element | undefined;
  const ownLoopVariable = loop ? loopItemVariable(loop) : '';
  const collection = loop ? loopCollection(loop) : '';
  const surroundingLoops = loopVariables(element);
  const isInitiator = (name: string): boolean => INITIATOR.test(name) || initiatorVariables.has(name);
  return (text, kind) => {
    const expression = /^[$#]\{([\s\S]*)\}$/.exec(text)?.[1]?.trim();
    if (expression === undefined)
      return /^\$?initiator$/i.test(text) && text.startsWith('$')
        ? [{ type: 'initiator', value: '' }]
        : parseName(unquoted(text), kind);
    const [, name = '', member = ''] =
      /^([\p{L}_$][\p{L}\p{N}_$]*)(?:\.([\p{L}_$][\p{L}\p{N}_$]*))?$/u.exec(expression) ?? [];
    if (ownLoopVariable !== '' && name === ownLoopVariable)
      return NAME.test(collection) ? [{ type: 'field', value: collection }] : null;
    if (name === surroundingLoops.current) return [{ type: 'item', value: member }];
    if (surroundingLoops.outer.has(name)) return null;
    if (member === '' && isInitiator(name)) return [{ type: 'initiator', value: '' }];
    if (NAME.test(expression)) return [{ type: 'field', value: expression }];
    const listItems = /^\[([\s\S]*)\]$/
      .exec(expression)?.[1]
      ?.split(',')
      .map((part) => part.trim());
    if (QUOTED.test(expression) || listItems?.every((part) => QUOTED.test(part)))
      return (listItems ?? [expression]).flatMap((part) => parseName(unquoted(part), kind));
    const cel = kind === 'user' ? toCel(expression) : null;
    return cel === null ? null : [{ type: 'expression', value: cel }];
  };
}

/** Parses a standard BPMN owner; null when it cannot be parsed. A bare name may be a person or a role: returns both. */
function parseOwner(text: string, parse: ParseHolder): Holder[] | null {
  const [, kind, inner = ''] = /^(user|group)\((.*)\)$/.exec(text) ?? [];
  if (kind !== undefined) return parse(inner.trim(), kind === 'group' ? 'role' : 'user');
  return /^[$#]\{/.test(text)
    ? parse(text, 'user')
    : [
        { type: 'user', value: text },
        { type: 'role', value: text },
      ];
}

/** Splits at the commas outside of curly braces. Scans backwards, so that the next brace after a comma is known. */
function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let end = text.length;
  let nextBrace = '';
  for (let index = text.length - 1; index >= 0; index -= 1) {
    const char = text[index];
    if (char === '{' || char === '}') nextBrace = char;
    if (char !== ',' || nextBrace === '}') continue;
    parts.push(text.slice(index + 1, end));
    end = index;
  }
  return [text.slice(0, end), ...parts.toReversed()].map((part) => part.trim()).filter(Boolean);
}

/**
 * Returns the holders that a file of another engine names. For a loop over people, these people are the holders. The
 * attribute `candidateStrategy` is used only if nothing else names a holder.
 */
export function foreignHolders(element: Element, initiatorVariables: ReadonlySet<string>): ForeignHolders {
  const parse = holderParser(element, initiatorVariables);
  const unparsed: string[] = [];
  const collect = (text: string, parsed: Holder[] | null): Holder[] => {
    if (!parsed) unparsed.push(text);
    return parsed ?? [];
  };
  const attributeParts = (name: string): string[] =>
    splitAtCommas(foreignAttribute(element, name) || zeebeAttribute(element, 'assignmentDefinition', name));
  const people = [...attributeParts('assignee'), ...attributeParts('candidateUsers')].flatMap((text) =>
    collect(text, parse(text, 'user')),
  );
  const groups = attributeParts('candidateGroups').flatMap((text) => collect(text, parse(text, 'role')));
  const owners = potentialOwnersOf(element)
    .flatMap(splitAtCommas)
    .flatMap((text) => collect(text, parseOwner(text, parse)));
  const candidates = [...people, ...groups, ...owners].filter(
    ({ type, value }) => value !== '' || type === 'initiator' || type === 'item',
  );
  return candidates.length > 0
    ? { candidates, unparsed }
    : (strategyCandidates(element) ?? { candidates: [], unparsed });
}

const COMPLETED_COUNT = 'nrOfCompletedInstances';
const TOTAL_COUNT = 'nrOfInstances';
const ALL_COMPLETED = new Set([
  '',
  'false',
  `${COMPLETED_COUNT}==${TOTAL_COUNT}`,
  `${COMPLETED_COUNT}>=${TOTAL_COUNT}`,
  `${TOTAL_COUNT}==${COMPLETED_COUNT}`,
  `${TOTAL_COUNT}<=${COMPLETED_COUNT}`,
  `${COMPLETED_COUNT}/${TOTAL_COUNT}==1`,
  `${COMPLETED_COUNT}/${TOTAL_COUNT}>=1`,
  'nrOfActiveInstances==0',
  'nrOfActiveInstances<1',
  'nrOfActiveInstances<=0',
]);
const FIRST_COMPLETED = new Set([
  `${COMPLETED_COUNT}>=1`,
  `${COMPLETED_COUNT}==1`,
  `${COMPLETED_COUNT}>0`,
  `${COMPLETED_COUNT}/${TOTAL_COUNT}>0`,
]);

/**
 * Translates another engine's completion condition to CEL, and unifies the result, so that it can be compared as text:
 * writes `numberOf…Instances` as `nrOf…Instances`, and removes blanks, brackets and trailing zeros. '' without a
 * condition; null if the condition cannot be translated.
 */
function normalizeCondition(body: string): string | null {
  if (body === '') return '';
  const inner =
    /^(?:[$#]\{([\s\S]*)\}|=([\s\S]*))$/
      .exec(body)
      ?.slice(1)
      .find((part) => part !== undefined) ?? body;
  const text = translateExpression(inner)
    ?.replace(/\bnumberOf(\w*Instances)\b/g, 'nrOf$1')
    .replace(/[\s()]/g, '')
    .replace(/(\.\d*?)0+(?=\D|$)/g, '$1')
    .replace(/\.(?=\D|$)/g, '');
  return text ?? null;
}

/**
 * Returns the sign rule of another engine's multi-instance task: all, in sequence, a share of approvals, or the first
 * approval (one shared task). Null for any other completion condition.
 */
export function foreignSignRule(loop: Element): SignRule | null {
  const condition = normalizeCondition(String((loop.completionCondition as Element | undefined)?.body ?? '').trim());
  if (condition === null) return null;
  if (ALL_COMPLETED.has(condition)) return { mode: loop.isSequential === true ? 'sequence' : 'all', ratio: 1 };
  if (FIRST_COMPLETED.has(condition)) return { mode: 'one', ratio: 1 };
  const share = new RegExp(
    `^(?:${COMPLETED_COUNT}/${TOTAL_COUNT}(>=|>|==)(0?\\.\\d+)|${COMPLETED_COUNT}(>=|>)${TOTAL_COUNT}\\*(0?\\.\\d+))$`,
  ).exec(condition);
  if (!share) return null;
  // 1e-6: the operator '>' requires more than the stated share
  return { mode: 'ratio', ratio: Number(share[2] ?? share[4]) + ((share[1] ?? share[3]) === '>' ? 1e-6 : 0) };
}

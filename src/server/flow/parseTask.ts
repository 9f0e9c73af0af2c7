import type { Problem } from '../../kernel/problem.ts';
import type { Flag, NodeRules } from '../../rules/situation.ts';
import type { Candidate } from './definition.ts';
import { flowProblem } from './flowProblem.ts';
import { extensionsOf, listOf, type Element } from './moddle.ts';

const CANDIDATE_TYPES = new Set<string>(['role', 'user', 'initiator', 'deptLeader', 'field']);
const ACTIONS = new Set<string>(['approve', 'return', 'reject', 'save', 'submit']);
const DEFAULT_ACTIONS: NodeRules['actions'] = ['approve', 'return', 'reject'];

const text = (element: Element, property: string): string => String(element[property] ?? '').trim();

/** Holders stated in the way of the wild (`assignee`, `candidateUsers`, `candidateGroups` of any engine's namespace). */
function foreignCandidates(element: Element): Candidate[] {
  const found: Candidate[] = [];
  for (const [key, value] of Object.entries(element.$attrs)) {
    const name = key.split(':').at(-1);
    const ids = value.split(',').map((id) => id.trim()).filter(Boolean);
    if (name === 'assignee' || name === 'candidateUsers') {
      for (const id of ids) found.push(/^[$#]\{\s*(initiator|startUser\w*)\s*\}$/i.test(id) ? { type: 'initiator', value: '' } : { type: 'user', value: id });
    } else if (name === 'candidateGroups') {
      for (const id of ids) found.push({ type: 'role', value: id });
    }
  }
  return found.filter((candidate) => !/[{}]/.test(candidate.value));
}

/** Who may hold the task; a task without any is reported by `checkFlow`. */
export function candidatesOf(element: Element, problems: Problem[]): Candidate[] {
  const own: Candidate[] = [];
  for (const stated of extensionsOf(element, 'sf:Candidates')) {
    const type = text(stated, 'type');
    const value = text(stated, 'value');
    if (!CANDIDATE_TYPES.has(type)) problems.push(flowProblem(element.id, `办理人类型“${type}”无法识别`));
    else if (value === '' && type !== 'initiator' && type !== 'deptLeader') problems.push(flowProblem(element.id, `办理人（${type}）没有指定值`));
    else own.push(...(value === '' ? [''] : value.split(',')).map((part) => ({ type: type as Candidate['type'], value: part.trim() })));
  }
  return own.length > 0 ? own : foreignCandidates(element);
}

function flagsOf(element: Element, names: readonly string[], owner: Element, problems: Problem[]): Record<string, Flag> {
  const flags: Record<string, Flag> = {};
  for (const name of names) {
    const value = element[name];
    if (value === undefined) continue;
    if (value === '0' || value === '1') flags[name] = value;
    else problems.push(flowProblem(owner.id, `“${text(element, 'key')}”的 ${name} 应为 0 或 1`));
  }
  return flags;
}

const FIELD_FLAGS = ['visible', 'editable', 'required'];

function fieldRules(elements: readonly Element[], owner: Element, problems: Problem[]): NodeRules['fields'] {
  const rules: NodeRules['fields'] = {};
  for (const element of elements) {
    const key = text(element, 'key');
    if (key === '') problems.push(flowProblem(owner.id, '字段权限没有写明字段键（key）'));
    else rules[key] = flagsOf(element, FIELD_FLAGS, owner, problems);
  }
  return rules;
}

/** Form rules of a user task: fields, tables with their columns, and the actions offered. */
export function rulesOf(element: Element, problems: Problem[]): NodeRules {
  const tables: NodeRules['tables'] = {};
  for (const table of extensionsOf(element, 'sf:Table')) {
    const key = text(table, 'key');
    if (key === '') problems.push(flowProblem(element.id, '子表权限没有写明子表键（key）'));
    else tables[key] = { ...flagsOf(table, ['visible', 'editable', 'add', 'copy', 'remove'], element, problems), columns: fieldRules(listOf(table, 'columns'), element, problems) };
  }
  const stated = extensionsOf(element, 'sf:Actions').flatMap((actions) => text(actions, 'value').split(',').map((action) => action.trim()).filter(Boolean));
  for (const action of stated) if (!ACTIONS.has(action)) problems.push(flowProblem(element.id, `办理动作“${action}”无法识别`));
  const actions = stated.filter((action) => ACTIONS.has(action)) as NodeRules['actions'];
  return {
    taskNode: element.name?.trim() || (element.id ?? ''),
    nodeId: element.id ?? '',
    fields: fieldRules(extensionsOf(element, 'sf:Field'), element, problems),
    tables,
    actions: actions.length > 0 ? actions : DEFAULT_ACTIONS,
  };
}

/** Condition of a sequence flow as CEL; the `${…}` wrapper of other engines is taken off. Scripts are refused. */
export function conditionOf(flow: Element, problems: Problem[]): string | null {
  const expression = flow.conditionExpression as Element | undefined;
  if (!expression) return null;
  const body = text(expression, 'body');
  const language = text(expression, 'language');
  if (language !== '' && !/\b(cel|juel)\b/i.test(language)) problems.push(flowProblem(flow.id, `条件的语言“${language}”不受支持，脚本不会执行`));
  const inner = /^[$#]\{([\s\S]*)\}$/.exec(body)?.[1]?.trim() ?? body;
  return inner === '' ? null : inner;
}

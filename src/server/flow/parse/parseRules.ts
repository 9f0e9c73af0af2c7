import type { Problem } from '../../../domain/problem/index.ts';
import type { Flag, NodeRules } from '../../../rules/situation.ts';
import { flowProblem } from '../flowProblem.ts';
import { extensionsOf, listOf, type Element } from './moddle.ts';

const ACTIONS = new Set<string>([
  'approve',
  'return',
  'returnTo',
  'reject',
  'save',
  'submit',
  'transfer',
  'delegate',
  'addSign',
  'removeSign',
  'cc',
  'batch',
]);
const DEFAULT_ACTIONS: NodeRules['actions'] = [
  'approve',
  'return',
  'returnTo',
  'reject',
  'transfer',
  'delegate',
  'addSign',
  'removeSign',
  'cc',
];

const attributeText = (element: Element, property: string): string => String(element[property] ?? '').trim();

/** Returns the attributes `names` that an element has, as flags ('0' or '1'). Reports any other value. */
function flagsOf(element: Element, names: readonly string[], task: Element, problems: Problem[]): Record<string, Flag> {
  const flags: Record<string, Flag> = {};
  for (const name of names) {
    const value = element[name];
    if (value === undefined) continue;
    if (value === '0' || value === '1') flags[name] = value;
    else problems.push(flowProblem(task.id, `“${attributeText(element, 'key')}”的 ${name} 应为 0 或 1`));
  }
  return flags;
}

const FIELD_FLAGS = ['visible', 'editable', 'required'];

/** Returns the flags of fields or columns by key. Reports missing and repeated keys. */
function fieldRules(elements: readonly Element[], task: Element, problems: Problem[]): NodeRules['fields'] {
  const rules: NodeRules['fields'] = {};
  for (const element of elements) {
    const key = attributeText(element, 'key');
    if (key === '') problems.push(flowProblem(task.id, '字段权限没有写明字段键（key）'));
    else if (Object.hasOwn(rules, key)) problems.push(flowProblem(task.id, `“${key}”的字段权限写了不止一次`));
    else rules[key] = flagsOf(element, FIELD_FLAGS, task, problems);
  }
  return rules;
}

/** Maximum length of a button's name, so that the button fits above a form. */
const MAX_BUTTON_NAME_CHARS = 12;

type Action = NodeRules['actions'][number];

/**
 * Returns the actions of a node and the names of their buttons: `sf:actions` lists actions, `sf:button` adds an
 * action with a name. Without any valid action: DEFAULT_ACTIONS.
 */
function buttonsOf(
  element: Element,
  problems: Problem[],
): { actions: NodeRules['actions']; buttonNames: Record<string, string> } {
  const listedActions = extensionsOf(element, 'sf:Actions').flatMap((actions) =>
    attributeText(actions, 'value')
      .split(',')
      .map((action) => action.trim())
      .filter(Boolean),
  );
  const buttons = extensionsOf(element, 'sf:Button').map((button) => ({
    action: attributeText(button, 'action'),
    name: attributeText(button, 'name'),
  }));
  const offeredActions = [...new Set([...listedActions, ...buttons.map(({ action }) => action)])];
  for (const action of offeredActions)
    if (!ACTIONS.has(action)) problems.push(flowProblem(element.id, `办理动作“${action}”无法识别`));
  for (const { name } of buttons)
    if (name.length > MAX_BUTTON_NAME_CHARS)
      problems.push(flowProblem(element.id, `按钮名称“${name}”过长，最多 ${MAX_BUTTON_NAME_CHARS} 个字`));
  const actions = offeredActions.filter((action): action is Action => ACTIONS.has(action));
  return {
    actions: actions.length > 0 ? actions : DEFAULT_ACTIONS,
    buttonNames: Object.fromEntries(
      buttons
        .filter(({ action, name }) => ACTIONS.has(action) && name !== '')
        .map(({ action, name }) => [action, name]),
    ),
  };
}

/** Returns the node rules of an element: for fields, sub-tables and their columns; and the offered actions. */
export function rulesOf(element: Element, problems: Problem[]): NodeRules {
  const tables: NodeRules['tables'] = {};
  for (const table of extensionsOf(element, 'sf:Table')) {
    const key = attributeText(table, 'key');
    if (key === '') problems.push(flowProblem(element.id, '子表权限没有写明子表键（key）'));
    else if (Object.hasOwn(tables, key)) problems.push(flowProblem(element.id, `子表“${key}”的权限写了不止一次`));
    else
      tables[key] = {
        ...flagsOf(table, ['visible', 'editable', 'add', 'copy', 'remove', 'others', 'defaults'], element, problems),
        columns: fieldRules(listOf(table, 'columns'), element, problems),
      };
  }
  const { actions, buttonNames } = buttonsOf(element, problems);
  const settings = extensionsOf(element, 'sf:Settings')[0];
  const opinionField = settings ? attributeText(settings, 'opinion') : '';
  return {
    taskNode: element.name?.trim() || (element.id ?? ''),
    nodeId: element.id ?? '',
    fields: fieldRules(extensionsOf(element, 'sf:Field'), element, problems),
    tables,
    actions,
    ...(Object.keys(buttonNames).length > 0 ? { actionNames: buttonNames } : {}),
    ...(opinionField === '' ? {} : { opinionField }),
  };
}

import {
  durationMs,
  foreignAttribute,
  potentialOwnersOf,
  zeebeAttribute,
  extensionsOf,
  listOf,
  type Element,
  celOfExpression,
  isForeignExpression,
  foreignHolders,
  foreignSignRule,
  repeatOf,
  withSwitchValues,
} from '../../flow/index.ts';
import { DECISION_NAMES } from '../../../domain/decisionNames.ts';
import type { CreateElement, AddNote } from './importNote.ts';

const HOLDER_LABELS: Readonly<Record<string, string>> = {
  role: '角色',
  user: '人员',
  post: '岗位',
  dept: '部门',
  initiator: '申请人',
  field: '表单字段',
  item: '当前行',
  expression: '表达式',
  choice: '发起人自选',
  deptLeader: '部门负责人',
  deptLeaders: '逐级部门负责人',
};
const HOLDER_ATTRIBUTES = ['assignee', 'candidateUsers', 'candidateGroups'];
const truncate = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text);
const bodyOf = (element: unknown): string => String((element as Element | undefined)?.body ?? '').trim();

function addExtension(element: Element, create: CreateElement, type: string, properties: object): void {
  const extension =
    (element.extensionElements as Element | undefined) ?? create('bpmn:ExtensionElements', { values: [] });
  const value = create(type, properties);
  value.$parent = extension;
  extension.$parent = element;
  extension.values = [...listOf(extension, 'values'), value];
  element.extensionElements = extension;
}

function createExpression(parent: Element, create: CreateElement, body: string): Element {
  const expression = create('bpmn:FormalExpression', { body, language: 'cel' });
  expression.$parent = parent;
  return expression;
}

/** Converts the assignees of a task in the file to holders (`sf:Candidates`), unless the task already has holders. */
function convertHolders(
  element: Element,
  initiatorVariables: ReadonlySet<string>,
  create: CreateElement,
  addNote: AddNote,
): void {
  if (extensionsOf(element, 'sf:Candidates').length > 0) return;
  const { candidates, unparsed } = foreignHolders(element, initiatorVariables);
  for (const { type, value } of candidates)
    addExtension(element, create, 'sf:Candidates', value === '' ? { type } : { type, value });
  const sourceText =
    [
      ...HOLDER_ATTRIBUTES.map(
        (name) => foreignAttribute(element, name) || zeebeAttribute(element, 'assignmentDefinition', name),
      ),
      ...potentialOwnersOf(element),
    ]
      .filter(Boolean)
      .join('；') ||
    [foreignAttribute(element, 'candidateStrategy'), foreignAttribute(element, 'candidateParam')]
      .filter(Boolean)
      .join(' ');
  if (candidates.length > 0)
    addNote(
      element,
      `办理人 ${truncate(sourceText)} → ${candidates.map(({ type, value }) => `${HOLDER_LABELS[type] ?? type}${value === '' ? '' : ` ${value}`}`).join('、')}`,
    );
  if (unparsed.length > 0) addNote(element, `办理人 ${truncate(unparsed.join('；'))} 不能读懂，请重新指定`, 'warning');
  else if (candidates.length === 0) addNote(element, '没有写明办理人，请指定', 'warning');
}

const SIGN_LABELS = { one: '一人办理即可', all: `全部${DECISION_NAMES.approve}`, sequence: '依次办理' };

/** Converts the multi-instance settings of a task to the sign rule (`sf:Sign`): how several assignees decide. */
function convertSign(element: Element, create: CreateElement, addNote: AddNote): void {
  const loop = element.loopCharacteristics as Element | undefined;
  if (!loop || extensionsOf(element, 'sf:Sign').length > 0) return;
  if (loop.$type !== 'bpmn:MultiInstanceLoopCharacteristics')
    return addNote(element, '任务上的循环不会执行：请把它放进子流程，并在子流程上设置重复', 'warning');
  const sign = foreignSignRule(loop);
  if (!sign)
    return addNote(
      element,
      `多实例的完成条件 ${truncate(bodyOf(loop.completionCondition))} 不能读懂，请在“多人时”中设置`,
      'warning',
    );
  addExtension(
    element,
    create,
    'sf:Sign',
    sign.mode === 'ratio'
      ? { mode: sign.mode, ratio: String(Math.round(sign.ratio * 10_000) / 10_000) }
      : { mode: sign.mode },
  );
  return addNote(
    element,
    `多实例 → ${sign.mode === 'ratio' ? `${Math.round(sign.ratio * 100)}% ${DECISION_NAMES.approve}` : SIGN_LABELS[sign.mode]}`,
  );
}

/** Converts the assignees, the sign rule and the due time of a task. */
export function convertTask(
  element: Element,
  initiatorVariables: ReadonlySet<string>,
  create: CreateElement,
  addNote: AddNote,
): void {
  convertHolders(element, initiatorVariables, create, addNote);
  convertSign(element, create, addNote);
  const due = foreignAttribute(element, 'dueDate') || zeebeAttribute(element, 'taskSchedule', 'dueDate');
  if (due === '' || extensionsOf(element, 'sf:Timer').length > 0) return;
  if (durationMs(due) === null)
    return addNote(element, `到期时间 ${truncate(due)} 不能读懂，请设置办理时限`, 'warning');
  addExtension(element, create, 'sf:Timer', { due });
  return addNote(element, `办理时限 ${due}`);
}

/** Converts the repetition of a sub-process or call activity; a standard loop becomes a sequential repeat. */
export function convertRepeat(element: Element, create: CreateElement, addNote: AddNote): void {
  const loop = element.loopCharacteristics as Element | undefined;
  if (!loop || extensionsOf(element, 'sf:Repeat').length > 0) return;
  const isStandardLoop = loop.$type !== 'bpmn:MultiInstanceLoopCharacteristics';
  const repeat = repeatOf(element, []);
  if (!repeat || repeat.over === '')
    return addNote(
      element,
      isStandardLoop
        ? `循环条件 ${truncate(bodyOf(loop.loopCondition))} 不能自动转换，请在“重复”中设置`
        : '多实例重复的内容不能读懂，请在“重复”中设置',
      'warning',
    );
  addExtension(element, create, 'sf:Repeat', { over: repeat.over });
  const body = bodyOf(loop.completionCondition);
  if (body !== '' && repeat.until === null)
    addNote(element, `完成条件 ${truncate(body)} 不能自动转换，请重新设置`, 'warning');
  if (isStandardLoop) {
    const newLoop = create('bpmn:MultiInstanceLoopCharacteristics', { isSequential: true });
    newLoop.$parent = element;
    element.loopCharacteristics = newLoop;
  }
  const targetLoop = element.loopCharacteristics as Element;
  if (repeat.until !== null && repeat.until !== body)
    targetLoop.completionCondition = createExpression(targetLoop, create, repeat.until);
  return addNote(
    element,
    isStandardLoop
      ? `循环 → 依次重复，至多“${repeat.over}”次${repeat.until === null ? '' : `，直到 ${truncate(repeat.until)}`}`
      : `多实例 → 按“${repeat.over}”${repeat.isSequential ? '依次' : '同时'}重复`,
  );
}

/**
 * Converts the condition in `property` of `parent`. `parent` is the edge `element` or, for a conditional event, the
 * event definition in `element`. Notes name `element`.
 */
export function convertCondition(
  element: Element,
  create: CreateElement,
  addNote: AddNote,
  parent = element,
  property = 'conditionExpression',
): void {
  const expression = parent[property] as Element | undefined;
  const body = bodyOf(expression);
  const problems: Parameters<typeof celOfExpression>[2] = [];
  const cel = celOfExpression(element, expression, problems);
  if (cel === null || (cel === body && !isForeignExpression(body))) return;
  if (problems.length > 0) return addNote(element, `条件 ${truncate(body)} 不能自动转换，请重新设置`, 'warning');
  parent[property] = createExpression(parent, create, cel);
  return addNote(element, `条件 ${truncate(body)} → ${cel}`);
}

/** Converts the extension `zeebe:calledElement` to the BPMN attribute `calledElement`. */
export function convertCall(element: Element, addNote: AddNote): void {
  const calledProcess = zeebeAttribute(element, 'calledElement', 'processId');
  if (calledProcess === '' || element.calledElement) return;
  element.calledElement = calledProcess;
  addNote(element, `调用的流程 ${calledProcess}`);
}

/**
 * Corrects the condition of an edge that compares a switch field with true or false, because switches store '1' and
 * '0'.
 */
export function correctSwitchCondition(element: Element, switches: ReadonlySet<string>, addNote: AddNote): void {
  const expression = element.conditionExpression as Element | undefined;
  const body = String(expression?.body ?? '');
  if (!expression || body === '' || switches.size === 0) return;
  const correctedBody = withSwitchValues(body, switches);
  if (correctedBody === body) return;
  expression.body = correctedBody;
  addNote(element, `条件 ${body} → ${correctedBody}（开关的值是 '1' 和 '0'）`);
}

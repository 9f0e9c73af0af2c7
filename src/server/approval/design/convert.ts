import {
  durationOf,
  foreignAttribute,
  ownersOf,
  zeebeAttribute,
  extensionsOf,
  listOf,
  type Element,
  celOfExpression,
  isForeign,
  foreignHolders,
  foreignSign,
  repeatOf,
} from '../../flow/index.ts';
import { DECISION_NAMES } from '../../../domain/decisionNames.ts';
import type { Make, Note } from './notes.ts';

const CANDIDATE_WORDS: Readonly<Record<string, string>> = {
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
const HOLDERS = ['assignee', 'candidateUsers', 'candidateGroups'];
const short = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text);
const bodyOf = (element: unknown): string => String((element as Element | undefined)?.body ?? '').trim();

function say(element: Element, make: Make, type: string, properties: object): void {
  const extension =
    (element.extensionElements as Element | undefined) ?? make('bpmn:ExtensionElements', { values: [] });
  const value = make(type, properties);
  value.$parent = extension;
  extension.$parent = element;
  extension.values = [...listOf(extension, 'values'), value];
  element.extensionElements = extension;
}

function formal(holder: Element, make: Make, body: string): Element {
  const made = make('bpmn:FormalExpression', { body, language: 'cel' });
  made.$parent = holder;
  return made;
}

function convertHolders(element: Element, starters: ReadonlySet<string>, make: Make, note: Note): void {
  if (extensionsOf(element, 'sf:Candidates').length > 0) return;
  const { candidates, unread } = foreignHolders(element, starters);
  for (const { type, value } of candidates)
    say(element, make, 'sf:Candidates', value === '' ? { type } : { type, value });
  const written =
    [
      ...HOLDERS.map(
        (name) => foreignAttribute(element, name) || zeebeAttribute(element, 'assignmentDefinition', name),
      ),
      ...ownersOf(element),
    ]
      .filter(Boolean)
      .join('；') ||
    [foreignAttribute(element, 'candidateStrategy'), foreignAttribute(element, 'candidateParam')]
      .filter(Boolean)
      .join(' ');
  if (candidates.length > 0)
    note(
      element,
      `办理人 ${short(written)} → ${candidates.map(({ type, value }) => `${CANDIDATE_WORDS[type] ?? type}${value === '' ? '' : ` ${value}`}`).join('、')}`,
    );
  if (unread.length > 0) note(element, `办理人 ${short(unread.join('；'))} 不能读懂，请重新指定`, 'warning');
  else if (candidates.length === 0) note(element, '没有写明办理人，请指定', 'warning');
}

const SIGN_WORDS = { one: '一人办理即可', all: `全部${DECISION_NAMES.approve}`, sequence: '依次办理' };

function convertSign(element: Element, make: Make, note: Note): void {
  const loop = element.loopCharacteristics as Element | undefined;
  if (!loop || extensionsOf(element, 'sf:Sign').length > 0) return;
  if (loop.$type !== 'bpmn:MultiInstanceLoopCharacteristics')
    return note(element, '任务上的循环不会执行：请把它放进子流程，并在子流程上设置重复', 'warning');
  const sign = foreignSign(loop);
  if (!sign)
    return note(
      element,
      `多实例的完成条件 ${short(bodyOf(loop.completionCondition))} 不能读懂，请在“多人时”中设置`,
      'warning',
    );
  say(
    element,
    make,
    'sf:Sign',
    sign.mode === 'ratio'
      ? { mode: sign.mode, ratio: String(Math.round(sign.ratio * 10_000) / 10_000) }
      : { mode: sign.mode },
  );
  return note(
    element,
    `多实例 → ${sign.mode === 'ratio' ? `${Math.round(sign.ratio * 100)}% ${DECISION_NAMES.approve}` : SIGN_WORDS[sign.mode]}`,
  );
}

/** Holders, several people and the time allowed of a task. */
export function convertTask(element: Element, starters: ReadonlySet<string>, make: Make, note: Note): void {
  convertHolders(element, starters, make, note);
  convertSign(element, make, note);
  const due = foreignAttribute(element, 'dueDate') || zeebeAttribute(element, 'taskSchedule', 'dueDate');
  if (due === '' || extensionsOf(element, 'sf:Timer').length > 0) return;
  if (durationOf(due) === null) return note(element, `到期时间 ${short(due)} 不能读懂，请设置办理时限`, 'warning');
  say(element, make, 'sf:Timer', { due });
  return note(element, `办理时限 ${due}`);
}

/** What a sub-process or call is repeated for; a loop becomes a repetition one after the other. */
export function convertRepeat(element: Element, make: Make, note: Note): void {
  const loop = element.loopCharacteristics as Element | undefined;
  if (!loop || extensionsOf(element, 'sf:Repeat').length > 0) return;
  const isRounds = loop.$type !== 'bpmn:MultiInstanceLoopCharacteristics';
  const repeat = repeatOf(element, []);
  if (!repeat || repeat.over === '')
    return note(
      element,
      isRounds
        ? `循环条件 ${short(bodyOf(loop.loopCondition))} 不能自动转换，请在“重复”中设置`
        : '多实例重复的内容不能读懂，请在“重复”中设置',
      'warning',
    );
  say(element, make, 'sf:Repeat', { over: repeat.over });
  const body = bodyOf(loop.completionCondition);
  if (body !== '' && repeat.until === null)
    note(element, `完成条件 ${short(body)} 不能自动转换，请重新设置`, 'warning');
  if (isRounds) {
    const made = make('bpmn:MultiInstanceLoopCharacteristics', { isSequential: true });
    made.$parent = element;
    element.loopCharacteristics = made;
  }
  const kept = element.loopCharacteristics as Element;
  if (repeat.until !== null && repeat.until !== body) kept.completionCondition = formal(kept, make, repeat.until);
  return note(
    element,
    isRounds
      ? `循环 → 依次重复，至多“${repeat.over}”次${repeat.until === null ? '' : `，直到 ${short(repeat.until)}`}`
      : `多实例 → 按“${repeat.over}”${repeat.isSequential ? '依次' : '同时'}重复`,
  );
}

/** `property` of `holder` is the condition: of a line, or of an event that waits for it. */
export function convertCondition(
  element: Element,
  make: Make,
  note: Note,
  holder = element,
  property = 'conditionExpression',
): void {
  const expression = holder[property] as Element | undefined;
  const body = bodyOf(expression);
  const problems: Parameters<typeof celOfExpression>[2] = [];
  const cel = celOfExpression(element, expression, problems);
  if (cel === null || (cel === body && !isForeign(body))) return;
  if (problems.length > 0) return note(element, `条件 ${short(body)} 不能自动转换，请重新设置`, 'warning');
  holder[property] = formal(holder, make, cel);
  return note(element, `条件 ${short(body)} → ${cel}`);
}

/** zeebe names what is called in an element of its own. */
export function convertCall(element: Element, note: Note): void {
  const called = zeebeAttribute(element, 'calledElement', 'processId');
  if (called === '' || element.calledElement) return;
  element.calledElement = called;
  note(element, `调用的流程 ${called}`);
}

import { listOf, type Element } from '../../flow/index.ts';
import type { Note } from './notes.ts';

/** What convert.ts reads, and what only says how another designer shows its own panel. */
const READ: ReadonlySet<string> = new Set([
  'assignee',
  'candidateUsers',
  'candidateGroups',
  'dueDate',
  'initiator',
  'candidateStrategy',
  'candidateParam',
  'collection',
  'elementVariable',
  'dataType',
  'text',
  'schemaLocation',
  'type',
]);
/** Settings that change what happens: not taking them over must be seen. */
const MATTERS: Readonly<Record<string, string>> = {
  skipExpression: '跳过条件',
  class: '程序',
  delegateExpression: '程序',
  expression: '表达式',
  decisionRef: '决策表',
  caseRef: '案例',
  resultVariable: '结果变量',
  owner: '所有人',
  followUpDate: '跟进时间',
  candidateStarterUsers: '可发起的人',
  candidateStarterGroups: '可发起的角色',
  businessCalendarName: '工作日历',
  variableName: '变量',
  elementIndexVariable: '序号变量',
  buttonList: '办理按钮',
  triggerable: '等待回调',
};
const ASIDE: Readonly<Record<string, string>> = {
  formKey: '表单',
  formRef: '表单',
  priority: '优先级',
  category: '分类',
  asyncBefore: '异步',
  asyncAfter: '异步',
  async: '异步',
  versionTag: '版本',
  historyTimeToLive: '历史保留',
};
const ELEMENTS: Readonly<Record<string, string>> = {
  executionListener: '监听器',
  taskListener: '监听器',
  eventListener: '监听器',
  inputOutput: '变量映射',
  ioMapping: '变量映射',
  in: '变量映射',
  out: '变量映射',
  formProperty: '表单字段',
  formData: '表单字段',
  generatedFormData: '表单字段',
  connector: '连接器',
  script: '脚本',
  customResource: '其他办理人',
  taskDefinition: '程序',
  calledDecision: '决策表',
  taskListeners: '监听器',
  executionListeners: '监听器',
  conditionExpression: '条件',
};
/** Elements of zeebe that convert.ts reads, or that say nothing. */
const READ_ELEMENTS: ReadonlySet<string> = new Set([
  'zeebe:assignmentDefinition',
  'zeebe:loopCharacteristics',
  'zeebe:taskSchedule',
  'zeebe:calledElement',
  'zeebe:userTask',
]);

const bare = (name: string): string => name.split(':').at(-1) ?? name;
const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

interface Found {
  matters: string[];
  aside: string[];
}

function attributesIn(element: Element, found: Found): void {
  for (const [key, value] of Object.entries(element.$attrs ?? {})) {
    const name = bare(key);
    if (!key.includes(':') || /^(?:xmlns|xsi|xml|sf)\b/.test(key) || READ.has(name) || String(value).trim() === '')
      continue;
    const word = Object.hasOwn(MATTERS, name) ? MATTERS[name] : undefined;
    (word === undefined ? found.aside : found.matters).push(
      `${word ?? (Object.hasOwn(ASIDE, name) ? ASIDE[name] : undefined) ?? ''} ${name}=${short(String(value))}`.trim(),
    );
  }
}

function elementsIn(element: Element, found: Found): void {
  const counts = new Map<string, number>();
  for (const { $type } of listOf((element.extensionElements as Element | undefined) ?? ({} as Element), 'values')) {
    if (!$type.startsWith('sf:') && !READ_ELEMENTS.has($type)) counts.set($type, (counts.get($type) ?? 0) + 1);
  }
  for (const [type, count] of counts) {
    const word = Object.hasOwn(ELEMENTS, bare(type)) ? ELEMENTS[bare(type)] : undefined;
    (word === undefined ? found.aside : found.matters).push(
      `${word ?? ''} ${bare(type)}${count > 1 ? ` ×${count}` : ''}`.trim(),
    );
  }
}

/** Says of an element what of another engine's settings was not taken over: nothing is lost without a word. */
export function noteUnread(element: Element, note: Note): void {
  const found: Found = { matters: [], aside: [] };
  const loop = element.loopCharacteristics as Element | undefined;
  for (const each of loop ? [element, loop] : [element]) {
    attributesIn(each, found);
    elementsIn(each, found);
  }
  if (found.matters.length > 0) note(element, `没有带入，不起作用：${found.matters.join('；')}`, 'warning');
  if (found.aside.length > 0) note(element, found.aside.join('；'), 'kept');
}

/** Lanes say where something is drawn, not who does it. */
export function noteProcess(process: Element, note: Note): void {
  const lanes = listOf(process, 'laneSets')
    .flatMap((set) => listOf(set, 'lanes'))
    .map(({ name }) => name?.trim())
    .filter(Boolean);
  if (lanes.length > 0) note(process, `泳道（${lanes.join('、')}）只是图形，不决定谁来办理`, 'kept');
}

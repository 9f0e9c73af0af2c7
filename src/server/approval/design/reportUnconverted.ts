import { listOf, type Element } from '../../flow/index.ts';
import type { AddNote } from './importNote.ts';

/**
 * Attributes that the report does not mention: attributes that the import reads, and display settings of other
 * designers.
 */
const UNREPORTED_ATTRIBUTES: ReadonlySet<string> = new Set([
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
/**
 * Labels of attributes that change the behaviour of the process in the other engine. The report warns that they were
 * not converted.
 */
const IMPORTANT_ATTRIBUTES: Readonly<Record<string, string>> = {
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
/** Labels of attributes that are not needed in this product. The report mentions them without a warning. */
const UNIMPORTANT_ATTRIBUTES: Readonly<Record<string, string>> = {
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
/**
 * Labels of extension elements that change the behaviour of the process in the other engine. The report warns that they
 * were not converted.
 */
const IMPORTANT_ELEMENTS: Readonly<Record<string, string>> = {
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
/** Extension elements of Zeebe that the report does not mention: the import reads them, or they have no effect. */
const UNREPORTED_ELEMENTS: ReadonlySet<string> = new Set([
  'zeebe:assignmentDefinition',
  'zeebe:loopCharacteristics',
  'zeebe:taskSchedule',
  'zeebe:calledElement',
  'zeebe:userTask',
]);

const localName = (name: string): string => name.split(':').at(-1) ?? name;
const truncate = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

/**
 * Texts of the report about settings that were not converted. `important`: about settings that change the behaviour of
 * the process in the other engine.
 */
interface UnconvertedSettings {
  important: string[];
  unimportant: string[];
}

/** Adds to `unconverted` the attributes of other engines that were not converted. */
function collectAttributes(element: Element, unconverted: UnconvertedSettings): void {
  for (const [key, value] of Object.entries(element.$attrs ?? {})) {
    const name = localName(key);
    if (
      !key.includes(':') ||
      /^(?:xmlns|xsi|xml|sf)\b/.test(key) ||
      UNREPORTED_ATTRIBUTES.has(name) ||
      String(value).trim() === ''
    )
      continue;
    const label = Object.hasOwn(IMPORTANT_ATTRIBUTES, name) ? IMPORTANT_ATTRIBUTES[name] : undefined;
    (label === undefined ? unconverted.unimportant : unconverted.important).push(
      `${label ?? (Object.hasOwn(UNIMPORTANT_ATTRIBUTES, name) ? UNIMPORTANT_ATTRIBUTES[name] : undefined) ?? ''} ${name}=${truncate(String(value))}`.trim(),
    );
  }
}

/** Adds to `unconverted` the extension elements of other engines that were not converted. */
function collectElements(element: Element, unconverted: UnconvertedSettings): void {
  const counts = new Map<string, number>();
  for (const { $type } of listOf((element.extensionElements as Element | undefined) ?? ({} as Element), 'values')) {
    if (!$type.startsWith('sf:') && !UNREPORTED_ELEMENTS.has($type)) counts.set($type, (counts.get($type) ?? 0) + 1);
  }
  for (const [type, count] of counts) {
    const label = Object.hasOwn(IMPORTANT_ELEMENTS, localName(type)) ? IMPORTANT_ELEMENTS[localName(type)] : undefined;
    (label === undefined ? unconverted.unimportant : unconverted.important).push(
      `${label ?? ''} ${localName(type)}${count > 1 ? ` ×${count}` : ''}`.trim(),
    );
  }
}

/** Adds notes on the settings of another engine that were not converted. */
export function reportUnconverted(element: Element, addNote: AddNote): void {
  const unconverted: UnconvertedSettings = { important: [], unimportant: [] };
  const loop = element.loopCharacteristics as Element | undefined;
  for (const source of loop ? [element, loop] : [element]) {
    collectAttributes(source, unconverted);
    collectElements(source, unconverted);
  }
  if (unconverted.important.length > 0)
    addNote(element, `没有带入，不起作用：${unconverted.important.join('；')}`, 'warning');
  if (unconverted.unimportant.length > 0) addNote(element, unconverted.unimportant.join('；'), 'kept');
}

/** Adds a note that lanes are only drawn and do not determine assignees. */
export function reportLanes(process: Element, addNote: AddNote): void {
  const lanes = listOf(process, 'laneSets')
    .flatMap((set) => listOf(set, 'lanes'))
    .map(({ name }) => name?.trim())
    .filter(Boolean);
  if (lanes.length > 0) addNote(process, `泳道（${lanes.join('、')}）只是图形，不决定谁来办理`, 'kept');
}

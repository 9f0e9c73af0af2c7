import { errorCodeOf, errorDefinitionOf, loopOf, signalOrMessageOf } from '../bpmn/elementEdit.ts';
import { attributesOf, extensionsOf, listOf, type Element } from '../model/moddle.ts';
import { readTask } from '../model/task.ts';
import type { Attributes, TaskData } from '../model/taskData.ts';
import { accessOf } from '../panel/access.ts';
import { describeDuration } from '../panel/duration.ts';
import { titleOf } from '../panel/ElementPanel.tsx';
import { ACTIONS, AFTER_DUE_OPTIONS, holderText, NO_ASSIGNEE_OPTIONS, jointDecisionText } from '../panel/labels.ts';
import { conditionText } from '../steps/readPlan.ts';

const ACCESS_LABELS = { '': '默认', hidden: '隐藏', read: '只读', edit: '可填写', required: '必填' } as const;
const ROW_RIGHT_LABELS = {
  add: '添加行',
  copy: '复制行',
  remove: '删除行',
  others: '修改他人的行',
  defaults: '载入默认行',
} as const;
/** The names of roles and fields are not loaded for the comparison, so `holderText` shows codes and keys. */
const NO_NAMES = { holders: { roles: [], posts: [] }, fields: [] };
/**
 * The extension elements that `taskTexts` and `accessTexts` describe; other elements are described by their attributes.
 */
const DESCRIBED_TYPES: ReadonlySet<string> = new Set(
  ['Candidates', 'Cc', 'Sign', 'Settings', 'Timer', 'Actions', 'Button', 'Call', 'Answer', 'Field', 'Table'].map(
    (type) => `sf:${type}`,
  ),
);

type Setting = readonly [title: string, text: string];
const labelOf = (list: readonly { value: string; label: string }[], value = ''): string =>
  list.find((option) => option.value === value)?.label ?? value;
export const nameOf = (element: Element | undefined): string => element?.name?.trim() || (element?.id ?? '');
const bodyOf = (element: Element, property: string): string =>
  String((element[property] as Element | undefined)?.body ?? '').trim();

/** Returns the text `yes` or `no` for a switch that is set; '' if it is absent or empty. */
const switchText = (value: string | undefined, yes: string, no: string): string =>
  value ? (value === '1' || value === 'pass' ? yes : no) : '';

/** Returns the attributes that are not in `described` as JSON; '' if there are none. */
function otherAttributes(attributes: Attributes, described: readonly string[]): string {
  const undescribed = Object.entries(attributes).filter(([name]) => !described.includes(name));
  return undescribed.length === 0 ? '' : JSON.stringify(Object.fromEntries(undescribed));
}

/** Returns the settings of a task as titles and texts; a text is '' if the setting is not set. */
function taskTexts({ candidates, cc, sign, settings, timer, actions, buttons, call, answers }: TaskData): Setting[] {
  return [
    [
      '办理人',
      candidates
        .map(
          (candidate) =>
            holderText(candidate, NO_NAMES) + (candidate.type === 'expression' ? `（${candidate.value}）` : ''),
        )
        .join('、'),
    ],
    ['抄送', cc.map((candidate) => holderText(candidate, NO_NAMES)).join('、')],
    ['多人办理', jointDecisionText(sign)],
    ['找不到办理人时', labelOf(NO_ASSIGNEE_OPTIONS, settings.empty)],
    ['相同的人自动通过', switchText(settings.same, '是', '否')],
    ['手写签名', switchText(settings.signature, '需要', '不需要')],
    ['转交申请人', switchText(settings.toApplicant, '允许', '不允许')],
    ['办理意见取自表单字段', settings.opinion ?? ''],
    ['其他设置', otherAttributes(settings, ['empty', 'same', 'signature', 'toApplicant', 'opinion'])],
    ['办理时限', timer.due ? describeDuration(timer.due) : ''],
    ['提醒', timer.remind ? describeDuration(timer.remind) : ''],
    ['超过时限后', timer.action ? labelOf(AFTER_DUE_OPTIONS, timer.action) : ''],
    ['计时', timer.clock === 'work' ? '按工作时间计算' : (timer.clock ?? '')],
    ['其他时限设置', otherAttributes(timer, ['due', 'remind', 'action', 'clock'])],
    [
      '操作',
      (actions.value ?? '')
        .split(',')
        .filter(Boolean)
        .map((action) => labelOf(ACTIONS, action.trim()))
        .join('、'),
    ],
    ['按钮名称', buttons.map(({ action = '', name = '' }) => `${labelOf(ACTIONS, action)}：${name}`).join('、')],
    ['调用', [call.method, call.url].filter(Boolean).join(' ')],
    ...answers.map(({ field = '', from = '' }, index): Setting => [`返回值 ${index + 1}`, `${from} → ${field}`]),
  ];
}

function describeRule(rule: Attributes): string {
  const rowRights = Object.entries(ROW_RIGHT_LABELS)
    .filter(([name]) => rule[name] !== undefined)
    .map(([name, text]) => `${text}${rule[name] === '1' ? '可以' : '不可以'}`);
  return [ACCESS_LABELS[accessOf(rule)], ...rowRights].join('，');
}

const accessTexts = ({ fields, tables }: TaskData): Setting[] => [
  ...fields.map((rule): Setting => [`字段 ${rule.key ?? ''}`, describeRule(rule)]),
  ...tables.flatMap(({ attributes, columns }): Setting[] => [
    [`表格 ${attributes.key ?? ''}`, describeRule(attributes)],
    ...columns.map((rule): Setting => [`列 ${attributes.key ?? ''}.${rule.key ?? ''}`, describeRule(rule)]),
  ]),
];

function extensionTexts(element: Element): Setting[] {
  const undescribed = extensionsOf(element).filter(({ $type }) => !DESCRIBED_TYPES.has($type));
  return undescribed.map((extension, index): Setting => {
    const number = undescribed.slice(0, index).filter(({ $type }) => $type === extension.$type).length + 1;
    return [number === 1 ? extension.$type : `${extension.$type} ${number}`, JSON.stringify(attributesOf(extension))];
  });
}

function eventTexts(element: Element): Setting[] {
  const events = listOf(element, 'eventDefinitions');
  const trigger = (event: Element): string =>
    ['timeDuration', 'timeDate', 'timeCycle', 'condition'].map((name) => bodyOf(event, name)).find(Boolean) ??
    event.$type.replace('bpmn:', '');
  const reference = signalOrMessageOf(element);
  return [
    ['触发', events.map(trigger).join('；')],
    ...(reference ? [[reference.type === 'signal' ? '信号' : '消息', reference.name] as const] : []),
    ['代码', errorDefinitionOf(element) ? errorCodeOf(element) : ''],
    ['中断', element.isInterrupting === false || element.cancelActivity === false ? '不中断' : ''],
    ['附着在', nameOf(element.attachedToRef as Element | undefined)],
  ];
}

function loopTexts(element: Element): Setting[] {
  const loop = element.loopCharacteristics as Element | undefined;
  if (!loop) return [];
  return [
    [
      '重复执行',
      loopOf(element) ? (loop.isSequential === true ? '一个接一个' : '同时进行') : loop.$type.replace('bpmn:', ''),
    ],
    ['何时算完成', bodyOf(loop, 'completionCondition')],
    ['重复次数', bodyOf(loop, 'loopCardinality')],
    ['其他重复设置', otherAttributes(attributesOf(loop), ['id', 'isSequential'])],
  ];
}

const sequenceFlowTexts = (element: Element): Setting[] =>
  element.$type === 'bpmn:SequenceFlow'
    ? [
        ['条件', conditionText(element)],
        ['从', nameOf(element.sourceRef as Element | undefined)],
        ['到', nameOf(element.targetRef as Element | undefined)],
      ]
    : [];

/** Returns all settings of an element as Chinese texts, by displayed title. */
export function settingsOf(element: Element): Record<string, string> {
  const data = readTask(element);
  const defaultFlow = element.default as Element | undefined;
  const settings: Setting[] = [
    ['类型', titleOf(element)],
    ...taskTexts(data),
    ['调用的流程', String(element.calledElement ?? '')],
    ...accessTexts(data),
    ...extensionTexts(element),
    ...Object.entries(attributesOf(element)).filter(([name]) => name.includes(':')),
    ...eventTexts(element),
    ...loopTexts(element),
    ['默认路径', defaultFlow ? nameOf(defaultFlow.targetRef as Element | undefined) : ''],
    ...sequenceFlowTexts(element),
  ];
  return { 名称: element.name?.trim() ?? '', ...Object.fromEntries(settings.filter(([, text]) => text !== '')) };
}

import { titleOf } from '../panel/ElementPanel.tsx';
import { conditionText } from '../steps/readPlan.ts';
import type { Change, Detail } from '../../diff/compare.ts';
import { attributesOf, createModdle, extensionsOf, listOf, readXml, type Element } from '../model/moddle.ts';
import { readTask } from '../model/task.ts';
import type { Attributes } from '../model/taskData.ts';
import { accessOf } from '../panel/access.ts';
import { describeDuration } from '../panel/duration.ts';
import { ACTIONS, candidateText, NO_ASSIGNEE_OPTIONS, AFTER_DUE_OPTIONS, signText } from '../panel/labels.ts';

interface Entry {
  id: string;
  name: string;
  tagTitle: string;
  containerPath: string;
  /** Descriptions of the settings, by title. */
  settings: Readonly<Record<string, string>>;
}

const ACCESS = { '': '默认', hidden: '隐藏', read: '只读', edit: '可填写', required: '必填' } as const;
const NO_NAMES = { holders: { roles: [], posts: [] }, fields: [] };
const labelOf = (list: readonly { value: string; label: string }[], value = ''): string =>
  list.find((one) => one.value === value)?.label ?? value;
const idOf = (element: unknown): string => (element as Element | undefined)?.id ?? '';
const nameOf = (element: Element | undefined): string => element?.name?.trim() || (element?.id ?? '');

const describeRule = (rule: Attributes): string => {
  const rowRights = Object.entries(rule)
    .filter(([name]) => ['add', 'copy', 'remove', 'others', 'defaults'].includes(name))
    .map(
      ([name, value]) =>
        `${{ add: '添加行', copy: '复制行', remove: '删除行', others: '修改他人的行', defaults: '载入默认行' }[name]}${value === '1' ? '可以' : '不可以'}`,
    );
  return [ACCESS[accessOf(rule)], ...rowRights].join('，');
};

/** All settings of an element as Chinese texts, by the title under which they are shown. */
function settingsOf(element: Element): Record<string, string> {
  const data = readTask(element);
  const settings: Record<string, string> = { 名称: element.name?.trim() ?? '' };
  const set = (title: string, value: string): void => {
    if (value !== '') settings[title] = value;
  };
  set('类型', titleOf(element));
  set(
    '办理人',
    data.candidates
      .map((one) => candidateText(one, NO_NAMES) + (one.type === 'expression' ? `（${one.value}）` : ''))
      .join('、'),
  );
  set('抄送', data.cc.map((one) => candidateText(one, NO_NAMES)).join('、'));
  set('多人办理', signText(data.sign));
  set('找不到办理人时', labelOf(NO_ASSIGNEE_OPTIONS, data.settings.empty));
  set('相同的人自动通过', data.settings.same === '1' || data.settings.same === 'pass' ? '是' : '');
  set('手写签名', data.settings.signature === '1' ? '需要' : '');
  set('转交申请人', data.settings.toApplicant === '1' ? '允许' : '');
  set('办理时限', data.timer.due ? describeDuration(data.timer.due) : '');
  set('提醒', data.timer.remind ? describeDuration(data.timer.remind) : '');
  set('超过时限后', data.timer.action ? labelOf(AFTER_DUE_OPTIONS, data.timer.action) : '');
  set(
    '操作',
    (data.actions.value ?? '')
      .split(',')
      .filter(Boolean)
      .map((one) => labelOf(ACTIONS, one.trim()))
      .join('、'),
  );
  set('按钮名称', data.buttons.map(({ action = '', name = '' }) => `${labelOf(ACTIONS, action)}：${name}`).join('、'));
  set('调用', [data.call.method, data.call.url].filter(Boolean).join(' '));
  set('调用的流程', String(element.calledElement ?? ''));
  for (const rule of data.fields) set(`字段 ${rule.key ?? ''}`, describeRule(rule));
  for (const { attributes, columns } of data.tables) {
    set(`表格 ${attributes.key ?? ''}`, describeRule(attributes));
    for (const rule of columns) set(`列 ${attributes.key ?? ''}.${rule.key ?? ''}`, describeRule(rule));
  }
  for (const other of extensionsOf(element).filter(
    ({ $type }) =>
      ![
        'sf:Candidates',
        'sf:Cc',
        'sf:Sign',
        'sf:Settings',
        'sf:Timer',
        'sf:Actions',
        'sf:Button',
        'sf:Call',
        'sf:Field',
        'sf:Table',
      ].includes($type),
  ))
    set(other.$type, JSON.stringify(attributesOf(other)));
  for (const event of listOf(element, 'eventDefinitions'))
    set('触发', String((event.timeDuration as Element | undefined)?.body ?? event.$type.replace('bpmn:', '')));
  const fallback = element.default as Element | undefined;
  if (fallback) set('默认路径', nameOf(fallback.targetRef as Element | undefined));
  if (element.$type === 'bpmn:SequenceFlow') {
    set('条件', conditionText(element));
    set('从', nameOf(element.sourceRef as Element | undefined));
    set('到', nameOf(element.targetRef as Element | undefined));
  }
  return settings;
}

function* entriesOf(container: Element, containerPath = ''): Generator<Entry> {
  for (const element of listOf(container, 'flowElements')) {
    const isFlow = element.$type === 'bpmn:SequenceFlow';
    const name = isFlow
      ? element.name?.trim() ||
        `${nameOf(element.sourceRef as Element | undefined)} → ${nameOf(element.targetRef as Element | undefined)}`
      : nameOf(element);
    yield {
      id: idOf(element),
      name,
      tagTitle: isFlow ? '连线' : titleOf(element),
      containerPath,
      settings: settingsOf(element),
    };
    yield* entriesOf(element, nameOf(element));
  }
}

const detailsOf = (before: Entry, after: Entry): Detail[] =>
  [...new Set([...Object.keys(before.settings), ...Object.keys(after.settings)])]
    .filter((key) => before.settings[key] !== after.settings[key])
    .map((key) => ({ key, title: key, before: before.settings[key], after: after.settings[key] }));

/** The differences between two processes, by element, as Chinese texts; null if one of the texts is no process. */
export async function compareFlows(before: string, after: string): Promise<Change[] | null> {
  const [old, now] = await Promise.all([before, after].map((text) => readXml(createModdle(), text)));
  if (!old?.ok || !now?.ok) return null;
  const processEntry = (process: Element): Entry => ({
    id: '',
    name: '流程设置',
    tagTitle: '流程',
    containerPath: '',
    settings: settingsOf(process),
  });
  const all = (process: Element): Entry[] => [processEntry(process), ...entriesOf(process)];
  const oldEntries = new Map(all(old.process).map((entry) => [entry.id, entry]));
  const changes: Change[] = [];
  for (const entry of all(now.process)) {
    const oldEntry = oldEntries.get(entry.id);
    oldEntries.delete(entry.id);
    const { id, name, tagTitle, containerPath } = entry;
    const details = oldEntry ? detailsOf(oldEntry, entry) : [];
    if (!oldEntry) changes.push({ kind: 'added', id, name, tagTitle, containerPath, details: [] });
    else if (details.length > 0) changes.push({ kind: 'changed', id, name, tagTitle, containerPath, details });
  }
  for (const { id, name, tagTitle, containerPath } of oldEntries.values())
    changes.push({ kind: 'removed', id, name, tagTitle, containerPath, details: [] });
  return changes;
}

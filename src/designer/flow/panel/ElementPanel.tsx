import { Select, Switch } from 'antd';
import type { ElementEdit } from '../bpmn/elementEdit.ts';
import { loopOf } from '../bpmn/elementEdit.ts';
import { translate } from '../bpmn/translate.ts';
import { ConditionEditor } from '../conditions/ConditionEditor.tsx';
import { attributesOf, extensionsOf, type Element } from '../model/moddle.ts';
import { readTask } from '../model/task.ts';
import type { TaskData } from '../model/taskData.ts';
import { Candidates } from './Candidates.tsx';
import { FieldRules } from './FieldRules.tsx';
import { LabelledSetting } from './LabelledSetting.tsx';
import { EventSettings, TriggerSettings } from './EventSettings.tsx';
import { CommitOnBlurInput } from './CommitOnBlurInput.tsx';
import { ProcessPanel } from './ProcessPanel.tsx';
import { RepeatSettings } from './RepeatSettings.tsx';
import { ServiceSettings } from './ServiceSettings.tsx';
import { TaskPanel } from './TaskPanel.tsx';
import { ElementScopeContext, useSettingsData, type SettingsData, type ElementScope } from './design.ts';

/** Returns the translated name of a type: `bpmn:UserTask` → `User task` → 审批节点. */
const typeName = (type: string): string => {
  const english = type
    .replace('bpmn:', '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return translate(english.charAt(0).toUpperCase() + english.slice(1));
};
const TITLES: Readonly<Record<string, string>> = {
  'bpmn:Process': '流程',
  'bpmn:SubProcess': '子流程',
  'bpmn:IntermediateCatchEvent': '中间事件',
  'bpmn:TextAnnotation': '文字说明',
  'bpmn:Participant': '泳池',
  'bpmn:Collaboration': '协作图',
  'bpmn:MessageFlow': '消息流',
  'bpmn:Group': '分组',
  'bpmn:Lane': '泳道',
  'bpmn:Association': '关联线',
};
/** Returns the name of an element's kind; for events it includes the event definition. */
export function titleOf({ $type, eventDefinitions, triggeredByEvent }: Element): string {
  const event = (eventDefinitions as Element[] | undefined)?.[0]?.$type
    .replace('bpmn:', '')
    .replace('EventDefinition', '');
  if (event) return typeName(`bpmn:${event}${$type.replace('bpmn:', '')}`);
  return triggeredByEvent === true ? '事件子流程' : (TITLES[$type] ?? typeName($type));
}

interface Props {
  element: Element;
  /** Id of the applicant's task; '' if there is none. */
  applicantTaskId: string;
  edit: ElementEdit;
}

function SequenceFlowSettings({ element, edit }: Omit<Props, 'applicantTaskId'>) {
  const source = element.sourceRef as Element;
  const isDefaultFlow = (source.default as Element | undefined)?.id === element.id;
  const hasOtherFlows = ((source.outgoing as Element[] | undefined) ?? []).length > 1;
  const condition = String((element.conditionExpression as Element | undefined)?.body ?? '');
  if (source.$type === 'bpmn:ParallelGateway') return <p className="sc-note">并行分支的每条路都会走，不设条件。</p>;
  return (
    <>
      {hasOtherFlows || isDefaultFlow ? (
        <div className="fd-switch">
          <Switch size="small" checked={isDefaultFlow} onChange={edit.setDefaultFlow} aria-label="默认路径" />{' '}
          其他条件都不满足时走这条路
        </div>
      ) : null}
      {isDefaultFlow ? null : (
        <LabelledSetting label="走这条路的条件">
          <ConditionEditor key={element.id} value={condition} onChange={edit.setCondition} />
        </LabelledSetting>
      )}
    </>
  );
}

/**
 * The settings of a task that sends copies, a message, or both. If the task sends a message, the settings of copies are
 * shown only if there are recipients.
 */
function SendSettings({ element, data, edit }: Pick<Props, 'element' | 'edit'> & { data: TaskData }) {
  return (
    <>
      {element.messageRef ? <EventSettings element={element} data={data} edit={edit} /> : null}
      {element.messageRef && data.cc.length === 0 ? null : (
        <>
          <LabelledSetting label="抄送给">
            <Candidates itemName="抄送人" value={data.cc} onChange={(cc) => edit.setData({ ...data, cc })} />
          </LabelledSetting>
          <LabelledSetting label="抄送人能看到">
            <FieldRules value={data} isApplicant={false} isForCopies onChange={edit.setData} />
          </LabelledSetting>
        </>
      )}
    </>
  );
}

/** The settings that depend on the type of the element. */
function TypeSettings({ element, applicantTaskId, edit }: Props) {
  const { flows } = useSettingsData();
  const data = readTask(element);
  switch (element.$type) {
    case 'bpmn:Process':
      return <ProcessPanel value={data} onChange={edit.setData} />;
    // in a diagram with pools the process is not a shape, so its settings are edited at its pool
    case 'bpmn:Participant':
      return element.processRef ? (
        <ProcessPanel value={readTask(element.processRef as Element)} onChange={edit.setProcessData} />
      ) : null;
    case 'bpmn:UserTask':
    case 'bpmn:ManualTask':
      return (
        <TaskPanel key={element.id} value={data} isApplicant={element.id === applicantTaskId} onChange={edit.setData} />
      );
    case 'bpmn:SendTask':
      return <SendSettings element={element} data={data} edit={edit} />;
    case 'bpmn:SequenceFlow':
      return <SequenceFlowSettings element={element} edit={edit} />;
    case 'bpmn:ServiceTask':
    case 'bpmn:BusinessRuleTask':
      return <ServiceSettings value={data} onChange={edit.setData} />;
    case 'bpmn:SubProcess':
    case 'bpmn:Transaction':
      return element.triggeredByEvent === true ? (
        <p className="sc-note">
          由里面的开始事件触发，不连线。选中开始事件，用“更改类型”设为定时、条件、信号、消息、异常或升级。
        </p>
      ) : (
        <RepeatSettings key={element.id} element={element} data={data} edit={edit} />
      );
    case 'bpmn:CallActivity':
      return (
        <>
          <LabelledSetting label="调用的流程">
            <Select
              showSearch
              optionFilterProp="label"
              aria-label="调用的流程"
              value={String(element.calledElement ?? '') || undefined}
              placeholder="选择已发布的流程"
              options={flows.map(({ key, name }) => ({ value: key, label: name }))}
              onChange={edit.setCalledFlow}
            />
          </LabelledSetting>
          <RepeatSettings key={element.id} element={element} data={data} edit={edit} />
        </>
      );
    case 'bpmn:BoundaryEvent':
    case 'bpmn:IntermediateCatchEvent':
    case 'bpmn:IntermediateThrowEvent':
    case 'bpmn:EndEvent':
    case 'bpmn:ReceiveTask':
      return <EventSettings element={element} data={data} edit={edit} />;
    case 'bpmn:EventBasedGateway':
      return (
        <p className="sc-note">
          其后连接要等待的事件（定时、条件、信号、消息），先发生的一个决定走哪条路，其余不再等待。
        </p>
      );
    case 'bpmn:StartEvent':
      return element.$parent?.triggeredByEvent === true ? (
        <TriggerSettings element={element} data={data} edit={edit} />
      ) : null;
    default:
      return null;
  }
}

/** Settings for other engines, which are kept but have no effect. */
function ForeignSettings({ element }: { element: Element }) {
  const attributes = Object.entries(attributesOf(element)).filter(
    ([name]) => name.includes(':') && !name.startsWith('xmlns'),
  );
  const otherElements = extensionsOf(element).filter(({ $type }) => !$type.startsWith('sf:'));
  if (attributes.length + otherElements.length === 0) return null;
  return (
    <details className="fd-foreign">
      <summary>其他引擎的设置（{attributes.length + otherElements.length}）</summary>
      <ul>
        {attributes.map(([name, value]) => (
          <li key={name}>
            <code>{name}</code> {value}
          </li>
        ))}
        {otherElements.map((setting, index) => (
          <li key={`${setting.$type}${String(index)}`}>
            <code>{setting.$type}</code> {Object.values(attributesOf(setting)).join(' ').slice(0, 80)}
          </li>
        ))}
      </ul>
    </details>
  );
}

/**
 * Returns the scope for holders and conditions of an element. It depends on the innermost repeated sub-process
 * around the element.
 */
function scopeOf(element: Element, { fields, types }: SettingsData): ElementScope {
  for (
    let ancestor = element.$type === 'bpmn:SequenceFlow' ? (element.sourceRef as Element).$parent : element.$parent;
    ancestor;
    ancestor = ancestor.$parent
  ) {
    if (!loopOf(ancestor)) continue;
    const repeatSource = readTask(ancestor).repeat.over ?? '';
    return {
      isRepeated: true,
      table: fields.find(({ key, columns }) => key === repeatSource && columns !== null) ?? null,
      types: types?.inside(repeatSource) ?? null,
    };
  }
  return { isRepeated: false, table: null, types: types?.form ?? null };
}

/** The settings of an element; the process itself is an element, too. */
export function ElementPanel({ element, applicantTaskId, edit }: Props) {
  const isApplicant = element.id === applicantTaskId;
  const settingsData = useSettingsData();
  // not memoised, because elements are changed in place
  const scope = scopeOf(element, settingsData);
  return (
    <ElementScopeContext value={scope}>
      <section className="fd-panel" aria-label="设置" data-element={element.id} data-type={element.$type}>
        <header>
          <strong>{isApplicant ? '申请人节点' : titleOf(element)}</strong>
          <span className="sc-note">{element.id}</span>
        </header>
        <LabelledSetting label={element.$type === 'bpmn:TextAnnotation' ? '文字' : '名称'}>
          <CommitOnBlurInput
            key={`${element.id}.name`}
            value={element.name ?? ''}
            label="名称"
            maxLength={100}
            onCommit={edit.setName}
          />
        </LabelledSetting>
        <TypeSettings element={element} applicantTaskId={applicantTaskId} edit={edit} />
        <ForeignSettings element={element} />
      </section>
    </ElementScopeContext>
  );
}

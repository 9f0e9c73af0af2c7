import { Switch } from 'antd';
import {
  conditionalDefinitionOf,
  errorCodeOf,
  errorDefinitionOf,
  signalOrMessageOf,
  timerDefinitionOf,
  type ElementEdit,
} from '../bpmn/elementEdit.ts';
import { ConditionEditor } from '../conditions/ConditionEditor.tsx';
import type { Element } from '../model/moddle.ts';
import type { TaskData } from '../model/taskData.ts';
import { Candidates } from './Candidates.tsx';
import { LabelledSetting } from './LabelledSetting.tsx';
import { CommitOnBlurInput } from './CommitOnBlurInput.tsx';
import { AnswerSettings } from './ServiceSettings.tsx';
import { TimerSettings } from './TimerSettings.tsx';

interface Props {
  element: Element;
  data: TaskData;
  edit: ElementEdit;
}

const THROWING_TYPES: ReadonlySet<string> = new Set(['bpmn:IntermediateThrowEvent', 'bpmn:EndEvent', 'bpmn:SendTask']);

/**
 * Editor for the name of a signal or message. For a message that the process receives, it also edits who may confirm
 * the arrival of the message, and which of the message's values are stored in the record.
 */
function SignalOrMessageSettings({ element, data, edit }: Props) {
  const signalOrMessage = signalOrMessageOf(element);
  if (!signalOrMessage) return null;
  const kindName = signalOrMessage.type === 'signal' ? '信号' : '消息';
  const isThrowing = THROWING_TYPES.has(element.$type);
  return (
    <div data-panel="named">
      <LabelledSetting label={`${isThrowing ? '发出' : '等待'}的${kindName}名称`}>
        <CommitOnBlurInput
          key={`${element.id}.reference`}
          value={signalOrMessage.name}
          label={`${kindName}名称`}
          placeholder={signalOrMessage.type === 'signal' ? '如 盘点完成' : '如 付款完成'}
          maxLength={100}
          onCommit={(name) => edit.setReferenceName(name.trim())}
        />
      </LabelledSetting>
      {signalOrMessage.type === 'signal' ? (
        <p className="sc-note">
          {isThrowing ? '所有正在等待这个信号的流程都会收到。' : '任何流程发出同名信号时，都会在这里收到（十秒之内）。'}
        </p>
      ) : null}
      {signalOrMessage.type === 'message' && isThrowing ? (
        <p className="sc-note">同一申请中等待这个消息的其他分支会收到；通知外部系统请用“服务调用”。</p>
      ) : null}
      {signalOrMessage.type === 'message' && !isThrowing ? (
        <>
          <LabelledSetting label="谁可以通知（管理员总是可以）">
            <Candidates
              itemName="通知人"
              value={data.candidates}
              onChange={(candidates) => edit.setData({ ...data, candidates })}
            />
          </LabelledSetting>
          <AnswerSettings value={data} onChange={edit.setData} />
          <p className="sc-note">
            到这里时，通知人在单据上点“通知”即可继续；其他系统用管理员账号调用 process/message。
          </p>
        </>
      ) : null}
    </div>
  );
}

/** The settings of an event by its definition: timer, error or escalation, condition, signal or message. */
export function EventSettings({ element, data, edit }: Props) {
  if (timerDefinitionOf(element)) return <TimerSettings key={element.id} element={element} data={data} edit={edit} />;
  const error = errorDefinitionOf(element);
  if (error) {
    const kindName = error.$type === 'bpmn:ErrorEventDefinition' ? '异常' : '升级';
    return (
      <LabelledSetting
        label={THROWING_TYPES.has(element.$type) ? `${kindName}代码` : `接住的${kindName}代码（不填为任何${kindName}）`}
      >
        <CommitOnBlurInput
          key={`${element.id}.error`}
          value={errorCodeOf(element)}
          label={`${kindName}代码`}
          maxLength={64}
          onCommit={(code) => edit.setErrorCode(code.trim())}
        />
      </LabelledSetting>
    );
  }
  const conditional = conditionalDefinitionOf(element);
  if (!conditional) return <SignalOrMessageSettings element={element} data={data} edit={edit} />;
  return (
    <>
      <LabelledSetting label="等到条件成立">
        <ConditionEditor
          key={element.id}
          value={String((conditional.condition as Element | undefined)?.body ?? '')}
          onChange={edit.setEventCondition}
        />
      </LabelledSetting>
      <p className="sc-note">每次保存和办理之后检查；到达时已成立则立即继续。</p>
    </>
  );
}

/**
 * The settings of the start event of an event sub-process: its trigger, and whether it interrupts the other steps. An
 * error always interrupts them, so it has no switch.
 */
export function TriggerSettings(props: Props) {
  const { element, edit } = props;
  const isError = errorDefinitionOf(element)?.$type === 'bpmn:ErrorEventDefinition';
  return (
    <>
      <EventSettings {...props} />
      {isError ? null : (
        <div className="fd-switch">
          <Switch
            size="small"
            checked={element.isInterrupting !== false}
            onChange={edit.setInterrupting}
            aria-label="中断其他步骤"
          />{' '}
          触发后中断所在流程的其他步骤
        </div>
      )}
    </>
  );
}

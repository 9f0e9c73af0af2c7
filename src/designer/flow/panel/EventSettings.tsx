import { Switch } from 'antd';
import { conditionalOf, errorCodeOf, errorOf, namedOf, timerOf, type ElementEdit } from '../bpmn/edit.ts';
import { ConditionEditor } from '../conditions/ConditionEditor.tsx';
import type { Element } from '../model/moddle.ts';
import type { TaskData } from '../model/taskData.ts';
import { Candidates } from './Candidates.tsx';
import { Item } from './Item.tsx';
import { LazyInput } from './LazyInput.tsx';
import { AnswerSettings } from './ServiceSettings.tsx';
import { TimerSettings } from './TimerSettings.tsx';

interface Props {
  element: Element;
  data: TaskData;
  edit: ElementEdit;
}

const TELLS: ReadonlySet<string> = new Set(['bpmn:IntermediateThrowEvent', 'bpmn:EndEvent', 'bpmn:SendTask']);

/** Name of a signal or message; of a message that is waited for who may say that it has come, and what comes with it. */
function Named({ element, data, edit }: Props) {
  const named = namedOf(element);
  if (!named) return null;
  const word = named.type === 'signal' ? '信号' : '消息';
  const isTold = TELLS.has(element.$type);
  return (
    <div data-panel="named">
      <Item label={`${isTold ? '发出' : '等待'}的${word}名称`}>
        <LazyInput
          key={`${element.id}.named`}
          value={named.name}
          label={`${word}名称`}
          placeholder={named.type === 'signal' ? '如 盘点完成' : '如 付款完成'}
          maxLength={100}
          onCommit={(name) => edit.named(name.trim())}
        />
      </Item>
      {named.type === 'signal' ? (
        <p className="sc-note">
          {isTold ? '所有正在等待这个信号的流程都会收到。' : '任何流程发出同名信号时，都会在这里收到（十秒之内）。'}
        </p>
      ) : null}
      {named.type === 'message' && isTold ? (
        <p className="sc-note">同一申请中等待这个消息的其他分支会收到；通知外部系统请用“服务调用”。</p>
      ) : null}
      {named.type === 'message' && !isTold ? (
        <>
          <Item label="谁可以通知（管理员总是可以）">
            <Candidates
              what="通知人"
              value={data.candidates}
              onChange={(candidates) => edit.data({ ...data, candidates })}
            />
          </Item>
          <AnswerSettings value={data} onChange={edit.data} />
          <p className="sc-note">
            到这里时，通知人在单据上点“通知”即可继续；其他系统用管理员账号调用 process/message。
          </p>
        </>
      ) : null}
    </div>
  );
}

/** What an event waits for or tells: a time, an error or escalation, a signal or message, a condition. */
export function EventSettings({ element, data, edit }: Props) {
  if (timerOf(element)) return <TimerSettings key={element.id} element={element} data={data} edit={edit} />;
  const error = errorOf(element);
  if (error) {
    const word = error.$type === 'bpmn:ErrorEventDefinition' ? '异常' : '升级';
    return (
      <Item label={TELLS.has(element.$type) ? `${word}代码` : `接住的${word}代码（不填为任何${word}）`}>
        <LazyInput
          key={`${element.id}.error`}
          value={errorCodeOf(element)}
          label={`${word}代码`}
          maxLength={64}
          onCommit={(code) => edit.error(code.trim())}
        />
      </Item>
    );
  }
  const conditional = conditionalOf(element);
  if (!conditional) return <Named element={element} data={data} edit={edit} />;
  return (
    <>
      <Item label="等到条件成立">
        <ConditionEditor
          key={element.id}
          value={String((conditional.condition as Element | undefined)?.body ?? '')}
          onChange={edit.when}
        />
      </Item>
      <p className="sc-note">每次保存和办理之后检查；到达时已成立则立即继续。</p>
    </>
  );
}

/** The start of an event sub-process: what begins it, and whether that ends all else. */
export function TriggerSettings(props: Props) {
  const { element, edit } = props;
  const isError = errorOf(element)?.$type === 'bpmn:ErrorEventDefinition';
  return (
    <>
      <EventSettings {...props} />
      {isError ? null : (
        <div className="fd-switch">
          <Switch
            size="small"
            checked={element.isInterrupting !== false}
            onChange={edit.interrupts}
            aria-label="中断其他步骤"
          />{' '}
          触发后中断所在流程的其他步骤
        </div>
      )}
    </>
  );
}

import { InputNumber, Radio, Select, Switch } from 'antd';
import { useState } from 'react';
import { loopOf, type ElementEdit, type Loop } from '../bpmn/elementEdit.ts';
import type { Element } from '../model/moddle.ts';
import { withAttribute, type TaskData } from '../model/taskData.ts';
import { useSettingsData } from './design.ts';
import { LabelledSetting } from './LabelledSetting.tsx';
import { CommitOnBlurInput } from './CommitOnBlurInput.tsx';
import { readLoopEnd, loopEndText, type LoopEndKind } from './loopEnd.ts';

const LOOP_END_OPTIONS: readonly { value: LoopEndKind; label: string }[] = [
  { value: 'all', label: '全部完成' },
  { value: 'any', label: '任意一个完成' },
  { value: 'share', label: '完成一定比例' },
  { value: 'condition', label: '满足条件' },
];
/** The completion condition that is set when the user selects a kind. */
const INITIAL_COMPLETION_CONDITIONS: Readonly<Record<LoopEndKind, string>> = {
  all: '',
  any: loopEndText('any', 0),
  share: loopEndText('share', 0.5),
  condition: 'nrOfCompletedInstances >= 2',
};

/**
 * Settings of a repeated sub-process: the items (rows, people or a number), their order (in parallel or one after the
 * other), the completion condition, and the effect of a refusal.
 */
export function RepeatSettings({ element, data, edit }: { element: Element; data: TaskData; edit: ElementEdit }) {
  const { fields } = useSettingsData();
  const loop = loopOf(element);
  const { over: repeatSource = '', title: titleColumn = '', refusal: refusalScope = 'all' } = data.repeat;
  const usableFields = fields.filter(
    ({ columns, type, isPerson }) => columns !== null || type === 'list' || type === 'double' || isPerson === true,
  );
  const field = fields.find(({ key }) => key === repeatSource);
  const [usesExpression, setUsesExpression] = useState(repeatSource !== '' && field === undefined);
  const update = (next: Loop, repeat: TaskData['repeat'] = data.repeat): void =>
    edit.setLoop(next, { ...data, repeat });
  const toggle = (isOn: boolean): void =>
    isOn
      ? update(
          { isSequential: false, completionCondition: '' },
          { over: usableFields.find(({ columns }) => columns !== null)?.key ?? usableFields[0]?.key ?? '' },
        )
      : edit.setLoop(null, { ...data, repeat: {} });
  const loopEnd = readLoopEnd(loop?.completionCondition ?? '');
  return (
    <div data-panel="repeat">
      <div className="fd-switch">
        <Switch size="small" checked={loop !== null} onChange={toggle} aria-label="重复执行" />{' '}
        按子表的行、人员或次数重复执行
      </div>
      {loop === null ? null : (
        <>
          <LabelledSetting label="按什么重复">
            {usesExpression || usableFields.length === 0 ? (
              <CommitOnBlurInput
                value={repeatSource}
                label="按什么重复"
                placeholder="子表、列表或数字，如 items"
                onCommit={(next) => update(loop, withAttribute(data.repeat, 'over', next.trim()))}
              />
            ) : (
              <Select
                aria-label="按什么重复"
                showSearch
                optionFilterProp="label"
                placeholder="选择字段"
                value={repeatSource || undefined}
                onChange={(next: string) =>
                  update(loop, withAttribute(withAttribute(data.repeat, 'title', ''), 'over', next))
                }
                options={usableFields.map(({ key, label, columns, type }) => ({
                  value: key,
                  label: `${label}（${columns ? '每行一次' : type === 'double' ? '次数' : '每项一次'}）`,
                }))}
              />
            )}
            {usableFields.length > 0 ? (
              <span className="fd-switch">
                <Switch size="small" checked={usesExpression} onChange={setUsesExpression} aria-label="用表达式" />{' '}
                用表达式
              </span>
            ) : null}
          </LabelledSetting>
          {field?.columns ? (
            <LabelledSetting label="任务中怎样称呼一行">
              <Select
                aria-label="任务中怎样称呼一行"
                value={titleColumn}
                options={[
                  { value: '', label: '第一个有内容的列' },
                  ...field.columns.map(({ key, label }) => ({ value: key, label })),
                ]}
                onChange={(next: string) => update(loop, withAttribute(data.repeat, 'title', next))}
              />
            </LabelledSetting>
          ) : null}
          <LabelledSetting label="怎样进行">
            <Radio.Group
              className="fd-radios"
              value={loop.isSequential}
              options={[
                { value: false, label: '同时进行' },
                { value: true, label: '一个接一个' },
              ]}
              onChange={(event) => update({ ...loop, isSequential: event.target.value as boolean })}
            />
          </LabelledSetting>
          <LabelledSetting label="何时算完成">
            <Select<LoopEndKind>
              aria-label="何时算完成"
              value={loopEnd.kind}
              options={[...LOOP_END_OPTIONS]}
              onChange={(kind) => update({ ...loop, completionCondition: INITIAL_COMPLETION_CONDITIONS[kind] })}
            />
            {loopEnd.kind === 'share' ? (
              <InputNumber
                aria-label="完成比例"
                min={1}
                max={100}
                precision={0}
                addonAfter="% 完成"
                value={Math.round(loopEnd.share * 100)}
                onChange={(next) => {
                  if (next !== null) update({ ...loop, completionCondition: loopEndText('share', next / 100) });
                }}
              />
            ) : null}
            {loopEnd.kind === 'condition' ? (
              <CommitOnBlurInput
                value={loop.completionCondition}
                label="完成的条件"
                rows={2}
                placeholder="如 nrOfCompletedInstances >= 2"
                onCommit={(next) => update({ ...loop, completionCondition: next.trim() })}
              />
            ) : null}
          </LabelledSetting>
          <LabelledSetting label="其中一个不同意时">
            <Select
              aria-label="其中一个不同意时"
              value={refusalScope}
              options={[
                { value: 'all', label: '整个申请结束' },
                { value: 'item', label: '只结束这一个，其余继续' },
              ]}
              onChange={(next: string) =>
                update(loop, withAttribute(data.repeat, 'refusal', next === 'all' ? '' : next))
              }
            />
          </LabelledSetting>
        </>
      )}
    </div>
  );
}

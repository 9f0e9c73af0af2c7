import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { withAttribute, type Attributes, type TaskData } from '../model/taskData.ts';
import { useSettingsData, useElementScope } from './design.ts';
import { LabelledSetting } from './LabelledSetting.tsx';
import { CommitOnBlurInput } from './CommitOnBlurInput.tsx';

interface Props {
  value: TaskData;
  onChange(next: TaskData): void;
}

/** Edits the mapping from values of a response or message to fields that store them. */
export function AnswerSettings({ value, onChange }: Props) {
  const { fields } = useSettingsData();
  const { table } = useElementScope();
  const setAnswers = (next: readonly Attributes[]): void => onChange({ ...value, answers: next });
  const setAnswerAttribute = (index: number, name: string, next: string): void =>
    setAnswers(
      value.answers.map((answer, position) => (position === index ? withAttribute(answer, name, next) : answer)),
    );
  const targetOptions = [
    ...fields
      .filter(({ columns, isComputed }) => columns === null && !isComputed)
      .map(({ key, label }) => ({ value: key, label })),
    ...(table?.columns ?? []).map(({ key, label }) => ({ value: `item.${key}`, label: `当前行的“${label}”` })),
  ];
  return (
    <LabelledSetting label="返回值存入字段">
      <div className="fd-answers" data-panel="answers">
        {value.answers.map((answer, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- an answer has no unique property that could be its key
          <div key={index} className="fd-answer" data-answer={answer.field ?? ''}>
            <CommitOnBlurInput
              value={answer.from ?? ''}
              label="返回值的位置"
              placeholder="如 data.price"
              onCommit={(next) => setAnswerAttribute(index, 'from', next.trim())}
            />
            <Select
              aria-label="存入的字段"
              showSearch
              optionFilterProp="label"
              placeholder="存入字段"
              value={answer.field || undefined}
              options={[
                ...targetOptions,
                ...(answer.field && !targetOptions.some((target) => target.value === answer.field)
                  ? [{ value: answer.field, label: answer.field }]
                  : []),
              ]}
              onChange={(next: string) => setAnswerAttribute(index, 'field', next)}
            />
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label="删除此返回值"
              onClick={() => setAnswers(value.answers.filter((_item, position) => position !== index))}
              data-action="removeAnswer"
            />
          </div>
        ))}
        <Button
          size="small"
          type="dashed"
          block
          icon={<PlusOutlined />}
          onClick={() => setAnswers([...value.answers, { field: targetOptions[0]?.value ?? '' }])}
          disabled={targetOptions.length === 0}
          data-action="addAnswer"
        >
          {targetOptions.length === 0 ? '先选择对应的表单' : '添加返回值'}
        </Button>
      </div>
    </LabelledSetting>
  );
}

/** The settings of a service call: address, method, and the values of the response that are stored. */
export function ServiceSettings({ value, onChange }: Props) {
  const setCall = (name: string, next: string): void =>
    onChange({ ...value, call: withAttribute(value.call, name, next) });
  return (
    <>
      <LabelledSetting label="调用的地址">
        <CommitOnBlurInput
          value={value.call.url ?? ''}
          label="调用的地址"
          placeholder="https://…"
          onCommit={(url) => setCall('url', url.trim())}
        />
      </LabelledSetting>
      <LabelledSetting label="方法">
        <Select
          aria-label="方法"
          value={value.call.method ?? 'POST'}
          options={['POST', 'PUT'].map((method) => ({ value: method, label: method }))}
          onChange={(method: string) => setCall('method', method)}
        />
      </LabelledSetting>
      <p className="sc-note">只能调用服务器设置（CALL_ORIGINS）允许的地址。</p>
      <AnswerSettings value={value} onChange={onChange} />
      <p className="sc-note">返回值不合字段要求时，流程停在此处，管理员可在“实例管理”中查看原因并重试。</p>
    </>
  );
}

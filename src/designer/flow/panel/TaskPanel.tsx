import { InputNumber, Radio, Select, Tabs } from 'antd';
import { actionName } from '../../../screens/todo/actionNames.ts';
import { withAttribute, type TaskData } from '../model/taskData.ts';
import { ruleCount } from './access.ts';
import { Actions } from './Actions.tsx';
import { Candidates } from './Candidates.tsx';
import { useSettingsData } from './design.ts';
import { DurationInput } from './DurationInput.tsx';
import { FieldRules } from './FieldRules.tsx';
import { LabelledSetting } from './LabelledSetting.tsx';
import { WorkTimeSwitch } from './WorkTimeSwitch.tsx';
import { NO_ASSIGNEE_OPTIONS, AFTER_DUE_OPTIONS, SIGN_MODES } from './labels.ts';

interface Props {
  value: TaskData;
  isApplicant: boolean;
  onChange(next: TaskData): void;
}

/**
 * A select with 是, 否 and 按流程设置: the task inherits the setting from its process. For the setting `same` the value
 * `pass` also means 是.
 */
function InheritedYesOrNo({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string | undefined;
  onChange(next: string): void;
}) {
  return (
    <LabelledSetting label={label}>
      <Select
        aria-label={label}
        value={value === 'pass' ? '1' : (value ?? '')}
        options={[
          { value: '', label: '按流程设置' },
          { value: '1', label: '是' },
          { value: '0', label: '否' },
        ]}
        onChange={onChange}
      />
    </LabelledSetting>
  );
}

function HoldersTab({ value, onChange }: Omit<Props, 'isApplicant'>) {
  const { fields } = useSettingsData();
  const textFields = fields.filter(({ columns, type }) => columns === null && type === 'string');
  const { mode = 'one', ratio = '1' } = value.sign;
  const setSignMode = (next: string): void => {
    if (next === 'one') onChange({ ...value, sign: {} });
    else if (next === 'ratio')
      onChange({ ...value, sign: { ...value.sign, mode: next, ratio: value.sign.ratio ?? '0.5' } });
    else onChange({ ...value, sign: { ...withAttribute(value.sign, 'ratio', ''), mode: next } });
  };
  const setSetting = (name: string, next: string): void =>
    onChange({ ...value, settings: withAttribute(value.settings, name, next) });
  return (
    <>
      <LabelledSetting label="办理人">
        <Candidates
          itemName="办理人"
          value={value.candidates}
          onChange={(candidates) => onChange({ ...value, candidates })}
        />
      </LabelledSetting>
      <LabelledSetting label="多人时">
        <Radio.Group
          className="fd-radios"
          value={mode}
          options={[...SIGN_MODES]}
          onChange={(event) => setSignMode(event.target.value as string)}
        />
        {mode === 'ratio' ? (
          <InputNumber
            aria-label="通过比例"
            min={1}
            max={100}
            precision={0}
            addonAfter={`% ${actionName('approve')}`}
            value={Math.round(Number(ratio) * 100)}
            onChange={(next) => {
              if (next !== null) onChange({ ...value, sign: { ...value.sign, ratio: String(next / 100) } });
            }}
          />
        ) : null}
      </LabelledSetting>
      <LabelledSetting label="找不到办理人时">
        <Select
          aria-label="找不到办理人时"
          value={value.settings.empty ?? ''}
          options={[{ value: '', label: '按流程设置' }, ...NO_ASSIGNEE_OPTIONS]}
          onChange={(next: string) => setSetting('empty', next)}
        />
      </LabelledSetting>
      <InheritedYesOrNo
        label="与上一步是同一人时自动通过"
        value={value.settings.same}
        onChange={(next) => setSetting('same', next)}
      />
      <InheritedYesOrNo
        label="通过时需要手写签名"
        value={value.settings.signature}
        onChange={(next) => setSetting('signature', next)}
      />
      <LabelledSetting label="办理意见取自表单字段">
        <Select
          allowClear
          aria-label="办理意见取自表单字段"
          placeholder="不取，单独填写"
          value={value.settings.opinion || undefined}
          options={textFields.map(({ key, label }) => ({ value: key, label }))}
          onChange={(next?: string) => setSetting('opinion', next ?? '')}
        />
      </LabelledSetting>
      <LabelledSetting label="办完后抄送">
        <Candidates itemName="抄送人" value={value.cc} onChange={(cc) => onChange({ ...value, cc })} />
      </LabelledSetting>
    </>
  );
}

function TimeLimitsTab({ value, onChange }: Omit<Props, 'isApplicant'>) {
  const setTimer = (name: string, next: string): void =>
    onChange({ ...value, timer: withAttribute(value.timer, name, next) });
  return (
    <>
      <LabelledSetting label="到达多久后提醒">
        <DurationInput
          label="到达多久后提醒"
          value={value.timer.remind ?? ''}
          onChange={(next) => setTimer('remind', next)}
        />
      </LabelledSetting>
      <LabelledSetting label="办理时限">
        <DurationInput label="办理时限" value={value.timer.due ?? ''} onChange={(next) => setTimer('due', next)} />
      </LabelledSetting>
      <WorkTimeSwitch value={value} onChange={onChange} />
      <LabelledSetting label="超过时限后">
        <Select
          aria-label="超过时限后"
          disabled={!value.timer.due}
          value={value.timer.action ?? 'none'}
          options={[...AFTER_DUE_OPTIONS]}
          onChange={(next: string) => setTimer('action', next === 'none' ? '' : next)}
        />
      </LabelledSetting>
    </>
  );
}

/**
 * The settings of a task: holders, field rights, actions and time limits. For the applicant's task only the field
 * rights are shown.
 */
export function TaskPanel({ value, isApplicant, onChange }: Props) {
  const fieldRulesTab = {
    key: 'rules',
    label: ruleCount(value) > 0 ? `字段权限 ${ruleCount(value)}` : '字段权限',
    children: <FieldRules value={value} isApplicant={isApplicant} onChange={onChange} />,
  };
  if (isApplicant) return <Tabs size="small" items={[fieldRulesTab]} />;
  return (
    <Tabs
      size="small"
      items={[
        { key: 'who', label: '办理人', children: <HoldersTab value={value} onChange={onChange} /> },
        fieldRulesTab,
        { key: 'actions', label: '操作', children: <Actions value={value} onChange={onChange} /> },
        { key: 'time', label: '时限', children: <TimeLimitsTab value={value} onChange={onChange} /> },
      ]}
    />
  );
}

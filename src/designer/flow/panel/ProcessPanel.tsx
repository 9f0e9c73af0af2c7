import { Select, Switch } from 'antd';
import { withAttribute, type TaskData } from '../model/taskData.ts';
import { LabelledSetting } from './LabelledSetting.tsx';
import { NO_ASSIGNEE_OPTIONS } from './labels.ts';

/** The settings of a process: defaults for all tasks that do not set them. */
export function ProcessPanel({ value, onChange }: { value: TaskData; onChange(next: TaskData): void }) {
  const setSetting = (name: string, next: string): void =>
    onChange({ ...value, settings: withAttribute(value.settings, name, next) });
  return (
    <>
      <LabelledSetting label="各节点找不到办理人时">
        <Select
          aria-label="各节点找不到办理人时"
          value={value.settings.empty ?? 'stop'}
          options={[...NO_ASSIGNEE_OPTIONS]}
          onChange={(next: string) => setSetting('empty', next === 'stop' ? '' : next)}
        />
      </LabelledSetting>
      <div className="fd-switch">
        <Switch
          size="small"
          checked={value.settings.same === '1' || value.settings.same === 'pass'}
          onChange={(isOn) => setSetting('same', isOn ? '1' : '')}
          aria-label="相同的人自动通过"
        />{' '}
        与上一步是同一人时自动通过
      </div>
      <div className="fd-switch">
        <Switch
          size="small"
          checked={value.settings.signature === '1'}
          onChange={(isOn) => setSetting('signature', isOn ? '1' : '')}
          aria-label="需要手写签名"
        />{' '}
        通过时需要手写签名
      </div>
      <div className="fd-switch">
        <Switch
          size="small"
          checked={value.settings.toApplicant === '1'}
          onChange={(isOn) => setSetting('toApplicant', isOn ? '1' : '')}
          aria-label="允许转交申请人"
        />{' '}
        允许转办、委派、加签给申请人本人
      </div>
    </>
  );
}

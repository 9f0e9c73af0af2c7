import { DatePicker, Radio, Select } from 'antd';
import dayjs from 'dayjs';
import { timerDefinitionOf, type ElementEdit } from '../bpmn/elementEdit.ts';
import type { Element } from '../model/moddle.ts';
import type { TaskData } from '../model/taskData.ts';
import { useSettingsData } from './design.ts';
import { DurationInput } from './DurationInput.tsx';
import { LabelledSetting } from './LabelledSetting.tsx';
import { WorkTimeSwitch } from './WorkTimeSwitch.tsx';

type Kind = 'duration' | 'date' | 'field';
const bodyOf = (timer: Element, name: string): string =>
  String((timer[name] as Element | undefined)?.body ?? '').trim();
/** Matches a reference to a field, whose key may be in Chinese. */
const FIELD_REFERENCE = /^[$#]\{\s*([\w\p{L}-]+)\s*\}$/u;
const TIME_FORMAT = 'YYYY-MM-DDTHH:mm:ss';

/** The settings of a timer event: it fires after a duration, at a time, or at the time in a field. */
export function TimerSettings({ element, data, edit }: { element: Element; data: TaskData; edit: ElementEdit }) {
  const { fields } = useSettingsData();
  const timer = timerDefinitionOf(element);
  if (!timer) return null;
  const [duration, date] = [bodyOf(timer, 'timeDuration'), bodyOf(timer, 'timeDate')];
  const fieldKey = FIELD_REFERENCE.exec(date)?.[1];
  const kind: Kind = fieldKey !== undefined ? 'field' : date !== '' ? 'date' : 'duration';
  const dateFields = fields.filter(({ isDate }) => isDate === true);
  const selectKind = (next: Kind): void => {
    if (next === 'duration') edit.setTime('timeDuration', 'P1D');
    else if (next === 'date') edit.setTime('timeDate', dayjs().add(1, 'day').startOf('hour').format(TIME_FORMAT));
    else edit.setTime('timeDate', `\${${dateFields[0]?.key ?? 'date'}}`);
  };
  const time = date === '' ? null : dayjs(date);
  return (
    <div data-panel="timer">
      <LabelledSetting label={element.$type === 'bpmn:BoundaryEvent' ? '何时触发' : '等到何时'}>
        <Radio.Group
          className="fd-radios"
          value={kind}
          options={[
            { value: 'duration', label: '一段时间后' },
            { value: 'date', label: '指定时间' },
            { value: 'field', label: '表单中的时间', disabled: dateFields.length === 0 && kind !== 'field' },
          ]}
          onChange={(event) => selectKind(event.target.value as Kind)}
        />
      </LabelledSetting>
      {kind === 'duration' ? (
        <>
          <LabelledSetting label={element.$type === 'bpmn:BoundaryEvent' ? '到达多久后触发' : '等待多久'}>
            <DurationInput label="时长" value={duration} onChange={(next) => edit.setTime('timeDuration', next)} />
          </LabelledSetting>
          <WorkTimeSwitch value={data} onChange={edit.setData} />
        </>
      ) : null}
      {kind === 'date' ? (
        <LabelledSetting label="时间">
          <DatePicker
            aria-label="时间"
            showTime={{ format: 'HH:mm' }}
            format="YYYY-MM-DD HH:mm"
            allowClear={false}
            value={time?.isValid() ? time : null}
            onChange={(next) => edit.setTime('timeDate', next ? next.format(TIME_FORMAT) : '')}
          />
        </LabelledSetting>
      ) : null}
      {kind === 'field' ? (
        <LabelledSetting label="表单中的时间">
          <Select
            aria-label="表单中的时间"
            value={fieldKey}
            options={[
              ...dateFields.map((field) => ({ value: field.key, label: field.label })),
              ...(dateFields.some((field) => field.key === fieldKey)
                ? []
                : [{ value: fieldKey ?? '', label: fieldKey ?? '' }]),
            ]}
            onChange={(next: string) => edit.setTime('timeDate', `\${${next}}`)}
          />
        </LabelledSetting>
      ) : null}
    </div>
  );
}

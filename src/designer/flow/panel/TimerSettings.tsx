import { DatePicker, Radio, Select } from 'antd';
import dayjs from 'dayjs';
import { timerOf, type ElementEdit } from '../bpmn/edit.ts';
import type { Element } from '../model/moddle.ts';
import type { TaskData } from '../model/taskData.ts';
import { useDesign } from './design.ts';
import { DurationInput } from './DurationInput.tsx';
import { Item } from './Item.tsx';
import { WorkClock } from './WorkClock.tsx';

type Kind = 'length' | 'date' | 'field';
const bodyOf = (timer: Element, name: string): string =>
  String((timer[name] as Element | undefined)?.body ?? '').trim();
const FIELD = /^[$#]\{\s*(\w+)\s*\}$/;
const FORMAT = 'YYYY-MM-DDTHH:mm:ss';

/** When a timer event happens: after a length, at a time, or at the time a field says. */
export function TimerSettings({ element, data, edit }: { element: Element; data: TaskData; edit: ElementEdit }) {
  const { fields } = useDesign();
  const timer = timerOf(element);
  if (!timer) return null;
  const [length, date] = [bodyOf(timer, 'timeDuration'), bodyOf(timer, 'timeDate')];
  const key = FIELD.exec(date)?.[1];
  const kind: Kind = key !== undefined ? 'field' : date !== '' ? 'date' : 'length';
  const dates = fields.filter(({ isDate }) => isDate === true);
  const begin = (next: Kind): void => {
    if (next === 'length') edit.time('timeDuration', 'P1D');
    else if (next === 'date') edit.time('timeDate', dayjs().add(1, 'day').startOf('hour').format(FORMAT));
    else edit.time('timeDate', `\${${dates[0]?.key ?? 'date'}}`);
  };
  const at = date === '' ? null : dayjs(date);
  return (
    <div data-panel="timer">
      <Item label={element.$type === 'bpmn:BoundaryEvent' ? '何时触发' : '等到何时'}>
        <Radio.Group
          className="fd-radios"
          value={kind}
          options={[
            { value: 'length', label: '一段时间后' },
            { value: 'date', label: '指定时间' },
            { value: 'field', label: '表单中的时间', disabled: dates.length === 0 && kind !== 'field' },
          ]}
          onChange={(event) => begin(event.target.value as Kind)}
        />
      </Item>
      {kind === 'length' ? (
        <>
          <Item label={element.$type === 'bpmn:BoundaryEvent' ? '到达多久后触发' : '等待多久'}>
            <DurationInput label="时长" value={length} onChange={(next) => edit.time('timeDuration', next)} />
          </Item>
          <WorkClock value={data} onChange={edit.data} />
        </>
      ) : null}
      {kind === 'date' ? (
        <Item label="时间">
          <DatePicker
            aria-label="时间"
            showTime={{ format: 'HH:mm' }}
            format="YYYY-MM-DD HH:mm"
            allowClear={false}
            value={at?.isValid() ? at : null}
            onChange={(next) => edit.time('timeDate', next ? next.format(FORMAT) : '')}
          />
        </Item>
      ) : null}
      {kind === 'field' ? (
        <Item label="表单中的时间">
          <Select
            aria-label="表单中的时间"
            value={key}
            options={[
              ...dates.map((field) => ({ value: field.key, label: field.label })),
              ...(dates.some((field) => field.key === key) ? [] : [{ value: key ?? '', label: key ?? '' }]),
            ]}
            onChange={(next: string) => edit.time('timeDate', `\${${next}}`)}
          />
        </Item>
      ) : null}
    </div>
  );
}

import { InputNumber } from 'antd';
import { isObject } from '../model/nodes.ts';
import { withKey } from './effectModel.ts';
import { ChoiceSelect, ControlLine } from './controlLines.tsx';
import { MONTH_DAYS, MONTHS, UNITS, WEEKDAYS, withUnit, type Schedule } from './schedule.ts';

/** Edits the schedule of an effect: unit, month, day and hour. Missing keys are shown with their defaults. */
export function ScheduleLine({ value, onChange }: { value: unknown; onChange(schedule: Schedule): void }) {
  const schedule: Schedule = isObject(value) ? value : {};
  const setNumber = (key: string, text: string | undefined): void =>
    onChange(withKey(schedule, key, text === undefined ? undefined : Number(text)));
  const numberText = (key: string): string => (typeof schedule[key] === 'number' ? String(schedule[key]) : '1');
  return (
    <ControlLine label="多久一次">
      {(id) => (
        <div className="ds-schedule">
          <ChoiceSelect
            id={id}
            label="周期"
            value={schedule.unit}
            choices={UNITS}
            onChange={(unit) => onChange(withUnit(schedule, unit ?? 'day'))}
          />
          {schedule.unit === 'year' ? (
            <ChoiceSelect
              label="几月"
              value={numberText('month')}
              choices={MONTHS}
              onChange={(month) => setNumber('month', month)}
            />
          ) : null}
          {schedule.unit === 'week' ? (
            <ChoiceSelect
              label="星期几"
              value={numberText('day')}
              choices={WEEKDAYS}
              onChange={(day) => setNumber('day', day)}
            />
          ) : null}
          {schedule.unit === 'month' || schedule.unit === 'year' ? (
            <ChoiceSelect
              label="几日"
              value={numberText('day')}
              choices={MONTH_DAYS}
              onChange={(day) => setNumber('day', day)}
            />
          ) : null}
          <InputNumber
            size="small"
            aria-label="几点"
            min={0}
            max={23}
            precision={0}
            addonAfter="点"
            placeholder="8"
            value={typeof schedule.hour === 'number' ? schedule.hour : null}
            onChange={(hour) => onChange(withKey(schedule, 'hour', hour ?? undefined))}
          />
        </div>
      )}
    </ControlLine>
  );
}

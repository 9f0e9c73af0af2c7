import { Select, TimePicker } from 'antd';
import dayjs from 'dayjs';
import type { Schedule } from './subscriptions.ts';

interface Props {
  value: Schedule;
  /** True if the hourly period is offered: only for subscriptions of kind `watch`. */
  isHourlyOffered: boolean;
  onChange(schedule: Schedule): void;
}

const PERIODS: readonly { value: Schedule['every']; label: string }[] = [
  { value: 'hour', label: '每小时' },
  { value: 'day', label: '每天' },
  { value: 'week', label: '每周' },
  { value: 'month', label: '每月' },
];
const WEEKDAYS = [...'一二三四五六日'].map((name, index) => ({ value: index + 1, label: `星期${name}` }));
const MONTH_DAYS = Array.from({ length: 31 }, (_none, index) => ({
  value: index + 1,
  label: index === 30 ? '31 日（或月末）' : `${index + 1} 日`,
}));
const MINUTES = [0, 15, 30, 45].map((minute) => ({ value: minute, label: `第 ${minute} 分` }));

/** Input for the schedule of a subscription. */
export function ScheduleFields({ value, isHourlyOffered, onChange }: Props) {
  const { every, at, weekday = 1, monthDay = 1 } = value;
  return (
    <div className="sc-subscribe-line">
      <Select<Schedule['every']>
        aria-label="周期"
        value={every}
        options={PERIODS.filter((period) => isHourlyOffered || period.value !== 'hour')}
        onChange={(next) => onChange({ ...value, every: next })}
        data-input="every"
      />
      {every === 'week' ? (
        <Select<number>
          aria-label="星期几"
          value={weekday}
          options={WEEKDAYS}
          onChange={(next) => onChange({ ...value, weekday: next })}
        />
      ) : null}
      {every === 'month' ? (
        <Select<number>
          aria-label="几日"
          value={monthDay}
          options={MONTH_DAYS}
          onChange={(next) => onChange({ ...value, monthDay: next })}
        />
      ) : null}
      {every === 'hour' ? (
        <Select<number>
          aria-label="分钟"
          value={Number(at.slice(3))}
          options={MINUTES}
          onChange={(next) => onChange({ ...value, at: `${at.slice(0, 2)}:${String(next).padStart(2, '0')}` })}
        />
      ) : (
        <TimePicker
          aria-label="时间"
          format="HH:mm"
          minuteStep={5}
          needConfirm={false}
          allowClear={false}
          value={dayjs(`2000-01-01T${at}`)}
          onChange={(next) => next && onChange({ ...value, at: next.format('HH:mm') })}
        />
      )}
    </div>
  );
}

import { CloseCircleFilled, DownOutlined } from '@ant-design/icons';
import { Button, DatePicker, Dropdown, Input, TimePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useRef } from 'react';
import { today } from '../../domain/dates.ts';
import { isPeriodName, namedPeriod } from '../../domain/periods.ts';
import { parseInDisplayFormat, parseWhileTyping } from '../../widgets/el-date-picker/typedDate.ts';
import { useTypedRange } from '../../widgets/shared/useTypedRange.ts';
import type { ListFilter } from './compile.ts';
import { periodLabel, QUICK_PERIODS } from './more/periodOptions.ts';

export interface FilterProps {
  id: string;
  filter: ListFilter;
  value: unknown;
  onChange(value: unknown): void;
}

const FORMATS = { date: 'YYYY-MM-DD', month: 'YYYY-MM', year: 'YYYY', week: 'YYYY-MM-DD' } as const;
const TIME_FORMAT = 'HH:mm:ss';

/** Returns both ends of a range; null for an end without a limit. A single value is the start of an open range. */
export const toPair = (value: unknown): [unknown, unknown] =>
  Array.isArray(value) ? [value[0] ?? null, value[1] ?? null] : [value ?? null, null];

function parseDate(value: unknown, format: string): Dayjs | null {
  const day = typeof value === 'string' ? dayjs(value, format) : null;
  return day?.isValid() ? day : null;
}

/** The input of a date filter: one date, or a range, which may also be a period such as 本月. */
export function DateFilter({ id, filter, value, onChange }: FilterProps) {
  const control = filter.control as Extract<ListFilter['control'], { kind: 'date' }>;
  const format = FORMATS[control.picker];
  if (filter.op !== 'range') {
    return (
      <DatePicker
        id={id}
        style={{ width: '100%' }}
        picker={control.picker}
        value={parseDate(value, format)}
        onChange={(day) => onChange(day ? day.format(format) : undefined)}
      />
    );
  }
  return <RangeFilter id={id} filter={filter} picker={control.picker} value={value} onChange={onChange} />;
}

/** Input for a range of dates, or for a period selected from a menu. */
function RangeFilter({ id, filter, picker, value, onChange }: FilterProps & Pick<DateRangeProps, 'picker'>) {
  const menuButton = useRef<HTMLButtonElement>(null);
  const choices = QUICK_PERIODS[picker];
  const period = isPeriodName(value) ? value : null;
  return (
    <span className="sc-date-filter">
      {period === null ? (
        <DateRangeFilter id={id} picker={picker} value={value} onChange={onChange} />
      ) : (
        <PeriodBox
          id={id}
          period={period}
          onClear={() => {
            // the clear button, which has the focus, disappears with the period
            menuButton.current?.focus();
            onChange(undefined);
          }}
        />
      )}
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- focuses the menu that a press of the button opens
        autoFocus
        menu={{
          items: choices.map((name) => ({ key: name, label: periodLabel(name) })),
          selectable: true,
          selectedKeys: period === null ? [] : [period],
          onClick: ({ key }) => onChange(key),
        }}
      >
        <Button
          ref={menuButton}
          icon={<DownOutlined />}
          aria-label={`${filter.label}的时间段`}
          title="今天、本周、本月等"
          data-action="periods"
        />
      </Dropdown>
    </span>
  );
}

/** Shows the name of the selected period; the tooltip shows which days the period covers as of today. */
function PeriodBox({ id, period, onClear }: { id: string; period: string; onClear(): void }) {
  const [from, to] = namedPeriod(period, today()) ?? ['', ''];
  const days = from === to ? from : `${from || '不限'} 至 ${to || '不限'}`;
  return (
    <Input
      id={id}
      readOnly
      value={periodLabel(period)}
      title={days}
      aria-description={days}
      data-period={period}
      suffix={
        <button type="button" className="sc-clear" aria-label="清除时间段" onClick={onClear}>
          <CloseCircleFilled />
        </button>
      }
    />
  );
}

interface DateRangeProps extends Pick<FilterProps, 'id' | 'value' | 'onChange'> {
  picker: keyof typeof FORMATS;
}

function DateRangeFilter({ id, picker, value, onChange }: DateRangeProps) {
  const format = FORMATS[picker];
  const [from, to] = toPair(value);
  const change = (days: readonly (Dayjs | null)[] | null): void =>
    onChange(days ? [days[0]?.format(format) ?? null, days[1]?.format(format) ?? null] : undefined);
  const kind = { picker, format, valueFormat: format, hasTime: false, isRange: true };
  const typedRange = useTypedRange({
    read: (text) => parseWhileTyping(text, kind),
    isInDisplayFormat: (text) => parseInDisplayFormat(text, kind) !== null,
    value: [parseDate(from, format), parseDate(to, format)],
    onChange: change,
    isSingleEndAllowed: true,
  });
  return (
    <span role="presentation" {...typedRange.wrapperProps}>
      <DatePicker.RangePicker
        id={{ start: id }}
        style={{ width: '100%' }}
        picker={picker}
        allowEmpty={[true, true]}
        placeholder={['开始', '结束']}
        suffixIcon={null}
        value={typedRange.shownRange}
        onChange={change}
        onCalendarChange={typedRange.onAccepted}
      />
    </span>
  );
}

/** The input of a time filter: a range of times of the day. */
export function TimeFilter({ id, value, onChange }: FilterProps) {
  const [from, to] = toPair(value);
  const toTime = (text: unknown): Dayjs | null =>
    typeof text === 'string' ? parseDate(`2000-01-01 ${text}`, `YYYY-MM-DD ${TIME_FORMAT}`) : null;
  return (
    <TimePicker.RangePicker
      id={{ start: id }}
      style={{ width: '100%' }}
      allowEmpty={[true, true]}
      value={[toTime(from), toTime(to)]}
      placeholder={['开始', '结束']}
      onChange={(times) =>
        onChange(times ? [times[0]?.format(TIME_FORMAT) ?? null, times[1]?.format(TIME_FORMAT) ?? null] : undefined)
      }
    />
  );
}

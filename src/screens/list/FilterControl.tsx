import { DatePicker, Input, InputNumber, Select, TimePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { Suspense, useState, type ComponentType } from 'react';
import type { AnyNode } from '../../grammar/nodes.ts';
import { useRegistry } from '../../runtime/contexts.ts';
import type { EditProps } from '../../runtime/node/faces.ts';
import { parseShown, parseWhileTyped } from '../../widgets/el-date-picker/typedDate.ts';
import { useTypedRange } from '../../widgets/shared/useTypedRange.ts';
import type { ListFilter } from './compile.ts';

interface Props {
  id: string;
  filter: ListFilter;
  value: unknown;
  onChange(value: unknown): void;
}

const FORMATS = { date: 'YYYY-MM-DD', month: 'YYYY-MM', year: 'YYYY', week: 'YYYY-MM-DD' } as const;
const TIME_FORMAT = 'HH:mm:ss';
const toPair = (value: unknown): [unknown, unknown] =>
  Array.isArray(value) ? [value[0] ?? null, value[1] ?? null] : [value ?? null, null];

function parseDate(value: unknown, format: string): Dayjs | null {
  const day = typeof value === 'string' ? dayjs(value, format) : null;
  return day?.isValid() ? day : null;
}

function DateFilter({ id, filter, value, onChange }: Props) {
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
  return <DateRangeFilter id={id} picker={control.picker} value={value} onChange={onChange} />;
}

interface DateRangeProps extends Pick<Props, 'id' | 'value' | 'onChange'> {
  picker: keyof typeof FORMATS;
}

function DateRangeFilter({ id, picker, value, onChange }: DateRangeProps) {
  const format = FORMATS[picker];
  const [from, to] = toPair(value);
  const change = (days: readonly (Dayjs | null)[] | null): void =>
    onChange(days ? [days[0]?.format(format) ?? null, days[1]?.format(format) ?? null] : undefined);
  const kind = { picker, format, valueFormat: format, hasTime: false, isRange: true };
  const typed = useTypedRange({
    read: (text) => parseWhileTyped(text, kind),
    isShown: (text) => parseShown(text, kind) !== null,
    value: [parseDate(from, format), parseDate(to, format)],
    onChange: change,
    isOpenAllowed: true,
  });
  return (
    <span role="presentation" {...typed.wrapperProps}>
      <DatePicker.RangePicker
        id={{ start: id }}
        style={{ width: '100%' }}
        picker={picker}
        allowEmpty={[true, true]}
        placeholder={['开始', '结束']}
        value={typed.shownRange}
        onChange={change}
        onCalendarChange={typed.onAccepted}
      />
    </span>
  );
}

function TimeFilter({ id, value, onChange }: Props) {
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

function NumberFilter({ id, filter, value, onChange }: Props) {
  if (filter.op !== 'range')
    return (
      <InputNumber
        id={id}
        style={{ width: '100%' }}
        value={typeof value === 'number' ? value : null}
        onChange={(next) => onChange(next)}
      />
    );
  const [from, to] = toPair(value);
  const asNumber = (bound: unknown): number | null => (typeof bound === 'number' ? bound : null);
  return (
    <span className="sc-span">
      <InputNumber
        id={id}
        value={asNumber(from)}
        onChange={(next) => onChange([next, to])}
        placeholder="最小"
        aria-label={`${filter.label}最小值`}
      />
      <span aria-hidden="true">至</span>
      <InputNumber
        value={asNumber(to)}
        onChange={(next) => onChange([from, next])}
        placeholder="最大"
        aria-label={`${filter.label}最大值`}
      />
    </span>
  );
}

function StateFilter({ id, filter, value, onChange }: Props) {
  const { isSingle, choices } = filter.control as Extract<ListFilter['control'], { kind: 'state' }>;
  const selected = isSingle ? (value ?? null) : Array.isArray(value) ? value : [];
  return (
    <Select<unknown>
      id={id}
      mode={isSingle ? undefined : 'multiple'}
      allowClear
      maxTagCount="responsive"
      style={{ width: '100%' }}
      options={[...choices]}
      value={selected}
      onChange={onChange}
      placeholder="请选择"
    />
  );
}

function FaceFilter({ id, filter, value, onChange }: Props) {
  const { node } = filter.control as Extract<ListFilter['control'], { kind: 'face' }>;
  const Edit = useRegistry().widget(node.tag)?.faces.edit as ComponentType<EditProps<AnyNode>> | undefined;
  // stores the names of the chosen values, because a search for another text does not return them
  const [chosen, setChosen] = useState<{ value: unknown; label: string | undefined } | null>(null);
  if (!Edit)
    return (
      <Input
        id={id}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => onChange(event.target.value)}
        allowClear
      />
    );
  return (
    <Suspense fallback={<Input disabled />}>
      <Edit
        id={id}
        node={node}
        value={value}
        label={chosen !== null && JSON.stringify(chosen.value) === JSON.stringify(value) ? chosen.label : undefined}
        onChange={(next, label) => {
          setChosen({ value: next, label });
          onChange(next);
        }}
        disabled={false}
        invalid={false}
      />
    </Suspense>
  );
}

/** The input of a filter, by its kind. */
export function FilterControl(props: Props) {
  const { id, filter, value, onChange } = props;
  switch (filter.control.kind) {
    case 'date':
      return <DateFilter {...props} />;
    case 'time':
      return <TimeFilter {...props} />;
    case 'number':
      return <NumberFilter {...props} />;
    case 'face':
      return <FaceFilter {...props} />;
    case 'state':
      return <StateFilter {...props} />;
    default:
      return (
        <Input
          id={id}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.target.value)}
          allowClear
          placeholder={'placeholder' in filter.control ? filter.control.placeholder : '请输入'}
        />
      );
  }
}

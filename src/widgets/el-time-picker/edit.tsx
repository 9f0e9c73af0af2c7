import { useMemo } from 'react';
import { TimePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import type { NodeByTag } from '../../grammar/nodes.ts';
import type { EditProps } from '../../runtime/node/faces.ts';
import { ariaOf, useRangeEndLabel } from '../shared/aria.ts';
import { cellProps } from '../shared/cell.ts';
import { parseTime, timeFormats } from './timeFormats.ts';
import { toHalfWidth } from '../../domain/halfWidth.ts';
import { useTypedDate } from '../shared/useTypedDate.ts';
import { useTypedRange } from '../shared/useTypedRange.ts';
import { useOpeningTextInInput } from '../../runtime/node/useOpeningText.ts';
import '../shared/widgets.css';

type Node = NodeByTag['el-time-picker'];

export function Edit({
  id,
  node,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
  isRequired,
  describedBy,
  isCell,
  typed,
}: EditProps<Node>) {
  const { format, valueFormat } = timeFormats(node);
  const parseNodeTime = (text: unknown): Dayjs | null => parseTime(text, node);
  const toStoredText = (time: Dayjs | null | undefined): string => time?.format(valueFormat) ?? '';
  const [start, end] = Array.isArray(value) ? (value as unknown[]) : [];
  // memoised, because for a new array the picker would discard the start or end that is being typed
  const range = useMemo(
    (): [Dayjs | null, Dayjs | null] => [parseTime(start, node), parseTime(end, node)],
    [start, end, node],
  );
  const typedTime = useTypedDate({
    read(text) {
      const time = parseTime(toHalfWidth(text).trim(), node);
      return time && toStoredText(time);
    },
    isInDisplayFormat: (text) => parseNodeTime(text)?.format(format) === text,
    value,
    isCell: isCell === true,
    onChange,
  });
  const changeRange = (times: readonly (Dayjs | null)[] | null): void =>
    onChange(times ? times.map((time) => toStoredText(time)) : []);
  const typedRange = useTypedRange({
    read: (text) => parseTime(toHalfWidth(text).trim(), node),
    isInDisplayFormat: (text) => parseNodeTime(text)?.format(format) === text,
    value: range,
    onChange: changeRange,
  });
  useOpeningTextInInput(id, typed);
  useRangeEndLabel(id, node['is-range'] === true, node.label);
  const commonProps = {
    className: 'sf-fill',
    // disables typing on a touch screen, where the keyboard would cover the panel
    inputReadOnly: window.matchMedia('(pointer: coarse)').matches,
    format,
    // accepts a time when it is picked, without a confirm button, like typed text
    needConfirm: false,
    allowClear: node.clearable ?? !isRequired,
    status: invalid ? ('error' as const) : undefined,
    ...cellProps(isCell),
    defaultOpen: isCell,
    onBlur,
    ...ariaOf({ node, invalid, isRequired, describedBy, isCell }),
  };
  if (node['is-range'] !== true) {
    const choose = (time: Dayjs | null): void => {
      typedTime.endTyping(true);
      onChange(toStoredText(time));
    };
    return (
      <span
        role="presentation"
        className="sf-filled"
        onChange={typedTime.onType}
        onBlur={() => typedTime.endTyping()}
        onKeyDown={({ key }) => {
          if (key === 'Enter') typedTime.endTyping();
        }}
      >
        <TimePicker
          {...commonProps}
          id={id}
          disabled={disabled}
          value={parseNodeTime(typedTime.shownValue)}
          placeholder={isCell ? '' : (node.placeholder ?? '请选择时间')}
          onChange={choose}
          // a cell closes before the picker calls `onChange`, so each picked hour or minute is stored at once
          onCalendarChange={isCell ? (time) => choose(time as Dayjs | null) : undefined}
        />
      </span>
    );
  }
  return (
    <span role="presentation" className="sf-filled" {...typedRange.wrapperProps}>
      <TimePicker.RangePicker
        {...commonProps}
        id={{ start: id, end: `${id}-end` }}
        disabled={disabled}
        value={typedRange.shownRange}
        placeholder={[node['start-placeholder'] ?? '开始时间', node['end-placeholder'] ?? '结束时间']}
        separator="至"
        onChange={changeRange}
        onCalendarChange={isCell ? changeRange : typedRange.onAccepted}
      />
    </span>
  );
}

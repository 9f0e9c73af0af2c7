import { useMemo } from 'react';
import { DatePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import type { NodeByTag } from '../../grammar/nodes.ts';
import type { EditProps } from '../../runtime/node/faces.ts';
import { ariaOf, useRangeEndLabel } from '../shared/aria.ts';
import { cellProps } from '../shared/cell.ts';
import { parseDate } from '../shared/text/dates.ts';
import { dateKind, toStoredText } from './kinds.ts';
import { parseInDisplayFormat, parseWhileTyping } from './typedDate.ts';
import { useTypedDate } from '../shared/useTypedDate.ts';
import { useTypedRange } from '../shared/useTypedRange.ts';
import { useOpeningTextInInput } from '../../runtime/node/useOpeningText.ts';
import '../shared/widgets.css';

type Node = NodeByTag['el-date-picker'];

const parseStoredEnd = (end: unknown, node: Node): Dayjs | null => parseDate(end, dateKind(node).valueFormat);

const PROMPTS = { date: '请选择日期', month: '请选择月份', year: '请选择年份', week: '请选择周' };

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
  const kind = dateKind(node);
  const parseStored = (text: unknown): Dayjs | null => parseDate(text, kind.valueFormat);
  const storedTextOf = (date: Dayjs | null | undefined): string => (date ? toStoredText(date, kind) : '');
  const [start, end] = Array.isArray(value) ? (value as unknown[]) : [];
  // returns the same pair while both ends are the same: for a new pair the picker would drop the end that is being
  // typed
  const range = useMemo(
    (): [Dayjs | null, Dayjs | null] => [parseStoredEnd(start, node), parseStoredEnd(end, node)],
    [start, end, node],
  );
  const typedDate = useTypedDate({
    read(text) {
      const date = parseWhileTyping(text, kind);
      return date && toStoredText(date, kind);
    },
    isInDisplayFormat: (text) => parseInDisplayFormat(text, kind) !== null,
    value,
    isCell: isCell === true,
    onChange,
  });
  const changeRange = (dates: readonly (Dayjs | null)[] | null): void =>
    onChange(dates ? dates.map((date) => storedTextOf(date)) : []);
  const typedRange = useTypedRange({
    read: (text) => parseWhileTyping(text, kind),
    isInDisplayFormat: (text) => parseInDisplayFormat(text, kind) !== null,
    value: range,
    onChange: changeRange,
  });
  useOpeningTextInInput(id, typed);
  useRangeEndLabel(id, kind.isRange, node.label);
  const commonProps = {
    className: 'sf-fill',
    // disables typing on a touch screen, where the keyboard would cover the panel
    inputReadOnly: window.matchMedia('(pointer: coarse)').matches,
    picker: kind.picker,
    format: kind.format,
    showTime: kind.hasTime ? { format: kind.format.slice(kind.format.indexOf('H')) } : undefined,
    allowClear: node.clearable ?? !isRequired,
    status: invalid ? ('error' as const) : undefined,
    ...cellProps(isCell),
    defaultOpen: isCell,
    onBlur,
    ...ariaOf({ node, invalid, isRequired, describedBy, isCell }),
  };
  if (!kind.isRange) {
    return (
      <span
        role="presentation"
        className="sf-filled"
        onChange={typedDate.onType}
        onBlur={() => typedDate.endTyping()}
        onKeyDown={({ key }) => {
          if (key === 'Enter') typedDate.endTyping();
        }}
      >
        <DatePicker
          {...commonProps}
          id={id}
          disabled={disabled}
          value={parseStored(typedDate.shownValue)}
          placeholder={isCell ? '' : (node.placeholder ?? PROMPTS[kind.picker])}
          onChange={(date) => {
            typedDate.endTyping(true);
            onChange(storedTextOf(date));
          }}
        />
      </span>
    );
  }
  return (
    <span role="presentation" className="sf-filled" {...typedRange.wrapperProps}>
      <DatePicker.RangePicker
        {...commonProps}
        id={{ start: id, end: `${id}-end` }}
        disabled={disabled}
        value={typedRange.shownRange}
        placeholder={[
          node['start-placeholder'] ?? (kind.picker === 'month' ? '开始月份' : '开始日期'),
          node['end-placeholder'] ?? (kind.picker === 'month' ? '结束月份' : '结束日期'),
        ]}
        separator={node['range-separator'] ?? '至'}
        onChange={changeRange}
        // a cell closes before the picker has accepted the second date
        onCalendarChange={isCell ? changeRange : typedRange.onAccepted}
      />
    </span>
  );
}

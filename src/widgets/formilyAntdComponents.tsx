/** The only module that imports @formily/antd-v5, so that the library's chunk contains only the offered components. */
import type { ComponentType } from 'react';
import type { Field } from '@formily/core';
import { connect, mapProps, useField } from '@formily/react';
import { DatePicker, TimePicker } from '@formily/antd-v5';
import { Transfer as AntdTransfer } from 'antd';
import { useRangeEndLabel } from './shared/aria.ts';

export {
  Cascader,
  Checkbox,
  DatePicker,
  Input,
  NumberPicker,
  Radio,
  Select,
  Switch,
  TimePicker,
  TreeSelect,
} from '@formily/antd-v5';

type Props = Record<string, unknown> & { id: string };

/** Wraps a range picker and gives its second input an accessible name. */
const withEndName = (picker: unknown): ComponentType<Props> => {
  const Picker = picker as ComponentType<Record<string, unknown>>;
  return function RangePicker({ id, ...props }) {
    const { title } = useField<Field>();
    useRangeEndLabel(id, true, title as string | undefined);
    return <Picker {...props} id={{ start: id, end: `${id}-end` }} />;
  };
};

export const DateRangePicker = withEndName(DatePicker.RangePicker);
export const TimeRangePicker = withEndName(TimePicker.RangePicker);

/** Ref callback that names the checkbox of a transfer item, whose own label element is empty. */
const nameCheckbox = (name: string) => (textElement: HTMLElement | null) =>
  textElement
    ?.closest('.ant-transfer-list-content-item, .ant-transfer-list-header')
    ?.querySelector('input[type="checkbox"]')
    ?.setAttribute('aria-label', name);

const nameSelectAll = nameCheckbox('全选');

const itemText = ({ title }: { title: string }) => ({
  label: <span ref={nameCheckbox(title)}>{title}</span>,
  value: title,
});

const countText = ({ selectedCount, totalCount }: { selectedCount: number; totalCount: number }) => (
  <span ref={nameSelectAll}>{selectedCount > 0 ? `${selectedCount}/${totalCount} 项` : `${totalCount} 项`}</span>
);

interface TransferItem {
  label?: string;
  value?: string;
}

/**
 * Like the library's Transfer, but takes the value from the props, and [] if there is none. The library takes the
 * field's value and throws if it is not an array.
 */
const SafeTransfer = connect(
  AntdTransfer,
  mapProps((props, field) => ({
    ...props,
    targetKeys: (props as { value?: string[] }).value ?? [],
    dataSource: ((field as Field).dataSource ?? []).map((item: TransferItem) => ({
      title: item.label,
      key: item.value,
    })),
  })),
) as unknown as ComponentType<Record<string, unknown>>;

/** Wraps the transfer in a group with the id, because the transfer itself takes none, and names its checkboxes. */
export function Transfer({ id, ...props }: Props) {
  return (
    <fieldset id={id} className="sf-group">
      <SafeTransfer {...props} render={itemText} selectAllLabels={[countText, countText]} />
    </fieldset>
  );
}

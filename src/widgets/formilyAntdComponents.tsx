/** The boundary at which @formily/antd-v5 is loaded: only what the plugin offers gets into its chunk. */
import type { ComponentType } from 'react';
import type { Field } from '@formily/core';
import { connect, mapProps, useField } from '@formily/react';
import { DatePicker, TimePicker } from '@formily/antd-v5';
import { Transfer as AntdTransfer } from 'antd';
import { useEndName } from './shared/aria.ts';

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

/** A picker of two ends whose second input has a name, too. */
const ranged = (picker: unknown): ComponentType<Props> => {
  const Picker = picker as ComponentType<Record<string, unknown>>;
  return function RangePicker({ id, ...props }) {
    const { title } = useField<Field>();
    useEndName(id, true, title as string | undefined);
    return <Picker {...props} id={{ start: id, end: `${id}-end` }} />;
  };
};

export const DateRangePicker = ranged(DatePicker.RangePicker);
export const TimeRangePicker = ranged(TimePicker.RangePicker);

/** Names the check box before a text of the transfer; its own label element is empty. */
const naming = (name: string) => (text: HTMLElement | null) =>
  text
    ?.closest('.ant-transfer-list-content-item, .ant-transfer-list-header')
    ?.querySelector('input[type="checkbox"]')
    ?.setAttribute('aria-label', name);

const nameAll = naming('全选');

const itemText = ({ title }: { title: string }) => ({
  label: <span ref={naming(title)}>{title}</span>,
  value: title,
});

const countText = ({ selectedCount, totalCount }: { selectedCount: number; totalCount: number }) => (
  <span ref={nameAll}>{selectedCount > 0 ? `${selectedCount}/${totalCount} 项` : `${totalCount} 项`}</span>
);

interface Source {
  label?: string;
  value?: string;
}

/** As the library connects it, but with the value of its props: the library's takes the field's, and throws at what is no list. */
const AnyTransfer = connect(
  AntdTransfer,
  mapProps((props, field) => ({
    ...props,
    targetKeys: (props as { value?: string[] }).value ?? [],
    dataSource: ((field as Field).dataSource ?? []).map((item: Source) => ({ title: item.label, key: item.value })),
  })),
) as unknown as ComponentType<Record<string, unknown>>;

/** The transfer in a group of its own, as it takes no id, with names for its check boxes. */
export function Transfer({ id, ...props }: Props) {
  return (
    <fieldset id={id} className="sf-group">
      <AnyTransfer {...props} render={itemText} selectAllLabels={[countText, countText]} />
    </fieldset>
  );
}

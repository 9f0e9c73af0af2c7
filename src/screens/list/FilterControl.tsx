import { Input, InputNumber, Select } from 'antd';
import { Suspense, useState, type ComponentType } from 'react';
import type { AnyNode } from '../../grammar/nodes.ts';
import { useRegistry } from '../../runtime/contexts.ts';
import type { EditProps } from '../../runtime/node/faces.ts';
import type { ListFilter } from './compile.ts';
import { DateFilter, TimeFilter, toPair, type FilterProps as Props } from './DateFilter.tsx';

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
  const numberOrNull = (bound: unknown): number | null => (typeof bound === 'number' ? bound : null);
  return (
    <span className="sc-span">
      <InputNumber
        id={id}
        value={numberOrNull(from)}
        onChange={(next) => onChange([next, to])}
        placeholder="最小"
        aria-label={`${filter.label}最小值`}
      />
      <span aria-hidden="true">至</span>
      <InputNumber
        value={numberOrNull(to)}
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
  // keeps the names of the selected values, because the options for another search text may not contain them
  const [selection, setSelection] = useState<{ value: unknown; label: string | undefined } | null>(null);
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
        label={
          selection !== null && JSON.stringify(selection.value) === JSON.stringify(value) ? selection.label : undefined
        }
        onChange={(next, label) => {
          setSelection({ value: next, label });
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

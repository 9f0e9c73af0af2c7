import { DeleteOutlined } from '@ant-design/icons';
import { Button, Input, InputNumber, Select } from 'antd';
import { useServices } from '../../../runtime/contexts.ts';
import { useLoad } from '../../../screens/shared/useLoad.ts';
import { OPERATORS } from '../../flow/conditions/simpleCondition.ts';
import { canBeParameter } from '../model/filterDoc.ts';
import { PERIODS, type Filter, type FilterOp } from '../model/filters.ts';
import type { FieldKind, SourceField } from '../model/sourceFields.ts';

const OPERATORS_BY_KIND: Readonly<Partial<Record<FieldKind, readonly FilterOp[]>>> = {
  number: ['>', '>=', '<', '<=', '==', '!='],
  text: ['contains', '==', '!='],
  choice: ['==', '!='],
  yesNo: ['=='],
};
const FILLED_OPTIONS = [
  { value: 'filled', label: '已填写' },
  { value: 'empty', label: '未填写' },
];

/** Returns the value of the option that the condition select shows for a filter. */
function conditionValue(filter: Filter): string {
  if (filter.kind === 'compare') return filter.op;
  return filter.kind === 'period' ? filter.period : 'asked';
}

/** Returns the value with which a new comparison of a field begins. */
function initialValue(kind: FieldKind, field: SourceField | undefined): string | number | boolean {
  if (kind === 'number') return 0;
  if (kind === 'yesNo') return true;
  return kind === 'choice' ? (field?.options?.[0]?.value ?? '') : '';
}

/**
 * One filter of a dataset: field, condition and value. `onMakeParameter`: replaces the fixed value by a parameter, so
 * that the viewer selects the value; absent if this is not possible.
 */
export function FilterLine({
  filter,
  field,
  onChange,
  onMakeParameter,
}: {
  filter: Filter;
  field: SourceField | undefined;
  onChange(filter: Filter | null): void;
  onMakeParameter?: ((field: SourceField) => void) | undefined;
}) {
  const name = field?.label ?? filter.path;
  const { path } = filter;
  const canMakeParameter = onMakeParameter !== undefined && field !== undefined && canBeParameter(field);
  const kind = field?.kind ?? 'text';
  const selectCondition = (condition: string): void => {
    if (condition === 'asked') {
      if (field) onMakeParameter?.(field);
      return;
    }
    if (condition.endsWith('()')) {
      onChange({ kind: 'period', path, period: condition });
      return;
    }
    const previousValue = filter.kind === 'compare' ? filter.value : '';
    const initial = initialValue(kind, field);
    const hasValue = filter.kind === 'compare' && filter.op !== 'empty' && filter.op !== 'filled';
    onChange({ kind: 'compare', path, op: condition as FilterOp, value: hasValue ? previousValue : initial });
  };
  return (
    <div className="dd-item" data-filter={path}>
      <span className="dd-item-name" title={name}>
        {name}
      </span>
      <Select
        size="small"
        aria-label={`“${name}”的条件`}
        value={conditionValue(filter)}
        options={[
          ...(kind === 'date' ? PERIODS.map(({ value, label }) => ({ value, label: `在${label}` })) : []),
          ...OPERATORS.filter(({ value }) => OPERATORS_BY_KIND[kind]?.includes(value)),
          ...(canMakeParameter || filter.kind === 'asked'
            ? [{ value: 'asked', label: '由查看的人选择', disabled: !canMakeParameter && filter.kind !== 'asked' }]
            : []),
          ...FILLED_OPTIONS,
        ]}
        onChange={selectCondition}
      />
      {filter.kind === 'compare' && filter.op !== 'empty' && filter.op !== 'filled' ? (
        <FilterValue
          name={name}
          field={field}
          value={filter.value}
          onChange={(value) => onChange({ ...filter, value })}
        />
      ) : null}
      <span className="dd-item-acts">
        <Button
          type="text"
          size="small"
          icon={<DeleteOutlined />}
          aria-label={`移除筛选“${name}”`}
          onClick={() => onChange(null)}
        />
      </span>
    </div>
  );
}

function FilterValue({
  name,
  field,
  value,
  onChange,
}: {
  name: string;
  field: SourceField | undefined;
  value: string | number | boolean;
  onChange(value: string | number | boolean): void;
}) {
  const services = useServices();
  const dictionaryCode = field?.dictionary ?? null;
  const { load } = useLoad(
    async () => (dictionaryCode === null ? null : services.dictionary(dictionaryCode)),
    [services, dictionaryCode],
  );
  const label = `“${name}”的值`;
  if (field?.kind === 'number')
    return (
      <InputNumber
        size="small"
        aria-label={label}
        value={typeof value === 'number' ? value : null}
        onChange={(next) => {
          if (next !== null) onChange(next);
        }}
      />
    );
  const options =
    field?.kind === 'yesNo'
      ? [
          { value: true, label: '是' },
          { value: false, label: '否' },
        ]
      : (load.value ?? field?.options);
  if (options)
    return (
      <Select<string | number | boolean>
        size="small"
        showSearch
        optionFilterProp="label"
        aria-label={label}
        value={value === '' ? null : value}
        status={value === '' ? 'error' : ''}
        placeholder="选择"
        options={options.map(({ value: optionValue, label: text }) => ({
          value: optionValue as string | number,
          label: text,
        }))}
        onChange={onChange}
      />
    );
  return (
    <Input size="small" aria-label={label} value={String(value)} onChange={({ target }) => onChange(target.value)} />
  );
}

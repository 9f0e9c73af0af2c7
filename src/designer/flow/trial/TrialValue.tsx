import { Input, InputNumber, Select } from 'antd';
import type { FieldInfo } from '../panel/design.ts';
import { DeptSelect } from '../panel/DeptSelect.tsx';
import { PeopleSelect } from '../panel/PeopleSelect.tsx';

/** The input for the value of a field in a trial. If `value` is undefined, the trial uses the value of the record. */
export function TrialValue({
  field,
  value,
  onChange,
}: {
  field: FieldInfo;
  value: unknown;
  onChange(value: unknown): void;
}) {
  const { label, type, options, isPerson, isDept } = field;
  const setList = (next: readonly unknown[]): void => onChange(next.length === 0 ? undefined : next);
  if (isPerson)
    return (
      <PeopleSelect
        label={label}
        value={Array.isArray(value) ? value.join(',') : String(value ?? '')}
        onChange={(next) => {
          if (type === 'list') setList(next.split(',').filter(Boolean));
          else onChange(next === '' ? undefined : next);
        }}
      />
    );
  if (isDept)
    return (
      <DeptSelect
        label={label}
        value={Array.isArray(value) ? value.join(',') : String(value ?? '')}
        onChange={(next) => {
          if (type === 'list') setList(next.split(',').filter(Boolean));
          else onChange(next === '' ? undefined : next);
        }}
      />
    );
  if (type === 'list')
    return (
      <Select
        mode={options ? 'multiple' : 'tags'}
        allowClear
        aria-label={label}
        value={(value as string[] | undefined) ?? []}
        options={(options ?? []).map((option) => ({ value: option.value as string, label: option.label }))}
        onChange={setList}
      />
    );
  if (options)
    return (
      <Select
        allowClear
        aria-label={label}
        value={value as string | undefined}
        options={options.map((option) => ({ value: option.value as string, label: option.label }))}
        onChange={onChange}
      />
    );
  if (type === 'bool')
    return (
      <Select
        allowClear
        aria-label={label}
        value={value as boolean | undefined}
        options={[
          { value: true, label: '是' },
          { value: false, label: '否' },
        ]}
        onChange={onChange}
      />
    );
  if (type === 'double')
    return (
      <InputNumber
        aria-label={label}
        style={{ width: '100%' }}
        value={(value as number | null) ?? null}
        onChange={(next) => onChange(next ?? undefined)}
      />
    );
  return (
    <Input
      allowClear
      aria-label={label}
      value={String(value ?? '')}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    />
  );
}

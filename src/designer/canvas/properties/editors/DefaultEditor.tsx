import { Input, InputNumber, Select } from 'antd';
import { usePanel } from '../panelContext.tsx';
import { JsonValueEditor } from './JsonValueEditor.tsx';
import type { EditorProps } from './basicEditors.tsx';

const CURRENT_USER_VALUES = [
  { value: '${curentUser}', label: '当前用户' },
  { value: '${curentDept}', label: '所在部门' },
  { value: '${curentUnit}', label: '所在单位' },
];

/**
 * Edits the default value of a field in a new record: a fixed value, the current user, department or unit, or the value
 * of another field.
 */
export function DefaultEditor(props: EditorProps) {
  const { value, onChange, id } = props;
  const { node, fieldInfos, fields } = usePanel();
  const info = fieldInfos.find(({ key }) => key === node?.__vModel__);
  const isPlaceholder = typeof value === 'string' && /^\$\{[^}]+\}$/.test(value);
  const sourceChoices = [
    { value: 'fixed', label: '固定值' },
    ...CURRENT_USER_VALUES,
    ...fields
      .filter((field) => field.value !== node?.__vModel__)
      .map((field) => ({ value: `\${${field.value}}`, label: `同“${field.label}”` })),
  ];
  const fieldOptions = info?.options?.map((option) => ({
    value: option.value as string | number,
    label: option.label,
  }));
  return (
    <div className="ds-stack">
      <Select
        size="small"
        aria-label="初始值取自"
        showSearch
        optionFilterProp="label"
        style={{ width: '100%' }}
        value={isPlaceholder ? value : 'fixed'}
        options={
          isPlaceholder && !sourceChoices.some((choice) => choice.value === value)
            ? [...sourceChoices, { value, label: value }]
            : sourceChoices
        }
        onChange={(next: string) => onChange(next === 'fixed' ? undefined : next)}
      />
      {isPlaceholder ? null : info?.type === 'double' ? (
        <InputNumber
          id={id}
          size="small"
          style={{ width: '100%' }}
          value={typeof value === 'number' ? value : null}
          onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
        />
      ) : fieldOptions && info?.type !== 'list' ? (
        <Select
          id={id}
          size="small"
          allowClear
          placeholder="不设"
          style={{ width: '100%' }}
          value={(value as string | undefined) ?? null}
          options={fieldOptions}
          onChange={(next: string | number | null) => onChange(next ?? undefined)}
        />
      ) : info?.type === 'string' && (value === undefined || typeof value === 'string') ? (
        <Input
          id={id}
          size="small"
          value={typeof value === 'string' ? value : ''}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
        />
      ) : (
        <JsonValueEditor {...props} />
      )}
    </div>
  );
}

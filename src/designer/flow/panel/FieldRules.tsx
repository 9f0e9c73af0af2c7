import { Empty, Input, Select, Skeleton } from 'antd';
import { useState } from 'react';
import type { TaskData } from '../model/taskData.ts';
import { accessOf, withColumnAccess, withFieldAccess, withTableAccess, withRowRight, type Access } from './access.ts';
import { useSettingsData, type FieldInfo } from './design.ts';

const ACCESS_OPTIONS: readonly { value: Access; label: string }[] = [
  { value: 'hidden', label: '隐藏' },
  { value: 'read', label: '只读' },
  { value: 'edit', label: '可填写' },
  { value: 'required', label: '必填' },
];
const ROW_RIGHT_OPTIONS = [
  { name: 'add', label: '添加行' },
  { name: 'copy', label: '复制行' },
  { name: 'remove', label: '删除行' },
  { name: 'others', label: '修改他人的行（任务只属于一行时）' },
  { name: 'defaults', label: '载入默认行' },
] as const;
/** Maximum number of fields without a search input. */
const MAX_FIELDS_WITHOUT_SEARCH = 10;

interface Props {
  value: TaskData;
  /** True for the applicant's node: rights that it does not set come from the form. */
  isApplicant: boolean;
  /** True for copies, which are read-only: only 隐藏 and 只读 are offered. */
  isForCopies?: boolean;
  onChange(next: TaskData): void;
}

/** Edits the rights on each field and column at a node. */
export function FieldRules({ value, isApplicant, isForCopies = false, onChange }: Props) {
  const { fields, isLoading } = useSettingsData();
  const [search, setSearch] = useState('');
  if (fields.length === 0 && isLoading) return <Skeleton active />;
  if (fields.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="在上方选择对应的表单后，可设置每个字段的权限" />;
  const defaultLabel = isApplicant ? '按表单' : '默认只读';
  const accessOptions = isForCopies ? ACCESS_OPTIONS.slice(0, 2) : ACCESS_OPTIONS;
  const accessSelect = (
    label: string,
    access: Access,
    change: (next: Access) => void,
    options = accessOptions,
  ): React.ReactNode => (
    <Select<Access>
      size="small"
      className="fd-access"
      data-access={access}
      aria-label={`${label}的权限`}
      value={access}
      options={[{ value: '', label: defaultLabel }, ...options]}
      onChange={change}
      popupMatchSelectWidth={false}
    />
  );
  const shownFields = fields.filter(({ key, label, columns }) =>
    `${key} ${label} ${(columns ?? []).map((column) => column.label).join(' ')}`.includes(search.trim()),
  );
  const setAll = (access: Access): void =>
    onChange(
      shownFields.reduce(
        (data, { key, columns }) =>
          columns === null ? withFieldAccess(data, key, access) : withTableAccess(data, key, access),
        value,
      ),
    );
  const renderField = ({ key, label, columns }: FieldInfo): React.ReactNode => {
    const table = value.tables.find(({ attributes }) => attributes.key === key);
    const access =
      columns === null ? accessOf(value.fields.find((rule) => rule.key === key)) : accessOf(table?.attributes);
    return (
      <li key={key} data-rule={key}>
        <div className="fd-rule">
          <span title={key}>
            {label}
            {columns === null ? '' : '（表格）'}
          </span>
          {accessSelect(
            label,
            access,
            (next) =>
              onChange(columns === null ? withFieldAccess(value, key, next) : withTableAccess(value, key, next)),
            columns === null ? accessOptions : accessOptions.filter((option) => option.value !== 'required'),
          )}
        </div>
        {columns === null ? null : (
          <ul className="fd-columns">
            {columns.map((column) => (
              <li key={column.key} className="fd-rule" data-rule={`${key}.${column.key}`}>
                <span title={column.key}>{column.label}</span>
                {accessSelect(column.label, accessOf(table?.columns.find((rule) => rule.key === column.key)), (next) =>
                  onChange(withColumnAccess(value, key, column.key, next)),
                )}
              </li>
            ))}
            {isForCopies
              ? null
              : ROW_RIGHT_OPTIONS.map(({ name, label: right }) => (
                  <li key={name} className="fd-rule" data-rule={`${key}:${name}`}>
                    <span>{right}</span>
                    <Select
                      size="small"
                      className="fd-access"
                      aria-label={`${label}${right}`}
                      value={table?.attributes[name] ?? ''}
                      options={[
                        { value: '', label: '默认' },
                        { value: '1', label: '可以' },
                        { value: '0', label: '不可以' },
                      ]}
                      onChange={(next: string) => onChange(withRowRight(value, key, name, next))}
                    />
                  </li>
                ))}
          </ul>
        )}
      </li>
    );
  };
  return (
    <div className="fd-rules" data-panel="rules">
      <div className="fd-rule fd-rules-head">
        {fields.length > MAX_FIELDS_WITHOUT_SEARCH ? (
          <Input
            size="small"
            allowClear
            aria-label="查找字段"
            placeholder="查找字段"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        ) : (
          <span>字段</span>
        )}
        <Select<Access | 'none'>
          size="small"
          className="fd-access"
          aria-label="全部设为"
          value="none"
          options={[
            { value: 'none', label: '全部设为', disabled: true },
            { value: '', label: defaultLabel },
            ...accessOptions.filter((option) => option.value !== 'required'),
          ]}
          onChange={(next) => {
            if (next !== 'none') setAll(next);
          }}
          popupMatchSelectWidth={false}
        />
      </div>
      <ul>{shownFields.map(renderField)}</ul>
    </div>
  );
}

import { Empty, Input, Select, Skeleton } from 'antd';
import { useState } from 'react';
import type { TaskData } from '../model/taskData.ts';
import { accessOf, withColumn, withField, withTable, withTableFlag, type Access } from './access.ts';
import { useDesign, type FieldInfo } from './design.ts';

const WORDS: readonly { value: Access; label: string }[] = [
  { value: 'hidden', label: '隐藏' },
  { value: 'read', label: '只读' },
  { value: 'edit', label: '可填写' },
  { value: 'required', label: '必填' },
];
const ROWS = [
  { name: 'add', label: '添加行' },
  { name: 'copy', label: '复制行' },
  { name: 'remove', label: '删除行' },
  { name: 'others', label: '修改他人的行（任务只属于一行时）' },
  { name: 'defaults', label: '载入默认行' },
] as const;
/** From this many fields on one can be looked for. */
const MANY = 10;

interface Props {
  value: TaskData;
  /** The applicant's node: what it does not say, the form says. */ isApplicant: boolean;
  /** Copies are only read. */ isReading?: boolean;
  onChange(next: TaskData): void;
}

/** What may be done with each field and column at a node. */
export function FieldRules({ value, isApplicant, isReading = false, onChange }: Props) {
  const { fields, isLoading } = useDesign();
  const [search, setSearch] = useState('');
  if (fields.length === 0 && isLoading) return <Skeleton active />;
  if (fields.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="在上方选择对应的表单后，可设置每个字段的权限" />;
  const fallback = isApplicant ? '按表单' : '默认只读';
  const words = isReading ? WORDS.slice(0, 2) : WORDS;
  const choose = (label: string, access: Access, change: (next: Access) => void, list = words): React.ReactNode => (
    <Select<Access>
      size="small"
      className="fd-access"
      data-access={access}
      aria-label={`${label}的权限`}
      value={access}
      options={[{ value: '', label: fallback }, ...list]}
      onChange={change}
      popupMatchSelectWidth={false}
    />
  );
  const shown = fields.filter(({ key, label, columns }) =>
    `${key} ${label} ${(columns ?? []).map((column) => column.label).join(' ')}`.includes(search.trim()),
  );
  const setAll = (access: Access): void =>
    onChange(
      shown.reduce(
        (data, { key, columns }) => (columns === null ? withField(data, key, access) : withTable(data, key, access)),
        value,
      ),
    );
  const row = ({ key, label, columns }: FieldInfo): React.ReactNode => {
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
          {choose(
            label,
            access,
            (next) => onChange(columns === null ? withField(value, key, next) : withTable(value, key, next)),
            columns === null ? words : words.filter((word) => word.value !== 'required'),
          )}
        </div>
        {columns === null ? null : (
          <ul className="fd-columns">
            {columns.map((column) => (
              <li key={column.key} className="fd-rule" data-rule={`${key}.${column.key}`}>
                <span title={column.key}>{column.label}</span>
                {choose(column.label, accessOf(table?.columns.find((rule) => rule.key === column.key)), (next) =>
                  onChange(withColumn(value, key, column.key, next)),
                )}
              </li>
            ))}
            {isReading
              ? null
              : ROWS.map(({ name, label: word }) => (
                  <li key={name} className="fd-rule" data-rule={`${key}:${name}`}>
                    <span>{word}</span>
                    <Select
                      size="small"
                      className="fd-access"
                      aria-label={`${label}${word}`}
                      value={table?.attributes[name] ?? ''}
                      options={[
                        { value: '', label: '默认' },
                        { value: '1', label: '可以' },
                        { value: '0', label: '不可以' },
                      ]}
                      onChange={(next: string) => onChange(withTableFlag(value, key, name, next))}
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
        {fields.length > MANY ? (
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
            { value: '', label: fallback },
            ...words.filter((word) => word.value !== 'required'),
          ]}
          onChange={(next) => {
            if (next !== 'none') setAll(next);
          }}
          popupMatchSelectWidth={false}
        />
      </div>
      <ul>{shown.map(row)}</ul>
    </div>
  );
}

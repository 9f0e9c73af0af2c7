import {
  CalendarOutlined,
  CaretDownOutlined,
  CaretRightOutlined,
  CheckSquareOutlined,
  FontSizeOutlined,
  NumberOutlined,
  TableOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import { useDraggable } from '@dnd-kit/core';
import { Input, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import type { FieldKind, SourceField } from '../model/sourceFields.ts';
import type { Source } from './useSource.ts';

/** The zones in which a field can be dropped. */
export type Zone = 'filters' | 'groups' | 'measures' | 'details';

const ICONS: Readonly<Record<FieldKind, ReactNode>> = {
  number: <NumberOutlined />,
  date: <CalendarOutlined />,
  choice: <CheckSquareOutlined />,
  yesNo: <CheckSquareOutlined />,
  text: <FontSizeOutlined />,
  person: <TeamOutlined />,
  dept: <TeamOutlined />,
  relation: <TableOutlined />,
};

interface Props {
  source: Source;
  /** Paths of the expanded relations. */
  expandedPaths: readonly string[];
  onOpen(prefix: string): void;
  onAdd(field: SourceField, zone: Zone): void;
}

/**
 * The fields of the source. Fields are dragged to filters, groups, measures and details, or added by buttons. Relations
 * can be expanded.
 */
export function FieldTree({ source, expandedPaths, onOpen: onToggle, onAdd }: Props) {
  const [search, setSearch] = useState('');
  const term = search.trim();
  const fieldList = (prefix: string): ReactNode => {
    const fields = source.fieldsAt(prefix);
    if (!fields) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
    const shownFields = fields.filter(({ label, to }) => term === '' || label.includes(term) || to !== null);
    return (
      <ul>
        {shownFields.map((field) => (
          <li key={field.path}>
            <FieldLine field={field} isExpanded={expandedPaths.includes(field.path)} onOpen={onToggle} onAdd={onAdd} />
            {field.to !== null && expandedPaths.includes(field.path) ? fieldList(field.path) : null}
          </li>
        ))}
        {shownFields.length === 0 ? (
          <li className="ds-note">{term === '' ? '此表单未发布，或没有加载出来' : `没有“${term}”这样的字段`}</li>
        ) : null}
      </ul>
    );
  };
  return (
    <section className="dd-fields" aria-label="字段" data-designer="palette">
      <Input
        allowClear
        size="small"
        placeholder="查找字段"
        aria-label="查找字段"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <div className="dd-fields-list">{fieldList('')}</div>
    </section>
  );
}

function FieldLine({
  field,
  isExpanded,
  onOpen: onToggle,
  onAdd,
}: {
  field: SourceField;
  isExpanded: boolean;
  onOpen(prefix: string): void;
  onAdd(field: SourceField, zone: Zone): void;
}) {
  const { setNodeRef, listeners } = useDraggable({ id: field.path, data: { field } });
  const button = (zone: Zone, text: string): ReactNode => (
    <button
      type="button"
      className="sc-link"
      aria-label={`${field.label}：加入${text}`}
      onClick={() => onAdd(field, zone)}
    >
      {text}
    </button>
  );
  return (
    <div className="dd-field" data-field-path={field.path}>
      {field.to === null ? (
        <span className="dd-open" />
      ) : (
        <button
          type="button"
          className="dd-open"
          aria-expanded={isExpanded}
          aria-label={`${isExpanded ? '收起' : '展开'}${field.label}的字段`}
          onClick={() => onToggle(field.path)}
        >
          {isExpanded ? <CaretDownOutlined /> : <CaretRightOutlined />}
        </button>
      )}
      <span ref={setNodeRef} className="dd-field-name" title={field.label} {...listeners}>
        {ICONS[field.kind]} {field.name}
      </span>
      <span className="dd-field-acts">
        {button('groups', '分组')}
        {button('measures', '统计')}
        {button('filters', '筛选')}
        {button('details', '明细')}
      </span>
    </div>
  );
}

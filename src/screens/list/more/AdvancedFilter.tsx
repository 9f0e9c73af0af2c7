import { DeleteOutlined, FilterOutlined, PlusOutlined } from '@ant-design/icons';
import { Badge, Button, Empty, Modal, Radio, Select } from 'antd';
import { useState } from 'react';
import type { ListOperator } from '../../../runtime/services/paging.ts';
import type { ListFilter } from '../compile.ts';
import { FilterControl } from '../FilterControl.tsx';
import { operatorsOf, typedControl } from './operators.ts';
import { givenRows, needsNoValue, OPERATOR_NAMES, type MoreConditions, type MoreRow } from './moreConditions.ts';
import { PERIOD_OPTIONS } from './periodOptions.ts';

interface Props {
  fields: readonly ListFilter[];
  value: MoreConditions | null;
  onChange(value: MoreConditions | null): void;
}

const MOST_ROWS = 20;

/** 高级筛选: conditions on any field, all or any of which must hold. Nothing counts before 确定. */
export function AdvancedFilter({ fields, value, onChange }: Props) {
  const [draft, setDraft] = useState<MoreConditions | null>(null);
  const count = givenRows(value).length;
  /** A row for the first field that has none yet. */
  const fresh = (used: readonly MoreRow[] = []): MoreRow[] => {
    const next = fields.find(({ field }) => !used.some((row) => row.field === field)) ?? fields[0];
    return next ? [{ field: next.field, op: firstOf(next) }] : [];
  };
  const open = (): void => setDraft(value ?? { match: 'all', rows: fresh() });
  const rows = draft?.rows ?? [];
  const setRows = (next: readonly MoreRow[]): void => setDraft((before) => before && { ...before, rows: next });
  return (
    <>
      <Badge count={count} size="small">
        <Button icon={<FilterOutlined />} onClick={open} data-action="more-filters">
          高级筛选
        </Button>
      </Badge>
      <Modal
        open={draft !== null}
        title="高级筛选"
        width={760}
        okText="查询"
        cancelText="取消"
        onCancel={() => setDraft(null)}
        onOk={() => {
          const given = givenRows(draft);
          onChange(draft && given.length > 0 ? { ...draft, rows: given } : null);
          setDraft(null);
        }}
        footer={(buttons) => (
          <div className="sc-more-foot">
            <Button onClick={() => setRows([])} disabled={rows.length === 0}>
              清空条件
            </Button>
            <span>{buttons}</span>
          </div>
        )}
      >
        <div className="sc-more" data-more-filters>
          <Radio.Group
            value={draft?.match ?? 'all'}
            onChange={(event) =>
              setDraft((before) => before && { ...before, match: event.target.value as 'all' | 'any' })
            }
            options={[
              { value: 'all', label: '满足全部条件' },
              { value: 'any', label: '满足任一条件' },
            ]}
          />
          {rows.length === 0 ? (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有条件" />
          ) : (
            rows.map((row, index) => (
              <ConditionRow
                // rows have no name of their own; a removed one takes its controls along
                // oxlint-disable-next-line react/no-array-index-key
                key={index}
                row={row}
                fields={fields}
                onChange={(next) => setRows(rows.map((one, at) => (at === index ? next : one)))}
                onRemove={() => setRows(rows.filter((_one, at) => at !== index))}
              />
            ))
          )}
          <Button
            type="dashed"
            block
            icon={<PlusOutlined />}
            disabled={rows.length >= MOST_ROWS || fields.length === 0}
            onClick={() => setRows([...rows, ...fresh(rows)])}
            data-action="add-condition"
          >
            添加条件
          </Button>
        </div>
      </Modal>
    </>
  );
}

const firstOf = (filter: ListFilter): ListOperator => operatorsOf(filter)[0] ?? 'eq';

interface RowProps {
  row: MoreRow;
  fields: readonly ListFilter[];
  onChange(row: MoreRow): void;
  onRemove(): void;
}

function ConditionRow({ row, fields, onChange, onRemove }: RowProps) {
  const filter = fields.find(({ field }) => field === row.field);
  return (
    <div className="sc-more-row" data-condition={row.field}>
      <Select
        aria-label="字段"
        showSearch
        optionFilterProp="label"
        value={row.field}
        options={fields.map(({ field, label }) => ({ value: field, label }))}
        onChange={(field: string) => {
          const next = fields.find((one) => one.field === field);
          if (next) onChange({ field, op: firstOf(next) });
        }}
      />
      <Select
        aria-label="比较方式"
        value={row.op}
        options={(filter ? operatorsOf(filter) : [row.op]).map((op) => ({ value: op, label: OPERATOR_NAMES[op] }))}
        onChange={(op: ListOperator) => onChange({ field: row.field, op })}
      />
      <div className="sc-more-value">
        {!filter || needsNoValue(row.op) ? null : row.op === 'within' ? (
          <Select
            aria-label="时间段"
            style={{ width: '100%' }}
            placeholder="请选择"
            value={row.value as string | undefined}
            options={PERIOD_OPTIONS}
            onChange={(value: string) => onChange({ ...row, value })}
          />
        ) : (
          <FilterControl
            id={`more-${row.field}`}
            filter={typedControl(filter, row.op)}
            value={row.value}
            onChange={(value) => onChange({ ...row, value })}
          />
        )}
      </div>
      <Button type="text" icon={<DeleteOutlined />} aria-label="删除条件" onClick={onRemove} />
    </div>
  );
}

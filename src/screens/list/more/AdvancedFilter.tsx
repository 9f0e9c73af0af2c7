import { DeleteOutlined, FilterOutlined, PlusOutlined } from '@ant-design/icons';
import { Badge, Button, Empty, Modal, Radio, Select } from 'antd';
import { useState } from 'react';
import type { ListOperator } from '../../../runtime/services/paging.ts';
import type { ListFilter } from '../compile.ts';
import { FilterControl } from '../FilterControl.tsx';
import { operatorsOf, filterForOperator } from './operators.ts';
import {
  countConditions,
  withoutIncomplete,
  needsNoValue,
  OPERATOR_NAMES,
  type AdvancedFilterValue,
  type AdvancedCondition,
} from './advancedConditions.ts';
import { PERIOD_OPTIONS } from './periodOptions.ts';

interface Props {
  fields: readonly ListFilter[];
  value: AdvancedFilterValue | null;
  onChange(value: AdvancedFilterValue | null): void;
}

/** Maximum number of conditions. */
const MAX_ROWS = 20;

/**
 * 高级筛选: a dialog for conditions on any field. A record must meet all of them, or at least one, as the user selects, and
 * in any case all `additional` conditions. The conditions take effect with the button 查询.
 */
export function AdvancedFilter({ fields, value, onChange }: Props) {
  const [draft, setDraft] = useState<AdvancedFilterValue | null>(null);
  const count = countConditions(withoutIncomplete(value));
  /** Returns a list with a new row for the first unused field; empty if there is no field. */
  const createRows = (usedConditions: readonly AdvancedCondition[] = []): AdvancedCondition[] => {
    const filter = fields.find(({ field }) => !usedConditions.some((row) => row.field === field)) ?? fields[0];
    return filter ? [{ field: filter.field, op: defaultOperator(filter) }] : [];
  };
  const open = (): void => setDraft(value ?? { match: 'all', rows: createRows() });
  const rows = draft?.rows ?? [];
  const additional = draft?.additional ?? [];
  const setRows = (next: readonly AdvancedCondition[]): void =>
    setDraft((before) => before && { ...before, rows: next });
  const setAdditional = (next: readonly AdvancedCondition[]): void =>
    setDraft((before) => before && { ...before, additional: next });
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
          onChange(withoutIncomplete(draft));
          setDraft(null);
        }}
        footer={(buttons) => (
          <div className="sc-more-foot">
            <Button
              onClick={() => setDraft((before) => before && { match: before.match, rows: [] })}
              disabled={rows.length + additional.length === 0}
            >
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
                // rows have no id; controls are stateless, so the index is a safe key
                // oxlint-disable-next-line react/no-array-index-key
                key={index}
                row={row}
                fields={fields}
                onChange={(next) => setRows(rows.map((row, rowIndex) => (rowIndex === index ? next : row)))}
                onRemove={() => setRows(rows.filter((_one, rowIndex) => rowIndex !== index))}
              />
            ))
          )}
          <Button
            type="dashed"
            block
            icon={<PlusOutlined />}
            disabled={rows.length >= MAX_ROWS || fields.length === 0}
            onClick={() => setRows([...rows, ...createRows(rows)])}
            data-action="add-condition"
          >
            添加条件
          </Button>
          {additional.length > 0 ? <p className="sc-note">并且都要满足：</p> : null}
          {additional.map((row, index) => (
            <ConditionRow
              // oxlint-disable-next-line react/no-array-index-key -- see above
              key={index}
              row={row}
              fields={fields}
              onChange={(next) => setAdditional(additional.map((row, rowIndex) => (rowIndex === index ? next : row)))}
              onRemove={() => setAdditional(additional.filter((_one, rowIndex) => rowIndex !== index))}
            />
          ))}
        </div>
      </Modal>
    </>
  );
}

const defaultOperator = (filter: ListFilter): ListOperator => operatorsOf(filter)[0] ?? 'eq';

interface RowProps {
  row: AdvancedCondition;
  fields: readonly ListFilter[];
  onChange(row: AdvancedCondition): void;
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
          const next = fields.find((item) => item.field === field);
          if (next) onChange({ field, op: defaultOperator(next) });
        }}
      />
      <Select
        aria-label="比较方式"
        value={row.op}
        options={[...new Set([...(filter ? operatorsOf(filter) : []), row.op])].map((op) => ({
          value: op,
          label: OPERATOR_NAMES[op],
        }))}
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
            filter={filterForOperator(filter, row.op)}
            value={row.value}
            onChange={(value) => onChange({ ...row, value })}
          />
        )}
      </div>
      <Button type="text" icon={<DeleteOutlined />} aria-label="删除条件" onClick={onRemove} />
    </div>
  );
}

import { Button, DatePicker, Input, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useId, useState } from 'react';
import type { AuditFilterOptions, AuditQuery, AuditSource } from '../../runtime/services/audit.ts';
import { PersonSelect } from './PersonSelect.tsx';

/** A query without any filter. */
export const NO_FILTERS: AuditQuery = {
  keyword: '',
  object: '',
  objectId: '',
  action: '',
  userId: '',
  from: '',
  to: '',
};

const DATE_FORMAT = 'YYYY-MM-DD';
/** Parses a date of the query; null for ''. */
const dayOf = (text: string): Dayjs | null => (text === '' ? null : dayjs(text, DATE_FORMAT));
const presets = (): { label: string; value: [Dayjs, Dayjs] }[] => [
  { label: '今天', value: [dayjs(), dayjs()] },
  { label: '最近 7 天', value: [dayjs().subtract(6, 'day'), dayjs()] },
  { label: '最近 30 天', value: [dayjs().subtract(29, 'day'), dayjs()] },
];

interface Props {
  source: AuditSource;
  query: AuditQuery;
  choices: AuditFilterOptions | undefined;
  onChange(changes: Partial<AuditQuery>): void;
}

/** The filters of the audit log; a change applies at once. */
export function AuditFilters({ source, query, choices, onChange }: Props) {
  const id = useId();
  const [resetCount, setResetCount] = useState(0);
  const isRecordLog = source === 'record';
  const objects = (isRecordLog ? choices?.forms : choices?.objects) ?? [];
  const actions = (isRecordLog ? choices?.recordActions : choices?.actions) ?? [];
  const hasFilters = Object.values(query).some((text) => text !== '');
  return (
    <search className="dz-audit-filters" aria-label="查询条件">
      <DatePicker.RangePicker
        className="dz-audit-time"
        id={{ start: `${id}-from`, end: `${id}-to` }}
        allowEmpty={[true, true]}
        placeholder={['开始日期', '结束日期']}
        presets={presets()}
        aria-label="时间"
        value={[dayOf(query.from), dayOf(query.to)]}
        onChange={(days) =>
          onChange({ from: days?.[0]?.format(DATE_FORMAT) ?? '', to: days?.[1]?.format(DATE_FORMAT) ?? '' })
        }
      />
      <PersonSelect value={query.userId} onChange={(userId) => onChange({ userId })} />
      <Select
        aria-label={isRecordLog ? '表单' : '对象'}
        placeholder={isRecordLog ? '全部表单' : '全部对象'}
        allowClear
        showSearch
        optionFilterProp="label"
        popupMatchSelectWidth={false}
        value={query.object || undefined}
        options={objects}
        data-filter="object"
        onChange={(object?: string) => onChange({ object: object ?? '', objectId: '' })}
      />
      <Select
        aria-label="操作"
        placeholder="全部操作"
        allowClear
        popupMatchSelectWidth={false}
        value={query.action || undefined}
        options={actions}
        data-filter="action"
        onChange={(action?: string) => onChange({ action: action ?? '' })}
      />
      <Input.Search
        // a changed key mounts a new control with the applied keyword: a reset also removes a word that was only typed
        key={`${resetCount} ${query.keyword}`}
        className="dz-audit-word"
        allowClear
        defaultValue={query.keyword}
        placeholder={isRecordLog ? '单据标题或编号' : '名称、编号或来源地址'}
        aria-label="查找"
        maxLength={200}
        onSearch={(keyword) => onChange({ keyword: keyword.trim() })}
      />
      {hasFilters ? (
        <Button
          type="link"
          size="small"
          onClick={() => {
            setResetCount((before) => before + 1);
            onChange(NO_FILTERS);
          }}
          data-action="reset"
        >
          清除条件
        </Button>
      ) : null}
    </search>
  );
}

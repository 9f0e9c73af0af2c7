import { DeleteOutlined } from '@ant-design/icons';
import { Alert, Button, Input, InputNumber, Select } from 'antd';
import { useServices } from '../../../runtime/contexts.ts';
import { useLoad } from '../../../screens/shared/useLoad.ts';
import { OPS } from '../../flow/conditions/simpleCondition.ts';
import type { DatasetDoc } from '../model/datasetDoc.ts';
import { askFor, mayBeAsked, withFilters } from '../model/filterDoc.ts';
import { PERIODS, readFilters, type Filter, type FilterOp } from '../model/filters.ts';
import type { FieldKind, SourceField } from '../model/sourceFields.ts';
import { ZoneBox } from './ZoneBox.tsx';

const OPS_OF: Readonly<Partial<Record<FieldKind, readonly FilterOp[]>>> = {
  number: ['>', '>=', '<', '<=', '==', '!='],
  text: ['contains', '==', '!='],
  choice: ['==', '!='],
  yesNo: ['=='],
};
const FILLED = [
  { value: 'filled', label: '已填写' },
  { value: 'empty', label: '未填写' },
];

interface Props {
  doc: DatasetDoc;
  find(path: string): SourceField | undefined;
  onChange(doc: DatasetDoc): void;
}

/** Which records count: all conditions hold. What cannot be chosen stays as an expression. */
export function FilterZone({ doc, find, onChange }: Props) {
  const filters = readFilters(doc.where);
  return (
    <ZoneBox
      zone="filters"
      title="筛选"
      hint="把字段拖到这里，只统计符合条件的记录"
      isEmpty={filters !== null && filters.length === 0}
    >
      {filters === null ? (
        <Alert
          type="info"
          message="条件以表达式写成，可在 JSON 页修改"
          description={<code>{doc.where}</code>}
          action={
            <Button size="small" onClick={() => onChange(withFilters({ ...doc, where: undefined }, []))}>
              清除
            </Button>
          }
        />
      ) : (
        filters.map((filter, index) => (
          <Line
            key={`${index} ${filter.path}`}
            filter={filter}
            field={find(filter.path)}
            onChange={(next) =>
              onChange(
                withFilters(
                  doc,
                  next === null
                    ? filters.filter((_one, at) => at !== index)
                    : filters.map((one, at) => (at === index ? next : one)),
                ),
              )
            }
            onAsk={(field) => onChange(askFor(doc, field, index))}
          />
        ))
      )}
    </ZoneBox>
  );
}

const howOf = (filter: Filter): string =>
  filter.kind === 'compare' ? filter.op : filter.kind === 'period' ? filter.period : 'asked';

function Line({
  filter,
  field,
  onChange,
  onAsk,
}: {
  filter: Filter;
  field: SourceField | undefined;
  onChange(filter: Filter | null): void;
  onAsk(field: SourceField): void;
}) {
  const name = field?.label ?? filter.path;
  const { path } = filter;
  const kind = field?.kind ?? 'text';
  const choose = (how: string): void => {
    if (how === 'asked') {
      if (field) onAsk(field);
      return;
    }
    if (how.endsWith('()')) {
      onChange({ kind: 'period', path, period: how });
      return;
    }
    const before = filter.kind === 'compare' ? filter.value : '';
    const first =
      kind === 'number' ? 0 : kind === 'yesNo' ? true : kind === 'choice' ? (field?.options?.[0]?.value ?? '') : '';
    const isSame = filter.kind === 'compare' && filter.op !== 'empty' && filter.op !== 'filled';
    onChange({ kind: 'compare', path, op: how as FilterOp, value: isSame ? before : first });
  };
  return (
    <div className="dd-item" data-filter={path}>
      <span className="dd-item-name" title={name}>
        {name}
      </span>
      <Select
        size="small"
        aria-label={`“${name}”的条件`}
        value={howOf(filter)}
        options={[
          ...(kind === 'date' ? PERIODS.map(({ value, label }) => ({ value, label: `在${label}` })) : []),
          ...OPS.filter(({ value }) => OPS_OF[kind]?.includes(value)),
          ...(field && mayBeAsked(field) ? [{ value: 'asked', label: '由查看的人选择' }] : []),
          ...FILLED,
        ]}
        onChange={choose}
      />
      {filter.kind === 'compare' && filter.op !== 'empty' && filter.op !== 'filled' ? (
        <Value name={name} field={field} value={filter.value} onChange={(value) => onChange({ ...filter, value })} />
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

function Value({
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
  const code = field?.dictionary ?? null;
  const { load } = useLoad(async () => (code === null ? null : services.dictionary(code)), [services, code]);
  const label = `“${name}”的值`;
  if (field?.kind === 'number')
    return (
      <InputNumber
        size="small"
        aria-label={label}
        value={typeof value === 'number' ? value : null}
        onChange={(next) => onChange(next ?? 0)}
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
        placeholder="选择"
        options={options.map(({ value: one, label: text }) => ({ value: one as string | number, label: text }))}
        onChange={onChange}
      />
    );
  return (
    <Input size="small" aria-label={label} value={String(value)} onChange={({ target }) => onChange(target.value)} />
  );
}

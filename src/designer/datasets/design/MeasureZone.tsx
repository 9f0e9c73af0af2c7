import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Dropdown, Input, Select } from 'antd';
import {
  addCount,
  addDerivedFigure,
  changeFunction,
  changeMeasure,
  DERIVED_FIGURES,
  measuresIn,
  removeFigure,
  type DatasetDoc,
  type DerivedFigure,
  type Measure,
} from '../model/datasetDoc.ts';
import { FUNCTION_NAMES } from '../model/describe.ts';
import type { SourceField } from '../model/sourceFields.ts';
import { ZoneBox } from './ZoneBox.tsx';

const FUNCTIONS: Readonly<Record<'number' | 'date' | 'other', readonly Measure['fn'][]>> = {
  number: ['sum', 'avg', 'max', 'min', 'distinct'],
  date: ['max', 'min', 'distinct'],
  other: ['distinct'],
};
const FORMATS = [
  { value: 'number', label: '数字' },
  { value: 'amount', label: '金额' },
  { value: 'wan', label: '以万为单位' },
  { value: 'percent', label: '百分比' },
];

interface Props {
  doc: DatasetDoc;
  find(path: string): SourceField | undefined;
  onChange(doc: DatasetDoc): void;
}

/** The measures and computed columns of a dataset. */
export function MeasureZone({ doc, find, onChange }: Props) {
  const measures = measuresIn(doc);
  const columns = doc.columns ?? [];
  return (
    <ZoneBox
      zone="measures"
      title="统计值"
      hint="把金额、数量等字段拖到这里求合计；什么都不放则统计记录数"
      isEmpty={measures.length === 0}
      tools={
        <Button size="small" type="link" icon={<PlusOutlined />} onClick={() => onChange(addCount(doc))}>
          记录数
        </Button>
      }
    >
      {measures.map((measure) => {
        const field = find(measure.of ?? '');
        const name = measure.label ?? field?.name ?? measure.key;
        const isPlain = measure.fn !== 'share' && measure.fn !== 'running' && measure.compare === undefined;
        const canExtend = isPlain && (measure.fn === 'sum' || measure.fn === 'count');
        const offered = FUNCTIONS[field?.kind === 'number' || field?.kind === 'date' ? field.kind : 'other'];
        return (
          <div key={measure.key} className="dd-item" data-measure={measure.key}>
            <Input
              size="small"
              aria-label={`统计值“${name}”的名称`}
              maxLength={40}
              value={measure.label ?? ''}
              placeholder={name}
              onChange={({ target }) =>
                onChange(changeMeasure(doc, measure.key, { label: target.value === '' ? undefined : target.value }))
              }
            />
            {isPlain && field && measure.fn !== 'count' ? (
              <Select
                size="small"
                aria-label={`统计值“${name}”的算法`}
                value={measure.fn}
                options={offered.map((fn) => ({ value: fn, label: FUNCTION_NAMES[fn] }))}
                onChange={(fn) => onChange(changeFunction(doc, measure.key, fn))}
              />
            ) : (
              <span className="ds-note">
                {measure.compare === 'yearAgo'
                  ? '去年同期'
                  : measure.compare === 'previousPeriod'
                    ? '上期'
                    : FUNCTION_NAMES[measure.fn]}
              </span>
            )}
            <Select
              size="small"
              aria-label={`统计值“${name}”的显示`}
              value={measure.format ?? 'number'}
              options={FORMATS}
              onChange={(format) =>
                onChange(
                  changeMeasure(doc, measure.key, {
                    format: format === 'number' ? undefined : (format as Measure['format']),
                  }),
                )
              }
            />
            <span className="dd-item-acts">
              {canExtend ? (
                <Dropdown
                  trigger={['click']}
                  menu={{
                    items: DERIVED_FIGURES.map(({ id, label }) => ({ key: id, label })),
                    onClick: ({ key }) => onChange(addDerivedFigure(doc, measure, key as DerivedFigure)),
                  }}
                >
                  <Button type="text" size="small" icon={<PlusOutlined />} aria-label={`由“${name}”增加`} />
                </Dropdown>
              ) : null}
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined />}
                aria-label={`移除统计值“${name}”`}
                onClick={() => onChange(removeFigure(doc, measure.key))}
              />
            </span>
          </div>
        );
      })}
      {columns.map(({ key, label, computed }) => (
        <div key={key} className="dd-item" data-column={key}>
          <span>{label ?? key}</span>
          <span className="ds-note dd-computed" title={computed}>
            按其他统计值计算
          </span>
          <span className="dd-item-acts">
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={`移除“${label ?? key}”`}
              onClick={() => onChange(removeFigure(doc, key))}
            />
          </span>
        </div>
      ))}
    </ZoneBox>
  );
}

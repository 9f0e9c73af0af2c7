import { PlusOutlined } from '@ant-design/icons';
import { Button, Dropdown, Input, Select } from 'antd';
import { useState } from 'react';
import {
  addCount,
  addDerivedFigure,
  changeFunction,
  changeMeasure,
  DERIVED_FIGURES,
  measuresIn,
  moveItem,
  removeFigure,
  type DatasetDoc,
  type DerivedFigure,
  type Measure,
} from '../model/datasetDoc.ts';
import { describeFilters, FUNCTION_NAMES } from '../model/describeDataset.ts';
import { FormatSelect } from './FigureSettings.tsx';
import { ItemActions } from './ItemActions.tsx';
import { MeasureSettings } from './MeasureSettings.tsx';
import type { Source } from './useSource.ts';
import { ZoneBox } from './ZoneBox.tsx';

const FUNCTIONS_BY_KIND: Readonly<Record<'number' | 'date' | 'other', readonly Measure['fn'][]>> = {
  number: ['sum', 'avg', 'max', 'min', 'distinct'],
  date: ['max', 'min', 'distinct'],
  other: ['distinct'],
};
interface Props {
  doc: DatasetDoc;
  source: Source;
  onChange(doc: DatasetDoc): void;
}

/** The measures of a dataset. */
export function MeasureZone({ doc, source, onChange }: Props) {
  const measures = measuresIn(doc);
  const [openKey, setOpenKey] = useState<string | null>(null);
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
      {measures.map((measure, index) => {
        const field = source.findField(measure.of ?? '');
        const name = measure.label ?? field?.name ?? measure.key;
        const isPlain = measure.fn !== 'share' && measure.fn !== 'running' && measure.compare === undefined;
        const canAddDerived = isPlain && (measure.fn === 'sum' || measure.fn === 'count');
        const functions = FUNCTIONS_BY_KIND[field?.kind === 'number' || field?.kind === 'date' ? field.kind : 'other'];
        const isOpen = openKey === measure.key;
        const condition =
          measure.where === undefined ? null : (describeFilters(measure.where, source.findField) ?? measure.where);
        const change = (changes: Partial<Measure>): void => onChange(changeMeasure(doc, measure.key, changes));
        return (
          <div key={measure.key}>
            <div className="dd-item" data-measure={measure.key}>
              <Input
                size="small"
                aria-label={`统计值“${name}”的名称`}
                maxLength={40}
                value={measure.label ?? ''}
                placeholder={name}
                onChange={({ target }) => change({ label: target.value === '' ? undefined : target.value })}
              />
              {isPlain && field && measure.fn !== 'count' ? (
                <Select
                  size="small"
                  aria-label={`统计值“${name}”的算法`}
                  value={measure.fn}
                  options={functions.map((fn) => ({ value: fn, label: FUNCTION_NAMES[fn] }))}
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
              <FormatSelect name={name} value={measure.format} onChange={(format) => change({ format })} />
              <ItemActions
                name={`统计值“${name}”`}
                isOpen={isOpen}
                onOpen={() => setOpenKey(isOpen ? null : measure.key)}
                move={{
                  index,
                  count: measures.length,
                  onMove: (offset) => onChange({ ...doc, measures: moveItem(measures, index, offset) }),
                }}
                onRemove={() => onChange(removeFigure(doc, measure.key))}
              >
                {canAddDerived ? (
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
              </ItemActions>
            </div>
            {condition === null || isOpen ? null : <p className="ds-note dd-of">只统计：{condition}</p>}
            {isOpen ? (
              <MeasureSettings doc={doc} measure={measure} name={name} source={source} onChange={onChange} />
            ) : null}
          </div>
        );
      })}
    </ZoneBox>
  );
}

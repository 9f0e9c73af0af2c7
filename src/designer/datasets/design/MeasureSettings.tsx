import { Select } from 'antd';
import { useMemo } from 'react';
import { describeFormula } from '../../canvas/model/describeFormula.ts';
import { completionsFor } from '../../flow/conditions/completions.ts';
import { ExpressionInput } from '../../flow/conditions/ExpressionInput.tsx';
import { fieldInfos } from '../model/columns.ts';
import { changeMeasure, groupsOf, type DatasetDoc, type Measure } from '../model/datasetDoc.ts';
import { createFilter } from '../model/filterDoc.ts';
import { readFilters, whereOf } from '../model/filters.ts';
import { DisplaySettings, Setting } from './FigureSettings.tsx';
import { RecordCondition } from './RecordCondition.tsx';
import type { Source } from './useSource.ts';

interface Props {
  doc: DatasetDoc;
  measure: Measure;
  name: string;
  source: Source;
  onChange(doc: DatasetDoc): void;
}

/**
 * The settings of one measure: the counted records, the value computed for each record, and the display of the result.
 */
export function MeasureSettings({ doc, measure, name, source, onChange }: Props) {
  const isDerived = measure.fn === 'share' || measure.fn === 'running';
  const change = (changes: Partial<Measure>): void => onChange(changeMeasure(doc, measure.key, changes));
  const filters = readFilters(measure.where);
  const infos = useMemo(() => fieldInfos(source.allFields), [source.allFields]);
  const completions = useMemo(() => completionsFor(infos, { isRepeated: false, table: null }), [infos]);
  const groups = groupsOf(doc).map(({ key, of, label }) => ({
    value: key,
    label: label ?? source.findField(of)?.name ?? key,
  }));
  return (
    <section className="dd-settings" aria-label={`“${name}”的设置`}>
      {isDerived ? (
        <Setting name="在其中计算">
          <Select
            size="small"
            mode="multiple"
            aria-label={`“${name}”在哪些分组内计算`}
            placeholder="全部记录"
            value={measure.per ?? []}
            options={groups}
            onChange={(per: string[]) => change({ per: per.length === 0 ? undefined : per })}
          />
        </Setting>
      ) : (
        <>
          <Setting name="只统计">
            <RecordCondition
              label={`“${name}”的条件`}
              value={measure.where}
              source={source}
              onFilters={(next) => change({ where: whereOf(next) })}
              onExpression={(where) => change({ where })}
            />
            {filters === null ? null : (
              <Select
                size="small"
                showSearch
                optionFilterProp="label"
                aria-label={`给“${name}”加条件`}
                placeholder={filters.length === 0 ? '全部记录；选择字段加条件' : '再加一个条件'}
                value={null}
                options={source.allFields.map(({ path, label }) => ({ value: path, label }))}
                onChange={(path: string | null) => {
                  const field = path === null ? undefined : source.findField(path);
                  if (field) change({ where: whereOf([...filters, createFilter(field)]) });
                }}
              />
            )}
          </Setting>
          {measure.fn === 'count' ? null : (
            <Setting name="取值">
              <ExpressionInput
                value={measure.of ?? ''}
                label={`“${name}”的取值`}
                completions={completions}
                placeholder="字段，或公式，如 amount * 0.06"
                status={(measure.of ?? '') === '' ? 'error' : ''}
                onCommit={(of) => change({ of: of.trim() })}
              />
              <p className="ds-note">即：{describeFormula(measure.of ?? '', infos)}</p>
            </Setting>
          )}
        </>
      )}
      {measure.compare === undefined ? null : (
        <Setting name="按哪个日期">
          <Select
            size="small"
            allowClear
            showSearch
            optionFilterProp="label"
            aria-label="环比、同比按哪个日期"
            placeholder="分组的日期"
            value={doc.time ?? null}
            options={source.allFields
              .filter(({ kind }) => kind === 'date')
              .map(({ path, label }) => ({ value: path, label }))}
            onChange={(time: string | null) => onChange({ ...doc, time: time ?? undefined })}
          />
        </Setting>
      )}
      <DisplaySettings name={name} value={measure} onChange={change} />
    </section>
  );
}

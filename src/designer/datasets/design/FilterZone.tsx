import type { DatasetDoc } from '../model/datasetDoc.ts';
import { addParameterFilter, withFilters } from '../model/filterDoc.ts';
import { readFilters } from '../model/filters.ts';
import { RecordCondition } from './RecordCondition.tsx';
import type { Source } from './useSource.ts';
import { ZoneBox } from './ZoneBox.tsx';

interface Props {
  doc: DatasetDoc;
  source: Source;
  onChange(doc: DatasetDoc): void;
}

/** The filters of a dataset; a record must satisfy all of them. */
export function FilterZone({ doc, source, onChange }: Props) {
  return (
    <ZoneBox
      zone="filters"
      title="筛选"
      hint="把字段拖到这里，只统计符合条件的记录"
      isEmpty={readFilters(doc.where)?.length === 0}
    >
      <RecordCondition
        label="筛选"
        value={doc.where}
        source={source}
        onFilters={(filters) => onChange(withFilters(doc, filters))}
        onExpression={(where) => onChange({ ...doc, where })}
        onMakeParameter={(field, index) => onChange(addParameterFilter(doc, field, index))}
      />
    </ZoneBox>
  );
}

import { InputNumber, Select, Switch } from 'antd';
import { columnsOf, detailsOf } from '../model/columns.ts';
import { groupsOf, measuresIn, type DatasetDoc } from '../model/datasetDoc.ts';
import type { SourceField } from '../model/sourceFields.ts';
import { ZoneSection } from './ZoneBox.tsx';

const PERIODS: ReadonlySet<string | undefined> = new Set(['year', 'quarter', 'month', 'week', 'day']);

/** Settings for the order and maximum number of groups, and for periods and ranges without records. */
export function OrderZone({
  doc,
  find,
  onChange,
}: {
  doc: DatasetDoc;
  find(path: string): SourceField | undefined;
  onChange(doc: DatasetDoc): void;
}) {
  const nameOf = ({ key, label, of }: { key: string; label?: string; of?: string }): string =>
    label ?? find(of ?? '')?.name ?? key;
  const sortableItems = [...groupsOf(doc), ...measuresIn(doc), ...columnsOf(doc), ...detailsOf(doc)].map((part) => ({
    key: part.key,
    label: nameOf(part),
  }));
  const [first, ...otherKeys] = doc.order ?? [];
  const hasPeriodsOrRanges = groupsOf(doc).some(({ by, ranges }) => PERIODS.has(by) || ranges !== undefined);
  return (
    <ZoneSection title="排序与数量" hint="" isEmpty={false}>
      <div className="dd-item">
        <Select
          size="small"
          allowClear
          aria-label="按什么排序"
          placeholder="按分组的次序"
          value={first ?? null}
          options={sortableItems.flatMap(({ key, label }) => [
            { value: `-${key}`, label: `${label}由大到小` },
            { value: key, label: `${label}由小到大` },
          ])}
          onChange={(next: string | null) =>
            onChange({ ...doc, order: next === null || next === undefined ? otherKeys : [next, ...otherKeys] })
          }
        />
        <span className="ds-note">最多</span>
        <InputNumber
          size="small"
          aria-label="最多多少组"
          min={1}
          max={1000}
          precision={0}
          value={doc.limit ?? null}
          onChange={(limit) => onChange({ ...doc, limit: limit ?? undefined })}
        />
        <span className="ds-note">组</span>
      </div>
      {hasPeriodsOrRanges ? (
        <div className="dd-item">
          <Switch
            size="small"
            aria-label="没有记录的时段、区间也列出"
            checked={doc.fill !== '0'}
            onChange={(isFilled) => onChange({ ...doc, fill: isFilled ? undefined : '0' })}
          />
          <span className="ds-note">没有记录的时段、区间也列出，记 0</span>
        </div>
      ) : null}
    </ZoneSection>
  );
}

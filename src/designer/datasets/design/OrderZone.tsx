import { InputNumber, Select } from 'antd';
import { groupsOf, measuresIn, type DatasetDoc } from '../model/datasetDoc.ts';

/** The order of the groups and their maximum number. */
export function OrderZone({ doc, onChange }: { doc: DatasetDoc; onChange(doc: DatasetDoc): void }) {
  const sortable = [...groupsOf(doc), ...measuresIn(doc), ...(doc.columns ?? [])].map(({ key, label }) => ({
    key,
    label: label ?? key,
  }));
  const [first, ...others] = doc.order ?? [];
  return (
    <section className="dd-zone" aria-label="排序与数量">
      <header>
        <h4>排序与数量</h4>
      </header>
      <div className="dd-item">
        <Select
          size="small"
          allowClear
          aria-label="按什么排序"
          placeholder="按分组的次序"
          value={first ?? null}
          options={sortable.flatMap(({ key, label }) => [
            { value: `-${key}`, label: `${label}由大到小` },
            { value: key, label: `${label}由小到大` },
          ])}
          onChange={(next: string | null) =>
            onChange({ ...doc, order: next === null || next === undefined ? others : [next, ...others] })
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
    </section>
  );
}

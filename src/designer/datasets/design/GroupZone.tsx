import { Input, Select } from 'antd';
import { useFeedback } from '../../../screens/shared/useFeedback.ts';
import { changeGroup, groupsOf, moveItem, removeGroup, type DatasetDoc, type Group } from '../model/datasetDoc.ts';
import type { SourceField } from '../model/sourceFields.ts';
import { ItemActions } from './ItemActions.tsx';
import { ZoneBox } from './ZoneBox.tsx';

const DATE_PERIODS: readonly { value: NonNullable<Group['by']>; label: string }[] = [
  { value: 'year', label: '每年' },
  { value: 'quarter', label: '每季' },
  { value: 'month', label: '每月' },
  { value: 'week', label: '每周' },
  { value: 'day', label: '每天' },
];

/** Levels of regions by which a field with addresses can be grouped; 0: by the value of the field itself. */
const AREA_LEVELS = [
  { value: 0, label: '所填内容' },
  { value: 1, label: '按省' },
  { value: 2, label: '按市' },
  { value: 3, label: '按区县' },
] as const;

/** Parses a typed number, also with full-width digits and thousands separators; NaN if the text is not a number. */
function parseNumber(text: string): number {
  const compactText = text.normalize('NFKC').replace(/[,\s]/g, '');
  const number = compactText === '' ? Number.NaN : Number(compactText);
  return Number.isFinite(number) ? number : Number.NaN;
}

interface Props {
  doc: DatasetDoc;
  find(path: string): SourceField | undefined;
  onChange(doc: DatasetDoc): void;
}

/** Editor of the groups of a dataset (`groupBy`), in the order in which the document lists them. */
export function GroupZone({ doc, find, onChange }: Props) {
  const { message } = useFeedback();
  const groups = groupsOf(doc);
  return (
    <ZoneBox
      zone="groups"
      title="分组"
      hint="把日期、部门、类别等字段拖到这里，按它们分组；不分组则只算一个总数"
      isEmpty={groups.length === 0}
    >
      {groups.map((group, index) => {
        const field = find(group.of);
        const name = group.label ?? field?.name ?? group.of;
        return (
          <div key={group.key} className="dd-item" data-group={group.of}>
            <Input
              size="small"
              aria-label={`分组“${name}”的名称`}
              maxLength={40}
              value={group.label ?? ''}
              placeholder={field?.name ?? group.of}
              onChange={({ target }) =>
                onChange(changeGroup(doc, group.key, { label: target.value === '' ? undefined : target.value }))
              }
            />
            {field?.kind === 'date' ? (
              <Select
                size="small"
                aria-label={`分组“${name}”的方式`}
                value={group.by ?? 'day'}
                options={[...DATE_PERIODS]}
                onChange={(by) => onChange(changeGroup(doc, group.key, { by }))}
              />
            ) : field?.kind === 'dept' ? (
              <Select
                size="small"
                aria-label={`分组“${name}”的方式`}
                value={group.by === 'tree' ? (group.level ?? 1) : 0}
                options={[
                  { value: 0, label: '部门本身' },
                  { value: 1, label: '归到单位' },
                  { value: 2, label: '归到第 2 级' },
                  { value: 3, label: '归到第 3 级' },
                ]}
                onChange={(level) =>
                  onChange(
                    changeGroup(
                      doc,
                      group.key,
                      level === 0 ? { by: undefined, level: undefined } : { by: 'tree', level },
                    ),
                  )
                }
              />
            ) : field?.mayBeRegion || group.by === 'area' ? (
              <Select
                size="small"
                aria-label={`分组“${name}”的方式`}
                value={group.by === 'area' ? (group.level ?? 1) : 0}
                options={[...AREA_LEVELS]}
                onChange={(level) =>
                  onChange(
                    changeGroup(
                      doc,
                      group.key,
                      level === 0 ? { by: undefined, level: undefined } : { by: 'area', level },
                    ),
                  )
                }
              />
            ) : field?.kind === 'number' ? (
              <Select
                size="small"
                mode="tags"
                open={false}
                suffixIcon={null}
                aria-label={`分组“${name}”的区间分界`}
                placeholder="区间分界，如 1000 回车"
                value={(group.ranges ?? []).map(String)}
                onChange={(texts: string[]) => {
                  const numbers = texts.map(parseNumber);
                  const invalidTexts = texts.filter((_text, position) => Number.isNaN(numbers[position]));
                  if (invalidTexts.length > 0) message.error(`“${invalidTexts.join('、')}”不是数字`);
                  const ranges = [...new Set(numbers.filter(Number.isFinite))].sort((a, b) => a - b);
                  onChange(changeGroup(doc, group.key, { ranges: ranges.length === 0 ? undefined : ranges }));
                }}
              />
            ) : null}
            <ItemActions
              name={`分组“${name}”`}
              move={{
                index,
                count: groups.length,
                onMove: (offset) => onChange({ ...doc, groupBy: moveItem(groups, index, offset) }),
              }}
              onRemove={() => onChange(removeGroup(doc, group.key))}
            />
          </div>
        );
      })}
    </ZoneBox>
  );
}

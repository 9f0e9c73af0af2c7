import { sql, type RawBuilder } from 'kysely';
import type { DatasetGroup, DatasetMeasure } from '../../../domain/dataset.ts';
import type { SqlValue } from '../../celSql/index.ts';
import { Refusal } from '../../http/refusal.ts';
import { groupingOf, groupingOfStored, isCostly, preAggregatedValue, type Grouping } from './groupings.ts';
import { ROW_GROUP, timePathOf, type Part } from '../datasetPart.ts';
import type { Question } from './scan.ts';
import { endOfDatasetPath, isContextPath, ROW_NAME, type PathEnd } from '../datasetShape.ts';
import { shiftValue, type Shift } from './shift.ts';
import type { RelatedValue, CheckedSource } from '../openSource.ts';

/** A group of a part, with the stored value that its path reads from a record. */
export interface GroupReading {
  group: DatasetGroup;
  /** Position of the group in `Part.groups`. */
  index: number;
  path: readonly string[];
  end: PathEnd;
  value: SqlValue;
  label: RawBuilder<unknown> | null;
  /** Offset of the value if it is the date by which another period is compared; otherwise null. */
  shift: Shift | null;
  /** For a value reached through a relation: `key` is the id stored in the record. Null for other values. */
  relation: { key: SqlValue; related: RelatedValue } | null;
}

/**
 * How records are pre-aggregated before the grouping sets are computed: by stored values, by the dataset's groups, or
 * not at all (null). Measures are merged from the pre-aggregated groups.
 */
export type PreAggregation = 'stored' | 'groups' | null;

/** Returns the values that the groups of a part read; null for unused groups and for `ROW_GROUP`. */
export function readingsOf(
  { definition, shape, keys }: Question,
  source: Pick<CheckedSource, 'read' | 'label' | 'readThrough'>,
  { groups, sets }: Part,
  shift: Shift | null,
): readonly (GroupReading | null)[] {
  const time = timePathOf(definition)?.join('.');
  return groups.map((group, index): GroupReading | null => {
    if (group === ROW_GROUP || (!sets.some((set) => set.includes(index)) && keys?.[group.key] === undefined))
      return null;
    const path = group.of.split('.');
    const end = endOfDatasetPath(shape, path);
    const value = isContextPath(path) ? null : source.read(path);
    if (!end || !value)
      throw new Refusal('REQUEST_INVALID', { detail: `数据集“${definition.name}”的分组“${group.key}”已不可用` });
    const label = group.by || group.ranges ? null : source.label(path);
    const [firstName = ''] = path;
    const key = path.length > 1 && firstName !== ROW_NAME ? source.read([firstName]) : null;
    const relatedValue = key?.kind === 'text' ? source.readThrough(path, sql.ref(`s.g${index}`), `far${index}`) : null;
    const relation = key && relatedValue && { key, related: { ...relatedValue, label: label && relatedValue.label } };
    return { group, index, path, end, value, label, shift: group.of === time ? shift : null, relation };
  });
}

const isCostlyReading = (reading: GroupReading | null): boolean =>
  reading !== null && (reading.relation !== null || isCostly(reading.group, reading.value, reading.shift !== null));

/**
 * Chooses the pre-aggregation of a part. Its measures must be mergeable, and one grouping set must contain all groups
 * that are used, so that there are not more pre-aggregated groups than requested groups. 'stored' is faster if the
 * group of a record is expensive to compute, unless there are too many distinct values (`hasManyStoredValues`).
 * 'groups' is faster if several grouping sets are computed from one scan of the records, because PostgreSQL
 * parallelises a plain `group by`, but not grouping sets.
 */
export function choosePreAggregation(
  { keys }: Question,
  { groups, sets, details = [], keyword, hasManyStoredValues = false, isFolded = false }: Part,
  measures: readonly DatasetMeasure[],
  readings: readonly (GroupReading | null)[],
): PreAggregation {
  const usedIndexes = new Set(sets.flat());
  const isMergeable =
    details.length === 0 &&
    !groups.includes(ROW_GROUP) &&
    measures.every(({ fn }) => fn !== 'distinct') &&
    sets.some((set) => set.length === usedIndexes.size);
  if (!isMergeable) return null;
  // a restriction to a cell (`keys`) or to a keyword is checked with the groups of each single record
  if (!hasManyStoredValues && keys === undefined && keyword === undefined && readings.some(isCostlyReading))
    return 'stored';
  return sets.length > 1 || isFolded ? 'groups' : null;
}

/**
 * Returns the stored value that determines the group of a record; for a related value, the id in the relation field.
 */
export const storedValueOf = ({ group, value, label, relation }: GroupReading): Pick<GroupReading, 'value' | 'label'> =>
  relation ? { value: relation.key, label: null } : { value: preAggregatedValue(group, value), label };

/** Returns the grouping of records or, if `isStored`, of pre-aggregated stored values. */
export function createGrouping({ group, shift, relation, ...reading }: GroupReading, isStored: boolean): Grouping {
  if (isStored && relation) {
    const { value, label, join } = relation.related;
    const grouping = groupingOf(group, { ...reading, label, value: shift ? shiftValue(value, shift) : value });
    return { ...grouping, join: grouping.join ? sql`${join}${grouping.join}` : join };
  }
  const { index, label, value } = reading;
  const groupedValue = isStored
    ? { ...preAggregatedValue(group, value), sql: sql.ref(`s.g${index}`), label: label && sql.ref(`s.x${index}`) }
    : { ...value, label };
  const input = {
    ...reading,
    label: groupedValue.label,
    value: shift ? shiftValue(groupedValue, shift) : groupedValue,
  };
  return isStored ? groupingOfStored(group, input) : groupingOf(group, input);
}

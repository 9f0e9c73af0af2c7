import { sql, type RawBuilder } from 'kysely';
import type { DatasetGroup, DatasetMeasure } from '../../../kernel/index.ts';
import type { SqlValue } from '../../celSql/index.ts';
import { Refusal } from '../../http/refusal.ts';
import { groupingOf, groupingOfStored, isCostly, storedOf, type Grouping } from './groups.ts';
import { ROW_GROUP, timeOf, type Part } from '../plan.ts';
import type { Question } from './scan.ts';
import { endOf, isAround, ROW, type End } from '../shape.ts';
import { moved, type Shift } from './shift.ts';
import type { Far, OpenSource } from '../source.ts';

/** A group that is used, with what its path reads of a record as it is stored. */
export interface Reading {
  group: DatasetGroup;
  index: number;
  path: readonly string[];
  end: End;
  value: SqlValue;
  label: RawBuilder<unknown> | null;
  /** By which the value is moved: the time of a comparison. */
  shift: Shift | null;
  /** Where the value is behind a relation: the id that the record itself holds, and the value from there. */
  relation: { key: SqlValue; far: Far } | null;
}

/**
 * By what records are grouped before the sets of groups are made: by what is stored, by the groups themselves, or not at
 * all (null). Measures are merged from these first groups.
 */
export type FirstStep = 'stored' | 'groups' | null;

/** What the groups of a part read; null for those that are not used, and for that of a single record. */
export function readingsOf(
  { definition, shape, keys }: Question,
  source: Pick<OpenSource, 'read' | 'label' | 'through'>,
  { groups, sets }: Part,
  shift: Shift | null,
): readonly (Reading | null)[] {
  const time = timeOf(definition)?.join('.');
  return groups.map((group, index): Reading | null => {
    if (group === ROW_GROUP || (!sets.some((set) => set.includes(index)) && keys?.[group.key] === undefined))
      return null;
    const path = group.of.split('.');
    const end = endOf(shape, path);
    const value = isAround(path) ? null : source.read(path);
    if (!end || !value)
      throw new Refusal('REQUEST_INVALID', { detail: `数据集“${definition.name}”的分组“${group.key}”已不可用` });
    const label = group.by || group.ranges ? null : source.label(path);
    const [first = ''] = path;
    const key = path.length > 1 && first !== ROW ? source.read([first]) : null;
    const far = key?.kind === 'text' ? source.through(path, sql.ref(`s.g${index}`), `far${index}`) : null;
    const relation = key && far && { key, far: { ...far, label: label && far.label } };
    return { group, index, path, end, value, label, shift: group.of === time ? shift : null, relation };
  });
}

const isDear = (reading: Reading | null): boolean =>
  reading !== null && (reading.relation !== null || isCostly(reading.group, reading.value, reading.shift !== null));

/**
 * The first step of a part. There can be one where the measures can be merged, and where one set has all groups, so that
 * there are not more first groups than are asked for. It pays where the group of a record is dear to find, unless there
 * are too many stored values (`isManyStored`), and where several sets are made of one reading: PostgreSQL runs a plain
 * `group by` in parallel, grouping sets it does not.
 */
export function firstStepOf(
  { keys }: Question,
  { groups, sets, details = [], keyword, isManyStored = false, isFolded = false }: Part,
  measures: readonly DatasetMeasure[],
  readings: readonly (Reading | null)[],
): FirstStep {
  const used = new Set(sets.flat());
  const isMerged =
    details.length === 0 &&
    !groups.includes(ROW_GROUP) &&
    measures.every(({ fn }) => fn !== 'distinct') &&
    sets.some((set) => set.length === used.size);
  if (!isMerged) return null;
  // a cell and a keyword are looked for in the groups of each record
  if (!isManyStored && keys === undefined && keyword === undefined && readings.some(isDear)) return 'stored';
  return sets.length > 1 || isFolded ? 'groups' : null;
}

/** What is stored of a record, from which its group follows: of a value behind a relation the id that leads there. */
export const storedIn = ({ group, value, label, relation }: Reading): Pick<Reading, 'value' | 'label'> =>
  relation ? { value: relation.key, label: null } : { value: storedOf(group, value), label };

/** How the records, or the groups of what is stored of them, are put into a group. */
export function groupingFor({ group, shift, relation, ...reading }: Reading, isStored: boolean): Grouping {
  if (isStored && relation) {
    const { value, label, join } = relation.far;
    const made = groupingOf(group, { ...reading, label, value: shift ? moved(value, shift) : value });
    return { ...made, join: made.join ? sql`${join}${made.join}` : join };
  }
  const { index, label, value } = reading;
  const found = isStored
    ? { ...storedOf(group, value), sql: sql.ref(`s.g${index}`), label: label && sql.ref(`s.x${index}`) }
    : { ...value, label };
  const input = { ...reading, label: found.label, value: shift ? moved(found, shift) : found };
  return isStored ? groupingOfStored(group, input) : groupingOf(group, input);
}

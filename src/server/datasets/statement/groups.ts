import { sql, type RawBuilder } from 'kysely';
import type { DatasetGroup } from '../../../kernel/index.ts';
import { asText, type SqlValue } from '../../celSql/index.ts';
import { ROW_GROUP, datePartOf, type DatePart } from '../plan.ts';
import type { End } from '../shape.ts';

/** How the key of a period is written. */
const FORMATS: Readonly<Record<DatePart, string>> = {
  year: 'YYYY',
  quarter: 'YYYY-"Q"Q',
  month: 'YYYY-MM',
  week: 'IYYY-"W"IW',
  day: 'YYYY-MM-DD',
};

const STEPS: Readonly<Record<DatePart, string>> = {
  year: '1 year',
  quarter: '3 months',
  month: '1 month',
  week: '7 days',
  day: '1 day',
};

export const stepOf = (part: DatePart): RawBuilder<unknown> => sql.raw(`interval '${STEPS[part]}'`);

/** Periods that a gap in a series is filled with at most. */
export const MOST_PERIODS = 1500;

/** A group in the statement. */
export interface Grouping {
  key: string;
  path: readonly string[];
  end: End;
  group: DatasetGroup;
  /** The value that records are grouped by, over the source. */
  value: RawBuilder<unknown>;
  /** A join that the value needs. */
  join: RawBuilder<unknown> | null;
  /** The text that names a group on the wire, from the grouped value. */
  text(value: RawBuilder<unknown>): RawBuilder<unknown>;
  /** The stored text beside the value; null: the key says enough. */
  label: RawBuilder<unknown> | null;
  datePart: DatePart | null;
  /** Groups are ordered as numbers. */
  isNumber: boolean;
}

const MONTH_TEXT = sql.lit('^[0-9]{4}-(0[1-9]|1[0-2])');

/** A value as the day on which it falls; texts such as `2026-07` as the first of their month. */
function dayOf({ kind, sql: value }: SqlValue): RawBuilder<unknown> {
  if (kind === 'date') return value;
  if (kind === 'time') return sql`(${value})::date`;
  return sql`(case when ${value} ~ ${MONTH_TEXT} and left(${value}, 4) > '0000' then (left(${value}, 7) || '-01')::date end)`;
}

const truncated = (part: DatePart, day: RawBuilder<unknown>): RawBuilder<unknown> =>
  part === 'day' ? day : sql`date_trunc(${sql.lit(part)}, (${day})::timestamp)::date`;

export const periodText = (part: DatePart, value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`to_char(${value}, ${sql.lit(FORMATS[part])})`;

/** The first day of the period in which a day lies, as SQL. */
export const periodStart = (part: DatePart, day: RawBuilder<unknown>): RawBuilder<unknown> =>
  truncated(part, sql`(${day})::date`);

/** Departments by the one above them on a level of the tree; what lies above that level stands for itself. */
const orgAt = (alias: string, level: number, value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql` left join (with recursive tree as (
      select id, name, 1 as depth, id as top_id, name as top_name from sys_org where parent_id is null
      union all select o.id, o.name, t.depth + 1, case when t.depth + 1 <= ${sql.lit(level)} then o.id else t.top_id end,
        case when t.depth + 1 <= ${sql.lit(level)} then o.name else t.top_name end from sys_org o join tree t on o.parent_id = t.id
    ) select id, top_id, top_name from tree) ${sql.id(alias)} on ${sql.id(alias)}.id = ${value}`;

/** Each record, or row of a sub-table, by itself. */
export const rowGrouping = (rowKey: RawBuilder<unknown>): Grouping => ({
  key: ROW_GROUP.key,
  path: ['id'],
  end: { node: null, name: 'id', type: 'string' },
  group: ROW_GROUP,
  value: rowKey,
  join: null,
  text: (one) => sql`${one}`,
  label: null,
  datePart: null,
  isNumber: false,
});

/** Areas by the one above them on a level: 1 provinces, 2 cities; what lies above that level stands for itself. */
const areaAt = (alias: string, level: number, code: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql` left join lateral (with recursive above as (
      select code, name, parent_code, 1 as steps from sys_area where code = ${code}
      union all select a.code, a.name, a.parent_code, u.steps + 1 from sys_area a join above u on a.code = u.parent_code
    ), placed as (select code, name, row_number() over (order by steps desc) as depth from above)
    select code as top_code, name as top_name from placed where depth <= ${sql.lit(level)} order by depth desc limit 1
    ) ${sql.id(alias)} on true`;

/**
 * Records by the area in which they lie. A field holds an area's code, a path of codes, or a path of names: the last code
 * of a path says everything; names that are no codes count by their place in the path. A code that the product does not
 * know (a county) lies in the city or province that its first four or two digits name, as GB/T 2260 has it.
 */
function areaGrouping(plain: Omit<Grouping, 'value' | 'text'>, value: SqlValue, index: number): Grouping {
  const level = plain.group.level ?? 1;
  const isPath = value.kind === 'list';
  const code = isPath ? sql`(${value.sql})[cardinality(${value.sql})]` : asText(value);
  const own = isPath ? sql`(${value.sql})[least(${sql.lit(level)}, cardinality(${value.sql}))]` : asText(value);
  const aliases = [`area${index}`, `city${index}`, `province${index}`];
  const codes = [code, sql`left(${code}, 4) || '00'`, sql`left(${code}, 2) || '0000'`];
  const first = (column: string): RawBuilder<unknown>[] => aliases.map((alias) => sql.ref(`${alias}.${column}`));
  return {
    ...plain,
    value: sql`coalesce(${sql.join(first('top_code'))}, nullif(${own}, ''))`,
    join: sql.join(
      aliases.map((alias, at) => areaAt(alias, level, codes[at] as RawBuilder<unknown>)),
      sql``,
    ),
    text: (one) => sql`${one}`,
    label: sql`coalesce(${sql.join(first('top_name'))})`,
  };
}

const inRanges = (ranges: readonly number[], value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`width_bucket(${value}, ${sql`${ranges.map(String)}::text[]::numeric[]`})`;

/**
 * What records are grouped by before anything is made of it: the group of a record follows from this value alone, and a
 * table holds few different ones. `value` is what the group's path reads of a record. The result takes its place in
 * `groupingOfStored`.
 */
export function storedOf(group: DatasetGroup, value: SqlValue): SqlValue {
  if (group.ranges) return { kind: 'number', sql: inRanges(group.ranges, value.sql) };
  if (value.kind === 'time' && !isPlace(group)) return { kind: 'date', sql: sql`(${value.sql})::date` };
  // a text says its month in its first seven characters
  if (value.kind === 'text' && datePartOf(group) !== null) return { kind: 'text', sql: sql`left(${value.sql}, 7)` };
  return value;
}

const isPlace = ({ by }: DatasetGroup): boolean => by === 'tree' || by === 'area';

/** Whether the group of a record costs more to find than to group by what is stored and find the group of that. */
export const isCostly = (group: DatasetGroup, { kind }: SqlValue, isShifted: boolean): boolean =>
  isPlace(group) || (datePartOf(group) !== null && (isShifted || group.by !== 'day' || kind === 'text'));

interface GroupInput {
  path: readonly string[];
  end: End;
  value: SqlValue;
  label: RawBuilder<unknown> | null;
  index: number;
}

/** How groups by what is stored (`value`, a column made of `storedOf`) are put into those of the dataset. */
export function groupingOfStored(group: DatasetGroup, input: GroupInput): Grouping {
  const made = groupingOf(group, input);
  return group.ranges ? { ...made, value: input.value.sql } : made;
}

/** How records are put into groups. `value` is what the group's path reads of a record. */
export function groupingOf(group: DatasetGroup, { path, end, value, label, index }: GroupInput): Grouping {
  const plain = { key: group.key, path, end, group, join: null, label: null, datePart: null, isNumber: false };
  const isDated = value.kind === 'date' || value.kind === 'time';
  if (group.ranges) {
    return {
      ...plain,
      value: inRanges(group.ranges, value.sql),
      text: (one) => sql`(${one})::text`,
      isNumber: true,
    };
  }
  if (group.by === 'tree') {
    const alias = `org${index}`;
    return {
      ...plain,
      value: sql.ref(`${alias}.top_id`),
      join: orgAt(alias, group.level ?? 1, value.sql),
      text: (one) => sql`${one}`,
      label: sql.ref(`${alias}.top_name`),
    };
  }
  if (group.by === 'area') return areaGrouping(plain, value, index);
  const datePart = datePartOf(group) ?? (isDated ? 'day' : null);
  if (datePart !== null)
    return {
      ...plain,
      value: truncated(datePart, dayOf(value)),
      text: (one) => periodText(datePart, one),
      datePart,
    };
  if (value.kind === 'number')
    return { ...plain, value: value.sql, text: (one) => sql`trim_scale(${one})::text`, isNumber: true };
  const text = value.kind === 'text' ? value.sql : asText(value);
  return { ...plain, value: sql`nullif(${text}, '')`, text: (one) => sql`${one}`, label };
}

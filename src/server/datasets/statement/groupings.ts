import { sql, type RawBuilder } from 'kysely';
import type { DatasetGroup } from '../../../domain/dataset.ts';
import { asText, type SqlValue } from '../../celSql/index.ts';
import { ROW_GROUP, datePartOf, type DatePart } from '../datasetPart.ts';
import type { PathEnd } from '../datasetShape.ts';

/** Date formats of the keys of periods. */
const PERIOD_FORMATS: Readonly<Record<DatePart, string>> = {
  year: 'YYYY',
  quarter: 'YYYY-"Q"Q',
  month: 'YYYY-MM',
  week: 'IYYY-"W"IW',
  day: 'YYYY-MM-DD',
};

const PERIOD_INTERVALS: Readonly<Record<DatePart, string>> = {
  year: '1 year',
  quarter: '3 months',
  month: '1 month',
  week: '7 days',
  day: '1 day',
};

/** Returns the SQL of the length of a period, as an interval. */
export const periodLength = (part: DatePart): RawBuilder<unknown> => sql.raw(`interval '${PERIOD_INTERVALS[part]}'`);

/** Maximum number of periods in a series with filled gaps. */
export const MAX_PERIODS = 1500;

/**
 * How records are grouped by one group of a dataset, as SQL. `path`: the keys that lead from a record to the field by
 * which it is grouped; `end`: that field.
 */
export interface Grouping {
  key: string;
  path: readonly string[];
  end: PathEnd;
  group: DatasetGroup;
  /** The value by which records are grouped. */
  value: RawBuilder<unknown>;
  /** A join that the value needs. */
  join: RawBuilder<unknown> | null;
  /** Converts the grouped value to the key of the group on the wire. */
  keyText(value: RawBuilder<unknown>): RawBuilder<unknown>;
  /** The stored display text of the value; null: the key is displayed. */
  label: RawBuilder<unknown> | null;
  datePart: DatePart | null;
  /** True if groups are sorted as numbers. */
  isSortedAsNumber: boolean;
}

// patterns of texts that begin with a year, or with a year and month
const YEAR_TEXT = sql.lit('^[0-9]{4}([^0-9]|$)');
const MONTH_TEXT = sql.lit('^[0-9]{4}-(0[1-9]|1[0-2])');

/**
 * Returns the SQL that converts a value to a day of the period in which the value lies. A date yields itself, a time
 * its date. A text such as `2026-07` yields the first day of the month; by year, the first day of the year. Any other
 * text yields null.
 */
function dayOf({ kind, sql: value }: SqlValue, part: DatePart): RawBuilder<unknown> {
  if (kind === 'date') return value;
  if (kind === 'time') return sql`(${value})::date`;
  const [pattern, firstDay] =
    part === 'year' ? [YEAR_TEXT, sql`left(${value}, 4) || '-01-01'`] : [MONTH_TEXT, sql`left(${value}, 7) || '-01'`];
  return sql`(case when ${value} ~ ${pattern} and left(${value}, 4) > '0000' then (${firstDay})::date end)`;
}

const truncateDay = (part: DatePart, day: RawBuilder<unknown>): RawBuilder<unknown> =>
  part === 'day' ? day : sql`date_trunc(${sql.lit(part)}, (${day})::timestamp)::date`;

/** Returns the SQL of a period's key (`2026-07`, `2026-Q3`). `value`: SQL of a day of the period. */
export const periodText = (part: DatePart, value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`to_char(${value}, ${sql.lit(PERIOD_FORMATS[part])})`;

/** Returns the SQL of the first day of the period that contains a day. */
export const periodStart = (part: DatePart, day: RawBuilder<unknown>): RawBuilder<unknown> =>
  truncateDay(part, sql`(${day})::date`);

/**
 * Joins the department with the id `value` with its ancestor on a level of the tree (1 is the top). A department above
 * that level is its own ancestor.
 */
const orgAncestorJoin = (alias: string, level: number, value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql` left join (with recursive tree as (
      select id, name, 1 as depth, id as top_id, name as top_name from sys_org where parent_id is null
      union all select o.id, o.name, t.depth + 1, case when t.depth + 1 <= ${sql.lit(level)} then o.id else t.top_id end,
        case when t.depth + 1 <= ${sql.lit(level)} then o.name else t.top_name end from sys_org o join tree t on o.parent_id = t.id
    ) select id, top_id, top_name from tree) ${sql.id(alias)} on ${sql.id(alias)}.id = ${value}`;

/** Returns the grouping in which each record, or row of a sub-table, is its own group. */
export const rowGrouping = (rowKey: RawBuilder<unknown>): Grouping => ({
  key: ROW_GROUP.key,
  path: ['id'],
  end: { node: null, name: 'id', type: 'string' },
  group: ROW_GROUP,
  value: rowKey,
  join: null,
  keyText: (grouped) => sql`${grouped}`,
  label: null,
  datePart: null,
  isSortedAsNumber: false,
});

/**
 * Joins the area with this code with its ancestor on a level (1 provinces, 2 cities). An area above that level is its
 * own ancestor.
 */
const areaAncestorJoin = (alias: string, level: number, code: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql` left join lateral (with recursive above as (
      select code, name, parent_code, 1 as steps from sys_area where code = ${code}
      union all select a.code, a.name, a.parent_code, u.steps + 1 from sys_area a join above u on a.code = u.parent_code
    ), placed as (select code, name, row_number() over (order by steps desc) as depth from above)
    select code as top_code, name as top_name from placed where depth <= ${sql.lit(level)} order by depth desc limit 1
    ) ${sql.id(alias)} on true`;

/**
 * Groups records by area. A field contains an area's code, a path of codes, or a path of names. Of a path of codes only
 * the last code is used. Of a path of names, the name at position `level` is the group (the last name of a shorter
 * path). A code that is missing in the table `sys_area`, such as the code of a county, belongs to the city of its first
 * four digits or, if that is missing too, to the province of its first two digits (GB/T 2260).
 */
function areaGrouping(commonProperties: Omit<Grouping, 'value' | 'keyText'>, value: SqlValue, index: number): Grouping {
  const level = commonProperties.group.level ?? 1;
  const isPath = value.kind === 'list';
  const code = isPath ? sql`(${value.sql})[cardinality(${value.sql})]` : asText(value);
  const fallback = isPath ? sql`(${value.sql})[least(${sql.lit(level)}, cardinality(${value.sql}))]` : asText(value);
  const aliases = [`area${index}`, `city${index}`, `province${index}`];
  const codes = [code, sql`left(${code}, 4) || '00'`, sql`left(${code}, 2) || '0000'`];
  const columnOfEachAlias = (column: string): RawBuilder<unknown>[] =>
    aliases.map((alias) => sql.ref(`${alias}.${column}`));
  return {
    ...commonProperties,
    value: sql`coalesce(${sql.join(columnOfEachAlias('top_code'))}, nullif(${fallback}, ''))`,
    join: sql.join(
      aliases.map((alias, index) => areaAncestorJoin(alias, level, codes[index] as RawBuilder<unknown>)),
      sql``,
    ),
    keyText: (grouped) => sql`${grouped}`,
    label: sql`coalesce(${sql.join(columnOfEachAlias('top_name'))})`,
  };
}

/** Returns the SQL of the number of the limits `ranges` (in ascending order) that the value reaches. */
const rangeIndexSql = (ranges: readonly number[], value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`width_bucket(${value}, ${sql`${ranges.map(String)}::text[]::numeric[]`})`;

/**
 * Returns the value by which records are pre-aggregated. It determines the group of a record, and has few distinct
 * values in a table. `value`: the value that the group's path reads from a record. The result is the input of
 * `groupingOfStored`.
 */
export function preAggregatedValue(group: DatasetGroup, value: SqlValue): SqlValue {
  if (group.ranges) return { kind: 'number', sql: rangeIndexSql(group.ranges, value.sql) };
  if (value.kind === 'time' && !isByTree(group)) return { kind: 'date', sql: sql`(${value.sql})::date` };
  // the first seven characters of a text are its month
  if (value.kind === 'text' && datePartOf(group) !== null) return { kind: 'text', sql: sql`left(${value.sql}, 7)` };
  return value;
}

const isByTree = ({ by }: DatasetGroup): boolean => by === 'tree' || by === 'area';

/**
 * Returns whether computing the group for each record costs more than pre-aggregating by stored values. `isShifted`:
 * the group's dates are shifted, because another period is compared (`GroupReading.shift`).
 */
export const isCostly = (group: DatasetGroup, { kind }: SqlValue, isShifted: boolean): boolean =>
  isByTree(group) || (datePartOf(group) !== null && (isShifted || group.by !== 'day' || kind === 'text'));

/** What a group reads from a record. `label`: the stored display text of `value`; `index`: position of the group. */
interface GroupInput {
  path: readonly string[];
  end: PathEnd;
  value: SqlValue;
  label: RawBuilder<unknown> | null;
  index: number;
}

/**
 * Returns how pre-aggregated values are grouped into the groups of the dataset. `input.value`: a column with the result
 * of `preAggregatedValue`.
 */
export function groupingOfStored(group: DatasetGroup, input: GroupInput): Grouping {
  const grouping = groupingOf(group, input);
  return group.ranges ? { ...grouping, value: input.value.sql } : grouping;
}

/** Returns how records are grouped by `group`. `value`: the value that the group's path reads from a record. */
export function groupingOf(group: DatasetGroup, { path, end, value, label, index }: GroupInput): Grouping {
  const commonProperties = {
    key: group.key,
    path,
    end,
    group,
    join: null,
    label: null,
    datePart: null,
    isSortedAsNumber: false,
  };
  const isDateOrTime = value.kind === 'date' || value.kind === 'time';
  if (group.ranges) {
    return {
      ...commonProperties,
      value: rangeIndexSql(group.ranges, value.sql),
      keyText: (grouped) => sql`(${grouped})::text`,
      isSortedAsNumber: true,
    };
  }
  if (group.by === 'tree') {
    const alias = `org${index}`;
    return {
      ...commonProperties,
      value: sql.ref(`${alias}.top_id`),
      join: orgAncestorJoin(alias, group.level ?? 1, value.sql),
      keyText: (grouped) => sql`${grouped}`,
      label: sql.ref(`${alias}.top_name`),
    };
  }
  if (group.by === 'area') return areaGrouping(commonProperties, value, index);
  const datePart = datePartOf(group) ?? (isDateOrTime ? 'day' : null);
  if (datePart !== null)
    return {
      ...commonProperties,
      value: truncateDay(datePart, dayOf(value, datePart)),
      keyText: (grouped) => periodText(datePart, grouped),
      datePart,
    };
  if (value.kind === 'number')
    return {
      ...commonProperties,
      value: value.sql,
      keyText: (grouped) => sql`trim_scale(${grouped})::text`,
      isSortedAsNumber: true,
    };
  const text = value.kind === 'text' ? value.sql : asText(value);
  return { ...commonProperties, value: sql`nullif(${text}, '')`, keyText: (grouped) => sql`${grouped}`, label };
}

import { sql, type RawBuilder } from 'kysely';
import { addDays, addMonths, lastMonths, periodOf } from '../../domain/periods.ts';
import { asText, withoutNull, isEmptySql, listConstant, textConstant, type SqlValue } from './sqlValue.ts';
import { Untranslatable } from './untranslatable.ts';

/** Translates a call. `today`: the day of the request, `YYYY-MM-DD`. Throws Untranslatable. */
type Translate = (args: readonly SqlValue[], today: string) => SqlValue;

const numberValue = (value: RawBuilder<unknown>): SqlValue => ({
  kind: 'number',
  sql: value,
  isNeverNull: true,
});
const textValue = (value: RawBuilder<unknown>): SqlValue => ({ kind: 'text', sql: value, isNeverNull: true });
const boolValue = (value: RawBuilder<unknown>): SqlValue => ({ kind: 'bool', sql: value, isNeverNull: true });

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}/;

/**
 * Returns a value as an SQL date. Throws Untranslatable for a text that is not constant, because PostgreSQL rejects
 * texts that are no dates.
 */
function dateSql(value: SqlValue, name: string): RawBuilder<unknown> {
  if (value.kind === 'date') return value.sql;
  if (value.kind === 'time') return sql`(${value.sql})::date`;
  if (typeof value.constant === 'string')
    return DAY_PATTERN.test(value.constant) && addDays(value.constant, 0) !== ''
      ? sql`${addDays(value.constant, 0)}::date`
      : sql`null::date`;
  throw new Untranslatable(`函数“${name}”的参数应为日期字段`);
}

const constantText = ({ constant }: SqlValue): string | null => (typeof constant === 'string' ? constant : null);
const constantNumber = ({ constant }: SqlValue): number | null => (typeof constant === 'number' ? constant : null);

/** Translates a function that returns the first and last day of a week, month …: the current one moved by `offset`. */
const relativePeriod =
  (unit: 'week' | 'month' | 'quarter' | 'year', offset = 0): Translate =>
  (_args, today) =>
    listConstant([...periodOf(today, unit, offset)]);

/** Translates `addDays` and `addMonths`: a date plus a number of units. */
function shiftedDate(name: string, shift: typeof addDays, unit: string): Translate {
  return ([date, count]) => {
    const [constantDate, constantCount] = [constantText(date as SqlValue), constantNumber(count as SqlValue)];
    if (constantDate !== null && constantCount !== null) return textConstant(shift(constantDate, constantCount));
    const interval = sql`trunc(${withoutNull(count as SqlValue)})::int * ${sql.raw(`interval '1 ${unit}'`)}`;
    return { kind: 'date', sql: sql`(${dateSql(date as SqlValue, name)} + ${interval})::date` };
  };
}

/** Translates `within(date, period)`. */
function withinPeriod([date, range]: readonly SqlValue[]): SqlValue {
  const ends = range?.constant;
  if (!Array.isArray(ends)) throw new Untranslatable('函数“within”的期间应为参数或固定的期间，不能是字段');
  const storedDay = date?.storedDay;
  const day = storedDay?.day ?? dateSql(date as SqlValue, 'within');
  const [from = '', to = ''] = (ends as readonly string[]).map((end) => addDays(end, 0));
  // for a shifted date (`storedDay`) the ends of the period are shifted back once, instead of the date of every record
  const conditions = [
    sql`${day} is not null`,
    ...(from === '' ? [] : [sql`${day} >= ${storedDay?.firstDay(from) ?? from}::date`]),
    ...(to === '' ? [] : [sql`${day} <= ${storedDay?.lastDay(to) ?? to}::date`]),
  ];
  return boolValue(sql`(${sql.join(conditions, sql` and `)})`);
}

/** A regular expression of PostgreSQL for a decimal number. */
const NUMBER_PATTERN = '^\\s*[+-]?(\\d+\\.?\\d*|\\.\\d+)\\s*$';

function toNumber(value: SqlValue): SqlValue {
  if (value.kind === 'number') return value;
  if (value.kind === 'bool') return numberValue(sql`(case when ${value.sql} then 1 else 0 end)::numeric`);
  if (value.kind !== 'text') throw new Untranslatable('函数“number”的参数应为数字、文本或是否');
  const withoutCommas = sql`replace(${withoutNull(value)}, ',', '')`;
  return numberValue(
    sql`(case when ${withoutCommas} ~ ${sql.lit(NUMBER_PATTERN)} then (${withoutCommas})::numeric else 0 end)`,
  );
}

const leastOrGreatest =
  (name: 'least' | 'greatest'): Translate =>
  ([left, right]) => {
    if (!right) throw new Untranslatable('min 和 max 在这里要有两个参数');
    return numberValue(sql`${sql.raw(name)}(${withoutNull(left as SqlValue)}, ${withoutNull(right)})`);
  };

/** Returns SQL of a number as text with this number of decimals, like `text(x, digits)`. */
const fixedDigits = (value: SqlValue, digits: SqlValue): RawBuilder<unknown> =>
  sql`round(${withoutNull(value)}, least(15, greatest(0, trunc(${withoutNull(digits)})))::int)::text`;

/** Translates a function that SQL has under the same name, with one number as its argument. */
const numberFunction =
  (name: 'abs' | 'floor' | 'ceil'): Translate =>
  ([value]) =>
    numberValue(sql`${sql.raw(name)}(${withoutNull(value as SqlValue)})`);

/** The functions of expressions that have an SQL translation, by name. The caller has checked the argument types. */
export const SQL_FUNCTIONS: Readonly<Record<string, Translate>> = {
  abs: numberFunction('abs'),
  floor: numberFunction('floor'),
  ceil: numberFunction('ceil'),
  round: ([value, digits]) =>
    numberValue(
      sql`round(${withoutNull(value as SqlValue)}, ${digits ? sql`trunc(${withoutNull(digits)})::int` : sql`0`})`,
    ),
  min: leastOrGreatest('least'),
  max: leastOrGreatest('greatest'),
  size: ([value]) =>
    value?.kind === 'list'
      ? numberValue(sql`cardinality(${withoutNull(value)})::numeric`)
      : numberValue(sql`char_length(${asText(value as SqlValue)})::numeric`),
  isEmpty: ([value]) => boolValue(isEmptySql(value as SqlValue)),
  today: (_args, today) => textConstant(today),
  daysBetween: ([from, to]) =>
    numberValue(
      sql`coalesce(${dateSql(to as SqlValue, 'daysBetween')} - ${dateSql(from as SqlValue, 'daysBetween')}, 0)::numeric`,
    ),
  daysUntil: ([date], today) =>
    numberValue(sql`coalesce(${dateSql(date as SqlValue, 'daysUntil')} - ${today}::date, 0)::numeric`),
  addDays: shiftedDate('addDays', addDays, 'day'),
  addMonths: shiftedDate('addMonths', addMonths, 'month'),
  monthOf: ([date]) => textValue(sql`left(${asText(date as SqlValue)}, 7)`),
  yearOf: ([date]) => textValue(sql`left(${asText(date as SqlValue)}, 4)`),
  thisWeek: relativePeriod('week'),
  thisMonth: relativePeriod('month'),
  thisQuarter: relativePeriod('quarter'),
  thisYear: relativePeriod('year'),
  yearToDate: (_args, today) => listConstant([periodOf(today, 'year')[0], today]),
  lastMonth: relativePeriod('month', -1),
  lastYear: relativePeriod('year', -1),
  nextDays: ([days], today) => {
    const count = constantNumber(days as SqlValue);
    if (count === null) throw new Untranslatable('函数“nextDays”的天数应为固定的数字或参数');
    return listConstant([today, addDays(today, count)]);
  },
  lastMonths: ([months], today) => {
    const count = constantNumber(months as SqlValue);
    if (count === null) throw new Untranslatable('函数“lastMonths”的月数应为固定的数字或参数');
    return listConstant([...lastMonths(today, count)]);
  },
  within: withinPeriod,
  number: ([value]) => toNumber(value as SqlValue),
  double: ([value]) => toNumber(value as SqlValue),
  int: ([value]) => toNumber(value as SqlValue),
  text: ([value, digits]) => textValue(digits ? fixedDigits(value as SqlValue, digits) : asText(value as SqlValue)),
  string: ([value]) => textValue(asText(value as SqlValue)),
  concat: (args) => textValue(sql`(${sql.join(args.map(asText), sql` || `)})`),
};

/** Methods, called as `receiver.name(argument)`. */
export const SQL_METHODS: Readonly<Record<string, Translate>> = {
  contains: ([whole, part]) =>
    whole?.kind === 'list'
      ? boolValue(sql`(${withoutNull(whole)} @> array[${asText(part as SqlValue)}])`)
      : boolValue(sql`(strpos(${asText(whole as SqlValue)}, ${asText(part as SqlValue)}) > 0)`),
  startsWith: ([whole, part]) => boolValue(sql`starts_with(${asText(whole as SqlValue)}, ${asText(part as SqlValue)})`),
  endsWith: ([whole, part]) =>
    boolValue(
      sql`(right(${asText(whole as SqlValue)}, char_length(${asText(part as SqlValue)})) = ${asText(part as SqlValue)} or ${asText(part as SqlValue)} = '')`,
    ),
  size: ([value], today) => (SQL_FUNCTIONS['size'] as Translate)([value as SqlValue], today),
  trim: ([value]) => textValue(sql`btrim(${asText(value as SqlValue)}, E' \\t\\n\\r')`),
};

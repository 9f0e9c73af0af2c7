import { sql, type RawBuilder } from 'kysely';
import { addDays, addMonths, lastMonths, periodOf } from '../../domain/periods.ts';
import { asText, filled, isEmptySql, listConstant, textConstant, type SqlValue } from './sqlValue.ts';
import { Untranslatable } from './untranslatable.ts';

type Translate = (args: readonly SqlValue[], today: string) => SqlValue;

const number = (value: RawBuilder<unknown>, isFilled = true): SqlValue => ({ kind: 'number', sql: value, isFilled });
const text = (value: RawBuilder<unknown>): SqlValue => ({ kind: 'text', sql: value, isFilled: true });
const bool = (value: RawBuilder<unknown>): SqlValue => ({ kind: 'bool', sql: value, isFilled: true });

const DAY = /^\d{4}-\d{2}-\d{2}/;

/** A part as a date of SQL; only what is known to be a date may be one, since PostgreSQL refuses other texts. */
function dateSql(value: SqlValue, name: string): RawBuilder<unknown> {
  if (value.kind === 'date') return value.sql;
  if (value.kind === 'time') return sql`(${value.sql})::date`;
  if (typeof value.constant === 'string')
    return DAY.test(value.constant) && addDays(value.constant, 0) !== ''
      ? sql`${addDays(value.constant, 0)}::date`
      : sql`null::date`;
  throw new Untranslatable(`函数“${name}”的参数应为日期字段`);
}

const constantText = ({ constant }: SqlValue): string | null => (typeof constant === 'string' ? constant : null);
const constantNumber = ({ constant }: SqlValue): number | null => (typeof constant === 'number' ? constant : null);

const period =
  (unit: 'week' | 'month' | 'quarter' | 'year', offset = 0): Translate =>
  (_args, today) =>
    listConstant([...periodOf(today, unit, offset)]);

function moved(name: string, shift: typeof addDays, unit: string): Translate {
  return ([date, count]) => {
    const [known, by] = [constantText(date as SqlValue), constantNumber(count as SqlValue)];
    if (known !== null && by !== null) return textConstant(shift(known, by));
    const days = sql`trunc(${filled(count as SqlValue)})::int * ${sql.raw(`interval '1 ${unit}'`)}`;
    return { kind: 'date', sql: sql`(${dateSql(date as SqlValue, name)} + ${days})::date` };
  };
}

function within([date, range]: readonly SqlValue[]): SqlValue {
  const ends = range?.constant;
  if (!Array.isArray(ends)) throw new Untranslatable('函数“within”的期间应为参数或固定的期间，不能是字段');
  const moved = date?.unmoved;
  const day = moved?.day ?? dateSql(date as SqlValue, 'within');
  const [from = '', to = ''] = (ends as readonly string[]).map((end) => addDays(end, 0));
  // the ends are moved once, not the date of every record
  const parts = [
    sql`${day} is not null`,
    ...(from === '' ? [] : [sql`${day} >= ${moved?.first(from) ?? from}::date`]),
    ...(to === '' ? [] : [sql`${day} <= ${moved?.last(to) ?? to}::date`]),
  ];
  return bool(sql`(${sql.join(parts, sql` and `)})`);
}

const NUMBER = '^\\s*[+-]?(\\d+\\.?\\d*|\\.\\d+)\\s*$';

function toNumber(value: SqlValue): SqlValue {
  if (value.kind === 'number') return value;
  if (value.kind === 'bool') return number(sql`(case when ${value.sql} then 1 else 0 end)::numeric`);
  if (value.kind !== 'text') throw new Untranslatable('函数“number”的参数应为数字、文本或是否');
  const plain = sql`replace(${filled(value)}, ',', '')`;
  return number(sql`(case when ${plain} ~ ${sql.lit(NUMBER)} then (${plain})::numeric else 0 end)`);
}

const extreme =
  (name: 'least' | 'greatest'): Translate =>
  ([left, right]) => {
    if (!right) throw new Untranslatable('min 和 max 在这里要有两个参数');
    return number(sql`${sql.raw(name)}(${filled(left as SqlValue)}, ${filled(right)})`);
  };

const of =
  (name: 'abs' | 'floor' | 'ceil'): Translate =>
  ([value]) =>
    number(sql`${sql.raw(name)}(${filled(value as SqlValue)})`);

/** Functions of expressions that a database can answer, by their name for authors. The argument types are checked before. */
export const SQL_FUNCTIONS: Readonly<Record<string, Translate>> = {
  abs: of('abs'),
  floor: of('floor'),
  ceil: of('ceil'),
  round: ([value, digits]) =>
    number(sql`round(${filled(value as SqlValue)}, ${digits ? sql`trunc(${filled(digits)})::int` : sql`0`})`),
  min: extreme('least'),
  max: extreme('greatest'),
  size: ([value]) =>
    value?.kind === 'list'
      ? number(sql`cardinality(${filled(value)})::numeric`)
      : number(sql`char_length(${asText(value as SqlValue)})::numeric`),
  isEmpty: ([value]) => bool(isEmptySql(value as SqlValue)),
  today: (_args, today) => textConstant(today),
  daysBetween: ([from, to]) =>
    number(
      sql`coalesce(${dateSql(to as SqlValue, 'daysBetween')} - ${dateSql(from as SqlValue, 'daysBetween')}, 0)::numeric`,
    ),
  daysUntil: ([date], today) =>
    number(sql`coalesce(${dateSql(date as SqlValue, 'daysUntil')} - ${today}::date, 0)::numeric`),
  addDays: moved('addDays', addDays, 'day'),
  addMonths: moved('addMonths', addMonths, 'month'),
  monthOf: ([date]) => text(sql`left(${asText(date as SqlValue)}, 7)`),
  yearOf: ([date]) => text(sql`left(${asText(date as SqlValue)}, 4)`),
  thisWeek: period('week'),
  thisMonth: period('month'),
  thisQuarter: period('quarter'),
  thisYear: period('year'),
  yearToDate: (_args, today) => listConstant([periodOf(today, 'year')[0], today]),
  lastMonth: period('month', -1),
  lastYear: period('year', -1),
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
  within,
  number: ([value]) => toNumber(value as SqlValue),
  double: ([value]) => toNumber(value as SqlValue),
  int: ([value]) => toNumber(value as SqlValue),
  text: ([value]) => text(asText(value as SqlValue)),
  string: ([value]) => text(asText(value as SqlValue)),
  concat: (args) => text(sql`(${sql.join(args.map(asText), sql` || `)})`),
};

/** Methods, called as `receiver.name(argument)`. */
export const SQL_METHODS: Readonly<Record<string, Translate>> = {
  contains: ([whole, part]) =>
    whole?.kind === 'list'
      ? bool(sql`(${filled(whole)} @> array[${asText(part as SqlValue)}])`)
      : bool(sql`(strpos(${asText(whole as SqlValue)}, ${asText(part as SqlValue)}) > 0)`),
  startsWith: ([whole, part]) => bool(sql`starts_with(${asText(whole as SqlValue)}, ${asText(part as SqlValue)})`),
  endsWith: ([whole, part]) =>
    bool(
      sql`(right(${asText(whole as SqlValue)}, char_length(${asText(part as SqlValue)})) = ${asText(part as SqlValue)} or ${asText(part as SqlValue)} = '')`,
    ),
  size: ([value], today) => (SQL_FUNCTIONS['size'] as Translate)([value as SqlValue], today),
  trim: ([value]) => text(sql`btrim(${asText(value as SqlValue)}, E' \\t\\n\\r')`),
};

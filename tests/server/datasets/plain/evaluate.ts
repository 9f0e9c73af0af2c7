import type { DatasetDefinition, DatasetGroup, DatasetMeasure } from '../../../../src/domain/dataset.ts';
import { dayPlus, monthsPlus, periodsBetween, periodText } from './periods.ts';
import { add, compare, minus, over, parse, rounded, text, times, ZERO, of, type Rational } from './rational.ts';

/** A record as the plain evaluation knows it: the values behind paths, null where nothing stands. */
export interface PlainRecord {
  id: string;
  at(path: string): string | number | boolean | null;
}

/** A condition or formula with its meaning beside its text. */
export interface Meant<T> {
  text: string;
  means: T;
}

export interface PlainQuestion {
  definition: DatasetDefinition;
  /** What `where`, the conditions of measures, `having` and the columns mean. `signed`: the date that counts. */
  where: ((record: PlainRecord, signed: string | null) => boolean) | null;
  measureWhere: ReadonlyMap<string, (record: PlainRecord) => boolean>;
  having: ((value: (key: string) => Rational | null) => boolean) | null;
  columns: ReadonlyMap<string, (value: (key: string) => Rational | null) => Rational | null>;
  period: readonly [string, string] | null;
}

export interface PlainRow {
  keys: string[];
  values: (string | null)[];
}

type Shift = { months: number } | { days: number };
const STEPS: Record<string, Shift> = {
  year: { months: 12 },
  quarter: { months: 3 },
  month: { months: 1 },
  week: { days: 7 },
  day: { days: 1 },
};
const PRECISION = 2;
const isDerived = ({ fn }: DatasetMeasure): boolean => fn === 'share' || fn === 'running';
const moved = (day: string, shift: Shift): string =>
  'months' in shift ? monthsPlus(day, shift.months) : dayPlus(day, shift.days);

/** How far the records of a comparison are moved; null: it compares with nothing. */
function shiftFor(
  question: PlainQuestion,
  { compare: with_ }: DatasetMeasure,
  set: readonly DatasetGroup[],
): Shift | null {
  if (with_ === 'yearAgo') return { months: 12 };
  const dated = set.find(({ of: path }) => path === 'signed');
  if (dated) return STEPS[dated.by ?? 'day'] ?? null;
  const { period } = question;
  if (!period || period[0] > period[1]) return null;
  const next = dayPlus(period[1], 1);
  if (period[0].endsWith('-01') && next.endsWith('-01')) {
    const months = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
    return { months: months(next) - months(period[0]) };
  }
  return { days: Math.round((Date.parse(next) - Date.parse(period[0])) / 86_400_000) };
}

function keyOf(group: DatasetGroup, record: PlainRecord, signed: string | null): string {
  const value = group.of === 'signed' ? signed : record.at(group.of);
  if (value === null || value === '') return '';
  if (group.ranges) return String(group.ranges.filter((bound) => Number(value) >= bound).length);
  if (group.of === 'signed') return periodText(group.by ?? 'day', String(value));
  return typeof value === 'number' ? text(parse(value)) : String(value);
}

function measured(measure: DatasetMeasure, records: readonly PlainRecord[], question: PlainQuestion): Rational | null {
  const test = question.measureWhere.get(measure.key);
  const taken = test ? records.filter(test) : records;
  const values = measure.of
    ? taken.map((record) => record.at(measure.of as string)).filter((value) => value !== null && value !== '')
    : [];
  const numbers = (): Rational[] => values.map((value) => parse(value as number));
  switch (measure.fn) {
    case 'count':
      return of(BigInt(measure.of ? values.length : taken.length));
    case 'distinct':
      return of(BigInt(new Set(values.map(String)).size));
    case 'sum':
      return rounded(numbers().reduce(add, ZERO), PRECISION);
    case 'avg':
      return values.length === 0
        ? null
        : rounded(times(numbers().reduce(add, ZERO), of(1n, BigInt(values.length))), PRECISION);
    default: {
      const sorted = numbers().sort(compare);
      const found = measure.fn === 'min' ? sorted[0] : sorted.at(-1);
      return found === undefined ? null : rounded(found, PRECISION);
    }
  }
}

const isZeroOfNothing = ({ fn }: DatasetMeasure): boolean => ['count', 'distinct', 'sum'].includes(fn);
const nameOf = (keys: readonly string[]): string => JSON.stringify(keys);

/** Groups by the keys of a set, of the records as if they had happened `shift` later. */
function grouped(
  question: PlainQuestion,
  all: readonly PlainRecord[],
  set: readonly DatasetGroup[],
  shift: Shift | null,
) {
  const groups = new Map<string, { keys: string[]; records: PlainRecord[] }>();
  const days: string[] = [];
  for (const record of all) {
    const own = record.at('signed') as string | null;
    const signed = own !== null && shift ? moved(own, shift) : own;
    if (question.where && !question.where(record, signed)) continue;
    if (signed !== null) days.push(signed);
    const keys = set.map((group) => keyOf(group, record, signed));
    const found = groups.get(nameOf(keys)) ?? { keys, records: [] };
    found.records.push(record);
    groups.set(nameOf(keys), found);
  }
  return { groups, days };
}

/** The keys of the rows: those that occur, and the periods and ranges between them. */
function rowKeys(
  question: PlainQuestion,
  set: readonly DatasetGroup[],
  base: ReturnType<typeof grouped>,
  compared: readonly ReturnType<typeof grouped>[],
): string[][] {
  const found = (passes: readonly ReturnType<typeof grouped>[]): string[][] => [
    ...new Map(passes.flatMap(({ groups }) => [...groups.values()].map(({ keys }) => [nameOf(keys), keys]))).values(),
  ];
  const filling = set.findIndex(({ of: path, by, ranges }) =>
    path === 'signed' ? by !== undefined : ranges !== undefined,
  );
  if (filling < 0 || question.definition.fill === '0')
    return found(set.some(({ of: path }) => path === 'signed') ? [base] : [base, ...compared]);
  const group = set[filling] as DatasetGroup;
  const inBase = found([base]).map((keys) => keys[filling] ?? '');
  const sorted = [...base.days].sort();
  const ends = question.period ?? (sorted.length > 0 ? ([sorted[0], sorted.at(-1)] as [string, string]) : null);
  const along = new Set([
    ...(group.ranges
      ? Array.from({ length: group.ranges.length + 1 }, (_none, index) => String(index))
      : ends
        ? periodsBetween(group.by ?? 'day', ends[0], ends[1])
        : []),
    ...inBase,
  ]);
  const others = new Map(
    found([base, ...compared]).map((keys) => {
      const rest = keys.filter((_key, index) => index !== filling);
      return [nameOf(rest), rest];
    }),
  );
  if (set.length === 1) return [...along].map((key) => [key]);
  return [...others.values()].flatMap((rest) =>
    [...along].map((key) => [...rest.slice(0, filling), key, ...rest.slice(filling)]),
  );
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A dataset answered by looping over the records: what the statement must say, for one set of its groups. */
export function evaluatePlainly(
  question: PlainQuestion,
  all: readonly PlainRecord[],
  set: readonly DatasetGroup[],
): { rows: PlainRow[]; total: number } {
  const { definition } = question;
  const { groupBy = [], measures = [], columns = [] } = definition;
  const base = grouped(question, all, set, null);
  const shifts = measures.map((measure) => (measure.compare ? shiftFor(question, measure, set) : null));
  const passes = shifts.map((shift) => (shift ? grouped(question, all, set, shift) : null));
  const keys =
    set.length === 0
      ? [[]]
      : rowKeys(
          question,
          set,
          base,
          passes.filter((pass) => pass !== null),
        );
  const rows = keys.map((own) => {
    const value = new Map<string, Rational | null>();
    measures.forEach((measure, index) => {
      if (isDerived(measure)) return;
      const pass = measure.compare ? passes[index] : base;
      const records = pass?.groups.get(nameOf(own))?.records;
      value.set(
        measure.key,
        !pass ? null : records ? measured(measure, records, question) : isZeroOfNothing(measure) ? ZERO : null,
      );
    });
    return { keys: own, value };
  });
  const natural =
    (group: DatasetGroup, place: number, isDescending: boolean) => (a: { keys: string[] }, b: { keys: string[] }) => {
      const [x, y] = [a.keys[place] ?? '', b.keys[place] ?? ''];
      if ((x === '') !== (y === '')) return x === '' ? 1 : -1;
      const isNumber = group.ranges !== undefined || group.of === 'qty';
      const order = isNumber && x !== '' ? compare(parse(x), parse(y)) : byText(x, y);
      return isDescending ? -order : order;
    };
  for (const measure of measures.filter(isDerived)) {
    const dated = set.findIndex(({ of: path }) => path === 'signed');
    const along = dated >= 0 ? dated : set.length > 0 ? 0 : -1;
    const per = measure.per
      ? set.flatMap(({ key }, index) => (measure.per?.includes(key) ? [index] : []))
      : measure.fn === 'running'
        ? set.flatMap((_group, index) => (index === along ? [] : [index]))
        : [];
    const partOf = (row: { keys: string[] }): string => nameOf(per.map((index) => row.keys[index] ?? ''));
    const source = (row: { value: Map<string, Rational | null> }): Rational => row.value.get(measure.of ?? '') ?? ZERO;
    for (const part of new Set(rows.map(partOf))) {
      const own = rows.filter((row) => partOf(row) === part);
      if (measure.fn === 'share') {
        const sum = own.map(source).reduce(add, ZERO);
        for (const row of own) {
          const share = over(source(row), sum);
          row.value.set(measure.key, share && rounded(share, 6));
        }
        continue;
      }
      if (along >= 0) own.sort(natural(set[along] as DatasetGroup, along, false));
      let sum = ZERO;
      for (const row of own) {
        sum = add(sum, source(row));
        row.value.set(measure.key, sum);
      }
    }
  }
  for (const row of rows)
    for (const { key, format, precision } of columns) {
      const value = question.columns.get(key)?.((name) => row.value.get(name) ?? null) ?? null;
      row.value.set(key, value && rounded(value, precision ?? (format === 'percent' ? 4 : 2)));
    }
  const isWhole = set.length > 0 && set.length === groupBy.length;
  const having = isWhole ? question.having : null;
  const kept = rows.filter((row) => !having || having((key) => row.value.get(key) ?? null));
  const orders = [
    ...(definition.order ?? []).flatMap((name) => {
      const isDescending = name.startsWith('-');
      const key = name.replace(/^-/, '');
      const place = set.findIndex((group) => group.key === key);
      if (place >= 0) return [natural(set[place] as DatasetGroup, place, isDescending)];
      if (groupBy.some((group) => group.key === key)) return [];
      return [
        (a: (typeof rows)[number], b: (typeof rows)[number]) => {
          const [x, y] = [a.value.get(key) ?? null, b.value.get(key) ?? null];
          if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
          return isDescending ? compare(y, x) : compare(x, y);
        },
      ];
    }),
    ...set.map((group, place) => natural(group, place, false)),
  ];
  kept.sort((a, b) => orders.map((order) => order(a, b)).find((order) => order !== 0) ?? 0);
  const limit = isWhole ? (definition.limit ?? 1000) : 1000;
  return {
    rows: kept.slice(0, limit).map(({ keys: own, value }) => ({
      keys: own,
      values: [...measures, ...columns].map(({ key }) => {
        const found = value.get(key) ?? null;
        return found && text(found);
      }),
    })),
    total: kept.length,
  };
}

export { add, minus, over, times };

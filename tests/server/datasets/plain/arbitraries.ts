import type { DatasetDefinition, DatasetGroup, DatasetMeasure } from '../../../../src/domain/dataset.ts';
import fc from '../../../support/fc.ts';
import { minus, over, type PlainQuestion, type PlainRecord } from './evaluate.ts';
import { compare, parse, type Rational } from './rational.ts';

export const KINDS = ['a', 'b', 'c'] as const;
export const REGIONS = ['华东', '华南', ''] as const;

const num = (record: PlainRecord, path: string): number => Number(record.at(path) ?? 0);
const str = (record: PlainRecord, path: string): string => String(record.at(path) ?? '');

type Test = (record: PlainRecord, signed: string | null) => boolean;

/** Conditions over a record with what they mean; an empty number is 0 to them, an empty text ''. */
const condition: fc.Arbitrary<{ text: string; test: Test }> = fc.oneof(
  fc
    .integer({ min: -50, max: 400 })
    .map((least) => `${least}.5`)
    .map((least) => ({
      text: `amount > ${least}`,
      test: (record: PlainRecord) => num(record, 'amount') > Number(least),
    })),
  fc.integer({ min: 0, max: 5 }).map((most) => ({
    text: `qty <= ${most}.0`,
    test: (record: PlainRecord) => num(record, 'qty') <= most,
  })),
  fc.constantFrom(...KINDS).map((kind) => ({
    text: `kind == '${kind}'`,
    test: (record: PlainRecord) => str(record, 'kind') === kind,
  })),
  fc.constant({ text: 'isEmpty(kind)', test: (record: PlainRecord) => str(record, 'kind') === '' }),
  fc.constantFrom(...REGIONS).map((region) => ({
    text: `customer.region == '${region}'`,
    test: (record: PlainRecord) => str(record, 'customer.region') === region,
  })),
  fc.integer({ min: 0, max: 900 }).map((least) => ({
    text: `customer.credit >= ${least}.0`,
    test: (record: PlainRecord) => num(record, 'customer.credit') >= least,
  })),
  fc.constant({ text: '!isEmpty(customer)', test: (record: PlainRecord) => str(record, 'customer') !== '' }),
);

/** Conditions put together. */
const where: fc.Arbitrary<{ text: string; test: Test }> = fc.oneof(
  { weight: 3, arbitrary: condition },
  {
    weight: 1,
    arbitrary: fc.tuple(condition, condition).map(([one, two]) => ({
      text: `(${one.text}) && (${two.text})`,
      test: ((record, signed) => one.test(record, signed) && two.test(record, signed)) as Test,
    })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(condition, condition).map(([one, two]) => ({
      text: `!(${one.text}) || ${two.text}`,
      test: ((record, signed) => !one.test(record, signed) || two.test(record, signed)) as Test,
    })),
  },
);

const period: fc.Arbitrary<readonly [string, string]> = fc.constantFrom(
  ['2026-01-01', '2026-12-31'],
  ['2026-02-01', '2026-04-30'],
  ['2025-11-15', '2026-02-14'],
  ['2026-03-31', '2026-03-31'],
);

const group = (index: number): fc.Arbitrary<DatasetGroup> =>
  fc
    .oneof(
      fc.constant({ of: 'kind' }),
      fc.constant({ of: 'customer' }),
      fc.constant({ of: 'customer.region' }),
      fc.constant({ of: 'qty' }),
      fc.constantFrom<number[]>([0, 100], [10], [-5, 0, 50, 300]).map((ranges) => ({ of: 'amount', ranges })),
    )
    .map((one) => ({ key: `g${index}`, ...one }));
const timeGroup: fc.Arbitrary<DatasetGroup> = fc
  .constantFrom('year', 'quarter', 'month', 'week', 'day')
  .map((by) => ({ key: 'time', of: 'signed', by }) as DatasetGroup);

const plainMeasure = (index: number, isTimed: boolean): fc.Arbitrary<DatasetMeasure & { test?: Test }> =>
  fc
    .tuple(
      fc.oneof(
        fc.constant({ fn: 'count' as const }),
        fc.constant({ fn: 'count' as const, of: 'kind' }),
        fc
          .constantFrom('kind', 'customer', 'qty', 'customer.region')
          .map((path) => ({ fn: 'distinct' as const, of: path })),
        fc
          .tuple(fc.constantFrom('sum', 'avg', 'min', 'max'), fc.constantFrom('amount', 'qty', 'customer.credit'))
          .map(([fn, path]) => ({ fn: fn as 'sum', of: path, precision: 2 })),
      ),
      fc.option(condition, { nil: null, freq: 3 }),
      isTimed ? fc.constantFrom('previousPeriod', 'yearAgo', undefined, undefined) : fc.constant(undefined),
    )
    .map(([measure, only, compared]) => ({
      key: `m${index}`,
      ...measure,
      ...(only ? { where: only.text, test: only.test } : {}),
      ...(compared ? { compare: compared as 'yearAgo' } : {}),
    }));

const COLUMNS: readonly { text: string; means: (a: Rational | null, b: Rational | null) => Rational | null }[] = [
  { text: 'm0 / m1', means: over },
  { text: 'm0 - m1', means: (a, b) => (a && b ? minus(a, b) : null) },
  { text: '(m0 - m1) / m1', means: (a, b) => (a && b ? over(minus(a, b), b) : null) },
];

/** Random datasets with what they mean. */
export const dataset: fc.Arbitrary<PlainQuestion> = fc
  .record({
    timed: fc.option(timeGroup, { nil: null, freq: 2 }),
    groups: fc
      .array(fc.integer({ min: 0, max: 1 }), { maxLength: 2 })
      .chain((all) => fc.tuple(...all.map((_one, at) => group(at)))),
    where: fc.option(where, { nil: null, freq: 2 }),
    period: fc.option(period, { nil: null, freq: 2 }),
    fill: fc.constantFrom(undefined, undefined, '0' as const),
    count: fc.integer({ min: 2, max: 3 }),
    column: fc.option(fc.constantFrom(...COLUMNS), { nil: null, freq: 1 }),
    format: fc.constantFrom('percent' as const, undefined),
    derived: fc.option(fc.tuple(fc.constantFrom('share' as const, 'running' as const), fc.boolean()), {
      nil: null,
      freq: 1,
    }),
    having: fc.option(fc.integer({ min: 0, max: 20 }), { nil: null, freq: 4 }),
    order: fc.subarray(['-m0', 'm1', 'time', '-g0', 'g1'], { maxLength: 2 }),
    limit: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined, freq: 4 }),
  })
  .chain((shape) =>
    fc
      .tuple(...Array.from({ length: shape.count }, (_none, at) => plainMeasure(at, shape.timed !== null)))
      .map((measures) => ({ ...shape, measures })),
  )
  .map(({ timed, groups, measures, ...shape }): PlainQuestion => {
    const groupBy = [...(timed ? [timed] : []), ...groups];
    const keys = new Set([...groupBy.map(({ key }) => key), ...measures.map(({ key }) => key)]);
    const summed = measures.find(({ fn, compare: with_ }) => (fn === 'count' || fn === 'sum') && !with_);
    const derived = shape.derived && summed ? shape.derived : null;
    const parts = [shape.where?.text, shape.period ? 'within(signed, params.period)' : undefined].filter(Boolean);
    const definition = {
      datasetKey: 'property',
      name: 'property',
      from: 'plainDeal',
      params: [{ tag: 'el-date-picker', type: 'daterange', __vModel__: 'period', label: '期间' }],
      ...(parts.length > 0 ? { where: parts.map((part) => `(${part})`).join(' && ') } : {}),
      groupBy,
      measures: [
        ...measures.map(({ test: _test, ...measure }) => measure),
        ...(derived
          ? [
              {
                key: 'derived',
                fn: derived[0],
                of: summed?.key,
                ...(derived[1] && groups[0] ? { per: [groups[0].key] } : {}),
              },
            ]
          : []),
      ],
      columns: shape.column
        ? [{ key: 'c', computed: shape.column.text, ...(shape.format ? { format: shape.format } : {}) }]
        : [],
      ...(shape.having === null ? {} : { having: `m0 >= ${shape.having}.0` }),
      order: shape.order.filter((name) => keys.has(name.replace(/^-/, ''))),
      ...(shape.limit === undefined ? {} : { limit: shape.limit }),
      ...(shape.fill ? { fill: shape.fill } : {}),
    } as unknown as DatasetDefinition;
    const { column, having } = shape;
    const test: Test | null =
      parts.length === 0
        ? null
        : (record, signed) =>
            (shape.where?.test(record, signed) ?? true) &&
            (!shape.period || (signed !== null && signed >= shape.period[0] && signed <= shape.period[1]));
    return {
      definition,
      where: test,
      measureWhere: new Map(
        measures.flatMap(({ key, test: only }) =>
          only ? [[key, (record: PlainRecord) => only(record, record.at('signed') as string | null)] as const] : [],
        ),
      ),
      // a figure that is not there meets no condition
      having:
        having === null
          ? null
          : (value) => {
              const found = value('m0');
              return found !== null && compare(found, parse(having)) >= 0;
            },
      columns: new Map(column ? [['c', (value) => column.means(value('m0'), value('m1'))]] : []),
      period: shape.period,
    };
  });

/** Those that may share their first groups with others: nothing in them is behind a relation, counted distinct or compared. */
export const sharing: fc.Arbitrary<PlainQuestion> = dataset.filter(
  ({ definition }) => !/customer\.|"distinct"|"compare"/.test(JSON.stringify(definition)),
);

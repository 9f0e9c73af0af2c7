import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DatasetDefinition } from '../../../src/domain/dataset.ts';
import { loadPeopleAsSignedIn } from '../../../src/server/auth/index.ts';
import { createQuestion, openRecordsOfPart } from '../../../src/server/datasets/datasetQuestion.ts';
import { checkAgainstForms } from '../../../src/server/datasets/checkDataset.ts';
import { compileStatement } from '../../../src/server/datasets/statement/compileStatement.ts';
import { precisionOf } from '../../../src/server/datasets/labels.ts';
import { markIfManyStoredValues } from '../../../src/server/datasets/statement/manyStoredValues.ts';
import { requiredFigures, type Part } from '../../../src/server/datasets/datasetPart.ts';
import type { RequestUser } from '../../../src/server/http/user.ts';
import { recordTable } from '../../../src/server/records/index.ts';
import { storeMany } from '../../support/storeMany.ts';
import { startTestServer, type TestServer } from '../support.ts';

const picker = (key: string, type: string): object => ({ tag: 'el-date-picker', __vModel__: key, label: key, type });
const form = {
  formKey: 'stored',
  formName: '台账',
  access: { createRoles: ['staff'] },
  fields: [
    { tag: 'el-input', __vModel__: 'kind', label: 'kind' },
    { tag: 'el-input', __vModel__: 'number', label: 'number' },
    { tag: 'el-input', __vModel__: 'area', label: 'area' },
    { tag: 'el-input-number', __vModel__: 'amount', label: 'amount', precision: 2 },
    picker('day', 'date'),
    picker('month', 'month'),
    picker('moment', 'datetime'),
    { tag: 'deptSelector', __vModel__: 'dept', label: 'dept' },
  ],
};

const DAYS = ['2024-02-28', '2024-02-29', '2025-02-28', '2025-03-01', '2025-03-31', '2026-02-28', null];
const MONTHS = ['2025-02', '2026-02', '2026-02-17', '2025-13', '0000-01', 'so bald', '', null];
const MOMENTS = ['2025-02-28 23:59:59', '2025-03-01 00:00:00', '2026-02-28 12:00:00', '2024-02-29 08:30:00', null];
const AREAS = ['370102', '370200', '370000', '110101', 'somewhere', '', null];
const KINDS = ['a', 'b', '', null];
const AMOUNTS = [0, -3.5, 10.25, 1 / 3, 100, 1000, null];

const MEASURES = [
  { key: 'count', fn: 'count' },
  { key: 'counted', fn: 'count', of: 'kind' },
  { key: 'sum', fn: 'sum', of: 'amount' },
  { key: 'average', fn: 'avg', of: 'amount' },
  { key: 'least', fn: 'min', of: 'amount' },
  { key: 'greatest', fn: 'max', of: 'amount' },
  { key: 'first', fn: 'min', of: 'day' },
  { key: 'last', fn: 'max', of: 'moment' },
  { key: 'of none', fn: 'avg', of: 'amount', where: "kind == 'none'" },
  { key: 'of some', fn: 'sum', of: 'amount', where: "kind == 'a'" },
].map((measure) => ({ ...measure, key: measure.key.replace(' ', '') }));
const COMPARED = [
  { key: 'before', fn: 'sum', of: 'amount', compare: 'previousPeriod' },
  { key: 'lastYear', fn: 'avg', of: 'amount', compare: 'yearAgo' },
];

const by = (of: string, part?: string): object => ({ key: `${of}${part ?? ''}`, of, ...(part ? { by: part } : {}) });
const parts = (of: string): object[] => ['year', 'quarter', 'month', 'week', 'day'].map((part) => by(of, part));
const CASES: Record<string, { groupBy: object[]; isCompared: boolean }> = Object.fromEntries([
  ...['day', 'moment', 'createTime', 'month'].flatMap((of) =>
    parts(of).map((group, index) => [
      `${of} ${index}`,
      { groupBy: [group, by('kind')], isCompared: of === 'day' || of === 'moment' },
    ]),
  ),
  ...[1, 2, 3].map((level) => [
    `tree ${level}`,
    { groupBy: [{ ...by('dept', 'tree'), level }, by('day', 'month')], isCompared: true },
  ]),
  ...[1, 2].map((level) => [
    `area ${level}`,
    { groupBy: [{ ...by('area', 'area'), level }, by('moment')], isCompared: false },
  ]),
  [
    'ranges',
    { groupBy: [by('day', 'quarter'), { key: 'range', of: 'amount', ranges: [0, 10.25, 100] }], isCompared: true },
  ],
  ['two dates', { groupBy: [by('day', 'year'), by('moment', 'month')], isCompared: true }],
]);

let server: TestServer;
let person: RequestUser;

beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.context;
  const admin = await server.api('admin');
  await admin.post('/api/system/frmDef/saveDraft', { formKey: 'stored', definition: form });
  expect((await admin.post('/api/system/frmDef/publish', { formKey: 'stored', note: '测试' })).msg).toBe('发布成功');
  const [found] = await loadPeopleAsSignedIn(db, ['u-admin']);
  person = found as RequestUser;
  const { rows } = await sql<{ id: string }>`select id from sys_org order by id`.execute(db);
  const depts = [...rows.map(({ id }) => id), 'gone', null];
  const at = <T>(values: readonly T[], n: number, step: number): T => values[(n * step) % values.length] as T;
  await storeMany(server.context, 'stored', 600, (n) => {
    const fields = {
      kind: at(KINDS, n, 1),
      number: `N${n}`,
      area: at(AREAS, n, 3),
      amount: at(AMOUNTS, n, 5),
      day: at(DAYS, n, 2),
      month: at(MONTHS, n, 5),
      moment: at(MOMENTS, n, 3),
      dept: at(depts, n, 1),
    };
    return { id: `r${n}`, fieldsMap: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) };
  });
  // around midnight, here and where the database's clock counts its days
  await sql`update ${recordTable('stored')} set create_time = '2025-12-31 12:00:00+00'::timestamptz + substr(id, 2)::int * interval '37 minutes'`.execute(
    db,
  );
});
afterAll(() => server.dispose());

async function asked(definition: object, more: Pick<Part, 'sets' | 'hasManyStoredValues'>) {
  const { context } = server;
  const whole = { datasetKey: 'test/stored', name: 'stored', from: 'stored', params: [], ...definition };
  const question = await createQuestion(
    context,
    person,
    { definition: whole as unknown as DatasetDefinition, version: 0 },
    {},
  );
  expect(checkAgainstForms(question.definition, question.shape)).toEqual([]);
  const part: Part = {
    groups: question.definition.groupBy ?? [],
    ...requiredFigures(question.definition, null),
    ...more,
  };
  const source = await openRecordsOfPart(context, person, question, part);
  const { statement } = compileStatement(question, source, part, (measure) => precisionOf(question.shape, measure));
  return { question, part, source, statement };
}

async function answersOf(definition: object, more: Pick<Part, 'sets' | 'hasManyStoredValues'>) {
  const { statement } = await asked(definition, more);
  const { rows } = await statement.execute(server.context.db);
  return rows.map((row) => ({ ...row, place: Number(row.place), total: Number(row.total) }));
}

/** By what the records of a statement are grouped first is told by its text: the stored day has no `date_trunc` around it. */
const isStoredFirst = async (definition: object, more: Pick<Part, 'sets' | 'hasManyStoredValues'>): Promise<boolean> =>
  (await asked(definition, more)).statement.compile(server.context.db).sql.includes('"s"."g0"');

describe('grouping by what is stored first', () => {
  for (const [name, { groupBy, isCompared }] of Object.entries(CASES))
    for (const sets of [[[0]], [[0, 1]], [[0, 1], [0], [1], []]])
      it(`answers as grouping the records does: ${name}, ${JSON.stringify(sets)}`, async () => {
        const measures = [...MEASURES, ...(isCompared ? COMPARED : [])];
        const definition = { groupBy, measures };
        const plain = await answersOf(definition, { sets, hasManyStoredValues: true });
        expect(plain.length).toBeGreaterThan(1);
        expect(await answersOf(definition, { sets })).toEqual(plain);
      });

  for (const compare of ['yearAgo', 'previousPeriod'])
    for (const where of [undefined, "within(day, ['2025-02-01', '2026-02-28'])", "day >= '2025-03-01' || kind == 'a'"])
      for (const sets of [[[0]], [[0, 1]], [[0, 1], [0], []]])
        it(`answers a comparison of one reading as two readings do: ${compare}, ${where}, ${JSON.stringify(sets)}`, async () => {
          const compared = [
            ...['count', 'sum', 'avg', 'min'].map((fn) => ({ fn, of: 'amount' })),
            { fn: 'count' },
            { fn: 'max', of: 'moment' },
            // a condition of a measure sees the moved day as well
            { fn: 'sum', of: 'amount', where: "day > '2025-06-01' && kind != 'b'" },
          ].map((measure, index) => ({ key: `compared${index}`, ...measure, compare }));
          const groupBy = [by('day', 'month'), by('dept')];
          const definition = { groupBy, measures: [...MEASURES, ...compared], ...(where ? { where } : {}) };
          const plain = await answersOf(definition, { sets, hasManyStoredValues: true });
          expect(plain.length).toBeGreaterThan(2);
          const { statement } = await asked(definition, { sets });
          const isOneReading = statement.compile(server.context.db).sql.includes('"shared"');
          // without its month the total of a period has another distance to compare with
          expect(isOneReading).toBe(compare === 'yearAgo' || sets.length === 1 || !where?.startsWith('within'));
          expect(await answersOf(definition, { sets })).toEqual(plain);
        });

  it('answers one total where every measure is a comparison', async () => {
    const { db } = server.context;
    const measures = [{ key: 'before', fn: 'count', compare: 'yearAgo' }];
    const where = "within(day, ['2026-01-01', '2026-12-31'])";
    const rows = await answersOf({ time: 'day', groupBy: [], measures, where }, { sets: [[]] });
    const { rows: found } = await sql<{ n: string }>`select count(*) as n from ${recordTable('stored')}
      where f5_day between '2025-01-01' and '2025-12-31'`.execute(db);
    expect(rows.map(({ total, values }) => [total, values])).toEqual([[1, [String(found[0]?.n)]]]);
  });

  it('is done where the group is dear to find and the measures can be merged', async () => {
    const groupBy = [by('day', 'month'), by('kind')];
    const sets = [[0, 1]];
    const measures = [{ key: 'sum', fn: 'sum', of: 'amount' }];
    expect(await isStoredFirst({ groupBy, measures }, { sets })).toBe(true);
    expect(await isStoredFirst({ groupBy, measures }, { sets: [[0], [1]] })).toBe(false);
    expect(await isStoredFirst({ groupBy: [by('kind'), by('day', 'day')], measures }, { sets })).toBe(false);
    const distinct = [...measures, { key: 'kinds', fn: 'distinct', of: 'kind' }];
    expect(await isStoredFirst({ groupBy, measures: distinct }, { sets })).toBe(false);
  });

  it('is left where nearly every record has stored values of its own', async () => {
    const { db } = server.context;
    await sql`analyze ${recordTable('stored')}`.execute(db);
    const measures = [{ key: 'sum', fn: 'sum', of: 'amount' }];
    const isMany = async (...groupBy: object[]): Promise<boolean> => {
      const sets = [groupBy.map((_group, index) => index)];
      const { question, source, part } = await asked({ groupBy, measures }, { sets });
      return (await markIfManyStoredValues(server.context, question, source, part)).hasManyStoredValues ?? false;
    };
    expect(await isMany(by('day', 'month'), by('kind'))).toBe(false);
    expect(await isMany(by('day', 'month'), by('number'))).toBe(true);
    expect(await isMany(by('day', 'month'))).toBe(false);
    expect(await isMany(by('kind'), by('number'))).toBe(false);
  });
});

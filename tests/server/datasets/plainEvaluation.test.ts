import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestUser } from '../../../src/server/http/user.ts';
import { loadPeopleAsSignedIn } from '../../../src/server/auth/index.ts';
import type { DatasetDefinition, DatasetMeasure } from '../../../src/domain/dataset.ts';
import type { ResultRow } from '../../../src/server/datasets/statement/groupingSetSql.ts';
import {
  createQuestion,
  openRecordsOfPart,
  withoutTrailingZeros,
} from '../../../src/server/datasets/datasetQuestion.ts';
import { checkAgainstForms } from '../../../src/server/datasets/checkDataset.ts';
import { compileStatement } from '../../../src/server/datasets/statement/compileStatement.ts';
import {
  foldedStatement,
  foldQuestions,
  type OpenedQuestion,
} from '../../../src/server/datasets/statement/foldQuestions.ts';
import { precisionOf } from '../../../src/server/datasets/labels.ts';
import { requiredFigures, type Part } from '../../../src/server/datasets/datasetPart.ts';
import { holdsAsync, PATIENCE } from '../../properties/holds.ts';
import fc, { SEED } from '../../support/fc.ts';
import { storeMany } from '../../support/storeMany.ts';
import { usualOrLong } from '../../support/tier.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';
import { dataset, KINDS, REGIONS, sharing } from './plain/arbitraries.ts';
import { evaluatePlainly, type PlainQuestion, type PlainRecord } from './plain/evaluate.ts';

const customer = {
  formKey: 'plainCustomer',
  formName: '客户',
  access: { createRoles: ['staff'] },
  fields: [
    { tag: 'el-input', __vModel__: 'region', label: '地区' },
    { tag: 'el-input-number', __vModel__: 'credit', label: '额度', precision: 2 },
  ],
};
/** Of each round of records its own form. */
const deal = {
  formKey: 'plainDeal',
  formName: '合同',
  access: { createRoles: ['staff'] },
  fields: [
    { tag: 'el-input', __vModel__: 'kind', label: '类别' },
    { tag: 'el-input-number', __vModel__: 'amount', label: '金额', precision: 2 },
    { tag: 'el-input-number', __vModel__: 'qty', label: '数量' },
    { tag: 'el-date-picker', __vModel__: 'signed', label: '签订日期', type: 'date' },
    { tag: 'recordSelector', __vModel__: 'customer', label: '客户', to: 'plainCustomer' },
  ],
};

interface Given {
  fields: Record<string, string | number | null>;
  isTheirs: boolean;
  isVoid: boolean;
}

const CUSTOMERS = 6;
const DAYS = [
  '2024-02-29',
  '2025-01-31',
  '2025-02-28',
  '2025-03-01',
  '2025-12-29',
  '2026-01-04',
  '2026-01-31',
  '2026-02-28',
  '2026-03-31',
  '2026-04-30',
  '2026-11-15',
];
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null, freq: 5 });
const record: fc.Arbitrary<Given> = fc.record({
  fields: fc.record({
    kind: maybe(fc.constantFrom(...KINDS)),
    amount: maybe(fc.integer({ min: -2000, max: 50_000 }).map((cents) => cents / 100)),
    qty: maybe(fc.integer({ min: 0, max: 6 })),
    signed: maybe(fc.constantFrom(...DAYS)),
    // the last of them is of a record that is not there
    customer: maybe(fc.integer({ min: 0, max: CUSTOMERS }).map((n) => `customer${n}`)),
  }),
  isTheirs: fc.boolean(),
  isVoid: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
});
const customers = Array.from({ length: CUSTOMERS }, (_none, n) => ({
  id: `customer${n}`,
  region: REGIONS[n % REGIONS.length] ?? '',
  credit: n === 4 ? null : n * 150.5,
  isTheirs: n % 2 === 1,
}));

let server: TestServer;
let admin: Client;
const publish = async (definition: { formKey: string }): Promise<void> => {
  const { formKey } = definition;
  await admin.post('/api/system/frmDef/saveDraft', { formKey, definition });
  expect((await admin.post('/api/system/frmDef/publish', { formKey, note: '测试' })).msg).toBe('发布成功');
};
let people: Record<'admin' | 'staff', RequestUser>;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
  await publish(customer);
  const [manager, clerk] = await loadPeopleAsSignedIn(server.context.db, ['u-admin', 'u-staff']);
  people = { admin: manager as RequestUser, staff: clerk as RequestUser };
  await storeMany(server.context, 'plainCustomer', CUSTOMERS, (n) => {
    const { id, region, credit, isTheirs } = customers[n - 1]!;
    return {
      id,
      create_by: isTheirs ? 'u-other' : 'u-staff',
      fieldsMap: { region, ...(credit === null ? {} : { credit }) },
    };
  });
});
afterAll(() => server.dispose());

/** The records that a person may read, with what stands behind their relation as far as they may read that. */
function readable(given: readonly Given[], isStaff: boolean): PlainRecord[] {
  return given.flatMap(({ fields, isTheirs, isVoid }, index): PlainRecord[] => {
    if (isVoid || (isStaff && isTheirs)) return [];
    const behind = customers.find(({ id, isTheirs: other }) => id === fields['customer'] && !(isStaff && other));
    const at = (path: string): string | number | null => {
      const [name = '', far] = path.split('.');
      if (far === undefined) return fields[name] ?? null;
      return behind ? (behind[far as 'region'] ?? null) : null;
    };
    return [{ id: String(index), at }];
  });
}

async function asFoldable(
  user: RequestUser,
  definition: DatasetDefinition,
  asked: Pick<Part, 'sets' | 'hasManyStoredValues'>,
  params: object,
): Promise<OpenedQuestion> {
  const { context } = server;
  const question = await createQuestion(context, user, { definition, version: 0 }, { params: { ...params } });
  expect(checkAgainstForms(definition, question.shape)).toEqual([]);
  const part: Part = { groups: definition.groupBy ?? [], ...requiredFigures(definition, null), ...asked };
  return { question, part, source: await openRecordsOfPart(context, user, question, part) };
}

type Answered = { rows: { keys: string[]; values: (string | null)[] }[]; total: number }[];

/** What each of the sets of a part is answered. */
const answeredOf = ({ part: { sets } }: OpenedQuestion, found: readonly ResultRow[]): Answered =>
  sets.map((_set, number) => {
    const own = found.filter((row) => row.part === number).sort((a, b) => Number(a.place) - Number(b.place));
    return {
      rows: own.map(({ keys, values }) => ({ keys, values: values.map(withoutTrailingZeros) })),
      total: Number(own[0]?.total ?? 0),
    };
  });

const precisionIn =
  ({ question: { shape } }: OpenedQuestion) =>
  (measure: DatasetMeasure): number | null =>
    precisionOf(shape, measure);

async function askStatement(foldable: OpenedQuestion): Promise<Answered> {
  const { question, source, part } = foldable;
  const { statement } = compileStatement(question, source, part, precisionIn(foldable));
  return answeredOf(foldable, (await statement.execute(server.context.db)).rows);
}

/** How many questions were answered from groups that they share with another. */
let folded = 0;

async function askTogether(asked: readonly OpenedQuestion[]): Promise<Answered[]> {
  const { context } = server;
  const answers = new Map<OpenedQuestion, Answered>();
  for (const fold of await foldQuestions(context, asked)) {
    const [alone] = fold as [OpenedQuestion];
    if (fold.length === 1) answers.set(alone, await askStatement(alone));
    else {
      folded += fold.length;
      const { statement } = foldedStatement(
        context,
        fold.map((one) => ({ ...one, precisionOf: precisionIn(one) })),
      );
      const { rows } = await statement.execute(context.db);
      fold.forEach((one, number) =>
        answers.set(
          one,
          answeredOf(
            one,
            rows.filter(({ question }) => question === number),
          ),
        ),
      );
    }
  }
  return asked.map((one) => answers.get(one) as Answered);
}

type Who = 'admin' | 'staff';

/** As many sets of records as this; each is asked its share of the cases. */
const ROUNDS = usualOrLong(1, 40);

describe('datasets', () => {
  it(
    'answer what looping over the records answers, for every person, group, measure, comparison and order',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const given = fc.sample(fc.array(record, { minLength: usualOrLong(20, round === 0 ? 0 : 5), maxLength: 60 }), {
          numRuns: 1,
          seed: SEED + round,
        })[0] as Given[];
        const formKey = `plainDeal${round}`;
        await publish({ ...deal, formKey });
        await storeMany(server.context, formKey, given.length, (n) => {
          const { fields, isTheirs, isVoid } = given[n - 1]!;
          const fieldsMap = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
          return {
            id: `deal${round}-${n}`,
            create_by: isTheirs ? 'u-other' : 'u-staff',
            flw_state: isVoid ? '4' : '0',
            fieldsMap,
          };
        });
        const asFigures = (
          { definition, period }: PlainQuestion,
          who: Who,
          hasManyStoredValues: boolean,
        ): Promise<OpenedQuestion> => {
          const groups = definition.groupBy ?? [];
          const sets = [
            groups.map((_group, index) => index),
            ...(groups.length > 1 ? [[0]] : []),
            ...(groups.length > 0 ? [[]] : []),
          ];
          const asked = { sets, hasManyStoredValues };
          return asFoldable(people[who], { ...definition, from: formKey }, asked, period ? { period } : {});
        };
        const isPlain = (question: PlainQuestion, who: Who, { part }: OpenedQuestion, answers: Answered): void => {
          const records = readable(given, who === 'staff');
          part.sets.forEach((set, number) => {
            const plain = evaluatePlainly(
              question,
              records,
              set.map((index) => part.groups[index]!),
            );
            expect({ who, set, ...answers[number]! }).toEqual({ who, set, ...plain });
          });
        };
        await holdsAsync(
          'a dataset answers what looping over the records answers',
          fc.tuple(dataset, fc.constantFrom('admin' as const, 'staff' as const), fc.boolean()),
          async ([question, who, hasManyStoredValues]: [PlainQuestion, Who, boolean]) => {
            const foldable = await asFigures(question, who, hasManyStoredValues);
            isPlain(question, who, foldable, await askStatement(foldable));
          },
          { cases: usualOrLong(200, 400) },
        );
        await holdsAsync(
          'datasets that are asked together answer the same',
          fc.tuple(
            fc.array(fc.tuple(fc.oneof(dataset, { weight: 3, arbitrary: sharing }), fc.boolean()), {
              minLength: 2,
              maxLength: 8,
            }),
            fc.constantFrom('admin' as const, 'staff' as const),
          ),
          async ([questions, who]: [[PlainQuestion, boolean][], Who]) => {
            const asked = await Promise.all(questions.map(([question, isMany]) => asFigures(question, who, isMany)));
            const answers = await askTogether(asked);
            questions.forEach(([question], index) => isPlain(question, who, asked[index]!, answers[index]!));
          },
          { cases: usualOrLong(180, 100) },
        );
      }
      expect(folded).toBeGreaterThan(ROUNDS * 30);
    },
    PATIENCE,
  );
});

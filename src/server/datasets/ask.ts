import type { DatasetMeasure } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import { userOf, type RequestUser } from '../http/user.ts';
import { freshFacts, validateSeparately, type FactReader } from '../store/facts.ts';
import { MOST_GROUPS, type ResultRow } from './statement/answers.ts';
import { statementOf } from './statement/compile.ts';
import { foldedStatement, foldsOf } from './statement/fold.ts';
import type { Grouping } from './statement/groups.ts';
import { groupName, groupText, precisionOf } from './labels.ts';
import { withManyStored } from './statement/manyStored.ts';
import { neededOf, type Part } from './plan.ts';
import { datasetInUse, type LoadedDataset } from './publish.ts';
import { figuresOf, plainNumber, questionOf, setOf, sourceFor, type Asked, type Figure } from './question.ts';
import { runStatement, type Asker } from './run.ts';
import type { Question } from './statement/scan.ts';
import type { OpenSource } from './source.ts';
import { namesOfGroups } from './titles.ts';

export interface DatasetAnswer {
  datasetKey: string;
  name: string;
  version: number;
  /** The form whose records are counted. */
  formKey: string;
  /** Whether this person may see records of the form beyond those that are theirs. */
  maySee: boolean;
  groups: { key: string; label: string; by: string | null }[];
  figures: Figure[];
  rows: { keys: string[]; labels: string[]; values: (string | null)[] }[];
  /** How many groups there are; more than the rows where the answer is cut. */
  total: number;
}

export interface AskedFailure {
  datasetKey: string;
  error: { code: string; msg: string };
}

const nameOfSet = (set: readonly number[]): string => set.join();

/** Questions about one dataset with the same parameters, ready to be answered by one statement. */
interface Ready {
  loaded: LoadedDataset;
  /** With their positions among all that are asked. */
  asked: readonly Placed[];
  question: Question;
  sets: Part['sets'];
  part: Part;
  source: OpenSource;
}

interface Placed {
  one: Asked;
  index: number;
}

async function prepare(
  context: ServerContext,
  user: RequestUser,
  facts: FactReader,
  loaded: LoadedDataset,
  asked: readonly Placed[],
): Promise<Ready> {
  const { definition } = loaded;
  const question = await questionOf(context, user, loaded, asked[0]?.one ?? {}, facts);
  const all = asked.map(({ one }) => one);
  const names = all.some(({ figures }) => !figures) ? null : [...new Set(all.flatMap(({ figures }) => figures ?? []))];
  const sets = [...new Map(all.map(({ by }) => setOf(question, by)).map((set) => [nameOfSet(set), set])).values()];
  const most = Math.max(...all.map((one) => one.most ?? MOST_GROUPS));
  const part: Part = { groups: definition.groupBy ?? [], ...neededOf(definition, names), sets, most };
  const source = await sourceFor(context, user, question, part, facts);
  return { loaded, asked, question, sets, part, source };
}

/** The answers to a question from the rows of its statement. */
async function answersOf(
  context: ServerContext,
  user: RequestUser,
  { loaded, asked, question, sets, part, source }: Ready,
  groupings: readonly (Grouping | null)[],
  rows: readonly ResultRow[],
): Promise<DatasetAnswer[]> {
  const { definition, version } = loaded;
  const groupNames = await namesOfGroups(context, user, groupings, sets, rows);
  const figures = figuresOf(question, part);
  return asked.map(({ one }) => {
    const set = setOf(question, one.by);
    const number = sets.findIndex((known) => nameOfSet(known) === nameOfSet(set));
    const wanted = one.figures
      ? [...new Set(one.figures)].flatMap((name) => figures.find(({ key }) => key === name) ?? [])
      : figures;
    const places = wanted.map((figure) => figures.indexOf(figure));
    const own = rows
      .filter(({ part: of }) => of === number)
      .sort((a, b) => Number(a.place) - Number(b.place))
      .slice(0, one.most ?? MOST_GROUPS);
    return {
      datasetKey: one.datasetKey,
      name: definition.name,
      version,
      formKey: question.shape.form.formKey,
      maySee: source.maySee,
      groups: set.map((index) => {
        const group = part.groups[index] as Part['groups'][number];
        return { key: group.key, label: groupName(question.shape, group), by: groupings[index]?.datePart ?? null };
      }),
      figures: wanted,
      rows: own.map(({ keys, values }) => ({
        keys,
        labels: keys.map((key, place) => {
          const index = set[place] ?? -1;
          return groupText(groupings[index] as Grouping, key, groupNames.get(`${index} ${key}`) ?? null);
        }),
        values: places.map((place) => plainNumber(values[place] ?? null)),
      })),
      total: Number(own[0]?.total ?? 0),
    };
  });
}

/** Answers questions over the same records with one statement. */
async function answerFold(context: ServerContext, request: Asker, fold: readonly Ready[]): Promise<DatasetAnswer[][]> {
  const user = userOf(request);
  const [alone] = fold as [Ready];
  const precisionIn =
    ({ shape }: Question) =>
    (measure: DatasetMeasure): number | null =>
      precisionOf(shape, measure);
  if (fold.length === 1) {
    const { question, source, part } = alone;
    const { statement, groupings } = statementOf(question, source, part, precisionIn(question));
    const rows = await runStatement(context, request, user.id, statement);
    return [await answersOf(context, user, alone, groupings, rows)];
  }
  const { statement, groupings } = foldedStatement(
    context,
    fold.map((ready) => ({ ...ready, precisionOf: precisionIn(ready.question) })),
  );
  const rows = await runStatement(context, request, user.id, statement);
  return Promise.all(
    fold.map((ready, number) => {
      const own = rows.filter(({ question }) => question === number);
      return answersOf(context, user, ready, groupings[number] ?? [], own);
    }),
  );
}

const failure = (datasetKey: string, error: unknown): AskedFailure => {
  if (!(error instanceof Refusal)) throw error;
  return { datasetKey, error: { code: error.code, msg: error.message } };
};

/**
 * What is asked together, ready to be answered; where that is refused (a field is hidden from this person) each by itself,
 * so that a refusal is that of its block alone.
 */
async function prepareTogether(
  asked: readonly Placed[],
  ready: (asked: readonly Placed[]) => Promise<Ready>,
  refuse: (asked: readonly Placed[], failed: AskedFailure) => void,
): Promise<Ready[]> {
  const datasetKey = asked[0]?.one.datasetKey ?? '';
  try {
    return [await ready(asked)];
  } catch (error) {
    const failed = failure(datasetKey, error);
    if (asked.length > 1 && failed.error.code === 'DATASET_FIELD')
      return (await Promise.all(asked.map((one) => prepareTogether([one], ready, refuse)))).flat();
    refuse(asked, failed);
    return [];
  }
}

/**
 * Whether one question may have made a shared statement fail: it was refused (too long), or PostgreSQL met a value that an
 * expression cannot take (class 22). Then each question is asked in a statement of its own.
 */
const isOfOne = (error: unknown): boolean =>
  error instanceof Refusal || String((error as { code?: unknown } | null)?.code).startsWith('22');

/**
 * Answers the questions of a screen: one statement for those about one dataset with the same parameters. Whatever was
 * believed of rights and documents is proven beside them (`facts`): until then nothing is answered. `given`: a dataset that is not
 * published, to be tried.
 */
export async function askDatasets(
  context: ServerContext,
  request: Asker,
  asked: readonly Asked[],
  { given, facts = freshFacts(context) }: { given?: LoadedDataset; facts?: FactReader } = {},
): Promise<(DatasetAnswer | AskedFailure)[]> {
  const user = userOf(request);
  const together = new Map<string, Placed[]>();
  asked.forEach((one, index) => {
    const { datasetKey, params, shared } = one;
    const name = JSON.stringify([datasetKey, params ?? {}, shared ?? {}]);
    together.set(name, [...(together.get(name) ?? []), { one, index }]);
  });
  const answers: (DatasetAnswer | AskedFailure)[] = [];
  const refuse = (placed: readonly Placed[], failed: AskedFailure): void => {
    for (const { index } of placed) answers[index] = failed;
  };
  const prepared = await Promise.all(
    [...together.values()].map((placed) =>
      prepareTogether(
        placed,
        async (own) => {
          const datasetKey = own[0]?.one.datasetKey ?? '';
          const loaded = given ?? (await datasetInUse(context, context.db, datasetKey, facts));
          return prepare(context, user, facts, loaded, own);
        },
        refuse,
      ),
    ),
  );
  const attempt = async <T>(ready: Ready, work: () => Promise<T>): Promise<T[]> => {
    try {
      return [await work()];
    } catch (error) {
      refuse(ready.asked, failure(ready.asked[0]?.one.datasetKey ?? '', error));
      return [];
    }
  };
  const answerAll = async (fold: readonly Ready[]): Promise<void> => {
    const found = await answerFold(context, request, fold);
    fold.forEach((ready, number) =>
      ready.asked.forEach(({ index }, place) => (answers[index] = found[number]?.[place] as DatasetAnswer)),
    );
  };
  const answerApart = (fold: readonly Ready[]): Promise<unknown> =>
    Promise.all(fold.map((ready) => attempt(ready, () => answerAll([ready]))));
  const work = async (): Promise<void> => {
    const planned = await Promise.all(
      prepared.flat().map((ready) =>
        attempt(ready, async () => ({
          ...ready,
          part: await withManyStored(context, ready.question, ready.source, ready.part),
        })),
      ),
    );
    const folds = await foldsOf(context, planned.flat());
    await Promise.all(
      folds.map(async (fold) => {
        try {
          await (fold.length > 1 ? answerAll(fold) : answerApart(fold));
        } catch (error) {
          if (fold.length === 1 || !isOfOne(error)) throw error;
          await answerApart(fold);
        }
      }),
    );
  };
  await Promise.all([validateSeparately(context.db, facts), work()]);
  return answers;
}

import { measuresOf, type DatasetMeasure } from '../../domain/dataset.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import { userOf, type RequestUser } from '../http/user.ts';
import { createFreshFactReader, validateSeparately, type FactReader } from '../store/facts.ts';
import { DEFAULT_MAX_GROUPS, type ResultRow } from './statement/groupingSetSql.ts';
import { compileStatement } from './statement/compileStatement.ts';
import { foldedStatement, foldQuestions } from './statement/foldQuestions.ts';
import type { Grouping } from './statement/groupings.ts';
import { groupName, groupValueLabel, precisionOf } from './labels.ts';
import { markIfManyStoredValues } from './statement/manyStoredValues.ts';
import { requiredFigures, type Part } from './datasetPart.ts';
import { loadEnabledDataset, type LoadedDataset } from './publishDataset.ts';
import {
  figuresOf,
  withoutTrailingZeros,
  createQuestion,
  groupingSetOf,
  openRecordsOfPart,
  type DatasetRequest,
  type Figure,
} from './datasetQuestion.ts';
import { hasFailedOnValue, runStatement, type Requester } from './runStatement.ts';
import type { Question } from './statement/scan.ts';
import type { CheckedSource } from './openSource.ts';
import { loadNamesOfGroups } from './groupTitles.ts';

/** The answer to one question. */
export interface DatasetAnswer {
  datasetKey: string;
  name: string;
  version: number;
  /** The form whose records are evaluated. */
  formKey: string;
  /** True if this person may see records of the form beyond their own. */
  maySee: boolean;
  /** True if this person may export the figures. */
  mayExport: boolean;
  /** `by`: the part of a date (year, month ...) by which the group is formed; null for other groups. */
  groups: { key: string; label: string; by: string | null }[];
  figures: Figure[];
  /** One row for each group: the keys and labels of `groups`, and the values of `figures`. */
  rows: { keys: string[]; labels: string[]; values: (string | null)[] }[];
  /** Number of all groups; higher than the number of rows if the answer is cut off. */
  total: number;
}

/** The refusal of one question. */
export interface DatasetFailure {
  datasetKey: string;
  error: { code: string; msg: string };
}

const groupingSetKey = (set: readonly number[]): string => set.join();

/** Questions about one dataset with the same parameters, prepared for one statement. */
interface PreparedQuestions {
  loaded: LoadedDataset;
  positionedQuestions: readonly PositionedQuestion[];
  /** What the questions have in common: the dataset, the parameter values and the person. */
  question: Question;
  /** The distinct grouping sets of the questions. */
  groupingSets: Part['sets'];
  part: Part;
  source: CheckedSource;
}

/** A question with its position in the request. */
interface PositionedQuestion {
  datasetRequest: DatasetRequest;
  index: number;
}

/**
 * Returns the page of groups that a sorted question requests; undefined for a question without a sort. A sort without a
 * field uses the first figure. Refuses an unknown field with REQUEST_INVALID.
 */
function sortedPageOf(
  { definition }: Question,
  sort: DatasetRequest['sort'],
  figures: readonly string[] | null,
  limit: number,
): Part['lines'] {
  if (!sort) return undefined;
  const keys = [...(definition.groupBy ?? []), ...measuresOf(definition), ...(definition.columns ?? [])].map(
    ({ key }) => key,
  );
  const key = sort.field ?? figures?.[0] ?? measuresOf(definition)[0]?.key ?? '';
  if (!keys.includes(key))
    throw new Refusal('REQUEST_INVALID', { detail: `数据集“${definition.name}”没有可排序的“${key}”` });
  return { sort: { key, isDescending: sort.order === 'desc' }, limit, offset: 0 };
}

/**
 * Prepares questions about one dataset with the same parameters: determines the part of the dataset that they need, and
 * builds the SQL that reads its records with the person's rights. Refuses with DATASET_FIELD if the part reads a field
 * that is hidden from the person.
 */
async function prepareQuestions(
  context: ServerContext,
  user: RequestUser,
  facts: FactReader,
  loaded: LoadedDataset,
  positionedQuestions: readonly PositionedQuestion[],
): Promise<PreparedQuestions> {
  const { definition } = loaded;
  const question = await createQuestion(context, user, loaded, positionedQuestions[0]?.datasetRequest ?? {}, facts);
  const requests = positionedQuestions.map(({ datasetRequest }) => datasetRequest);
  const figureNames = requests.some(({ figures }) => !figures)
    ? null
    : [...new Set(requests.flatMap(({ figures }) => figures ?? []))];
  const groupingSets = [
    ...new Map(requests.map(({ by }) => groupingSetOf(question, by)).map((set) => [groupingSetKey(set), set])).values(),
  ];
  const maxGroups = Math.max(...requests.map(({ most }) => most ?? DEFAULT_MAX_GROUPS));
  const lines = sortedPageOf(question, positionedQuestions[0]?.datasetRequest.sort, figureNames, maxGroups);
  const openPart = async (isOrdered: boolean): Promise<Pick<PreparedQuestions, 'part' | 'source'>> => {
    const neededColumns = requiredFigures(
      definition,
      figureNames && lines?.sort ? [...figureNames, lines.sort.key] : figureNames,
      isOrdered,
    );
    const part: Part = {
      groups: definition.groupBy ?? [],
      ...neededColumns,
      sets: groupingSets,
      maxGroups,
      ...(lines ? { lines } : {}),
    };
    return { part, source: await openRecordsOfPart(context, user, question, part, facts) };
  };
  // unless the dataset has a limit, its order does not decide which groups are returned: an order by a hidden field is
  // then ignored
  const openedPart = await openPart(true).catch((error: unknown) => {
    if (definition.limit !== undefined || !(error instanceof Refusal && error.code === 'DATASET_FIELD')) throw error;
    return openPart(false);
  });
  return { loaded, positionedQuestions, question, groupingSets, ...openedPart };
}

/**
 * Builds the answers to prepared questions from the result rows of their statement. `groupings`: SQL of the groups of
 * the part, by position; null for an unused group.
 */
async function answersOf(
  context: ServerContext,
  user: RequestUser,
  { loaded, positionedQuestions, question, groupingSets, part, source }: PreparedQuestions,
  groupings: readonly (Grouping | null)[],
  rows: readonly ResultRow[],
): Promise<DatasetAnswer[]> {
  const { definition, version } = loaded;
  const groupNames = await loadNamesOfGroups(context, user, groupings, groupingSets, rows);
  const figures = figuresOf(question, part);
  return positionedQuestions.map(({ datasetRequest }) => {
    const set = groupingSetOf(question, datasetRequest.by);
    const setIndex = groupingSets.findIndex((otherSet) => groupingSetKey(otherSet) === groupingSetKey(set));
    const selectedFigures = datasetRequest.figures
      ? [...new Set(datasetRequest.figures)].flatMap((name) => figures.find(({ key }) => key === name) ?? [])
      : figures;
    const columnIndexes = selectedFigures.map((figure) => figures.indexOf(figure));
    const rowsOfSet = rows
      .filter((row) => row.part === setIndex)
      .sort((a, b) => Number(a.place) - Number(b.place))
      .slice(0, datasetRequest.most ?? DEFAULT_MAX_GROUPS);
    return {
      datasetKey: datasetRequest.datasetKey,
      name: definition.name,
      version,
      formKey: question.shape.form.formKey,
      maySee: source.maySee,
      mayExport: source.mayExport,
      groups: set.map((index) => {
        const group = part.groups[index] as Part['groups'][number];
        return { key: group.key, label: groupName(question.shape, group), by: groupings[index]?.datePart ?? null };
      }),
      figures: selectedFigures,
      rows: rowsOfSet.map(({ keys, values }) => ({
        keys,
        labels: keys.map((key, position) => {
          const index = set[position] ?? -1;
          return groupValueLabel(groupings[index] as Grouping, key, groupNames.get(`${index} ${key}`) ?? null);
        }),
        values: columnIndexes.map((position) => withoutTrailingZeros(values[position] ?? null)),
      })),
      total: Number(rowsOfSet[0]?.total ?? 0),
    };
  });
}

/**
 * Answers prepared questions with one statement. `fold`: questions over the same records, which may belong to several
 * datasets (`foldQuestions`). Returns the answers for each element of `fold`.
 */
async function answerFold(
  context: ServerContext,
  request: Requester,
  fold: readonly PreparedQuestions[],
): Promise<DatasetAnswer[][]> {
  const user = userOf(request);
  const [firstQuestions] = fold as [PreparedQuestions];
  const precisionIn =
    ({ shape }: Question) =>
    (measure: DatasetMeasure): number | null =>
      precisionOf(shape, measure);
  if (fold.length === 1) {
    const { question, source, part } = firstQuestions;
    const { statement, groupings } = compileStatement(question, source, part, precisionIn(question));
    const rows = await runStatement(context, request, user.id, statement);
    return [await answersOf(context, user, firstQuestions, groupings, rows)];
  }
  const { statement, groupings } = foldedStatement(
    context,
    fold.map((preparedQuestions) => ({ ...preparedQuestions, precisionOf: precisionIn(preparedQuestions.question) })),
  );
  const rows = await runStatement(context, request, user.id, statement);
  return Promise.all(
    fold.map((preparedQuestions, foldIndex) => {
      const rowsOfQuestions = rows.filter(({ question }) => question === foldIndex);
      return answersOf(context, user, preparedQuestions, groupings[foldIndex] ?? [], rowsOfQuestions);
    }),
  );
}

const failureOf = (datasetKey: string, error: unknown): DatasetFailure => {
  if (!(error instanceof Refusal)) throw error;
  return { datasetKey, error: { code: error.code, msg: error.message } };
};

const uncomputableRefusal = ({ loaded }: PreparedQuestions): Refusal =>
  new Refusal('REQUEST_INVALID', {
    detail: `数据集“${loaded.definition.name}”遇到不能计算的值（数值或日期超出范围），请检查记录和公式`,
  });

/**
 * Prepares questions together. If this is refused because of a field that is hidden from the person, prepares each
 * question separately. Then only the questions that read the field are refused.
 */
async function prepareTogether(
  positionedQuestions: readonly PositionedQuestion[],
  prepare: (positionedQuestions: readonly PositionedQuestion[]) => Promise<PreparedQuestions>,
  refuse: (positionedQuestions: readonly PositionedQuestion[], failure: DatasetFailure) => void,
): Promise<PreparedQuestions[]> {
  const datasetKey = positionedQuestions[0]?.datasetRequest.datasetKey ?? '';
  try {
    return [await prepare(positionedQuestions)];
  } catch (error) {
    const failure = failureOf(datasetKey, error);
    if (positionedQuestions.length > 1 && failure.error.code === 'DATASET_FIELD')
      return (
        await Promise.all(
          positionedQuestions.map((positionedQuestion) => prepareTogether([positionedQuestion], prepare, refuse)),
        )
      ).flat();
    refuse(positionedQuestions, failure);
    return [];
  }
}

/**
 * Returns whether a single question may have caused the failure of a shared statement: the statement was refused (too
 * long), or PostgreSQL read a value that an expression cannot process (class 22). Each question is then run in its own
 * statement.
 */
const mayBeCausedByOneQuestion = (error: unknown): boolean => error instanceof Refusal || hasFailedOnValue(error);

/**
 * Answers the questions of a screen. Questions about one dataset with the same parameters share one statement. Cached
 * rights and documents (`facts`) are validated in parallel, and answers are returned only after the validation.
 * `preview`: an unpublished dataset, for a preview.
 */
export async function askDatasets(
  context: ServerContext,
  request: Requester,
  datasetRequests: readonly DatasetRequest[],
  { preview, facts = createFreshFactReader(context) }: { preview?: LoadedDataset; facts?: FactReader } = {},
): Promise<(DatasetAnswer | DatasetFailure)[]> {
  const user = userOf(request);
  const byParameters = new Map<string, PositionedQuestion[]>();
  datasetRequests.forEach((datasetRequest, index) => {
    const { datasetKey, params, shared, sort } = datasetRequest;
    // a sorted question needs its own statement
    const name = JSON.stringify([datasetKey, params ?? {}, shared ?? {}, sort ? index : null]);
    byParameters.set(name, [...(byParameters.get(name) ?? []), { datasetRequest, index }]);
  });
  const answers: (DatasetAnswer | DatasetFailure)[] = [];
  const refuse = (positionedQuestions: readonly PositionedQuestion[], failure: DatasetFailure): void => {
    for (const { index } of positionedQuestions) answers[index] = failure;
  };
  const preparedLists = await Promise.all(
    [...byParameters.values()].map((positionedQuestions) =>
      prepareTogether(
        positionedQuestions,
        async (sameDataset) => {
          const datasetKey = sameDataset[0]?.datasetRequest.datasetKey ?? '';
          const loaded = preview ?? (await loadEnabledDataset(context, context.db, datasetKey, facts));
          return prepareQuestions(context, user, facts, loaded, sameDataset);
        },
        refuse,
      ),
    ),
  );
  /** Returns the result of `work` in a list. If `work` fails, refuses the prepared questions and returns no result. */
  const attempt = async <T>(preparedQuestions: PreparedQuestions, work: () => Promise<T>): Promise<T[]> => {
    try {
      return [await work()];
    } catch (error) {
      const refusal = hasFailedOnValue(error) ? uncomputableRefusal(preparedQuestions) : error;
      refuse(
        preparedQuestions.positionedQuestions,
        failureOf(preparedQuestions.positionedQuestions[0]?.datasetRequest.datasetKey ?? '', refusal),
      );
      return [];
    }
  };
  const answerAll = async (fold: readonly PreparedQuestions[]): Promise<void> => {
    const foldAnswers = await answerFold(context, request, fold);
    fold.forEach((preparedQuestions, foldIndex) =>
      preparedQuestions.positionedQuestions.forEach(
        ({ index }, position) => (answers[index] = foldAnswers[foldIndex]?.[position] as DatasetAnswer),
      ),
    );
  };
  const answerSeparately = (fold: readonly PreparedQuestions[]): Promise<unknown> =>
    Promise.all(fold.map((preparedQuestions) => attempt(preparedQuestions, () => answerAll([preparedQuestions]))));
  const answerQuestions = async (): Promise<void> => {
    const plannedQuestions = await Promise.all(
      preparedLists.flat().map((preparedQuestions) =>
        attempt(preparedQuestions, async () => ({
          ...preparedQuestions,
          part: await markIfManyStoredValues(
            context,
            preparedQuestions.question,
            preparedQuestions.source,
            preparedQuestions.part,
          ),
        })),
      ),
    );
    const folds = await foldQuestions(context, plannedQuestions.flat());
    await Promise.all(
      folds.map(async (fold) => {
        try {
          await (fold.length > 1 ? answerAll(fold) : answerSeparately(fold));
        } catch (error) {
          if (fold.length === 1 || !mayBeCausedByOneQuestion(error)) throw error;
          await answerSeparately(fold);
        }
      }),
    );
  };
  await Promise.all([validateSeparately(context.db, facts), answerQuestions()]);
  return answers;
}

import { today } from '../../domain/dates.ts';
import { isDerived, isFieldNode, type DatasetMeasure } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import { userOf, type RequestUser } from '../http/user.ts';
import { loadShape } from './check.ts';
import { MOST_GROUPS } from './answers.ts';
import { statementOf } from './compile.ts';
import type { Grouping } from './groups.ts';
import { groupName, groupText, measureName, precisionOf } from './labels.ts';
import { paramsOf } from './params.ts';
import { withManyStored } from './manyStored.ts';
import { namesOfGroups } from './titles.ts';
import { namesState, neededOf, pathsOf, type Part } from './plan.ts';
import { datasetInUse, type LoadedDataset } from './publish.ts';
import { runStatement, type Asker } from './run.ts';
import type { Question } from './scan.ts';
import { openSource, type OpenSource } from './source.ts';

/** What a block asks of a dataset. */
export interface Asked {
  datasetKey: string;
  params?: Record<string, unknown> | null;
  /** Values that the blocks of a screen share: the dataset takes those it has a parameter for. */
  shared?: Record<string, unknown> | null;
  /** The groups of the rows; none given: all of the dataset's; empty: the total alone. */
  by?: string[] | null;
  /** Measures and columns; none given: all. */
  figures?: string[] | null;
  /** How many groups are answered at most; a table that is scrolled asks for more than a picture needs. */
  most?: number | null;
}

export interface Figure {
  key: string;
  label: string;
  unit?: string;
  precision?: number;
  format?: string;
  /** Whether there are records behind it that can be listed. */
  isMeasure: boolean;
}

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

/** A dataset with the forms it reads, for one person and these values of its parameters. */
export async function questionOf(
  context: ServerContext,
  user: RequestUser,
  { definition }: LoadedDataset,
  { params, shared }: Pick<Asked, 'params' | 'shared'>,
): Promise<Question> {
  const shape = await loadShape(context, context.db, definition);
  if (!shape)
    throw new Refusal('REQUEST_INVALID', { detail: `数据集“${definition.name}”的来源“${definition.from}”已不可用` });
  const names = new Set(definition.params.filter(isFieldNode).map(({ __vModel__: name }) => name));
  const own = Object.fromEntries(Object.entries(shared ?? {}).filter(([name]) => names.has(name)));
  const values = paramsOf(definition, { ...own, ...params }, user, context.vocabulary);
  return { definition, shape, params: values, user, today: today() };
}

/** Positions of the groups by their keys, in the dataset's order. */
export function setOf({ definition }: Question, by: readonly string[] | null | undefined): number[] {
  const groups = definition.groupBy ?? [];
  if (!by) return groups.map((_group, index) => index);
  const strange = by.find((key) => !groups.some((group) => group.key === key));
  if (strange !== undefined)
    throw new Refusal('REQUEST_INVALID', { detail: `数据集“${definition.name}”没有分组“${strange}”` });
  return groups.flatMap(({ key }, index) => (by.includes(key) ? [index] : []));
}

/** A zero behind the decimal point says nothing; a date has none. */
export const plainNumber = (value: string | null): string | null =>
  value !== null && /^-?\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, '') : value;

const nameOfSet = (set: readonly number[]): string => set.join();

/** Opens the records that these parts of a dataset read. */
export const sourceFor = (
  context: ServerContext,
  user: RequestUser,
  question: Question,
  part: Part,
): Promise<OpenSource> =>
  openSource(
    { context, db: context.db, user },
    question.shape,
    pathsOf(question.definition, part, question.keys),
    namesState(question.definition),
  );

export function figuresOf(question: Question, part: Part): Figure[] {
  const { shape } = question;
  const more = ({ unit, format }: { unit?: string; format?: string }) => ({
    ...(unit ? { unit } : {}),
    ...(format ? { format } : {}),
  });
  return [
    ...part.measures.map((measure: DatasetMeasure): Figure => {
      const precision = precisionOf(shape, measure);
      return {
        key: measure.key,
        label: measureName(shape, measure),
        isMeasure: !isDerived(measure),
        ...(precision === null ? {} : { precision }),
        ...more(measure.fn === 'share' ? { format: 'percent', ...measure } : measure),
      };
    }),
    ...part.columns.map((column): Figure => ({
      key: column.key,
      label: column.label ?? column.key,
      isMeasure: false,
      ...(column.precision === undefined ? {} : { precision: column.precision }),
      ...more(column),
    })),
  ];
}

/** The answers to questions about one dataset with the same parameters: one statement. */
async function answerTogether(
  context: ServerContext,
  request: Asker,
  loaded: LoadedDataset,
  asked: readonly Asked[],
): Promise<DatasetAnswer[]> {
  const user = userOf(request);
  const { definition, version } = loaded;
  const question = await questionOf(context, user, loaded, asked[0] ?? {});
  const names = asked.some(({ figures }) => !figures)
    ? null
    : [...new Set(asked.flatMap(({ figures }) => figures ?? []))];
  const sets = [...new Map(asked.map(({ by }) => setOf(question, by)).map((set) => [nameOfSet(set), set])).values()];
  const most = Math.max(...asked.map((one) => one.most ?? MOST_GROUPS));
  const asPart: Part = { groups: definition.groupBy ?? [], ...neededOf(definition, names), sets, most };
  const source = await sourceFor(context, user, question, asPart);
  const part = await withManyStored(context.db, question, source, asPart);
  const { statement, groupings } = statementOf(question, source, part, (measure) =>
    precisionOf(question.shape, measure),
  );
  const rows = await runStatement(context, request, user.id, statement);
  const groupNames = await namesOfGroups(context, user, groupings, sets, rows);
  const figures = figuresOf(question, part);
  return asked.map((one) => {
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

const failure = (datasetKey: string, error: unknown): AskedFailure => {
  if (!(error instanceof Refusal)) throw error;
  return { datasetKey, error: { code: error.code, msg: error.message } };
};

/**
 * Answers the questions of a screen. Those about one dataset with the same parameters are one statement; where that is
 * refused (a field is hidden from this person) each is asked by itself, so that a refusal is that of its block alone.
 * `given`: a dataset that is not published, to be tried.
 */
export async function askDatasets(
  context: ServerContext,
  request: Asker,
  asked: readonly Asked[],
  given?: LoadedDataset,
): Promise<(DatasetAnswer | AskedFailure)[]> {
  const together = new Map<string, number[]>();
  asked.forEach(({ datasetKey, params, shared }, index) => {
    const name = JSON.stringify([datasetKey, params ?? {}, shared ?? {}]);
    together.set(name, [...(together.get(name) ?? []), index]);
  });
  const answers: (DatasetAnswer | AskedFailure)[] = [];
  await Promise.all(
    [...together.values()].map(async (indexes) => {
      const own = indexes.map((index) => asked[index] as Asked);
      const { datasetKey } = own[0] as Asked;
      try {
        const loaded = given ?? (await datasetInUse(context, context.db, datasetKey));
        const found = await answerTogether(context, request, loaded, own);
        indexes.forEach((index, place) => (answers[index] = found[place] as DatasetAnswer));
      } catch (error) {
        const failed = failure(datasetKey, error);
        if (own.length === 1 || failed.error.code !== 'DATASET_FIELD') {
          for (const index of indexes) answers[index] = failed;
          return;
        }
        for (const index of indexes) {
          const one = asked[index] as Asked;
          try {
            const loaded = given ?? (await datasetInUse(context, context.db, datasetKey));
            answers[index] = (await answerTogether(context, request, loaded, [one]))[0] as DatasetAnswer;
          } catch (again) {
            answers[index] = failure(datasetKey, again);
          }
        }
      }
    }),
  );
  return answers;
}

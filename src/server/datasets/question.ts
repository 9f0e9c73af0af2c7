import { today } from '../../domain/dates.ts';
import { isDerived, isFieldNode, type DatasetMeasure } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { freshFacts, type FactReader } from '../store/facts.ts';
import { loadShape } from './check.ts';
import { measureName, precisionOf } from './labels.ts';
import { paramsOf } from './params.ts';
import { namesState, pathsOf, type Part } from './plan.ts';
import type { LoadedDataset } from './publish.ts';
import type { Question } from './statement/scan.ts';
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

/** A dataset with the forms it reads, for one person and these values of its parameters. */
export async function questionOf(
  context: ServerContext,
  user: RequestUser,
  { definition }: LoadedDataset,
  { params, shared }: Pick<Asked, 'params' | 'shared'>,
  facts?: FactReader,
): Promise<Question> {
  const shape = await loadShape(context, context.db, definition, undefined, facts);
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

/** Opens the records that these parts of a dataset read. */
export const sourceFor = (
  context: ServerContext,
  user: RequestUser,
  question: Question,
  part: Part,
  facts: FactReader = freshFacts(context),
): Promise<OpenSource> =>
  openSource(
    { context, db: context.db, user, facts },
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

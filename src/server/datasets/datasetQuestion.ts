import { today } from '../../domain/dates.ts';
import { isDerived, type DatasetMeasure } from '../../domain/dataset.ts';
import { isFieldNode } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { createFreshFactReader, type FactReader } from '../store/facts.ts';
import { loadShape } from './checkDataset.ts';
import { measureName, precisionOf } from './labels.ts';
import { parameterValues } from './parameterValues.ts';
import { findUnderlyingMeasures, readsState, pathsOf, type Part } from './datasetPart.ts';
import type { LoadedDataset } from './publishDataset.ts';
import type { Question } from './statement/scan.ts';
import { openSource, type CheckedSource } from './openSource.ts';

/** A block's request to a dataset. */
export interface DatasetRequest {
  datasetKey: string;
  params?: Record<string, unknown> | null;
  /** Values that the blocks of a screen share. Only values for which the dataset has a parameter are used. */
  shared?: Record<string, unknown> | null;
  /** Groups of the rows; absent: all groups of the dataset; empty: only the total. */
  by?: string[] | null;
  /** Measures and columns; absent: all. */
  figures?: string[] | null;
  /**
   * Order of the groups, applied before the dataset's own order. `field`: key of a group or figure; absent: the first
   * figure.
   */
  sort?: { field?: string | null; order?: 'asc' | 'desc' | null } | null;
  /** Maximum number of groups returned; a scrolled table requests more than a chart. */
  most?: number | null;
}

/** A figure of an answer, as a block displays it. */
export interface Figure {
  key: string;
  label: string;
  unit?: string;
  precision?: number;
  format?: string;
  /**
   * True for a measure that is computed directly from records, which can therefore be listed; false for shares, running
   * totals and columns.
   */
  isMeasure: boolean;
  /** If `isMeasure` is false: the measures from which the figure is computed. Their records can be listed. */
  behind?: Figure[];
}

/**
 * Creates the question for a dataset, one person and these parameter values. Refuses with REQUEST_INVALID if the
 * dataset's form is not available.
 */
export async function createQuestion(
  context: ServerContext,
  user: RequestUser,
  { definition }: LoadedDataset,
  { params, shared }: Pick<DatasetRequest, 'params' | 'shared'>,
  facts?: FactReader,
): Promise<Question> {
  const shape = await loadShape(context, context.db, definition, undefined, facts);
  if (!shape)
    throw new Refusal('REQUEST_INVALID', { detail: `数据集“${definition.name}”的来源“${definition.from}”已不可用` });
  const parameterNames = new Set(definition.params.filter(isFieldNode).map(({ __vModel__: name }) => name));
  const sharedValues = Object.fromEntries(Object.entries(shared ?? {}).filter(([name]) => parameterNames.has(name)));
  const values = parameterValues(definition, { ...sharedValues, ...params }, user, context.vocabulary);
  return { definition, shape, params: values, user, today: today() };
}

/**
 * Returns the positions of the groups with these keys, in the dataset's order. Without keys (null or undefined): of all
 * groups. Refuses with REQUEST_INVALID a key that is no group of the dataset.
 */
export function groupingSetOf({ definition }: Question, by: readonly string[] | null | undefined): number[] {
  const groups = definition.groupBy ?? [];
  if (!by) return groups.map((_group, index) => index);
  const unknownKey = by.find((key) => !groups.some((group) => group.key === key));
  if (unknownKey !== undefined)
    throw new Refusal('REQUEST_INVALID', { detail: `数据集“${definition.name}”没有分组“${unknownKey}”` });
  return groups.flatMap(({ key }, index) => (by.includes(key) ? [index] : []));
}

/** Removes trailing zeros after a decimal point; other texts, such as dates, are unchanged. */
export const withoutTrailingZeros = (value: string | null): string | null =>
  value !== null && /^-?\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, '') : value;

/**
 * Returns the SQL of the records that a part of a dataset reads with the person's rights. Refuses with DATASET_FIELD if
 * a field is hidden from the person.
 */
export const openRecordsOfPart = (
  context: ServerContext,
  user: RequestUser,
  question: Question,
  part: Part,
  facts: FactReader = createFreshFactReader(context),
): Promise<CheckedSource> =>
  openSource(
    { context, db: context.db, user, facts },
    question.shape,
    pathsOf(question.definition, part, question.keys),
    readsState(question.definition),
  );

/** Returns the figures of a part of a dataset, with the settings to display them and to list their records. */
export function figuresOf(question: Question, part: Part): Figure[] {
  const { shape, definition } = question;
  const displaySettings = ({ unit, format }: { unit?: string; format?: string }) => ({
    ...(unit ? { unit } : {}),
    ...(format ? { format } : {}),
  });
  const measureFigure = (measure: DatasetMeasure): Figure => {
    const precision = precisionOf(shape, measure);
    return {
      key: measure.key,
      label: measureName(shape, measure),
      isMeasure: !isDerived(measure),
      ...(precision === null ? {} : { precision }),
      ...displaySettings(measure.fn === 'share' ? { format: 'percent', ...measure } : measure),
    };
  };
  const withUnderlyingMeasures = (figure: Figure): Figure => {
    const behind = findUnderlyingMeasures(definition, figure.key).map(measureFigure);
    return figure.isMeasure || behind.length === 0 ? figure : { ...figure, behind };
  };
  return [
    ...part.measures.map((measure) => withUnderlyingMeasures(measureFigure(measure))),
    ...part.columns.map((column): Figure =>
      withUnderlyingMeasures({
        key: column.key,
        label: column.label ?? column.key,
        isMeasure: false,
        ...(column.precision === undefined ? {} : { precision: column.precision }),
        ...displaySettings(column),
      }),
    ),
  ];
}

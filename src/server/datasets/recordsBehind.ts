import { sql, type SqlBool } from 'kysely';
import { isDerived, type DatasetMeasure } from '../../domain/dataset.ts';
import type { ServerContext } from '../context.ts';
import type { Page } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import type { FigureCell } from '../http/schemas.ts';
import { userOf, type RequestUser } from '../http/user.ts';
import { listAsTexts, type figureRecords, type RecordTexts } from '../records/index.ts';
import { createQuestion, openRecordsOfPart } from './datasetQuestion.ts';
import { recordIdsSql, compileStatement } from './statement/compileStatement.ts';
import type { Question } from './statement/scan.ts';
import { measureName, precisionOf } from './labels.ts';
import { requiredFigures, type Part } from './datasetPart.ts';
import { loadEnabledDataset } from './publishDataset.ts';
import { runStatement, type Requester } from './runStatement.ts';
import { sourceOf } from './datasetShape.ts';
import type { CheckedSource } from './openSource.ts';

export interface FigureRecordsRequest extends FigureCell {
  sort?: { field: string; order?: 'asc' | 'desc' } | null;
}

export interface FigureRecords extends RecordTexts {
  /** The measure, computed over all records of the cell and not only of the page; null if the cell has no measure. */
  figure: { key: string; label: string; value: string | null; precision: number | null } | null;
}

/**
 * The records of one combination of group values from which a figure is computed, restricted to those that one person
 * may read. `measure`: null for all records with these group values.
 */
interface OpenedCell {
  question: Question;
  measure: DatasetMeasure | null;
  part: Part;
  source: CheckedSource;
}

/**
 * Prepares the query for a cell: a question to the dataset that is restricted to the cell's group values (`keys`), and
 * the records that the person may read. Refuses an unknown group or measure with REQUEST_INVALID.
 */
async function openCell(context: ServerContext, user: RequestUser, cell: FigureCell): Promise<OpenedCell> {
  const loaded = await loadEnabledDataset(context, context.db, cell.datasetKey);
  const { definition } = loaded;
  const question = { ...(await createQuestion(context, user, loaded, cell)), keys: cell.keys ?? {} };
  const groups = definition.groupBy ?? [];
  const unknownKey = Object.keys(question.keys).find((key) => !groups.some((group) => group.key === key));
  if (unknownKey !== undefined)
    throw new Refusal('REQUEST_INVALID', { detail: `数据集“${definition.name}”没有分组“${unknownKey}”` });
  const { measures } = requiredFigures(definition, cell.figure ? [cell.figure] : []);
  const measure = measures.find(({ key }) => key === cell.figure) ?? null;
  if (cell.figure && (!measure || isDerived(measure)))
    throw new Refusal('REQUEST_INVALID', { detail: `数据集“${definition.name}”没有度量“${cell.figure}”` });
  const part: Part = { groups, measures: measure ? [measure] : [], columns: [], sets: [[]] };
  return { question, measure, part, source: await openRecordsOfPart(context, user, question, part) };
}

/** Returns the SQL of the ids of the records behind a figure, to which a list is restricted (see `figureRecords`). */
export const idsOfFigureRecords: Parameters<typeof figureRecords.register>[1] = async (
  context,
  user,
  formKey,
  cell,
) => {
  const { question, measure, part, source } = await openCell(context, user, cell);
  if (sourceOf(question.definition).formKey !== formKey)
    throw new Refusal('REQUEST_INVALID', { detail: `数据集“${question.definition.name}”不统计此表单` });
  return recordIdsSql(question, source, part, measure);
};

/**
 * Returns one page of the records behind a figure that the person may read, and the figure itself, computed over all of
 * these records.
 */
export async function listFigureRecords(
  context: ServerContext,
  request: Requester,
  { sort, ...cell }: FigureRecordsRequest,
  page: Page,
): Promise<FigureRecords> {
  const user = userOf(request);
  const { question, measure, part, source } = await openCell(context, user, cell);
  const ids = recordIdsSql(question, source, part, measure);
  // the measured field is shown before the usual columns of the list
  const measuredPaths =
    measure?.of && /^[\w.]+$/.test(measure.of) && !measure.of.startsWith('row.') ? [measure.of] : [];
  const texts = await listAsTexts(
    context,
    user,
    sourceOf(question.definition).formKey,
    { page, isWholeUnit: true, serverConditions: [sql<SqlBool>`frm_record.id in (${ids})`], ...(sort ? { sort } : {}) },
    measuredPaths,
  );
  const precision = measure ? precisionOf(question.shape, measure) : null;
  const [row] = measure
    ? await runStatement(context, request, user.id, compileStatement(question, source, part, () => precision).statement)
    : [];
  return {
    ...texts,
    figure: measure
      ? { key: measure.key, label: measureName(question.shape, measure), value: row?.values[0] ?? null, precision }
      : null,
  };
}

import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { openRecordsOfPart } from './datasetQuestion.ts';
import { requiredFigures, type Part } from './datasetPart.ts';
import type { Question } from './statement/scan.ts';
import type { CheckedSource } from './openSource.ts';

const isHiddenFieldError = (error: unknown): boolean => error instanceof Refusal && error.code === 'DATASET_FIELD';

/**
 * Returns the part of a question that this person may see, without the details, measures and columns that read a field
 * hidden from this person. Refuses with DATASET_FIELD if the condition of the dataset, `having` or a group reads a
 * hidden field, if the sub-table of the dataset is hidden, or if the rows are sorted by a hidden detail, measure or
 * column (`sortKey`).
 */
export async function findVisiblePart(
  context: ServerContext,
  user: RequestUser,
  question: Question,
  requestedPart: Part,
  sortKey: string | undefined,
): Promise<{ part: Part; source: CheckedSource }> {
  const openPart = (part: Part): Promise<CheckedSource> => openRecordsOfPart(context, user, question, part);
  try {
    return { part: requestedPart, source: await openPart(requestedPart) };
  } catch (error) {
    if (!isHiddenFieldError(error)) throw error;
  }
  const { definition } = question;
  const partWithoutColumns: Part = { ...requestedPart, ...requiredFigures(definition, []), details: [] };
  await openPart(partWithoutColumns);
  const canRead = async (key: string, part: Part): Promise<boolean> => {
    try {
      await openPart(part);
      return true;
    } catch (error) {
      if (!isHiddenFieldError(error) || key === sortKey) throw error;
      return false;
    }
  };
  const details: NonNullable<Part['details']>[number][] = [];
  for (const detail of requestedPart.details ?? [])
    if (await canRead(detail.key, { ...partWithoutColumns, details: [detail] })) details.push(detail);
  const visibleKeys: string[] = [];
  for (const { key } of [...requestedPart.measures, ...requestedPart.columns])
    if (await canRead(key, { ...partWithoutColumns, ...requiredFigures(definition, [key]) })) visibleKeys.push(key);
  const part: Part = {
    ...requestedPart,
    details,
    measures: requestedPart.measures.filter(({ key }) => visibleKeys.includes(key)),
    columns: requestedPart.columns.filter(({ key }) => visibleKeys.includes(key)),
  };
  return { part, source: await openPart(part) };
}

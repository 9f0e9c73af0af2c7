import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { openPartSource } from './datasetQuestion.ts';
import { requiredColumns, type Part } from './datasetPart.ts';
import type { Question } from './statement/scan.ts';
import type { OpenSource } from './openSource.ts';

const isHiddenFieldError = (error: unknown): boolean => error instanceof Refusal && error.code === 'DATASET_FIELD';

/**
 * The part of a question that this person may see: columns over fields hidden from them are left out one by one.
 * `sortKey`: key of the sort column; if it is hidden, the call is refused. Refuses with DATASET_FIELD when what remains
 * still reads a hidden field: the condition of the dataset, or all of its columns.
 */
export async function visiblePart(
  context: ServerContext,
  user: RequestUser,
  question: Question,
  whole: Part,
  sortKey: string | undefined,
): Promise<{ part: Part; source: OpenSource }> {
  const open = (part: Part): Promise<OpenSource> => openPartSource(context, user, question, part);
  try {
    return { part: whole, source: await open(whole) };
  } catch (error) {
    if (!isHiddenFieldError(error)) throw error;
  }
  const { definition } = question;
  const withoutColumns: Part = { ...whole, ...requiredColumns(definition, []), details: [] };
  await open(withoutColumns);
  const isOpen = async (key: string, part: Part): Promise<boolean> => {
    try {
      await open(part);
      return true;
    } catch (error) {
      if (!isHiddenFieldError(error) || key === sortKey) throw error;
      return false;
    }
  };
  const details: NonNullable<Part['details']>[number][] = [];
  for (const detail of whole.details ?? [])
    if (await isOpen(detail.key, { ...withoutColumns, details: [detail] })) details.push(detail);
  const figures: string[] = [];
  for (const { key } of [...whole.measures, ...whole.columns])
    if (await isOpen(key, { ...withoutColumns, ...requiredColumns(definition, [key]) })) figures.push(key);
  const part: Part = {
    ...whole,
    details,
    measures: whole.measures.filter(({ key }) => figures.includes(key)),
    columns: whole.columns.filter(({ key }) => figures.includes(key)),
  };
  return { part, source: await open(part) };
}

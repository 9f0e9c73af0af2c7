import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { sourceFor } from './question.ts';
import { neededOf, type Part } from './plan.ts';
import type { Question } from './statement/scan.ts';
import type { OpenSource } from './source.ts';

const isHidden = (error: unknown): boolean => error instanceof Refusal && error.code === 'DATASET_FIELD';

/**
 * The part of a question that this person may see: columns over fields that are hidden from them are left out one by one.
 * `asked`: a key by which they ask (a sort): hidden, it is refused with the field's name. Refuses with DATASET_FIELD where
 * what is left still reads a hidden field: the condition of the dataset, or all of its columns.
 */
export async function partWithin(
  context: ServerContext,
  user: RequestUser,
  question: Question,
  whole: Part,
  asked: string | undefined,
): Promise<{ part: Part; source: OpenSource }> {
  const open = (part: Part): Promise<OpenSource> => sourceFor(context, user, question, part);
  try {
    return { part: whole, source: await open(whole) };
  } catch (error) {
    if (!isHidden(error)) throw error;
  }
  const { definition } = question;
  const bare: Part = { ...whole, ...neededOf(definition, []), details: [] };
  await open(bare);
  const isOpen = async (key: string, part: Part): Promise<boolean> => {
    try {
      await open(part);
      return true;
    } catch (error) {
      if (!isHidden(error) || key === asked) throw error;
      return false;
    }
  };
  const details: NonNullable<Part['details']>[number][] = [];
  for (const detail of whole.details ?? [])
    if (await isOpen(detail.key, { ...bare, details: [detail] })) details.push(detail);
  const figures: string[] = [];
  for (const { key } of [...whole.measures, ...whole.columns])
    if (await isOpen(key, { ...bare, ...neededOf(definition, [key]) })) figures.push(key);
  const part: Part = {
    ...whole,
    details,
    measures: whole.measures.filter(({ key }) => figures.includes(key)),
    columns: whole.columns.filter(({ key }) => figures.includes(key)),
  };
  return { part, source: await open(part) };
}

import { xlsx } from '../archive/index.ts';
import type { ServerContext } from '../context.ts';
import {
  askDatasets,
  askLines,
  requesterFor,
  loadDataset,
  sheetOf,
  sheetOfLines,
  sourceOf,
  type DatasetAnswer,
  type Figure,
} from '../datasets/index.ts';
import { loadForm } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { formRights } from '../rights/index.ts';
import type { SubscribedQuestion, Watch } from './tables.ts';

/** Rows of a sheet that is sent; the product shows the others. */
const MOST_ROWS = 2_000;
/** Rows that a message names. */
const SHOWN_ROWS = 10;

export interface Subject {
  datasetKey: string;
  question: SubscribedQuestion;
}

export interface Composed {
  text: string;
  attachment?: { name: string; content: Buffer };
}

/** A figure as a message writes it. */
export function figureWords(value: string | null, { format, precision, unit = '' }: Figure): string {
  if (value === null) return '—';
  if (!/^-?\d+(\.\d+)?$/.test(value)) return value;
  if (format === 'percent') return `${(Number(value) * 100).toFixed(precision ?? 1)}%`;
  const isWan = format === 'wan';
  const places = precision ?? (isWan || format === 'amount' ? 2 : undefined);
  const number = isWan ? String(Number(value) / 10_000) : value;
  const [whole = '', decimals = ''] = (places === undefined ? number : Number(number).toFixed(places)).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return `${grouped}${decimals === '' ? '' : `.${decimals}`}${isWan || unit !== '' ? ` ${isWan ? '万' : ''}${unit}` : ''}`;
}

async function ask(
  context: ServerContext,
  user: RequestUser,
  { datasetKey, question: { params, shared, by, figures } }: Subject,
): Promise<DatasetAnswer> {
  const asked = {
    datasetKey,
    params: params ?? null,
    shared: shared ?? null,
    by: by ?? null,
    figures: figures ?? null,
  };
  const [answer] = await askDatasets(context, requesterFor(user), [asked]);
  if (!answer) throw new Refusal('404');
  if ('error' in answer) throw new Refusal('REQUEST_INVALID', { detail: answer.error.msg });
  return answer;
}

const inWords = ({ figures }: DatasetAnswer, values: readonly (string | null)[]): string =>
  figures.map((figure, index) => `${figure.label} ${figureWords(values[index] ?? null, figure)}`).join('，');

/** The totals of a dataset for one person, as text. Refuses what the dataset refuses. */
export async function composeFigure(context: ServerContext, user: RequestUser, subject: Subject): Promise<Composed> {
  const answer = await ask(context, user, { ...subject, question: { ...subject.question, by: [] } });
  return { text: inWords(answer, answer.rows[0]?.values ?? []) };
}

/** Whether a person may take a sheet out of the product: the right to export the records. */
async function mayTake(context: ServerContext, user: RequestUser, datasetKey: string): Promise<boolean> {
  const { formKey } = sourceOf((await loadDataset(context, context.db, datasetKey)).definition);
  const { access } = (await loadForm(context, context.db, formKey)).form.definition;
  return (await formRights(context.db, user, formKey, access)).has('export');
}

/**
 * The rows of a dataset for one person: the first as text, and where `hasSheet`, all as a sheet if they may export. Refuses
 * what the dataset refuses.
 */
export async function composeTable(
  context: ServerContext,
  user: RequestUser,
  subject: Subject,
  hasSheet: boolean,
): Promise<Composed> {
  const { datasetKey, question } = subject;
  const { definition } = await loadDataset(context, context.db, datasetKey);
  const isLedger = (definition.details?.length ?? 0) > 0 && !question.by;
  const found = isLedger ? await ledgerOf(context, user, subject) : await groupsOf(context, user, subject);
  if (found.count === 0) return { text: '没有您可查看的记录' };
  const isMore = found.count > SHOWN_ROWS ? `\n…… 共 ${found.count} 行` : '';
  if (!hasSheet || !(await mayTake(context, user, datasetKey))) return { text: `${found.text}${isMore}` };
  const chunks: Buffer[] = [];
  for await (const chunk of xlsx(definition.name, found.sheet.columns, found.sheet.rows))
    chunks.push(Buffer.from(chunk));
  return {
    text: `${found.text}${isMore}`,
    attachment: { name: `${definition.name}.xlsx`, content: Buffer.concat(chunks) },
  };
}

async function ledgerOf(context: ServerContext, user: RequestUser, { datasetKey, question }: Subject) {
  const asked = { datasetKey, params: question.params ?? null, shared: question.shared ?? null };
  const answer = await askLines(context, requesterFor(user), asked, { pageNum: 1, pageSize: MOST_ROWS });
  const lines = answer.rows
    .slice(0, SHOWN_ROWS)
    .map(({ cells, values }) =>
      [
        cells.map(({ text }) => text).join(' '),
        ...answer.figures.map((figure, index) => `${figure.label} ${figureWords(values[index] ?? null, figure)}`),
      ].join('，'),
    );
  return { count: answer.page.total, text: lines.join('\n'), sheet: sheetOfLines(answer, null) };
}

async function groupsOf(context: ServerContext, user: RequestUser, subject: Subject) {
  const answer = await ask(context, user, subject);
  const lines = answer.rows
    .slice(0, SHOWN_ROWS)
    .map(({ labels, values }) =>
      [labels.join(' / '), inWords(answer, values)].filter((part) => part !== '').join('：'),
    );
  return { count: answer.total, text: lines.join('\n'), sheet: sheetOf(answer) };
}

/** Whether a figure is past its bound for one person, and both in words. A figure that is not there is not. */
export async function composeWatch(
  context: ServerContext,
  user: RequestUser,
  subject: Subject,
  { figure: key, op, value }: Watch,
): Promise<{ isMet: boolean; text: string; bound: string }> {
  const answer = await ask(context, user, { ...subject, question: { ...subject.question, by: [], figures: [key] } });
  const figure = answer.figures.find((one) => one.key === key);
  const found = answer.rows[0]?.values[answer.figures.findIndex((one) => one.key === key)] ?? null;
  if (!figure) throw new Refusal('REQUEST_INVALID', { detail: `没有度量“${key}”` });
  const number = found === null ? null : Number(found);
  const bound = `${op === 'above' ? '高于' : '低于'} ${figureWords(String(value), figure)}`;
  const isMet = number !== null && (op === 'above' ? number > value : number < value);
  return {
    isMet,
    text: `${figure.label} ${figureWords(found, figure)}，${isMet ? '' : '未'}${bound}`,
    bound: `${figure.label}${bound}`,
  };
}

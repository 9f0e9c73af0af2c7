import { xlsxFile } from '../archive/index.ts';
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

/** Maximum number of ledger rows in an attached spreadsheet; the product itself shows all rows. */
const MAX_SHEET_ROWS = 2_000;
/** Maximum number of rows in the text of a message. */
const MAX_TEXT_ROWS = 10;

export interface SubscribedData {
  datasetKey: string;
  question: SubscribedQuestion;
}

export interface ComposedMessage {
  text: string;
  attachment?: { name: string; content: Buffer };
}

/** Formats a figure for a message. */
export function figureText(value: string | null, { format, precision, unit = '' }: Figure): string {
  if (value === null) return '—';
  const isDecimal = /^-?\d+(\.\d+)?$/.test(value);
  if (!isDecimal) return value;
  if (format === 'percent') return `${(Number(value) * 100).toFixed(precision ?? 1)}%`;
  const isWan = format === 'wan';
  const precisionUsed = precision ?? (isWan || format === 'amount' ? 2 : undefined);
  const number = isWan ? String(Number(value) / 10_000) : value;
  const [whole = '', decimals = ''] = (
    precisionUsed === undefined ? number : Number(number).toFixed(precisionUsed)
  ).split('.');
  // a comma before every three digits, counted from the right
  const groupedDigits = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  const unitText = `${isWan ? '万' : ''}${unit}`;
  return `${groupedDigits}${decimals === '' ? '' : `.${decimals}`}${unitText === '' ? '' : ` ${unitText}`}`;
}

async function askDataset(
  context: ServerContext,
  user: RequestUser,
  { datasetKey, question: { params, shared, by, figures } }: SubscribedData,
): Promise<DatasetAnswer> {
  const request = {
    datasetKey,
    params: params ?? null,
    shared: shared ?? null,
    by: by ?? null,
    figures: figures ?? null,
  };
  const [answer] = await askDatasets(context, requesterFor(user), [request]);
  if (!answer) throw new Refusal('404');
  if ('error' in answer) throw new Refusal('REQUEST_INVALID', { detail: answer.error.msg });
  return answer;
}

const figuresText = ({ figures }: DatasetAnswer, values: readonly (string | null)[]): string =>
  figures.map((figure, index) => `${figure.label} ${figureText(values[index] ?? null, figure)}`).join('，');

/**
 * Composes the totals of a dataset as text, with one person's rights. Throws the same refusals as a query of the
 * dataset.
 */
export async function composeTotals(
  context: ServerContext,
  user: RequestUser,
  subject: SubscribedData,
): Promise<ComposedMessage> {
  const answer = await askDataset(context, user, { ...subject, question: { ...subject.question, by: [] } });
  return { text: figuresText(answer, answer.rows[0]?.values ?? []) };
}

/** Returns true if a person may receive a spreadsheet: this requires the right to export records of the form. */
async function mayExport(context: ServerContext, user: RequestUser, datasetKey: string): Promise<boolean> {
  const { formKey } = sourceOf((await loadDataset(context, context.db, datasetKey)).definition);
  const { access } = (await loadForm(context, context.db, formKey)).form.definition;
  return (await formRights(context.db, user, formKey, access)).has('export');
}

/**
 * Composes the first rows of a dataset as text, with one person's rights. With `hasSheet`, also composes a spreadsheet
 * of the rows (at most `MAX_SHEET_ROWS` of a ledger) if the person may export. Throws the same refusals as a query of
 * the dataset.
 */
export async function composeTable(
  context: ServerContext,
  user: RequestUser,
  subject: SubscribedData,
  hasSheet: boolean,
): Promise<ComposedMessage> {
  const { datasetKey, question } = subject;
  const { definition } = await loadDataset(context, context.db, datasetKey);
  const isLedger = (definition.details?.length ?? 0) > 0 && !question.by;
  const table = isLedger ? await readLedger(context, user, subject) : await readGroups(context, user, subject);
  if (table.count === 0) return { text: '没有您可查看的记录' };
  const moreText = table.count > MAX_TEXT_ROWS ? `\n…… 共 ${table.count} 行` : '';
  if (!hasSheet || !(await mayExport(context, user, datasetKey))) return { text: `${table.text}${moreText}` };
  const chunks: Buffer[] = [];
  for await (const chunk of xlsxFile(definition.name, table.sheet.columns, table.sheet.rows))
    chunks.push(Buffer.from(chunk));
  return {
    text: `${table.text}${moreText}`,
    attachment: { name: `${definition.name}.xlsx`, content: Buffer.concat(chunks) },
  };
}

/** Reads the rows of a ledger: their number, the first ones as text, and all (at most `MAX_SHEET_ROWS`) as a sheet. */
async function readLedger(context: ServerContext, user: RequestUser, { datasetKey, question }: SubscribedData) {
  const request = { datasetKey, params: question.params ?? null, shared: question.shared ?? null };
  const answer = await askLines(context, requesterFor(user), request, { pageNum: 1, pageSize: MAX_SHEET_ROWS });
  const lines = answer.rows
    .slice(0, MAX_TEXT_ROWS)
    .map(({ cells, values }) =>
      [
        cells.map(({ text }) => text).join(' '),
        ...answer.figures.map((figure, index) => `${figure.label} ${figureText(values[index] ?? null, figure)}`),
      ].join('，'),
    );
  const sheet = sheetOfLines(answer, null);
  if (answer.page.total > MAX_SHEET_ROWS)
    sheet.rows.push([`仅导出前 ${MAX_SHEET_ROWS} 行，共 ${answer.page.total} 行；合计为全部行`]);
  return { count: answer.page.total, text: lines.join('\n'), sheet };
}

/** Reads the groups of a dataset: their number, the first ones as text, and all as a sheet. */
async function readGroups(context: ServerContext, user: RequestUser, subject: SubscribedData) {
  const answer = await askDataset(context, user, subject);
  const lines = answer.rows
    .slice(0, MAX_TEXT_ROWS)
    .map(({ labels, values }) =>
      [labels.join(' / '), figuresText(answer, values)].filter((part) => part !== '').join('：'),
    );
  return { count: answer.total, text: lines.join('\n'), sheet: sheetOf(answer) };
}

/**
 * Checks with one person's rights whether a figure meets the condition of a watch: above or below a limit. `text`
 * contains label, value and condition; `condition` contains label and condition. A figure without a value (null) does
 * not meet the condition. Refuses with REQUEST_INVALID a figure that the dataset does not have; otherwise throws the
 * same refusals as a query of the dataset.
 */
export async function composeWatch(
  context: ServerContext,
  user: RequestUser,
  subject: SubscribedData,
  { figure: key, op, value: limit }: Watch,
): Promise<{ isMet: boolean; text: string; condition: string }> {
  const answer = await askDataset(context, user, {
    ...subject,
    question: { ...subject.question, by: [], figures: [key] },
  });
  const figure = answer.figures.find((answerFigure) => answerFigure.key === key);
  const value = answer.rows[0]?.values[answer.figures.findIndex((answerFigure) => answerFigure.key === key)] ?? null;
  if (!figure) throw new Refusal('REQUEST_INVALID', { detail: `没有度量“${key}”` });
  const number = value === null ? null : Number(value);
  const conditionText = `${op === 'above' ? '高于' : '低于'} ${figureText(String(limit), figure)}`;
  const isMet = number !== null && (op === 'above' ? number > limit : number < limit);
  return {
    isMet,
    text: `${figure.label} ${figureText(value, figure)}，${isMet ? '' : '未'}${conditionText}`,
    condition: `${figure.label}${conditionText}`,
  };
}

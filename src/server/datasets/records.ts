import { sql, type SqlBool } from 'kysely';
import { isDerived } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import { loadForm, relatedForms } from '../documents/index.ts';
import type { Page } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { userOf } from '../http/user.ts';
import {
  candidateColumns,
  candidateRows,
  listRecords,
  type CandidateColumn,
  type CandidateRow,
} from '../records/index.ts';
import { questionOf, sourceFor } from './question.ts';
import { recordsSql, statementOf } from './statement/compile.ts';
import { measureName, precisionOf } from './labels.ts';
import { neededOf, type Part } from './plan.ts';
import { datasetInUse } from './publish.ts';
import { runStatement, type Asker } from './run.ts';
import { sourceOf } from './shape.ts';

export interface AskedRecords {
  datasetKey: string;
  params?: Record<string, unknown> | null;
  shared?: Record<string, unknown> | null;
  /** The cell: keys of its groups. Without a group's key: all of it. */
  keys?: Record<string, string> | null;
  /** The measure whose records are wanted; none: all records of the cell. */
  figure?: string | null;
}

export interface BehindFigure {
  formKey: string;
  formName: string;
  columns: CandidateColumn[];
  rows: CandidateRow[];
  /** The figure over exactly these records. */
  figure: { key: string; label: string; value: string | null; precision: number | null } | null;
  page: Page & { total: number; isEstimate?: true };
}

const MOST_COLUMNS = 6;

/**
 * The records behind a cell of a dataset, as an ordinary page of their list within the rights of whoever asks: the dataset's
 * own condition with the keys of the cell. The figure is counted over them with the dataset's own measure.
 */
export async function recordsBehind(
  context: ServerContext,
  request: Asker,
  asked: AskedRecords,
  page: Page,
): Promise<BehindFigure> {
  const { db } = context;
  const user = userOf(request);
  const loaded = await datasetInUse(context, db, asked.datasetKey);
  const { definition } = loaded;
  const question = { ...(await questionOf(context, user, loaded, asked)), keys: asked.keys ?? {} };
  const groups = definition.groupBy ?? [];
  const strange = Object.keys(question.keys).find((key) => !groups.some((group) => group.key === key));
  if (strange !== undefined)
    throw new Refusal('REQUEST_INVALID', { detail: `数据集“${definition.name}”没有分组“${strange}”` });
  const { measures } = neededOf(definition, asked.figure ? [asked.figure] : []);
  const measure = measures.find(({ key }) => key === asked.figure) ?? null;
  if (asked.figure && (!measure || isDerived(measure)))
    throw new Refusal('REQUEST_INVALID', { detail: `数据集“${definition.name}”没有度量“${asked.figure}”` });
  const part: Part = { groups, measures: measure ? [measure] : [], columns: [], sets: [[]] };
  const source = await sourceFor(context, user, question, part);
  const ids = recordsSql(question, source, part, measure);
  const { formKey } = sourceOf(definition);
  const found = await listRecords(context, db, user, formKey, {
    page,
    isWholeUnit: true,
    narrowing: [sql<SqlBool>`frm_record.id in (${ids})`],
  });
  const { form } = await loadForm(context, db, formKey);
  const formOf = await relatedForms(context, db, form.definition);
  const listed = candidateColumns(form.definition, undefined, formOf, context).map(({ name }) => name);
  // what is measured stands beside what the list shows
  const measured = measure?.of && /^[\w.-]+$/.test(measure.of) && !measure.of.startsWith('row.') ? [measure.of] : [];
  const names = [...measured, ...listed.filter((name) => !measured.includes(name)).slice(0, MOST_COLUMNS)];
  const columns = candidateColumns(form.definition, names, formOf, context);
  const precision = measure ? precisionOf(question.shape, measure) : null;
  const [row] = measure
    ? await runStatement(context, request, user.id, statementOf(question, source, part, () => precision).statement)
    : [];
  return {
    formKey,
    formName: form.definition.formName,
    columns,
    rows: await candidateRows(context, db, user, form.definition, columns, found.rows),
    figure: measure
      ? { key: measure.key, label: measureName(question.shape, measure), value: row?.values[0] ?? null, precision }
      : null,
    page: { ...page, total: found.total, ...(found.isEstimate ? { isEstimate: true } : {}) },
  };
}

import { sql, type SqlBool } from 'kysely';
import { isDerived } from '../../domain/dataset.ts';
import type { ServerContext } from '../context.ts';
import { loadForm, relatedForms } from '../documents/index.ts';
import type { Page } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { userOf } from '../http/user.ts';
import {
  selectableColumns,
  selectableRows,
  listRecords,
  type SelectableColumn,
  type SelectableRow,
} from '../records/index.ts';
import { createQuestion, openPartSource } from './datasetQuestion.ts';
import { recordsSql, compileStatement } from './statement/compileStatement.ts';
import { measureName, precisionOf } from './labels.ts';
import { requiredColumns, type Part } from './datasetPart.ts';
import { loadEnabledDataset } from './publishDataset.ts';
import { runStatement, type Requester } from './runStatement.ts';
import { sourceOf } from './datasetShape.ts';

export interface RecordsRequest {
  datasetKey: string;
  params?: Record<string, unknown> | null;
  shared?: Record<string, unknown> | null;
  /** Group keys of the cell; an absent group is not restricted. */
  keys?: Record<string, string> | null;
  /** The measure whose records are listed; absent: all records of the cell. */
  figure?: string | null;
}

export interface FigureRecords {
  formKey: string;
  formName: string;
  columns: SelectableColumn[];
  rows: SelectableRow[];
  /** The measure computed over exactly these records. */
  figure: { key: string; label: string; value: string | null; precision: number | null } | null;
  page: Page & { total: number; isEstimate?: true };
}

const MAX_COLUMNS = 6;

/**
 * Lists the records of a dataset cell as an ordinary page of records within the person's rights: the dataset's
 * condition combined with the group keys of the cell. The figure is computed over them with the dataset's measure.
 */
export async function listFigureRecords(
  context: ServerContext,
  request: Requester,
  recordsRequest: RecordsRequest,
  page: Page,
): Promise<FigureRecords> {
  const { db } = context;
  const user = userOf(request);
  const loaded = await loadEnabledDataset(context, db, recordsRequest.datasetKey);
  const { definition } = loaded;
  const question = {
    ...(await createQuestion(context, user, loaded, recordsRequest)),
    keys: recordsRequest.keys ?? {},
  };
  const groups = definition.groupBy ?? [];
  const unknownKey = Object.keys(question.keys).find((key) => !groups.some((group) => group.key === key));
  if (unknownKey !== undefined)
    throw new Refusal('REQUEST_INVALID', { detail: `数据集“${definition.name}”没有分组“${unknownKey}”` });
  const { measures } = requiredColumns(definition, recordsRequest.figure ? [recordsRequest.figure] : []);
  const measure = measures.find(({ key }) => key === recordsRequest.figure) ?? null;
  if (recordsRequest.figure && (!measure || isDerived(measure)))
    throw new Refusal('REQUEST_INVALID', { detail: `数据集“${definition.name}”没有度量“${recordsRequest.figure}”` });
  const part: Part = { groups, measures: measure ? [measure] : [], columns: [], sets: [[]] };
  const source = await openPartSource(context, user, question, part);
  const ids = recordsSql(question, source, part, measure);
  const { formKey } = sourceOf(definition);
  const found = await listRecords(context, db, user, formKey, {
    page,
    isWholeUnit: true,
    narrowing: [sql<SqlBool>`frm_record.id in (${ids})`],
  });
  const { form } = await loadForm(context, db, formKey);
  const formOf = await relatedForms(context, db, form.definition);
  const listed = selectableColumns(form.definition, undefined, formOf, context).map(({ name }) => name);
  // the measured field is shown before the usual columns of the list
  const measureColumns =
    measure?.of && /^[\w.]+$/.test(measure.of) && !measure.of.startsWith('row.') ? [measure.of] : [];
  const names = [...measureColumns, ...listed.filter((name) => !measureColumns.includes(name)).slice(0, MAX_COLUMNS)];
  const columns = selectableColumns(form.definition, names, formOf, context);
  const precision = measure ? precisionOf(question.shape, measure) : null;
  const [row] = measure
    ? await runStatement(context, request, user.id, compileStatement(question, source, part, () => precision).statement)
    : [];
  return {
    formKey,
    formName: form.definition.formName,
    columns,
    rows: await selectableRows(context, db, user, form.definition, columns, found.rows),
    figure: measure
      ? { key: measure.key, label: measureName(question.shape, measure), value: row?.values[0] ?? null, precision }
      : null,
    page: { ...page, total: found.total, ...(found.isEstimate ? { isEstimate: true } : {}) },
  };
}

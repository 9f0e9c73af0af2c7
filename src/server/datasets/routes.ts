import { sendGenerated, xlsxFile, XLSX_TYPE } from '../archive/index.ts';
import type { FastifyRequest } from 'fastify';
import { readWithFacts } from '../auth/index.ts';
import type { Routes, ServerContext } from '../context.ts';
import { loadForm } from '../documents/index.ts';
import { ok, pageOf } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { figureCellSchema, pageBody } from '../http/schemas.ts';
import { formOrJson } from '../http/validators.ts';
import { adminOf, userOf } from '../http/user.ts';
import { askDatasets } from './askDatasets.ts';
import { figuresOf, createQuestion, openRecordsOfPart, type DatasetRequest } from './datasetQuestion.ts';
import { checkDataset } from './checkDataset.ts';
import { compileStatement } from './statement/compileStatement.ts';
import { sheetOf, sheetOfLines } from './exportSheets.ts';
import { groupName, precisionOf } from './labels.ts';
import { askLines, type LinesRequest } from './ledgerLines.ts';
import { parameterValues } from './parameterValues.ts';
import { createPivotSheet, type PivotRequest } from './pivotSheet.ts';
import { markIfManyStoredValues } from './statement/manyStoredValues.ts';
import { requiredFigures, type Part } from './datasetPart.ts';
import { parseContent, loadDataset, type LoadedDataset } from './publishDataset.ts';
import { requireRight } from '../rights/index.ts';
import { listFigureRecords, type FigureRecordsRequest } from './recordsBehind.ts';
import { explainStatement } from './runStatement.ts';
import { sourceOf } from './datasetShape.ts';

const datasetKey = { type: 'string', minLength: 1, maxLength: 160, pattern: '^[A-Za-z0-9][\\w./-]*$' } as const;
const name = { type: 'string', maxLength: 64 } as const;
const params = { type: 'object', nullable: true, maxProperties: 20 } as const;
/** Maximum number of cells of a pivot table, and of groups in an answer. */
const MAX_CELLS = 20_000;
const sortOrder = {
  type: 'object',
  nullable: true,
  additionalProperties: false,
  properties: { field: name, order: { type: 'string', nullable: true, enum: ['asc', 'desc', null] } },
} as const;
const questionSchema = {
  type: 'object',
  required: ['datasetKey'],
  additionalProperties: false,
  properties: {
    datasetKey,
    params,
    shared: params,
    by: { type: 'array', nullable: true, maxItems: 5, items: name },
    figures: { type: 'array', nullable: true, maxItems: 60, items: name },
    sort: { ...sortOrder, properties: { ...sortOrder.properties, field: { ...name, nullable: true } } },
    // maximum number of groups in the answer
    most: { type: 'integer', nullable: true, minimum: 1, maximum: MAX_CELLS },
  },
} as const;
const questionsBody = {
  type: 'object',
  required: ['questions'],
  additionalProperties: false,
  properties: { questions: { type: 'array', minItems: 1, maxItems: 60, items: questionSchema } },
} as const;
const recordsBody = {
  ...figureCellSchema,
  properties: { ...figureCellSchema.properties, sort: { ...sortOrder, required: ['field'] }, page: pageBody },
} as const;

const linesProperties = {
  datasetKey,
  params,
  shared: params,
  by: { type: 'array', nullable: true, maxItems: 5, items: name },
  keyword: { type: 'string', nullable: true, maxLength: 100 },
  sort: { ...sortOrder, required: ['field'] },
} as const;
const linesBody = {
  type: 'object',
  required: ['datasetKey'],
  additionalProperties: false,
  properties: { ...linesProperties, page: pageBody },
} as const;
const linesExportBody = {
  ...linesBody,
  properties: { ...linesProperties, columns: { type: 'array', nullable: true, maxItems: 100, items: name } },
} as const;
/** Maximum number of rows in the sheet of a ledger. Further rows are left out. */
const MAX_LINES = 50_000;

const pivotExportBody = {
  type: 'object',
  required: ['datasetKey', 'rows'],
  additionalProperties: false,
  properties: {
    datasetKey,
    params,
    shared: params,
    rows: { type: 'array', maxItems: 5, items: name },
    columns: { type: 'array', nullable: true, maxItems: 5, items: name },
    values: { type: 'array', nullable: true, maxItems: 60, items: name },
    layout: { enum: ['pivot', 'table', null] },
    totals: { type: 'boolean', nullable: true },
    subtotals: { type: 'boolean', nullable: true },
  },
} as const;

type PageBody = { pageNum?: number; pageSize?: number } | null;

/** Refuses with 403 if the person may not export the records of the dataset's form. */
async function requireExportRight(context: ServerContext, request: FastifyRequest, key: string): Promise<void> {
  const { formKey } = sourceOf((await loadDataset(context, context.db, key)).definition);
  const { access } = (await loadForm(context, context.db, formKey)).form.definition;
  await requireRight(context.db, userOf(request), { formKey, access, right: 'export' });
}

/** Number of lines in the preview of a ledger. */
const PREVIEW_LINES = 20;

/**
 * Routes for queries of datasets (figures, the records behind them, ledger lines, exports as spreadsheets), for the
 * parameters and groups of a dataset, and for previews of unpublished datasets with query plans.
 */
export const datasetRoutes: Routes = (app, context) => {
  const base = '/api/system/dataset';
  const tags = ['dataset'];

  app.post<{ Body: { questions: DatasetRequest[] } }>(
    `${base}/run`,
    {
      config: { isReading: true, usesReadWithFacts: true },
      schema: { tags, summary: '统计：一屏的各项一起查询', body: questionsBody },
    },
    readWithFacts(context, async (request: FastifyRequest<{ Body: { questions: DatasetRequest[] } }>, facts) =>
      ok(await askDatasets(context, request, request.body.questions, { facts })),
    ),
  );

  app.post<{ Body: FigureRecordsRequest & { page?: PageBody } }>(
    `${base}/records`,
    { config: { isReading: true }, schema: { tags, summary: '统计数字背后的记录', body: recordsBody } },
    async (request) => ok(await listFigureRecords(context, request, request.body, pageOf(request.body))),
  );

  app.post<{ Body: DatasetRequest }>(
    `${base}/export`,
    { schema: { tags, summary: '导出统计表', body: formOrJson(questionSchema) } },
    async (request, reply) => {
      await requireExportRight(context, request, request.body.datasetKey);
      const [answer] = await askDatasets(context, request, [{ most: MAX_CELLS, ...request.body }]);
      if (!answer || 'error' in answer)
        throw new Refusal('REQUEST_INVALID', { detail: answer?.error.msg ?? '没有结果' });
      const { columns, rows } = sheetOf(answer);
      return sendGenerated(
        reply.header('X-Row-Count', String(rows.length)),
        `${answer.name}.xlsx`,
        XLSX_TYPE,
        xlsxFile(answer.name, columns, rows),
      );
    },
  );

  app.post<{ Body: LinesRequest & { page?: PageBody } }>(
    `${base}/lines`,
    { config: { isReading: true }, schema: { tags, summary: '台账：数据集的行，附全部行的合计', body: linesBody } },
    async (request) => ok(await askLines(context, request, request.body, pageOf(request.body))),
  );

  app.post<{ Body: LinesRequest & { columns?: string[] | null } }>(
    `${base}/exportLines`,
    { schema: { tags, summary: '导出台账', body: formOrJson(linesExportBody) } },
    async (request, reply) => {
      await requireExportRight(context, request, request.body.datasetKey);
      const page = { pageNum: 1, pageSize: MAX_LINES };
      const answer = await askLines(context, request, request.body, page);
      const sheet = sheetOfLines(answer, request.body.columns ?? null);
      if (answer.page.total > MAX_LINES)
        sheet.rows.push([`仅导出前 ${MAX_LINES} 行，共 ${answer.page.total} 行；合计为全部行`]);
      return sendGenerated(
        reply.header('X-Row-Count', String(answer.rows.length)),
        `${answer.name}.xlsx`,
        XLSX_TYPE,
        xlsxFile(answer.name, sheet.columns, sheet.rows),
      );
    },
  );

  app.post<{ Body: PivotRequest }>(
    `${base}/exportPivot`,
    { schema: { tags, summary: '导出透视表、统计表（按所见的行列）', body: formOrJson(pivotExportBody) } },
    async (request, reply) => {
      await requireExportRight(context, request, request.body.datasetKey);
      const { name: title, columns, rows } = await createPivotSheet(context, request, request.body, MAX_CELLS);
      return sendGenerated(
        reply.header('X-Row-Count', String(rows.length)),
        `${title}.xlsx`,
        XLSX_TYPE,
        xlsxFile(title, columns, rows),
      );
    },
  );

  app.get<{ Querystring: { datasetKey: string } }>(
    `${base}/define`,
    {
      schema: {
        tags,
        summary: '数据集的参数、分组与度量',
        querystring: { type: 'object', required: ['datasetKey'], properties: { datasetKey } },
      },
    },
    async (request) => {
      const { definition, version } = await loadDataset(context, context.db, request.query.datasetKey);
      const { params: parameters, groupBy = [] } = definition;
      const user = userOf(request);
      const question = await createQuestion(context, user, { definition, version }, {});
      const values = parameterValues(definition, {}, user, context.vocabulary);
      return ok({
        datasetKey: request.query.datasetKey,
        name: definition.name,
        version,
        params: parameters,
        values,
        groups: groupBy.map(({ key }) => key),
        formKey: sourceOf(definition).formKey,
        heads: groupBy.map((group) => ({
          key: group.key,
          label: groupName(question.shape, group),
          by: group.by ?? null,
        })),
        figures: figuresOf(question, { groups: [], ...requiredFigures(definition, null), sets: [] }),
      });
    },
  );

  /** Returns the first rows of an unpublished ledger, or the reason of a refusal. */
  const previewLines = (request: FastifyRequest, linesRequest: LinesRequest, loaded: LoadedDataset) =>
    askLines(context, request, linesRequest, { pageNum: 1, pageSize: PREVIEW_LINES }, loaded).catch(
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        return { error: { code: error.code, msg: error.message } };
      },
    );

  app.post<{ Body: { datasetKey: string; definition: unknown; params?: Record<string, unknown> | null } }>(
    `${base}/preview`,
    {
      config: { isReading: true },
      schema: {
        tags,
        summary: '试算未发布的数据集，附执行计划',
        body: {
          type: 'object',
          required: ['datasetKey', 'definition'],
          properties: { datasetKey, definition: {}, params },
        },
      },
    },
    async (request) => {
      const user = adminOf(request);
      const { definition: input, datasetKey: key } = request.body;
      const { definition, problems } = await checkDataset(context, context.db, parseContent(input), key);
      if (!definition || problems.some(({ level }) => level === 'error'))
        return ok({ problems, answer: null, lines: null, plan: [] });
      // an unpublished dataset has no version yet
      const unpublishedDataset = { definition, version: 0 };
      const datasetRequest = { datasetKey: key, params: request.body.params ?? null };
      const [answer] = await askDatasets(context, request, [datasetRequest], { preview: unpublishedDataset });
      const question = await createQuestion(context, user, unpublishedDataset, datasetRequest);
      const part: Part = {
        groups: definition.groupBy ?? [],
        ...requiredFigures(definition, null),
        sets: [(definition.groupBy ?? []).map((_group, index) => index)],
      };
      const source = await openRecordsOfPart(context, user, question, part);
      const plannedPart = await markIfManyStoredValues(context, question, source, part);
      const { statement } = compileStatement(question, source, plannedPart, (measure) =>
        precisionOf(question.shape, measure),
      );
      return ok({
        problems,
        answer: answer ?? null,
        lines:
          (definition.details ?? []).length > 0
            ? await previewLines(request, datasetRequest, unpublishedDataset)
            : null,
        plan: await explainStatement(context, statement),
      });
    },
  );
};

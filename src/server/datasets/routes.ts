import { sendMade, xlsx, XLSX_TYPE } from '../archive/index.ts';
import type { FastifyRequest } from 'fastify';
import { lookUp } from '../auth/index.ts';
import type { Routes, ServerContext } from '../context.ts';
import { loadForm } from '../documents/index.ts';
import { ok, pageOf } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { pageBody } from '../http/schemas.ts';
import { formOrJson } from '../http/shapes.ts';
import { adminOf, userOf } from '../http/user.ts';
import { askDatasets } from './ask.ts';
import { figuresOf, questionOf, sourceFor, type Asked } from './question.ts';
import { checkDataset } from './check.ts';
import { statementOf } from './statement/compile.ts';
import { sheetOf, sheetOfLines } from './exportTable.ts';
import { groupName, precisionOf } from './labels.ts';
import { askLines, type AskedLines } from './lines.ts';
import { paramsOf } from './params.ts';
import { pivotSheet, type AskedPivot } from './pivotSheet.ts';
import { withManyStored } from './statement/manyStored.ts';
import { neededOf, type Part } from './plan.ts';
import { givenOf, loadDataset } from './publish.ts';
import { requireRight } from '../rights/index.ts';
import { recordsBehind, type AskedRecords } from './records.ts';
import { explainStatement } from './run.ts';
import { sourceOf } from './shape.ts';

const datasetKey = { type: 'string', minLength: 1, maxLength: 160, pattern: '^[A-Za-z0-9][\\w./-]*$' } as const;
const name = { type: 'string', maxLength: 64 } as const;
const params = { type: 'object', nullable: true, maxProperties: 20 } as const;
/** Cells of a pivot that are answered at most. */
const MOST_CELLS = 20_000;
const question = {
  type: 'object',
  required: ['datasetKey'],
  additionalProperties: false,
  properties: {
    datasetKey,
    params,
    shared: params,
    by: { type: 'array', nullable: true, maxItems: 5, items: name },
    figures: { type: 'array', nullable: true, maxItems: 60, items: name },
    most: { type: 'integer', nullable: true, minimum: 1, maximum: MOST_CELLS },
  },
} as const;
const questions = {
  type: 'object',
  required: ['questions'],
  additionalProperties: false,
  properties: { questions: { type: 'array', minItems: 1, maxItems: 60, items: question } },
} as const;
const behind = {
  type: 'object',
  required: ['datasetKey'],
  additionalProperties: false,
  properties: {
    datasetKey,
    params,
    shared: params,
    keys: {
      type: 'object',
      nullable: true,
      maxProperties: 5,
      additionalProperties: { type: 'string', maxLength: 1000 },
    },
    figure: { ...name, nullable: true },
    page: pageBody,
  },
} as const;

const linesAsked = {
  datasetKey,
  params,
  shared: params,
  by: { type: 'array', nullable: true, maxItems: 5, items: name },
  keyword: { type: 'string', nullable: true, maxLength: 100 },
  sort: {
    type: 'object',
    nullable: true,
    required: ['field'],
    additionalProperties: false,
    properties: { field: name, order: { type: 'string', nullable: true, enum: ['asc', 'desc', null] } },
  },
} as const;
const lines = {
  type: 'object',
  required: ['datasetKey'],
  additionalProperties: false,
  properties: { ...linesAsked, page: pageBody },
} as const;
const linesExport = {
  ...lines,
  properties: { ...linesAsked, columns: { type: 'array', nullable: true, maxItems: 100, items: name } },
} as const;
/** What a sheet of a ledger holds at most; beyond, the first of them in its order. */
const MOST_LINES = 50_000;

const pivotExport = {
  type: 'object',
  required: ['datasetKey', 'rows'],
  additionalProperties: false,
  properties: {
    datasetKey,
    params,
    shared: params,
    rows: { type: 'array', maxItems: 3, items: name },
    columns: { type: 'array', nullable: true, maxItems: 2, items: name },
    values: { type: 'array', nullable: true, maxItems: 10, items: name },
  },
} as const;

type PageBody = { pageNum?: number; pageSize?: number } | null;

/** A sheet of figures needs the same right as a sheet of the records. */
async function mayExport(context: ServerContext, request: FastifyRequest, key: string): Promise<void> {
  const { formKey } = sourceOf((await loadDataset(context, context.db, key)).definition);
  const { access } = (await loadForm(context, context.db, formKey)).form.definition;
  await requireRight(context.db, userOf(request), { formKey, access, right: 'export' });
}

/** Questions over records: figures, the records behind them, sheets; for administrators their plans. */
export const datasetRoutes: Routes = (app, context) => {
  const base = '/api/system/dataset';
  const tags = ['dataset'];

  app.post<{ Body: { questions: Asked[] } }>(
    `${base}/run`,
    {
      config: { isReading: true, isLookUp: true },
      schema: { tags, summary: '统计：一屏的各项一起查询', body: questions },
    },
    lookUp(context, async (request: FastifyRequest<{ Body: { questions: Asked[] } }>, facts) =>
      ok(await askDatasets(context, request, request.body.questions, { facts })),
    ),
  );

  app.post<{ Body: AskedRecords & { page?: PageBody } }>(
    `${base}/records`,
    { config: { isReading: true }, schema: { tags, summary: '统计数字背后的记录', body: behind } },
    async (request) => ok(await recordsBehind(context, request, request.body, pageOf(request.body))),
  );

  app.post<{ Body: Asked }>(
    `${base}/export`,
    { schema: { tags, summary: '导出统计表', body: formOrJson(question) } },
    async (request, reply) => {
      await mayExport(context, request, request.body.datasetKey);
      const [answer] = await askDatasets(context, request, [{ most: MOST_CELLS, ...request.body }]);
      if (!answer || 'error' in answer)
        throw new Refusal('REQUEST_INVALID', { detail: answer?.error.msg ?? '没有结果' });
      const { columns, rows } = sheetOf(answer);
      return sendMade(
        reply.header('X-Row-Count', String(rows.length)),
        `${answer.name}.xlsx`,
        XLSX_TYPE,
        xlsx(answer.name, columns, rows),
      );
    },
  );

  app.post<{ Body: AskedLines & { page?: PageBody } }>(
    `${base}/lines`,
    { config: { isReading: true }, schema: { tags, summary: '台账：数据集的行，附全部行的合计', body: lines } },
    async (request) => ok(await askLines(context, request, request.body, pageOf(request.body))),
  );

  app.post<{ Body: AskedLines & { columns?: string[] | null } }>(
    `${base}/exportLines`,
    { schema: { tags, summary: '导出台账', body: formOrJson(linesExport) } },
    async (request, reply) => {
      await mayExport(context, request, request.body.datasetKey);
      const page = { pageNum: 1, pageSize: MOST_LINES };
      const answer = await askLines(context, request, request.body, page);
      const sheet = sheetOfLines(answer, request.body.columns ?? null);
      if (answer.page.total > MOST_LINES)
        sheet.rows.push([`仅导出前 ${MOST_LINES} 行，共 ${answer.page.total} 行；合计为全部行`]);
      return sendMade(
        reply.header('X-Row-Count', String(answer.rows.length)),
        `${answer.name}.xlsx`,
        XLSX_TYPE,
        xlsx(answer.name, sheet.columns, sheet.rows),
      );
    },
  );

  app.post<{ Body: AskedPivot }>(
    `${base}/exportPivot`,
    { schema: { tags, summary: '导出透视表', body: formOrJson(pivotExport) } },
    async (request, reply) => {
      await mayExport(context, request, request.body.datasetKey);
      const { name: title, columns, rows } = await pivotSheet(context, request, request.body, MOST_CELLS);
      return sendMade(
        reply.header('X-Row-Count', String(rows.length)),
        `${title}.xlsx`,
        XLSX_TYPE,
        xlsx(title, columns, rows),
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
      const { params: fields, groupBy = [] } = definition;
      const user = userOf(request);
      const question = await questionOf(context, user, { definition, version }, {});
      const values = paramsOf(definition, {}, user, context.vocabulary);
      return ok({
        datasetKey: request.query.datasetKey,
        name: definition.name,
        version,
        params: fields,
        values,
        groups: groupBy.map(({ key }) => key),
        formKey: sourceOf(definition).formKey,
        heads: groupBy.map((group) => ({
          key: group.key,
          label: groupName(question.shape, group),
          by: group.by ?? null,
        })),
        figures: figuresOf(question, { groups: [], ...neededOf(definition, null), sets: [] }),
      });
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
      const { definition: given, datasetKey: key } = request.body;
      const { definition, problems } = await checkDataset(context, context.db, givenOf(given), key);
      if (!definition || problems.some(({ level }) => level === 'error'))
        return ok({ problems, answer: null, plan: [] });
      const loaded = { definition, version: 0 };
      const asked = { datasetKey: key, params: request.body.params ?? null };
      const [answer] = await askDatasets(context, request, [asked], { given: loaded });
      const question = await questionOf(context, user, loaded, asked);
      const part: Part = {
        groups: definition.groupBy ?? [],
        ...neededOf(definition, null),
        sets: [(definition.groupBy ?? []).map((_group, index) => index)],
      };
      const source = await sourceFor(context, user, question, part);
      const planned = await withManyStored(context, question, source, part);
      const { statement } = statementOf(question, source, planned, (measure) => precisionOf(question.shape, measure));
      return ok({ problems, answer: answer ?? null, plan: await explainStatement(context, statement) });
    },
  );
};

import { sendMade, xlsx, XLSX_TYPE } from '../archive/index.ts';
import type { Routes } from '../context.ts';
import { loadForm } from '../documents/index.ts';
import { ok, pageOf } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { pageBody } from '../http/schemas.ts';
import { formOrJson } from '../http/shapes.ts';
import { adminOf, userOf } from '../http/user.ts';
import { askDatasets, questionOf, sourceFor, type Asked } from './ask.ts';
import { checkDataset } from './check.ts';
import { statementOf } from './compile.ts';
import { sheetOf } from './exportTable.ts';
import { precisionOf } from './labels.ts';
import { paramsOf } from './params.ts';
import { neededOf, type Part } from './plan.ts';
import { givenOf, loadDataset } from './publish.ts';
import { requireRight } from '../rights/index.ts';
import { recordsBehind, type AskedRecords } from './records.ts';
import { explainStatement } from './run.ts';
import { sourceOf } from './shape.ts';

const datasetKey = { type: 'string', minLength: 1, maxLength: 160, pattern: '^[A-Za-z0-9][\\w./-]*$' } as const;
const name = { type: 'string', maxLength: 64 } as const;
const params = { type: 'object', nullable: true, maxProperties: 20 } as const;
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

type PageBody = { pageNum?: number; pageSize?: number } | null;

/** Questions over records: figures, the records behind them, sheets; for administrators their plans. */
export const datasetRoutes: Routes = (app, context) => {
  const base = '/api/system/dataset';
  const tags = ['dataset'];

  app.post<{ Body: { questions: Asked[] } }>(
    `${base}/run`,
    { config: { isReading: true }, schema: { tags, summary: '统计：一屏的各项一起查询', body: questions } },
    async (request) => ok(await askDatasets(context, request, request.body.questions)),
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
      const { formKey } = sourceOf((await loadDataset(context, context.db, request.body.datasetKey)).definition);
      const { access } = (await loadForm(context, context.db, formKey)).form.definition;
      // a sheet of figures needs the same right as a sheet of the records
      await requireRight(context.db, userOf(request), { formKey, access, right: 'export' });
      const [answer] = await askDatasets(context, request, [request.body]);
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
      const values = paramsOf(definition, {}, userOf(request), context.vocabulary);
      return ok({
        datasetKey: request.query.datasetKey,
        name: definition.name,
        version,
        params: fields,
        values,
        groups: groupBy.map(({ key }) => key),
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
      const [answer] = await askDatasets(context, request, [asked], loaded);
      const question = await questionOf(context, user, loaded, asked);
      const part: Part = {
        groups: definition.groupBy ?? [],
        ...neededOf(definition, null),
        sets: [(definition.groupBy ?? []).map((_group, index) => index)],
      };
      const { statement } = statementOf(question, await sourceFor(context, user, question, part), part, (measure) =>
        precisionOf(question.shape, measure),
      );
      return ok({ problems, answer: answer ?? null, plan: await explainStatement(context, statement) });
    },
  );
};

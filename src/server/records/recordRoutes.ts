import type { FastifyRequest } from 'fastify';
import type { Routes } from '../context.ts';
import { ok, paged, pageOf } from '../http/envelope.ts';
import { readWithFacts } from '../auth/index.ts';
import { rememberAnswer } from '../idempotency/idempotency.ts';
import { id, key, recordListBody, type RecordListBody } from '../http/schemas.ts';
import { refuseWhenFull } from '../store/space.ts';
import { userOf } from '../http/user.ts';
import type { RecordOperation } from '../rights/index.ts';
import { listRecords } from './list/listRecords.ts';
import { checkUnique } from './save/checkUnique.ts';
import { filtersOfRequest } from './list/recordsBehind.ts';
import { answerRecord, answerSaved, getRecord } from './read/answerRecord.ts';
import { restoreRecord, voidRecord } from './save/voidRecord.ts';
import { removeRecord } from './save/removeRecord.ts';
import { saveRecord, type SentRecord } from './save/saveRecord.ts';
import { MAX_RECORD_BYTES } from './save/recordSize.ts';
import { getRevision, historyOf, changesSinceLastAction } from './read/recordHistory.ts';

const rowSchema = {
  type: 'object',
  required: ['id', 'fieldsMap'],
  properties: { id, fieldsMap: { type: 'object' } },
} as const;
/** JSON Schema of a record in a request body. */
export const recordBody = {
  type: 'object',
  required: ['fieldsMap', 'childTables'],
  properties: {
    id: { type: 'string', maxLength: 64, nullable: true },
    revision: { type: 'integer', minimum: 0, nullable: true },
    taskId: { type: 'string', maxLength: 64, nullable: true },
    fieldsMap: { type: 'object' },
    childTables: { type: 'object', additionalProperties: { type: 'array', items: rowSchema } },
  },
} as const;
/** The properties of T, each of which may also be null. */
export type NullableProperties<T> = { [K in keyof T]: T[K] | null };
export type RecordBody = NullableProperties<Pick<SentRecord, 'id' | 'revision'>> &
  Pick<SentRecord, 'fieldsMap' | 'childTables'> & { taskId?: string | null };

/** Returns the record in a request body, without system columns. A record without an id is new. */
export const sentRecordOf = ({ id: recordId, revision, fieldsMap, childTables }: RecordBody): SentRecord => ({
  fieldsMap,
  childTables,
  ...(recordId ? { id: recordId } : {}),
  ...(typeof revision === 'number' ? { revision } : {}),
});

const params = { type: 'object', properties: { formKey: key } } as const;
/** A route with the key of a form in its path. */
interface FormRoute {
  Params: { formKey: string };
}

/** Routes of records (CL-078…083). */
export const recordRoutes: Routes = (app, context) => {
  const { db } = context;
  const base = '/api/system/frmCrud';
  const routeOptions = (summary: string, schema: object, recordOperation: RecordOperation) => ({
    schema: { tags: ['frmCrud'], summary, params, ...schema },
    config: { recordOperation },
  });
  const largeBodyOptions = (summary: string, schema: object, recordOperation: RecordOperation) => ({
    ...routeOptions(summary, schema, recordOperation),
    bodyLimit: MAX_RECORD_BYTES,
  });

  app.post<FormRoute & { Body: RecordBody }>(
    `${base}/saveOrUpdate/:formKey`,
    largeBodyOptions('保存', { body: recordBody }, 'save'),
    async (request) => {
      const user = userOf(request);
      const sent = { ...sentRecordOf(request.body), ...(request.body.taskId ? { taskId: request.body.taskId } : {}) };
      await refuseWhenFull(context);
      return db.transaction().execute(async (trx) => {
        const saved = await saveRecord(context, trx, user, request.params.formKey, sent);
        const answer = ok(await answerSaved(context, trx, saved, sent.taskId), '保存成功');
        await rememberAnswer(trx, request, answer);
        return answer;
      });
    },
  );

  for (const { call, isWholeUnit, summary } of [
    { call: 'list', isWholeUnit: false, summary: '列表' },
    { call: 'listNoAuth', isWholeUnit: true, summary: '本单位列表' },
  ]) {
    app.post<FormRoute & { Body: RecordListBody | null }>(
      `${base}/${call}/:formKey`,
      {
        ...routeOptions(summary, { body: recordListBody }, 'list'),
        config: { usesReadWithFacts: true, recordOperation: 'list' },
      },
      readWithFacts(context, async (request: FastifyRequest<FormRoute & { Body: RecordListBody | null }>, facts) => {
        const page = pageOf(request.body);
        const data = request.body?.data;
        const { rows, total, isEstimate } = await listRecords(
          context,
          db,
          userOf(request),
          request.params.formKey,
          {
            page,
            isWholeUnit,
            keyword: data?.keyword ?? '',
            ...(data?.sort ? { sort: data.sort } : {}),
            ...(await filtersOfRequest(context, userOf(request), request.params.formKey, data)),
            paths: data?.paths ?? [],
          },
          facts,
        );
        return paged(rows, page, total, isEstimate);
      }),
    );
  }

  const recordIdQuery = {
    type: 'object',
    required: ['id'],
    properties: { id, taskId: { type: 'string', maxLength: 64 } },
  } as const;
  app.get<FormRoute & { Querystring: { id: string; taskId?: string } }>(
    `${base}/getById/:formKey`,
    {
      ...routeOptions('取一条', { querystring: recordIdQuery }, 'detail'),
      config: { usesReadWithFacts: true, recordOperation: 'detail' },
    },
    readWithFacts(
      context,
      async (request: FastifyRequest<FormRoute & { Querystring: { id: string; taskId?: string } }>, facts) =>
        ok(await getRecord(context, db, userOf(request), { formKey: request.params.formKey, ...request.query }, facts)),
    ),
  );

  const uniqueBody = {
    type: 'object',
    required: ['field'],
    properties: { field: { type: 'string', maxLength: 64 }, value: {}, id: { type: 'string', maxLength: 64 } },
  } as const;
  app.post<FormRoute & { Body: { field: string; value?: unknown; id?: string } }>(
    `${base}/checkUnique/:formKey`,
    routeOptions('检查是否重复', { body: uniqueBody }, 'unique'),
    async (request) =>
      ok({ isFree: await checkUnique(context, db, userOf(request), request.params.formKey, request.body) }),
  );

  const historyQuery = {
    type: 'object',
    required: ['id'],
    properties: {
      id,
      pageNum: { type: 'integer', minimum: 1 },
      pageSize: { type: 'integer', minimum: 1, maximum: 100 },
    },
  } as const;
  app.get<FormRoute & { Querystring: { id: string } }>(
    `${base}/changes/:formKey`,
    routeOptions('办理前的修改', { querystring: historyQuery }, 'history'),
    async (request) =>
      ok(
        await changesSinceLastAction(context, db, userOf(request), {
          formKey: request.params.formKey,
          id: request.query.id,
        }),
      ),
  );
  app.get<FormRoute & { Querystring: { id: string; pageNum?: number; pageSize?: number } }>(
    `${base}/history/:formKey`,
    routeOptions('修改记录', { querystring: historyQuery }, 'history'),
    async (request) => {
      const page = pageOf({ page: request.query });
      const { rows, total } = await historyOf(
        context,
        db,
        userOf(request),
        { formKey: request.params.formKey, id: request.query.id },
        page,
      );
      return paged(rows, page, total);
    },
  );

  const revisionQuery = {
    type: 'object',
    required: ['id', 'revision'],
    properties: { id, revision: { type: 'integer', minimum: 1 } },
  } as const;
  app.get<FormRoute & { Querystring: { id: string; revision: number } }>(
    `${base}/getRevision/:formKey`,
    routeOptions('取一条的历史版本', { querystring: revisionQuery }, 'history'),
    async (request) =>
      ok(await getRevision(context, db, userOf(request), { formKey: request.params.formKey, ...request.query })),
  );

  const voidOrRestoreBody = {
    type: 'object',
    required: ['id'],
    properties: { id, reason: { type: 'string', maxLength: 500, nullable: true } },
  } as const;
  for (const { call, change, summary, message } of [
    { call: 'void', change: voidRecord, summary: '作废', message: '已作废' },
    { call: 'restore', change: restoreRecord, summary: '恢复', message: '已恢复' },
  ]) {
    app.post<FormRoute & { Body: { id: string; reason?: string | null } }>(
      `${base}/${call}/:formKey`,
      routeOptions(summary, { body: voidOrRestoreBody }, 'act'),
      async (request) => {
        const user = userOf(request);
        const { id: recordId, reason } = request.body;
        return db.transaction().execute(async (trx) => {
          const row = await change(context, trx, user, request.params.formKey, { id: recordId, reason: reason ?? '' });
          const answer = ok(await answerRecord(context, trx, user, row), message);
          await rememberAnswer(trx, request, answer);
          return answer;
        });
      },
    );
  }

  app.get<FormRoute & { Querystring: { id: string } }>(
    `${base}/delById/:formKey`,
    routeOptions('删除草稿', { querystring: recordIdQuery }, 'delete'),
    async (request) => {
      await db
        .transaction()
        .execute((trx) => removeRecord(context, trx, userOf(request), request.params.formKey, request.query.id));
      return ok(null, '删除成功');
    },
  );
};

import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql, type SqlBool } from 'kysely';
import type { Routes } from '../context.ts';
import { docxFile, DOCX_TYPE, sendGenerated } from '../archive/index.ts';
import { loadForm } from '../documents/index.ts';
import { ok, paged } from '../http/envelope.ts';
import { rememberAnswer } from '../idempotency/idempotency.ts';
import { formOrJson } from '../http/validators.ts';
import { userOf } from '../http/user.ts';
import {
  exportFlatRecords,
  flatRecordOf,
  listFlatRecords,
  type FlatListBody,
  type FlatListQuery,
  saveFlatRecord,
  type FlatBody,
  byId,
  flatBody,
  idsBody,
  flatListBody,
} from '../flatRecords/index.ts';
import { getRecord, findLedDepartments, removeRecord } from '../records/index.ts';
import type { Trx } from '../store/transaction.ts';
import { PERSONNEL_ARCHIVES } from './forms.ts';
import { saveArchiveFromQrPage } from './personal.ts';
import { dateInDays, reminderCondition, reminderRow, REMINDERS } from './reminders.ts';
import { recordDocParts } from './recordDocParts.ts';
import { processInOrderOfIds } from '../store/processInOrderOfIds.ts';

const sequenceChange = {
  type: 'object',
  required: ['id', 'sn'],
  properties: { id: byId.properties.id, sn: { type: 'integer', minimum: 0, maximum: 999_999 } },
} as const;
const sequenceBody = {
  anyOf: [sequenceChange, { type: 'array', minItems: 1, maxItems: 500, items: sequenceChange }],
} as const;

interface ListCall {
  Body: FlatListBody | null;
}
interface ByIdCall {
  Querystring: { id: string };
}
type SequenceChange = { id: string; sn: number };

const BY_EMPLOYEE_NUMBER = { field: 'employeeNo', order: 'asc' } as const;

/**
 * Routes of personnel archives (CL-063…066, CL-070, CL-071): records of the form `userFiles`, under the rights of that
 * form.
 */
export const archiveRoutes: Routes = (app, context) => {
  const { db } = context;
  const tags = ['hr'];
  const base = '/api/system/hr/userArchives';
  const addListRoute = (
    call: string,
    summary: string,
    queryOf: (request: FastifyRequest<ListCall>) => Promise<Partial<FlatListQuery>> | Partial<FlatListQuery>,
  ): void => {
    app.post<ListCall>(`${base}/${call}`, { schema: { tags, summary, body: flatListBody } }, async (request) => {
      const { rows, page, total } = await listFlatRecords(context, userOf(request), {
        formKey: PERSONNEL_ARCHIVES,
        body: request.body,
        sort: BY_EMPLOYEE_NUMBER,
        ...(await queryOf(request)),
      });
      return paged(rows, page, total);
    });
  };
  addListRoute('list', '人事档案列表', () => ({}));
  addListRoute('onboardingArchives', '试用人员档案', () => ({
    conditions: [{ field: 'staffState', op: 'eq', value: '试用' }],
  }));
  addListRoute('getSubordinateList', '所辖部门的人员', async (request) => {
    const ledDeptIds = await findLedDepartments(db, userOf(request));
    // SQL, because a condition takes only a limited number of values
    return {
      fieldCondition: {
        names: ['deptId'],
        sql: (column) => sql<SqlBool>`${column('deptId').value} = any(${ledDeptIds}::text[])`,
      },
    };
  });

  for (const reminder of REMINDERS) {
    app.post<ListCall>(
      `${base}/${reminder.call}`,
      { schema: { tags, summary: reminder.summary, body: flatListBody } },
      async (request) => {
        const { days } = request.body?.data ?? {};
        const lastDay = dateInDays(days ?? reminder.days);
        const { rows, page, total } = await listFlatRecords(context, userOf(request), {
          formKey: PERSONNEL_ARCHIVES,
          body: request.body,
          sort: reminder.field ? { field: reminder.field, order: 'asc' } : BY_EMPLOYEE_NUMBER,
          fieldCondition: reminderCondition(reminder, lastDay),
          includesTables: true,
          isReminder: true,
          maxPageSize: 200,
        });
        return paged(
          rows.map((row) => reminderRow(reminder, row, lastDay)),
          page,
          total,
        );
      },
    );
  }

  app.post<ListCall>(
    `${base}/exportArchives`,
    { schema: { tags, summary: '导出人事档案', body: formOrJson(flatListBody) } },
    (request, reply) =>
      exportFlatRecords(context, userOf(request), reply, {
        formKey: PERSONNEL_ARCHIVES,
        body: request.body,
        sort: BY_EMPLOYEE_NUMBER,
        fileName: '人事档案',
      }),
  );

  app.get<ByIdCall>(
    `${base}/getById`,
    { schema: { tags, summary: '一份人事档案', querystring: byId } },
    async (request) =>
      ok(
        flatRecordOf(
          await getRecord(context, db, userOf(request), { formKey: PERSONNEL_ARCHIVES, id: request.query.id }),
        ),
      ),
  );
  app.get<ByIdCall>(
    `${base}/exportArchivesWord`,
    { schema: { tags, summary: '导出人事档案（Word）', querystring: byId } },
    async (request, reply: FastifyReply) => {
      const record = await getRecord(context, db, userOf(request), {
        formKey: PERSONNEL_ARCHIVES,
        id: request.query.id,
      });
      const { form } = await loadForm(context, db, PERSONNEL_ARCHIVES, record.version);
      return sendGenerated(
        reply,
        `人事档案-${record.title ?? ''}.docx`,
        DOCX_TYPE,
        docxFile('人事档案', recordDocParts(form, record, context.vocabulary)),
      );
    },
  );

  const addSaveRoute = (
    call: string,
    summary: string,
    work: (trx: Trx, request: FastifyRequest<{ Body: FlatBody }>) => Promise<unknown>,
  ): void => {
    app.post<{ Body: FlatBody }>(`${base}/${call}`, { schema: { tags, summary, body: flatBody } }, async (request) =>
      db.transaction().execute(async (trx) => {
        const answer = ok(await work(trx, request), '已保存');
        await rememberAnswer(trx, request, answer);
        return answer;
      }),
    );
  };
  addSaveRoute('saveOrUpdate', '保存人事档案', (trx, request) =>
    saveFlatRecord(context, trx, userOf(request), { formKey: PERSONNEL_ARCHIVES, body: request.body }),
  );
  addSaveRoute('qrSaveOrUpdate', '本人更新人事档案', (trx, request) =>
    saveArchiveFromQrPage(context, trx, userOf(request), request.body),
  );

  app.post<{ Body: SequenceChange | SequenceChange[] }>(
    `${base}/updateSn`,
    { schema: { tags, summary: '调整人事档案的顺序', body: sequenceBody } },
    async (request) => {
      const user = userOf(request);
      await db
        .transaction()
        .execute((trx) =>
          processInOrderOfIds([request.body].flat(), ({ id, sn }) =>
            saveFlatRecord(context, trx, user, { formKey: PERSONNEL_ARCHIVES, body: { id, sn } }),
          ),
        );
      return ok(null, '已保存');
    },
  );

  const removeRecords = async (request: FastifyRequest, ids: readonly string[]) => {
    const user = userOf(request);
    const deletions = [...new Set(ids)].map((id) => ({ id }));
    await db
      .transaction()
      .execute((trx) =>
        processInOrderOfIds(deletions, ({ id }) => removeRecord(context, trx, user, PERSONNEL_ARCHIVES, id)),
      );
    return ok(null, '已删除');
  };
  app.post<{ Body: { ids: string[] } }>(
    `${base}/delUserArchives`,
    { schema: { tags, summary: '删除多份人事档案', body: idsBody } },
    (request) => removeRecords(request, request.body.ids),
  );
  app.get<ByIdCall>(
    `${base}/removeById`,
    { schema: { tags, summary: '删除一份人事档案', querystring: byId } },
    (request) => removeRecords(request, [request.query.id]),
  );
};

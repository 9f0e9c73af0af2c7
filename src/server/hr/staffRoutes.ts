import type { Routes } from '../context.ts';
import { sendGenerated, zip } from '../archive/index.ts';
import { fileStoreOf } from '../files/index.ts';
import { ok, paged } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { formOrJson } from '../http/validators.ts';
import { userOf } from '../http/user.ts';
import { withUploadedTable } from '../imports/index.ts';
import { exportFlatRecords, listFlatRecords, type FlatListBody, idsBody, flatListBody } from '../flatRecords/index.ts';
import { listContractSheets, importContracts } from './contracts.ts';
import { STAFF_CHANGES, ONBOARDING_RECORDS } from './forms.ts';
import { mayModifyOwnArchive, requireEditAll, setPersonalModify } from './personal.ts';
import { listQualificationFiles } from './qualifications.ts';

const MAX_FILE_BYTES = 20 * 1024 * 1024;
const flagParams = { type: 'object', properties: { flag: { enum: ['0', '1'] } } } as const;
const userQuery = {
  type: 'object',
  required: ['userId'],
  properties: { userId: { type: 'string', minLength: 1, maxLength: 64 } },
} as const;

interface ListCall {
  Body: FlatListBody | null;
}

/** Routes of human resources apart from the archives themselves (CL-068, CL-069, CL-072…075). */
export const staffRoutes: Routes = (app, context) => {
  const tags = ['hr'];
  const { db } = context;
  const archivesBase = '/api/system/hr/userArchives';
  const store = fileStoreOf(context.settings);

  app.post<{ Body: { ids: string[] } }>(
    `${archivesBase}/downloadUserQualification`,
    { schema: { tags, summary: '下载资格证书', body: formOrJson(idsBody) } },
    async (request, reply) =>
      sendGenerated(
        reply,
        '资格证书.zip',
        'application/zip',
        zip(await listQualificationFiles(context, userOf(request), store, request.body.ids)),
      ),
  );

  app.post(
    `${archivesBase}/import/updateContract`,
    { schema: { tags, summary: '导入合同信息', consumes: ['multipart/form-data'] } },
    async (request) => {
      const user = userOf(request);
      await requireEditAll(context, db, user);
      return withUploadedTable(context, request, MAX_FILE_BYTES, async ({ file }) => {
        if (!file) throw new Refusal('REQUEST_INVALID', { detail: '没有文件' });
        // parse the file first: a transaction must not wait for it
        const sheets = await listContractSheets(file);
        const { count, notes } = await db
          .transaction()
          .execute((trx) => importContracts(context, trx, user, { name: file.name, sheets }));
        return ok({ count }, [`已更新 ${count} 份合同信息`, ...notes].join('；'));
      });
    },
  );

  app.get<{ Params: { flag: '0' | '1' } }>(
    `${archivesBase}/setPersonalModify/:flag`,
    { schema: { tags, summary: '开放或关闭本人修改档案', params: flagParams } },
    async (request) => {
      await db
        .transaction()
        .execute((trx) => setPersonalModify(context, trx, userOf(request), request.params.flag === '1'));
      return ok(request.params.flag, request.params.flag === '1' ? '已开放' : '已关闭');
    },
  );
  app.get(`${archivesBase}/getPersonalModify`, { schema: { tags, summary: '本人能否修改档案' } }, async (request) =>
    ok((await mayModifyOwnArchive(db, userOf(request))) ? '1' : '0'),
  );

  app.get<{ Querystring: { userId: string } }>(
    '/api/system/hr/staffChangeDetail/getByUserId',
    { schema: { tags, summary: '某人的异动记录', querystring: userQuery } },
    async (request) => {
      const { rows } = await listFlatRecords(context, userOf(request), {
        formKey: STAFF_CHANGES,
        body: { page: { pageNum: 1, pageSize: 500 } },
        conditions: [{ field: 'userId', op: 'eq', value: request.query.userId }],
        sort: { field: 'changeDate', order: 'desc' },
      });
      return ok(rows);
    },
  );

  const onboardingList = { formKey: ONBOARDING_RECORDS, sort: { field: 'entryDate', order: 'desc' } } as const;
  app.post<ListCall>(
    '/api/system/hr/staffOnboardingDetail/stdBookList',
    { schema: { tags, summary: '入职台账', body: flatListBody } },
    async (request) => {
      const { rows, page, total } = await listFlatRecords(context, userOf(request), {
        ...onboardingList,
        body: request.body,
      });
      return paged(rows, page, total);
    },
  );
  app.post<ListCall>(
    '/api/system/hr/staffOnboardingDetail/exportOnboardingDetail',
    { schema: { tags, summary: '导出入职台账', body: formOrJson(flatListBody) } },
    (request, reply) =>
      exportFlatRecords(context, userOf(request), reply, {
        ...onboardingList,
        body: request.body,
        fileName: '入职台账',
      }),
  );
};

import type { Routes } from '../context.ts';
import { sendGenerated, xlsxFile, XLSX_TYPE } from '../archive/index.ts';
import { loadForm } from '../documents/index.ts';
import { ok, paged } from '../http/envelope.ts';
import { rememberAnswer } from '../idempotency/idempotency.ts';
import { formOrJson } from '../http/validators.ts';
import { userOf } from '../http/user.ts';
import {
  listFlatRecords,
  type FlatListBody,
  saveFlatRecord,
  type FlatBody,
  flatBody,
  flatListBody,
} from '../flatRecords/index.ts';
import { sheetColumns, sheetRow, shownFields } from '../records/index.ts';
import { findAuthorisedStaffRecords } from './authorisations.ts';
import { AUTHORISATIONS } from './forms.ts';
import { processInOrderOfIds } from '../store/processInOrderOfIds.ts';

const EXPORT_PAGE_SIZE = 200;

interface ListCall {
  Body: FlatListBody | null;
}

/**
 * Routes of authorisations, which say what work a person may do (records of the form `abilityConfirm`), and of the
 * staff records of the authorised people (CL-067, CL-076).
 */
export const hrAuthorisationRoutes: Routes = (app, context) => {
  const tags = ['hr'];
  const archivesBase = '/api/system/hr/userArchives';
  app.post<ListCall>(
    `${archivesBase}/getUserAuthArchiveslist`,
    { schema: { tags, summary: '人员授权档案', body: flatListBody } },
    async (request) => {
      const { rows, page, total } = await findAuthorisedStaffRecords(context, userOf(request), request.body);
      return paged(rows, page, total);
    },
  );
  app.post<ListCall>(
    `${archivesBase}/exportUserAuthArchiveslist`,
    { schema: { tags, summary: '导出人员授权档案', body: formOrJson(flatListBody) } },
    async (request, reply) => {
      const user = userOf(request);
      const { form } = await loadForm(context, context.db, AUTHORISATIONS);
      const fields = shownFields(form);
      const firstPage = await findAuthorisedStaffRecords(context, user, {
        ...request.body,
        page: { pageNum: 1, pageSize: EXPORT_PAGE_SIZE },
      });
      const rows = async function* () {
        let archivesPage = firstPage;
        for (let pageNum = 1; ; pageNum += 1) {
          if (pageNum > 1)
            archivesPage = await findAuthorisedStaffRecords(context, user, {
              ...request.body,
              page: { pageNum, pageSize: EXPORT_PAGE_SIZE },
            });
          for (const archive of archivesPage.rows)
            for (const auth of archive.auths)
              yield [String(archive.employeeNo ?? ''), String(archive.titleLevel ?? ''), ...sheetRow(fields, auth)];
          if (archivesPage.rows.length === 0 || pageNum * EXPORT_PAGE_SIZE >= archivesPage.total) return;
        }
      };
      return sendGenerated(
        reply,
        '人员授权档案.xlsx',
        XLSX_TYPE,
        xlsxFile('人员授权档案', [{ title: '工号' }, { title: '职称' }, ...sheetColumns(fields)], rows()),
      );
    },
  );

  app.post<ListCall>(
    '/api/system/hr/userAuth/queryUserAuthList',
    { schema: { tags, summary: '授权列表', body: flatListBody } },
    async (request) => {
      const { rows, page, total } = await listFlatRecords(context, userOf(request), {
        formKey: AUTHORISATIONS,
        body: request.body,
        sort: { field: 'validTo', order: 'asc' },
      });
      return paged(rows, page, total);
    },
  );
  // accepts one authorisation or a list
  app.post<{ Body: FlatBody | FlatBody[] }>(
    '/api/system/hr/userAuth/saveUserAuth',
    {
      schema: {
        tags,
        summary: '保存授权',
        body: { anyOf: [flatBody, { type: 'array', minItems: 1, maxItems: 200, items: flatBody }] },
      },
    },
    async (request) => {
      const user = userOf(request);
      return context.db.transaction().execute(async (trx) => {
        const savedRecords = await processInOrderOfIds([request.body].flat(), (body) =>
          saveFlatRecord(context, trx, user, { formKey: AUTHORISATIONS, body }),
        );
        const answer = ok(Array.isArray(request.body) ? savedRecords : savedRecords[0], '已保存');
        await rememberAnswer(trx, request, answer);
        return answer;
      });
    },
  );
};

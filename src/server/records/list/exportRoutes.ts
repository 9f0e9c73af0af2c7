import { sendGenerated, xlsxFile, XLSX_TYPE, type SheetCell } from '../../archive/index.ts';
import type { Routes } from '../../context.ts';
import { key, recordListBody, type RecordListBody } from '../../http/schemas.ts';
import { formOrJson } from '../../http/validators.ts';
import { userOf } from '../../http/user.ts';
import { sheetColumns, sheetRow, shownFields } from '../read/fieldTexts.ts';
import { eachRecord } from './listRecords.ts';
import { pathSheetColumns } from './pathSheet.ts';
import { filtersOfRequest } from './recordsBehind.ts';

/** Maximum number of records in one workbook; the further records of a longer list are not exported. */
const MAX_ROWS = 100_000;

const STATE_TEXTS: Readonly<Record<string, string>> = {
  '0': '草稿',
  '1': '审批中',
  '2': '已退回',
  '3': '已办结',
  '4': '已作废',
};
const STATE_COLUMN = { title: '状态' };
const SYSTEM_SHEET_COLUMNS = [{ title: '创建人' }, { title: '创建时间', width: 20 }];

/**
 * Exports a list as a workbook: the records that meet its conditions, in its order, as this person may see them. Rows
 * are streamed while the records are read.
 */
export const exportRoutes: Routes = (app, context) => {
  const body = {
    ...recordListBody,
    // true: the records that the route `listNoAuth` returns; else those of `list`
    properties: { ...recordListBody.properties, isWholeUnit: { type: 'boolean' } },
  } as const;
  const params = { type: 'object', properties: { formKey: key } } as const;
  app.post<{ Params: { formKey: string }; Body: (RecordListBody & { isWholeUnit?: boolean }) | null }>(
    '/api/system/frmCrud/exportRows/:formKey',
    {
      config: { recordOperation: 'export' },
      schema: { tags: ['frmCrud'], summary: '导出列表', params, body: formOrJson(body) },
    },
    async (request, reply) => {
      const data = request.body?.data;
      const paths = data?.paths ?? [];
      const { form, count, records } = await eachRecord(
        context,
        context.db,
        userOf(request),
        request.params.formKey,
        {
          isWholeUnit: request.body?.isWholeUnit === true,
          keyword: data?.keyword ?? '',
          ...(data?.sort ? { sort: data.sort } : {}),
          ...(await filtersOfRequest(context, userOf(request), request.params.formKey, data)),
          paths,
        },
        MAX_ROWS,
      );
      const hidden = userOf(request).fieldRules[request.params.formKey]?.hidden ?? [];
      const fields = shownFields(form).filter((field) => !hidden.includes(field.key));
      // without an approval every record that is not voided has the state 0 (draft), so the column is left out
      const hasFlow = Boolean(form.definition.flowKey);
      const pathColumns = await pathSheetColumns(context, context.db, form.definition, paths);
      const rows = async function* (): AsyncGenerator<SheetCell[]> {
        for await (const { fieldsMap, flwState, createByName, createTime, related } of records)
          yield [
            ...sheetRow(fields, fieldsMap),
            ...pathColumns.map(({ cell }) => cell(related ?? {})),
            ...(hasFlow ? [STATE_TEXTS[flwState ?? ''] ?? ''] : []),
            createByName ?? '',
            createTime ?? '',
          ];
      };
      const name = form.definition.formName;
      // the number of records is known before the first row is read, so it can be sent as a header
      return sendGenerated(
        reply.header('X-Row-Count', String(count)),
        `${name}.xlsx`,
        XLSX_TYPE,
        xlsxFile(
          name,
          [...sheetColumns(fields), ...pathColumns, ...(hasFlow ? [STATE_COLUMN] : []), ...SYSTEM_SHEET_COLUMNS],
          rows(),
        ),
      );
    },
  );
};

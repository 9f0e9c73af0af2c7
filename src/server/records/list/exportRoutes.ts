import { sendGenerated, xlsxFile, XLSX_TYPE, type SheetCell } from '../../archive/index.ts';
import type { Routes } from '../../context.ts';
import { key, recordListBody, type RecordListBody } from '../../http/schemas.ts';
import { formOrJson } from '../../http/validators.ts';
import { userOf } from '../../http/user.ts';
import { exportColumns, relationPathsToExport, type ChosenColumn } from './exportColumns.ts';
import { streamRecords } from './listRecords.ts';
import { filtersOfRequest } from './recordsBehind.ts';

/** Maximum number of records in one workbook; further records of the list are not exported. */
const MAX_ROWS = 100_000;

const chosenColumnsSchema = {
  type: 'array',
  maxItems: 300,
  nullable: true,
  items: {
    type: 'object',
    required: ['field'],
    properties: { field: { type: 'string', maxLength: 200 }, title: { type: 'string', maxLength: 200 } },
  },
} as const;

interface ExportBody extends RecordListBody {
  isWholeUnit?: boolean;
  columns?: ChosenColumn[] | null;
}

/**
 * Registers the route that exports a list as a workbook: the records that match its conditions, in its order, with the
 * values and columns that this person may see. Rows are streamed while the records are read.
 */
export const exportRoutes: Routes = (app, context) => {
  const body = {
    ...recordListBody,
    // isWholeUnit: true to export the records that the route `listNoAuth` returns, otherwise those of `list`
    // columns: the columns that the list shows, in this order; if absent, all fields of the form
    properties: { ...recordListBody.properties, isWholeUnit: { type: 'boolean' }, columns: chosenColumnsSchema },
  } as const;
  const params = { type: 'object', properties: { formKey: key } } as const;
  app.post<{ Params: { formKey: string }; Body: ExportBody | null }>(
    '/api/system/frmCrud/exportRows/:formKey',
    {
      config: { recordOperation: 'export' },
      schema: { tags: ['frmCrud'], summary: '导出列表', params, body: formOrJson(body) },
    },
    async (request, reply) => {
      const data = request.body?.data;
      const chosen = request.body?.columns ?? undefined;
      const relationPaths = relationPathsToExport(chosen, data?.paths ?? []);
      const { form, count, records } = await streamRecords(
        context,
        context.db,
        userOf(request),
        request.params.formKey,
        {
          isWholeUnit: request.body?.isWholeUnit === true,
          keyword: data?.keyword ?? '',
          ...(data?.sort ? { sort: data.sort } : {}),
          ...(await filtersOfRequest(context, userOf(request), request.params.formKey, data)),
          paths: relationPaths,
        },
        MAX_ROWS,
      );
      const hiddenKeys = userOf(request).fieldRules[request.params.formKey]?.hidden ?? [];
      const columns = await exportColumns(context, context.db, form, {
        ...(chosen ? { chosen } : {}),
        paths: relationPaths,
        hiddenKeys,
      });
      const rows = async function* (): AsyncGenerator<SheetCell[]> {
        for await (const record of records) yield columns.map(({ cell }) => cell(record));
      };
      const name = form.definition.formName;
      // the number of records is known before the first row is read, so it can be sent as a header
      return sendGenerated(
        reply.header('X-Row-Count', String(count)),
        `${name}.xlsx`,
        XLSX_TYPE,
        xlsxFile(
          name,
          columns.map(({ cell: _cell, ...column }) => column),
          rows(),
        ),
      );
    },
  );
};

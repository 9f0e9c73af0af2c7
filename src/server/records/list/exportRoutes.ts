import { sendGenerated, xlsxFile, XLSX_TYPE, type SheetCell } from '../../archive/index.ts';
import type { Routes } from '../../context.ts';
import { key, recordListBody, type RecordListBody } from '../../http/schemas.ts';
import { formOrJson } from '../../http/validators.ts';
import { userOf } from '../../http/user.ts';
import { exportColumns, exportedPaths, type ChosenColumn } from './exportColumns.ts';
import { eachRecord } from './listRecords.ts';
import { fieldValuesIn, conditionsIn } from './requestFilters.ts';

/** Maximum number of records in one workbook; the further records of a longer list are not exported. */
const MAX_ROWS = 100_000;

const chosenColumns = {
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
 * Exports a list as a workbook: the records that meet its conditions, in its order, as this person may see them, with
 * the columns that they see. Rows are streamed while the records are read.
 */
export const exportRoutes: Routes = (app, context) => {
  const body = {
    ...recordListBody,
    // true: the records that the route `listNoAuth` returns; else those of `list`
    // columns: those that the list shows, in their order; absent: all fields of the form
    properties: { ...recordListBody.properties, isWholeUnit: { type: 'boolean' }, columns: chosenColumns },
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
      const paths = exportedPaths(chosen, data?.paths ?? []);
      const { form, count, records } = await eachRecord(
        context,
        context.db,
        userOf(request),
        request.params.formKey,
        {
          isWholeUnit: request.body?.isWholeUnit === true,
          keyword: data?.keyword ?? '',
          ...(data?.sort ? { sort: data.sort } : {}),
          conditions: conditionsIn(data),
          fieldValues: fieldValuesIn(data),
          paths,
        },
        MAX_ROWS,
      );
      const hidden = userOf(request).fieldRules[request.params.formKey]?.hidden ?? [];
      const columns = await exportColumns(context, context.db, form, { ...(chosen ? { chosen } : {}), paths, hidden });
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

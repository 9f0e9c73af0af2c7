import { sendMade, xlsx, XLSX_TYPE, type SheetCell } from '../../archive/index.ts';
import type { Routes } from '../../context.ts';
import { key, recordListBody, type RecordListBody } from '../../http/schemas.ts';
import { formOrJson } from '../../http/shapes.ts';
import { userOf } from '../../http/user.ts';
import { sheetColumns, sheetRow, shownFields } from '../read/fieldTexts.ts';
import { eachRecord } from './listRecords.ts';
import { pathColumnsOfSheet } from './pathSheet.ts';
import { namedIn, writtenConditions } from './namedConditions.ts';

/** What a spreadsheet can be worked with. Beyond, the first of them in the list's order. */
const MOST_ROWS = 100_000;

const STATES: Readonly<Record<string, string>> = {
  '0': '草稿',
  '1': '审批中',
  '2': '已退回',
  '3': '已办结',
  '4': '已作废',
};
const STATE = { title: '状态' };
const SYSTEM = [{ title: '创建人' }, { title: '创建时间', width: 20 }];

/** A list as a workbook: the records under its conditions, in its order, as this person may see them; written while it is read. */
export const exportRoutes: Routes = (app, context) => {
  const params = { type: 'object', properties: { formKey: key } } as const;
  app.post<{ Params: { formKey: string }; Body: RecordListBody | null }>(
    '/api/system/frmCrud/exportRows/:formKey',
    {
      config: { way: 'export' },
      schema: { tags: ['frmCrud'], summary: '导出列表', params, body: formOrJson(recordListBody) },
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
          isWholeUnit: false,
          keyword: data?.keyword ?? '',
          ...(data?.sort ? { sort: data.sort } : {}),
          conditions: writtenConditions(data),
          named: namedIn(data),
          paths,
        },
        MOST_ROWS,
      );
      const closed = userOf(request).fieldRules[request.params.formKey]?.hidden ?? [];
      const fields = shownFields(form).filter((field) => !closed.includes(field.key));
      // without an approval every record is a draft to the end
      const hasFlow = Boolean(form.definition.flowKey);
      const along = await pathColumnsOfSheet(context, context.db, form.definition, paths);
      const rows = async function* (): AsyncGenerator<SheetCell[]> {
        for await (const { fieldsMap, flwState, createByName, createTime, related } of records)
          yield [
            ...sheetRow(fields, fieldsMap),
            ...along.map(({ cell }) => cell(related ?? {})),
            ...(hasFlow ? [STATES[flwState ?? ''] ?? ''] : []),
            createByName ?? '',
            createTime ?? '',
          ];
      };
      const name = form.definition.formName;
      // how many come is known before the first of them
      return sendMade(
        reply.header('X-Row-Count', String(count)),
        `${name}.xlsx`,
        XLSX_TYPE,
        xlsx(name, [...sheetColumns(fields), ...along, ...(hasFlow ? [STATE] : []), ...SYSTEM], rows()),
      );
    },
  );
};

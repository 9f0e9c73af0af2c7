import type { FastifyReply } from 'fastify';
import { sendGenerated, xlsxFile, XLSX_TYPE } from '../archive/index.ts';
import type { ServerContext } from '../context.ts';
import { loadForm } from '../documents/index.ts';
import type { RequestUser } from '../http/user.ts';
import { allFlatRecords, listFlatRecords, type FlatListQuery } from './list.ts';
import { sheetColumns, sheetRow, shownFields } from '../records/index.ts';

const MAX_EXPORTED_ROWS = 100_000;

/**
 * Sends all records that match the query, as a workbook (at most MAX_EXPORTED_ROWS rows). The rows are written while
 * they are read.
 */
export async function exportFlatRecords(
  context: ServerContext,
  user: RequestUser,
  reply: FastifyReply,
  query: FlatListQuery & { fileName: string },
): Promise<FastifyReply> {
  const { form } = await loadForm(context, context.db, query.formKey);
  // refuses an invalid query before anything is sent
  await listFlatRecords(context, user, { ...query, body: { ...query.body, page: { pageNum: 1, pageSize: 1 } } });
  const fields = shownFields(form);
  const rows = async function* () {
    for await (const row of allFlatRecords(context, user, query, MAX_EXPORTED_ROWS)) yield sheetRow(fields, row);
  };
  return sendGenerated(
    reply,
    `${query.fileName}.xlsx`,
    XLSX_TYPE,
    xlsxFile(query.fileName, sheetColumns(fields), rows()),
  );
}

import type { FastifyReply } from 'fastify';
import { sendMade, xlsx, XLSX_TYPE } from '../archive/index.ts';
import type { ServerContext } from '../context.ts';
import { loadForm } from '../documents/index.ts';
import type { RequestUser } from '../http/user.ts';
import { allFlat, listFlat, type LedgerWish } from './list.ts';
import { sheetColumns, sheetRow, shownFields } from '../records/index.ts';

const LIMIT = 100_000;

/** A ledger as a workbook: every row that its list would answer over all pages, written while it is read. */
export async function exportFlat(
  context: ServerContext,
  user: RequestUser,
  reply: FastifyReply,
  wish: LedgerWish & { fileName: string },
): Promise<FastifyReply> {
  const { form } = await loadForm(context, context.db, wish.formKey);
  // a wrong query is refused before anything is sent
  await listFlat(context, user, { ...wish, body: { ...wish.body, page: { pageNum: 1, pageSize: 1 } } });
  const fields = shownFields(form);
  const rows = async function* () {
    for await (const row of allFlat(context, user, wish, LIMIT)) yield sheetRow(fields, row);
  };
  return sendMade(reply, `${wish.fileName}.xlsx`, XLSX_TYPE, xlsx(wish.fileName, sheetColumns(fields), rows()));
}

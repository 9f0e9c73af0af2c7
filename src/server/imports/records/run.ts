import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import { outageCode } from '../../http/outages.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import { withChosenColumns, columnName, findHeadings, SEARCHED_ROWS, type Headings } from '../headings.ts';
import type { Cell } from '../messages.ts';
import { createRecordFinder } from '../names.ts';
import { isEmptyRow, isTotalRow, rowsOfSheet, unfilledNotes } from '../rows.ts';
import { openRows, type StreamedRow, type StreamLimits } from '../stream/rows.ts';
import { UnreadableBook } from '../stream/unreadableBook.ts';
import type { BadCell, BadRow } from '../tables.ts';
import { shortenText, textLengthOf } from '../texts.ts';
import { endImport, addProgress, savePreview } from './job.ts';
import { createCellLocator, importableFields, previewOf, loadSample } from './preview.ts';
import { createBadRow, storeRows, tryRows, type AddProgress, type RowValues } from './storeRows.ts';

/** Maximum number of rows of an imported list. */
export const MAX_ROWS = 200_000;
/** Limits for the unpacked content of the file. */
const STREAM_LIMITS: StreamLimits = {
  unpacked: 1024 * 1024 * 1024,
  columns: 256,
  elementLength: 1024 * 1024,
  sharedTextsLength: 64 * 1024 * 1024,
};
/** Maximum number of rows in a group. The rows of a group are stored in one transaction. */
const ROWS_PER_TRANSACTION = 250;
/** Number of characters in the cells of a group at which the group ends, even if it has fewer rows. */
const MAX_GROUP_LENGTH = 2_000_000;

/** One import of a list. */
export interface ImportJob {
  id: string;
  user: RequestUser;
  formKey: string;
  path: string;
  /** Whether this is a trial, which stores no records and only reports what would be stored. */
  isTrial?: boolean;
  /**
   * Keys of the fields that the columns fill, by the position of the column, as the person chose. If absent, the
   * headings determine the fields.
   */
  columns?: readonly string[] | undefined;
}

/**
 * Takes the next `count` rows, including empty rows; fewer at the end of the sheet, or when the texts of the rows reach
 * MAX_GROUP_LENGTH.
 */
async function takeRows(rows: AsyncGenerator<StreamedRow>, count: number): Promise<StreamedRow[]> {
  const takenRows: StreamedRow[] = [];
  for (let length = 0; takenRows.length < count && length < MAX_GROUP_LENGTH;) {
    const { done, value } = await rows.next();
    if (done) break;
    takenRows.push(value);
    length += textLengthOf(value.cells);
  }
  return takenRows;
}

const sheetOf = (rows: readonly StreamedRow[]) => ({
  name: '',
  firstRowNumber: rows[0]?.number ?? 1,
  rows: rows.map(({ cells }): Cell[] => cells),
});

/**
 * Converts rows to values by field key. `badRows`: the rows with an unreadable cell, and rows of totals. Empty rows are
 * left out.
 */
async function readRows(
  context: ServerContext,
  user: RequestUser,
  headings: Headings,
  rows: readonly StreamedRow[],
): Promise<{ goodRows: RowValues[]; badRows: BadRow[] }> {
  const goodRows: RowValues[] = [];
  const badRows: BadRow[] = [];
  const contentRows: StreamedRow[] = [];
  for (const row of rows) {
    if (isTotalRow(row.cells)) badRows.push({ row: row.number, message: '是合计行' });
    else if (!isEmptyRow(row.cells)) contentRows.push(row);
  }
  const { rows: rowValues, badCells: allBadCells } = await rowsOfSheet(
    context.db,
    { ...headings, rowIndex: -1, unmatchedHeadings: [], sheet: sheetOf(contentRows) },
    createRecordFinder(context, context.db, user),
  );
  const numbers = contentRows.map(({ number }) => number);
  const badCellsByIndex = new Map<number, BadCell[]>();
  for (const { index, key, label, message } of allBadCells) {
    const position = headings.columns.findIndex((column) => column?.key === key);
    badCellsByIndex.set(index, [
      ...(badCellsByIndex.get(index) ?? []),
      { cell: `${columnName(position)}${numbers[index] ?? 0}`, label, message: shortenText(message) },
    ]);
  }
  rowValues.forEach((values, index) => {
    const row = numbers[index] ?? 0;
    const badCells = badCellsByIndex.get(index);
    if (badCells === undefined) goodRows.push({ row, values });
    else badRows.push(createBadRow(row, badCells));
  });
  return { goodRows, badRows };
}

/**
 * Returns whether the person is still enabled and still has all roles that they had at the start of the import. Checked
 * repeatedly, because an import runs for minutes without a request that would authenticate the person.
 */
async function isStillEnabledWithRoles({ db }: ServerContext, { id, roles }: RequestUser): Promise<boolean> {
  const roleRows = await db
    .selectFrom('sys_user as u')
    .leftJoin('sys_user_role as r', 'r.user_id', 'u.id')
    .where('u.id', '=', id)
    .where('u.is_disabled', '=', false)
    .select('r.role_code')
    .execute();
  return roleRows.length > 0 && roles.every((role) => roleRows.some(({ role_code: code }) => code === role));
}

/**
 * Imports the rows of the file, group by group. Returns Chinese notes on columns that were left out, as one text.
 * Throws UnreadableBook if the rest of the file cannot be imported.
 */
async function importAllRows(context: ServerContext, job: ImportJob): Promise<string> {
  const { form } = await loadForm(context, context.db, job.formKey);
  const stream = await openRows(job.path, STREAM_LIMITS);
  try {
    const firstRows = await takeRows(stream.rows, SEARCHED_ROWS);
    const fields = importableFields(form.fields.values(), job.user, job.formKey);
    const foundHeadings = findHeadings(sheetOf(firstRows), fields);
    if (!foundHeadings)
      throw new UnreadableBook(
        `没有找到表头，表头应为：${fields
          .slice(0, 12)
          .map(({ node, key }) => node.label ?? key)
          .join('、')}`,
      );
    const headings = job.columns ? withChosenColumns(foundHeadings, fields, job.columns) : foundHeadings;
    const preview = previewOf(headings, fields);
    await savePreview(context.db, job.id, preview);
    const target = { ...job, locateCell: createCellLocator(headings) };
    let isFirstGroup = true;
    let group = firstRows.slice(headings.rowIndex + 1);
    let rowCount = 0;
    const claimedValues = new Set<string>();
    for (;;) {
      group = [...group, ...(await takeRows(stream.rows, ROWS_PER_TRANSACTION - group.length))];
      if (group.length === 0) break;
      rowCount += group.length;
      if (rowCount > MAX_ROWS) throw new UnreadableBook(`超过 ${MAX_ROWS} 行，其后的未导入`);
      if (context.readiness.isStopping())
        throw new UnreadableBook(`服务停止，导入中断，第 ${group[0]?.number ?? 0} 行起未导入`);
      if (!(await isStillEnabledWithRoles(context, job.user)))
        throw new UnreadableBook(`账号或角色已变更，导入中断，第 ${group[0]?.number ?? 0} 行起未导入`);
      const { goodRows, badRows } = await readRows(context, job.user, headings, group);
      const lastRow = group.at(-1)?.number ?? 0;
      if (job.isTrial && isFirstGroup)
        await savePreview(context.db, job.id, { ...preview, sample: await loadSample(context, job, fields, goodRows) });
      isFirstGroup = false;
      const cellsByRow = new Map(group.map((row) => [row.number, row.cells]));
      const cellsOf = (row: number): Cell[] => cellsByRow.get(row) ?? [];
      const addGroupProgress: AddProgress = (trx, savedCount, refusedRows, upTo = lastRow) =>
        addProgress(trx, job.id, { share: stream.share(), lastRow: upTo, savedCount, refusedRows, cellsOf });
      const rows = { goodRows, badRows };
      await (job.isTrial
        ? tryRows(context, target, rows, addGroupProgress, claimedValues)
        : storeRows(context, target, rows, addGroupProgress));
      group = [];
      await yieldToEventLoop();
    }
    if (rowCount === 0) throw new UnreadableBook('表头下没有数据');
    return [
      ...(headings.unmatchedHeadings.length > 0
        ? [`表单中没有这些列，未导入：${headings.unmatchedHeadings.join('、')}`]
        : []),
      ...unfilledNotes(headings.columns),
    ].join('；');
  } finally {
    await stream.close();
  }
}

/** Runs an import and stores its result. Never throws. */
export async function runImport(
  context: ServerContext,
  job: ImportJob,
  onError: (error: unknown) => void,
): Promise<void> {
  try {
    await endImport(context.db, job.id, 'done', await importAllRows(context, job));
  } catch (error) {
    if (!(error instanceof UnreadableBook || error instanceof Refusal)) onError(error);
    await endImport(context.db, job.id, 'failed', await failureReasonOf(context, job, error)).catch(onError);
  }
}

/** Returns why an import failed (Chinese text) and, after an error of the system, the last row that was processed. */
async function failureReasonOf({ db }: ServerContext, { id }: ImportJob, error: unknown): Promise<string> {
  if (error instanceof UnreadableBook || error instanceof Refusal) return error.message;
  const outage = error instanceof Error ? outageCode(error) : null;
  const importRow = await db
    .selectFrom('frm_import')
    .select('last_row')
    .where('id', '=', id)
    .executeTakeFirst()
    .catch(() => undefined);
  return `${outage ? new Refusal(outage).message : '系统错误'}，导入中断${importRow?.last_row ? `，第 ${importRow.last_row} 行及以前的已处理` : ''}`;
}

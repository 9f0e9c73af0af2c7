import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { CompiledColumn } from '../../kernel/index.ts';
import type { Problem } from '../../domain/problem/index.ts';
import type { ServerContext } from '../context.ts';
import { loadForm } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { sheetsOfFile, findHeadings, type Sheet, rowsOfSheet } from '../imports/index.ts';
import { saveFlatRecord } from '../flatRecords/index.ts';
import { columnsOf, readableSql, recordTable, scopeOf } from '../records/index.ts';
import { createFreshFactReader } from '../store/facts.ts';
import type { Trx } from '../store/transaction.ts';
import { PERSONNEL_ARCHIVES } from './forms.ts';

const EMPLOYEE_NUMBER_FIELD = 'employeeNo';
const CONTRACT_FIELDS = ['contractKind', 'contractNo', 'contractTimes', 'contractStart', 'contractEnd'] as const;
/** Limits for reading the file. `rows` leaves room for headings and empty rows besides `MAX_ROWS` rows of data. */
const LIMITS = { unpacked: 100 * 1024 * 1024, rows: 5020, columns: 256, cells: 200_000, characters: 10_000_000 };
const MAX_ROWS = 5000;
const MAX_REPORTED_PROBLEMS = 200;

const isContract = ({ key }: CompiledColumn): boolean => CONTRACT_FIELDS.some((contractField) => contractField === key);

interface RowProblem {
  /** The reference of an unreadable cell (`B3`), or the position of a row of data (`数据第 n 行`). */
  row: string;
  message: string;
}

/** Returns the sheets of an uploaded spreadsheet file. Refuses with IMPORT_FILE. */
export const listContractSheets = (file: { name: string; path: string }): Promise<Sheet[]> =>
  sheetsOfFile(file, LIMITS);

/** Returns the reasons why a row cannot be saved: the problems listed in the refusal, or else its message. */
function reasonsOf({ data, message }: Refusal): string[] {
  const { problems = [] } = (data ?? {}) as { problems?: readonly Problem[] };
  return problems.length > 0 ? problems.map((problem) => problem.message) : [message];
}

/**
 * Returns the personnel archive (人事档案) with this employee number. Returns undefined if the user may see no such
 * archive.
 */
async function findArchive(
  trx: Trx,
  readableCondition: RawBuilder<SqlBool>,
  employeeNo: string,
): Promise<{ id: string; name: string } | undefined> {
  const { text } = await columnsOf(trx, PERSONNEL_ARCHIVES);
  const { rows } = await sql<{
    id: string;
    name: string;
  }>`select id, ${text('userName')} as name from ${recordTable(PERSONNEL_ARCHIVES)} as frm_record
    where ${text(EMPLOYEE_NUMBER_FIELD)} = ${employeeNo} and ${readableCondition} limit 1`.execute(trx);
  return rows[0];
}

/**
 * CL-069: imports contract data of many people from one spreadsheet. The employee number of a row identifies the
 * personnel archive; a name in the row must be the name in the archive. Saves all rows or none. Refuses with
 * IMPORT_FILE and the problems of each row. Returns the number of updated archives, and notes on content that was not
 * read.
 */
export async function importContracts(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  file: { name: string; sheets: readonly Sheet[] },
): Promise<{ count: number; notes: string[] }> {
  const refuse = (detail: string, problems: readonly RowProblem[] = []): never => {
    throw new Refusal(
      'IMPORT_FILE',
      { file: file.name, detail },
      problems.length > 0 ? { problems: problems.slice(0, MAX_REPORTED_PROBLEMS), count: problems.length } : null,
    );
  };
  const { form } = await loadForm(context, trx, PERSONNEL_ARCHIVES);
  const columns = [EMPLOYEE_NUMBER_FIELD, 'userName', ...CONTRACT_FIELDS].flatMap((key): CompiledColumn[] => {
    const field = form.fields.get(key);
    return field ? [field] : [];
  });
  const headings = file.sheets
    .flatMap((sheet) => findHeadings(sheet, columns) ?? [])
    .find(({ columns: foundColumns }) => foundColumns.some((column) => column?.key === EMPLOYEE_NUMBER_FIELD));
  if (!headings)
    return refuse('没有找到表头，应有：工号、姓名、合同类型、合同编号、签订次数、合同起始日期、合同终止日期');
  const { rows, badCells, notes } = await rowsOfSheet(trx, headings);
  if (!headings.columns.some((column) => column !== undefined && isContract(column)))
    return refuse('表格中没有合同的列，应至少有一列：合同类型、合同编号、签订次数、合同起始日期、合同终止日期');
  if (rows.length === 0) return refuse('表头下没有数据');
  if (rows.length > MAX_ROWS) return refuse(`超过 ${MAX_ROWS} 行`);
  const problems: RowProblem[] = badCells.map(({ cell, label, message }) => ({
    row: cell,
    message: `${label}：${message}`,
  }));
  const readableCondition =
    (await readableSql(context, trx, user, PERSONNEL_ARCHIVES, scopeOf(form.definition), createFreshFactReader()))
      ?.filter ?? sql<SqlBool>`true`;
  const rowNameByArchiveId = new Map<string, string>();
  for (const [index, row] of rows.entries()) {
    const rowName = `数据第 ${index + 1} 行`;
    const employeeNo = String(row[EMPLOYEE_NUMBER_FIELD] ?? '').trim();
    const archive = employeeNo === '' ? undefined : await findArchive(trx, readableCondition, employeeNo);
    if (!archive) {
      problems.push({ row: rowName, message: employeeNo === '' ? '缺少工号' : `没有工号为“${employeeNo}”的档案` });
      continue;
    }
    if (row.userName && row.userName !== archive.name) {
      problems.push({
        row: rowName,
        message: `工号“${employeeNo}”的姓名是“${archive.name}”，不是“${String(row.userName)}”`,
      });
      continue;
    }
    const earlierRowName = rowNameByArchiveId.get(archive.id);
    if (earlierRowName !== undefined) {
      problems.push({ row: rowName, message: `工号“${employeeNo}”与${earlierRowName}相同，每人只能有一行` });
      continue;
    }
    rowNameByArchiveId.set(archive.id, rowName);
    const contract = Object.fromEntries(
      CONTRACT_FIELDS.flatMap((key) => (row[key] === undefined ? [] : [[key, row[key]]])),
    );
    try {
      await saveFlatRecord(context, trx, user, { formKey: PERSONNEL_ARCHIVES, body: { ...contract, id: archive.id } });
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === '403') throw error;
      problems.push(...reasonsOf(error).map((message) => ({ row: rowName, message })));
    }
  }
  if (problems.length > 0)
    refuse(
      `有 ${problems.length} 处有误，未更新：${problems
        .slice(0, 3)
        .map(({ row, message }) => `${row} ${message}`)
        .join('；')}`,
      problems,
    );
  return { count: rowNameByArchiveId.size, notes };
}

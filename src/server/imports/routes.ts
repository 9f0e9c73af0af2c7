import type { Routes } from '../context.ts';
import { loadForm } from '../documents/index.ts';
import { ok } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { MAX_TABLE_ROWS } from '../../rules/tables.ts';
import { sheetsOfFile } from './sheetsOfFile.ts';
import { findHeadings, type Headings } from './headings.ts';
import type { BookLimits } from './messages.ts';
import { withUploadedTable } from './receive.ts';
import { userOf } from '../http/user.ts';
import { createRecordFinder } from './names.ts';
import { columnsForHeadings, isLeftToPage, rowsOfSheet, type UnreadableCell } from './rows.ts';
import { shortenText } from './texts.ts';

/**
 * Maximum size of an accepted file, and limits for its unpacked content. 20 rows more than a sub-table may have are
 * read, because titles and headings stand above the data.
 */
const MAX_FILE_BYTES = 20 * 1024 * 1024;
const BOOK_LIMITS: BookLimits = {
  unpacked: 200 * 1024 * 1024,
  rows: MAX_TABLE_ROWS + 20,
  columns: 256,
  cells: 600_000,
  characters: 32_000_000,
};
/** Maximum number of unreadable cells that the report lists. Further cells are only counted. */
const MAX_REPORTED_CELLS = 500;

/** Name of the sheet with instructions in the templates that this product creates. It is not imported. */
const HELP_SHEET = '填写说明';

const hasRows = ({ sheet, rowIndex }: Headings): boolean => sheet.rows.length > rowIndex + 1;

const KEY_PATTERN = /^[A-Za-z][\w-]{0,63}$/;
const requiredKey = (fields: ReadonlyMap<string, string>, name: string): string => {
  const value = fields.get(name) ?? '';
  if (!KEY_PATTERN.test(value)) throw new Refusal('REQUEST_INVALID', { detail: `缺少 ${name} 或格式不正确` });
  return value;
};

/**
 * Additional data for the page's report; the specification requires only the rows. `leftToPage`: keys of the columns
 * whose cells the page reads (`isLeftToPage`).
 */
interface ImportReport {
  bad: UnreadableCell[];
  badCount: number;
  notes: string[];
  leftToPage: string[];
}

/**
 * Route that reads one workbook for a sub-table of a form (CL-084, CL-090). `data` contains the rows to append, as
 * values by column key. `report` lists the cells that could not be read. Stores nothing: the rows are validated when
 * the record is saved.
 */
export const importRoutes: Routes = (app, context) => {
  app.post(
    '/api/system/frmField/importData',
    { schema: { tags: ['frmField'], summary: '读取子表的导入文件', consumes: ['multipart/form-data'] } },
    (request) =>
      withUploadedTable(context, request, MAX_FILE_BYTES, async ({ file, fields }) => {
        if (!file) throw new Refusal('REQUEST_INVALID', { detail: '没有文件' });
        const version = Number(fields.get('version'));
        const { form } = await loadForm(
          context,
          context.db,
          requiredKey(fields, 'formKey'),
          Number.isInteger(version) && version > 0 ? version : undefined,
        );
        const table = form.tables.get(requiredKey(fields, 'formTitle'));
        if (!table) throw new Refusal('404');
        const sheets = await sheetsOfFile(file, BOOK_LIMITS);
        const columns = columnsForHeadings(table);
        const [headings, ...otherHeadings] = sheets
          .filter(({ name }) => name !== HELP_SHEET)
          .flatMap((sheet) => findHeadings(sheet, columns) ?? [])
          .filter(hasRows);
        const refuse = (detail: string): never => {
          throw new Refusal('IMPORT_FILE', { file: file.name, detail });
        };
        if (!headings)
          return refuse(
            `没有找到带数据的表头，表头应为：${columns
              .slice(0, 12)
              .map(({ node, key }) => node.label ?? key)
              .join('、')}`,
          );
        const { rows, badCells, notes } = await rowsOfSheet(
          context.db,
          headings,
          createRecordFinder(context, context.db, userOf(request)),
        );
        if (rows.length === 0) return refuse('表头下没有数据');
        if (rows.length > MAX_TABLE_ROWS) return refuse(`超过 ${MAX_TABLE_ROWS} 行`);
        const report: ImportReport = {
          bad: badCells.slice(0, MAX_REPORTED_CELLS),
          badCount: badCells.length,
          leftToPage: columns.filter(isLeftToPage).map(({ key }) => key),
          notes: [
            ...notes,
            ...otherHeadings.map(({ sheet }) => `工作表“${shortenText(sheet.name)}”未导入，一次只导入一个工作表`),
          ],
        };
        return { ...ok(rows, `已读取 ${rows.length} 行`), report };
      }),
  );
};

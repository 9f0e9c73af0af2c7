import type { CompiledColumn, Row } from '../../../kernel/index.ts';
import { failureText, notice } from '../../../runtime/host/notice.ts';
import { columnWidth } from '../columns.ts';
import type { TableModel } from '../model.ts';
import { saveBook, type BookCell } from './book.ts';

const PIXELS_PER_CHARACTER = 8;
const FILES_PER_REQUEST = 500;

/** Loads the names of all files in these rows, by file id. */
async function loadFileNames(
  { session }: TableModel,
  columns: readonly CompiledColumn[],
  rows: readonly Row[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [
    ...new Set(
      columns.flatMap(({ key, definition: { files } }) =>
        files ? rows.flatMap((row) => files.refs(row.fieldsMap[key])) : [],
      ),
    ),
  ];
  const names = new Map<string, string>();
  for (let start = 0; start < ids.length; start += FILES_PER_REQUEST) {
    for (const file of await session.services.files.byIds(ids.slice(start, start + FILES_PER_REQUEST)))
      names.set(file.id, file.fileName);
  }
  return names;
}

/** Returns the displayed text of a cell, or a number or date if the widget writes one; null for a hidden cell. */
function createBookCell(
  { actions }: TableModel,
  column: CompiledColumn,
  row: Row,
  fileNames: ReadonlyMap<string, string>,
): BookCell {
  if (!actions.access(column, row).visible) return null;
  const value = row.fieldsMap[column.key];
  const { files: fileFunctions, sheet } = column.definition;
  if (fileFunctions)
    return fileFunctions
      .refs(value)
      .map((id) => fileNames.get(id) ?? '（文件已不存在）')
      .join('、');
  const text = actions.text(column, row);
  return sheet?.write?.(value, column.node as never, text) ?? text;
}

/** Returns the current day as YYYYMMDD; the Swedish format is YYYY-MM-DD. */
const todayText = (): string => new Date().toLocaleDateString('sv-SE').replace(/-/g, '');

/** Exports the selected rows (or all rows) with the visible columns as an .xlsx file. Hidden cells are empty. */
export async function exportRows(model: TableModel): Promise<void> {
  const { store, layout, table, session } = model;
  const allRows = store.rows.all();
  const selectedRows = allRows.filter((row) => store.selection.has(row.id));
  const rows = selectedRows.length > 0 ? selectedRows : allRows;
  const columns = layout.map(({ column }) => column);
  const sheetRows: BookCell[][] = [columns.map(({ node, key }) => node.label ?? key)];
  try {
    const fileNames = await loadFileNames(model, columns, rows);
    const isDone = await store.jobs.runSteps({
      title: '正在导出',
      count: rows.length,
      step: (i) => {
        sheetRows.push(columns.map((column) => createBookCell(model, column, rows[i], fileNames)));
      },
    });
    if (!isDone) return;
    const name = table.node.label || table.key;
    await saveBook(`${session.compiled.definition.formName}-${name}-${todayText()}`, [
      {
        name,
        rows: sheetRows,
        widths: columns.map((column) => Math.ceil(columnWidth(column) / PIXELS_PER_CHARACTER)),
      },
    ]);
    notice('success', selectedRows.length > 0 ? `已导出所选 ${rows.length} 行` : `已导出 ${rows.length} 行`);
  } catch (error) {
    notice('warning', `导出失败：${failureText(error)}`);
  }
}

import type { CompiledColumn, Row } from '../../../kernel/index.ts';
import { failureText, notice } from '../../../runtime/host/notice.ts';
import { columnWidth } from '../columns.ts';
import type { TableModel } from '../model.ts';
import { saveBook, type BookCell } from './book.ts';

const PIXELS = 8;
const FILES_AT_ONCE = 500;

/** Names of all files in these rows, by id. */
async function fileNames(
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
  for (let at = 0; at < ids.length; at += FILES_AT_ONCE) {
    for (const file of await session.services.files.byIds(ids.slice(at, at + FILES_AT_ONCE)))
      names.set(file.id, file.fileName);
  }
  return names;
}

/** A cell as it is shown, but a number stays a number and a day a day. */
function cellOf(
  { actions }: TableModel,
  column: CompiledColumn,
  row: Row,
  files: ReadonlyMap<string, string>,
): BookCell {
  if (!actions.access(column, row).visible) return null;
  const value = row.fieldsMap[column.key];
  const { files: held, sheet } = column.definition;
  if (held)
    return held
      .refs(value)
      .map((id) => files.get(id) ?? '（文件已不存在）')
      .join('、');
  const text = actions.text(column, row);
  return sheet?.write?.(value, column.node as never, text) ?? text;
}

const today = (): string => new Date().toLocaleDateString('sv-SE').replace(/-/g, '');

/** The ticked rows, or all of them, as an .xlsx file under the headings on screen: what a reader sees, and nothing that they do not. */
export async function exportRows(model: TableModel): Promise<void> {
  const { store, layout, table, session } = model;
  const all = store.rows.all();
  const ticked = all.filter((row) => store.selection.has(row.id));
  const rows = ticked.length > 0 ? ticked : all;
  const columns = layout.map(({ column }) => column);
  const cells: BookCell[][] = [columns.map(({ node, key }) => node.label ?? key)];
  try {
    const files = await fileNames(model, columns, rows);
    const isDone = await store.jobs.run({
      title: '正在导出',
      count: rows.length,
      step: (i) => {
        cells.push(columns.map((column) => cellOf(model, column, rows[i], files)));
      },
    });
    if (!isDone) return;
    const name = table.node.label || table.key;
    await saveBook(`${session.compiled.definition.formName}-${name}-${today()}`, [
      {
        name: name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31) || '数据',
        rows: cells,
        widths: columns.map((column) => Math.ceil(columnWidth(column) / PIXELS)),
      },
    ]);
    notice('success', ticked.length > 0 ? `已导出所选 ${rows.length} 行` : `已导出 ${rows.length} 行`);
  } catch (error) {
    notice('warning', `导出失败：${failureText(error)}`);
  }
}

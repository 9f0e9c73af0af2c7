import type { CompiledColumn } from '../../../kernel/index.ts';
import { rowAddMethods } from '../../../rules/tables.ts';
import { failureText, notice } from '../../../runtime/host/notice.ts';
import type { TableModel } from '../model.ts';
import { findNames, namesToFind } from '../names.ts';
import { findRecords, recordsToFind } from '../relationNames.ts';
import { readBlock, type BlockReader } from '../paste.ts';
import { markUnreadable, type UnreadableCell } from '../data/markUnreadable.ts';
import type { Report } from '../store/jobs.ts';
import { selectedBlock, isSingle, type Block } from './block.ts';

/** Lines of a report that are kept; the rest is counted. */
const LINES = 500;

/** A source that fits a whole number of times into the selection is repeated over it, as Excel does. */
function tiled(source: readonly (readonly string[])[], block: Block): readonly (readonly string[])[] | null {
  const height = block.bottom - block.top + 1;
  const width = block.right - block.left + 1;
  const own = source[0].length;
  if (
    isSingle(block) ||
    height % source.length !== 0 ||
    width % own !== 0 ||
    (height === source.length && width === own)
  )
    return null;
  if (source.some((line) => line.length !== own)) return null;
  return Array.from({ length: height }, (_v, i) =>
    Array.from({ length: width }, (_w, j) => source[i % source.length][j % own]),
  );
}

/**
 * Writes a block of texts from the top left of the selection, in slices with a bar and 取消 when it is long. One step
 * of the history; what was left out is reported with a jump to each cell.
 */
export async function pasteBlock(model: TableModel, source: readonly (readonly string[])[]): Promise<void> {
  const { store, layout, actions, rights, session } = model;
  if (!model.isLive) {
    notice('info', '这里只能查看，不能粘贴');
    return;
  }
  const block = selectedBlock(store, layout);
  if (block === null || source.length === 0) return;
  const fill = tiled(source, block);
  const texts = fill ?? source;
  const columns = layout.map((item) => item.column);
  const wanted = namesToFind(columns.slice(block.left), texts);
  const records = recordsToFind(columns.slice(block.left), texts);
  let known: Awaited<ReturnType<typeof findNames>> | undefined;
  if (wanted.size + records.size > 0) {
    try {
      const found = await store.jobs.wait(
        records.size > 0 ? '正在核对名称和编号' : '正在核对人员和部门',
        [...wanted.values(), ...records.values()].reduce((sum, names) => sum + names.size, 0),
        async (tell, signal) => {
          const people = await findNames(wanted, session.services, tell, signal);
          const ofRecords = await findRecords(records, model.table.key, session, tell, signal);
          return (column: CompiledColumn, text: string) => ofRecords(column, text) ?? people(column, text);
        },
      );
      if (found === null) return;
      known = found;
    } catch (error) {
      notice('warning', `未能粘贴：${failureText(error)}`);
      return;
    }
  }
  const blank = actions.newRow();
  const reader = readBlock(texts, {
    rows: store.rows.all(),
    columns,
    index: block.top,
    column: block.left,
    known,
    options: actions.options,
    room: rights.add && rowAddMethods(model.table.node).typed && fill === null ? actions.remainingRows() : 0,
    isEditable: (column, row) => (row === null ? actions.mayFill(column, blank) : actions.isEditable(column, row)),
  });
  const batch = actions.batch();
  const size = store.rows.all().length;
  const isDone = await store.jobs.run({
    title: '正在粘贴',
    count: reader.count,
    step: (i) => {
      const values = reader.read(i);
      if (block.top + i < size) batch.edit(block.top + i, values);
      else batch.append(values);
    },
  });
  if (!isDone) return;
  const changed = batch.commit();
  void actions.checkRows(changed).then(() => markUnreadable(model, unreadCells(model, reader)));
  tellOutcome(model, reader);
}

/** The cells whose texts could not be read, for as long as their rows are there. */
const unreadCells = ({ store }: TableModel, { unread }: BlockReader): UnreadableCell[] =>
  unread.flatMap(({ index, column, message }) => {
    const row = store.rows.all()[index];
    return row ? [{ cell: { rowId: row.id, column }, message }] : [];
  });

function tellOutcome(
  { store, layout }: TableModel,
  { count, locked, unread, rowsBeyond, columnsBeyond }: BlockReader,
): void {
  const nameOf = new Map(layout.map(({ column }) => [column.key, column.node.label ?? column.key]));
  const rows = store.rows.all();
  const general = [
    ...(locked.size > 0 ? [`不能修改的列已跳过：${[...locked].map((key) => nameOf.get(key)).join('、')}`] : []),
    ...(rowsBeyond > 0 ? [`有 ${rowsBeyond} 行超出可添加的范围，未粘贴`] : []),
    ...(columnsBeyond > 0 ? [`有 ${columnsBeyond} 列超出表格范围，未粘贴`] : []),
  ].map((text) => ({ text }));
  const cells = unread.slice(0, LINES).map(({ index, column, message }) => {
    const textAt = (at: number): string => `第 ${at + 1} 行“${nameOf.get(column) ?? column}”：${message}`;
    return { text: textAt(index), textAt, ...(rows[index] ? { cell: { rowId: rows[index].id, column } } : {}) };
  });
  const lines: Report['lines'] = [...general, ...cells];
  if (lines.length === 0) {
    store.jobs.tell(null);
    if (count > 1) notice('success', `已粘贴 ${count} 行`);
    return;
  }
  const skipped = unread.length > 0 ? `，${unread.length} 处内容不能识别` : '';
  store.jobs.tell({ title: `已粘贴 ${count} 行${skipped}`, lines, more: unread.length - cells.length });
}

import type { CompiledColumn, Row } from '../../../kernel/index.ts';
import { rowAddMethods } from '../../../rules/tables.ts';
import { failureText, notice } from '../../../runtime/host/notice.ts';
import type { TableModel } from '../model.ts';
import { findNames, namesToFind } from '../findNames.ts';
import { findRecords, collectRecordNames } from '../findRecords.ts';
import { createBlockReader, type BlockReader } from '../blockReader.ts';
import { markUnreadable, type UnreadableCell } from '../data/markUnreadable.ts';
import type { Report } from '../store/jobs.ts';
import { selectedBlock, isSingleCell, type Block } from './block.ts';

/** Maximum number of lines in a report; further lines are only counted. */
const MAX_REPORT_LINES = 500;

const countOf = (sets: ReadonlyMap<unknown, ReadonlySet<string>>): number =>
  [...sets.values()].reduce((sum, { size }) => sum + size, 0);

/** Returns the row with these values written into it. */
const rowWith = (row: Row, values: Readonly<Record<string, unknown>> | undefined): Row =>
  values === undefined ? row : { ...row, fieldsMap: { ...row.fieldsMap, ...values } };

/**
 * Repeats a source over the selection, like Excel, if several copies fill it exactly. Returns null otherwise, and for a
 * source whose lines differ in length.
 */
function repeatToFill(source: readonly (readonly string[])[], block: Block): readonly (readonly string[])[] | null {
  const height = block.bottom - block.top + 1;
  const width = block.right - block.left + 1;
  const sourceWidth = source[0].length;
  if (
    isSingleCell(block) ||
    height % source.length !== 0 ||
    width % sourceWidth !== 0 ||
    (height === source.length && width === sourceWidth)
  )
    return null;
  if (source.some((line) => line.length !== sourceWidth)) return null;
  return Array.from({ length: height }, (_v, i) =>
    Array.from({ length: width }, (_w, j) => source[i % source.length][j % sourceWidth]),
  );
}

/**
 * Pastes a block of texts at the top left cell of the selection as one undo step. A long paste runs in slices, with a
 * progress bar and 取消. Skipped content is listed in a report with links to its cells.
 */
export async function pasteBlock(model: TableModel, source: readonly (readonly string[])[]): Promise<void> {
  const { store, layout, actions, rights, session } = model;
  if (!model.isEditMode) {
    notice('info', '这里只能查看，不能粘贴');
    return;
  }
  const block = selectedBlock(store, layout);
  if (block === null || source.length === 0) return;
  // the rows are read now, because rows may be added or removed during the look-up below
  const rows = store.rows.all();
  const repeatedTexts = repeatToFill(source, block);
  const texts = repeatedTexts ?? source;
  const columns = layout.map((item) => item.column);
  const names = namesToFind(columns.slice(block.left), texts);
  const recordTexts = collectRecordNames(columns.slice(block.left), texts);
  let readLookedUp: Awaited<ReturnType<typeof findNames>> | undefined;
  if (names.size + recordTexts.size > 0) {
    try {
      const lookup = await store.jobs.runAsync(
        recordTexts.size > 0 ? '正在核对名称和编号' : '正在核对人员和部门',
        countOf(names) + countOf(recordTexts),
        async (onProgress, signal) => {
          const readName = await findNames(names, session.services, onProgress, signal);
          const nameCount = countOf(names);
          const reportRecords = (done: number): void => onProgress(nameCount + done);
          const readRecord = await findRecords(recordTexts, model.table.key, session, reportRecords, signal);
          return (column: CompiledColumn, text: string) => readRecord(column, text) ?? readName(column, text);
        },
      );
      if (lookup === null) return;
      readLookedUp = lookup;
    } catch (error) {
      notice('warning', `未能粘贴：${failureText(error)}`);
      return;
    }
  }
  const blankRow = actions.newRow();
  const reader = createBlockReader(texts, {
    rows,
    columns,
    rowIndex: block.top,
    columnIndex: block.left,
    readLookedUp,
    options: actions.options,
    blankValues: blankRow.fieldsMap,
    formValues: session.values,
    maxNewRows:
      rights.add && rowAddMethods(model.table.node).typed && repeatedTexts === null ? actions.remainingRows() : 0,
    isEditable: (column, row, values) =>
      row === null
        ? actions.mayFill(column, rowWith(blankRow, values))
        : actions.isEditable(column, rowWith(row, values)),
  });
  const batch = actions.batch();
  const isDone = await store.jobs.runSteps({
    title: '正在粘贴',
    count: reader.rowCount,
    step: (i) => {
      const values = reader.readRow(i);
      const row = rows[block.top + i];
      if (row) batch.edit(row, block.top + i, values);
      else batch.append(values);
    },
  });
  if (!isDone) return;
  const changedRows = batch.commit();
  // the cells are determined now, because rows may be moved or removed during the check below
  const cells = unreadableCells(model, reader);
  void actions.checkRows(changedRows).then(() => markUnreadable(model, cells));
  reportOutcome(model, reader);
}

/** Returns the cells with unreadable texts; texts beyond the last added row have no cell. */
const unreadableCells = ({ store }: TableModel, { unreadable }: BlockReader): UnreadableCell[] =>
  unreadable.flatMap(({ index, column, message }) => {
    const row = store.rows.all()[index];
    return row ? [{ cell: { rowId: row.id, column }, message }] : [];
  });

/** Shows a report of the skipped content; without skipped content, a message with the number of pasted rows. */
function reportOutcome(
  { store, layout }: TableModel,
  { rowCount, lockedKeys, unreadable, excessRows, excessColumns }: BlockReader,
): void {
  const labelByKey = new Map(layout.map(({ column }) => [column.key, column.node.label ?? column.key]));
  const rows = store.rows.all();
  const tableLines = [
    ...(lockedKeys.size > 0
      ? [`不能修改的列已跳过：${[...lockedKeys].map((key) => labelByKey.get(key)).join('、')}`]
      : []),
    ...(excessRows > 0 ? [`有 ${excessRows} 行超出可添加的范围，未粘贴`] : []),
    ...(excessColumns > 0 ? [`有 ${excessColumns} 列超出表格范围，未粘贴`] : []),
  ].map((text) => ({ text }));
  const cellLines = unreadable.slice(0, MAX_REPORT_LINES).map(({ index, column, message }) => {
    const textForIndex = (rowIndex: number): string =>
      `第 ${rowIndex + 1} 行“${labelByKey.get(column) ?? column}”：${message}`;
    return {
      text: textForIndex(index),
      textForIndex,
      ...(rows[index] ? { cell: { rowId: rows[index].id, column }, valueAfterJob: rows[index].fieldsMap[column] } : {}),
    };
  });
  const lines: Report['lines'] = [...tableLines, ...cellLines];
  if (lines.length === 0) {
    store.jobs.setReport(null);
    if (rowCount > 1) notice('success', `已粘贴 ${rowCount} 行`);
    return;
  }
  const unreadableNote = unreadable.length > 0 ? `，${unreadable.length} 处内容不能识别` : '';
  store.jobs.setReport({
    title: `已粘贴 ${rowCount} 行${unreadableNote}`,
    lines,
    unlistedCount: unreadable.length - cellLines.length,
  });
}

import type { Row } from '../../../kernel/index.ts';
import { failureText } from '../../../runtime/host/notice.ts';
import type { ImportedRows } from '../../../runtime/services/rowImport.ts';
import { labelKey } from '../cellText.ts';
import { inOrderOfDependency, optionsInRow } from '../rowOptions.ts';
import type { TableModel } from '../model.ts';
import type { Report } from '../store/jobs.ts';
import { appendRows } from './appendRows.ts';
import { columnLabels } from './filler.ts';
import { markUnreadable, type UnreadableCell } from './markUnreadable.ts';

/** Maximum number of files of one import (IM-002). */
export const MAX_FILES = 100;
/** Message for files with another extension, in the wording of IM-001. */
export const WRONG_EXTENSION_MESSAGE = '请上传后缀为.xls/.xlsx的文件';

/**
 * Returns the picked files to import, and warnings about the others (IM-001, IM-002). With more than MAX_FILES files to
 * import, none is accepted.
 */
export function acceptFiles(files: readonly File[]): { accepted: readonly File[]; warnings: readonly string[] } {
  const accepted = files.filter(({ name }) => /\.xlsx?$/i.test(name));
  const warnings = accepted.length < files.length ? [WRONG_EXTENSION_MESSAGE] : [];
  return accepted.length > MAX_FILES
    ? { accepted: [], warnings: [...warnings, `一次最多导入 ${MAX_FILES} 个文件`] }
    : { accepted, warnings };
}

export interface FileState {
  name: string;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  message: string;
}

type ImportedFile = { name: string } & ImportedRows;

/**
 * Uploads the files, two at a time, and returns the rows that the server read from each file, in the order of the
 * files. A failed file is left out, and its state shows the server's message (ER-017).
 */
export async function readFiles(
  { session, table }: TableModel,
  files: readonly File[],
  onChange: (states: readonly FileState[]) => void,
  isCancelled: () => boolean,
): Promise<ImportedFile[]> {
  const states: FileState[] = files.map(({ name }) => ({ name, state: 'waiting', message: '等待中' }));
  const results: (ImportedFile | null)[] = files.map(() => null);
  const setFileState = (index: number, state: FileState['state'], message: string): void => {
    states[index] = { name: states[index].name, state, message };
    onChange([...states]);
  };
  const { formKey, version } = session.compiled.definition;
  let next = 0;
  const uploadNext = async (): Promise<void> => {
    for (let index = next; index < files.length && !isCancelled(); index = next) {
      next += 1;
      setFileState(index, 'sending', '正在上传');
      try {
        const imported = await session.services.importRows(
          { file: files[index], formKey, table: table.key, ...(version === undefined ? {} : { version }) },
          (percent) => setFileState(index, 'sending', percent < 100 ? `已上传 ${percent}%` : '正在读取'),
        );
        results[index] = { name: files[index].name, ...imported };
        setFileState(index, 'done', `已读取 ${imported.rows.length} 行`);
      } catch (error) {
        setFileState(index, 'failed', failureText(error));
      }
    }
  };
  await Promise.all([uploadNext(), uploadNext()]);
  return results.filter((result) => result !== null);
}

/**
 * Converts the texts of those columns whose options only the browser has (`leftToPage`). Unreadable texts are added to
 * `bad`.
 */
function readOptionTexts({ table, actions, session }: TableModel, file: ImportedFile): ImportedFile {
  const columns = inOrderOfDependency(table.columns).filter(({ key }) => file.leftToPage.includes(key));
  if (columns.length === 0) return file;
  const bad = [...file.bad];
  const rows = file.rows.map((row, index) => {
    const values = { ...row };
    for (const column of columns) {
      const text = values[column.key];
      if (typeof text !== 'string') continue;
      const result = column.definition.fromText?.(text, column.node as never, {
        options: optionsInRow(column, actions.options(column.key), values, session.values) ?? [],
      }) ?? { ok: true as const, value: text, label: undefined };
      if (!result.ok) {
        values[column.key] = column.definition.emptyValue ?? null;
        if (column.hasCompanion) values[labelKey(column.key)] = '';
        bad.push({
          row: index + 1,
          cell: '',
          index,
          key: column.key,
          label: column.node.label ?? column.key,
          message: result.message,
        });
        continue;
      }
      values[column.key] = result.value;
      if (column.hasCompanion && result.label !== undefined) values[labelKey(column.key)] = result.label;
    }
    return values;
  });
  return { ...file, rows, bad, badCount: file.badCount + bad.length - file.bad.length };
}

/** Returns the cells of the new rows with unreadable texts. */
function unreadableCells(files: readonly ImportedFile[], rows: readonly Row[]): UnreadableCell[] {
  let precedingRowCount = 0;
  return files.flatMap((file) => {
    const start = precedingRowCount;
    precedingRowCount += file.rows.length;
    return file.bad.flatMap(({ index, key, message }) => {
      const row = rows[start + index];
      return row ? [{ cell: { rowId: row.id, column: key }, message }] : [];
    });
  });
}

/** Returns the lines of the report: the notes of the files, and their unreadable cells with links to the new rows. */
function reportLines(files: readonly ImportedFile[], rows: readonly Row[]): Report['lines'] {
  let precedingRowCount = 0;
  return files.flatMap((file) => {
    const prefix = files.length > 1 ? `${file.name} ` : '';
    const start = precedingRowCount;
    precedingRowCount += file.rows.length;
    return [
      ...file.notes.map((text) => ({ text: `${prefix}${text}` })),
      ...file.bad.map(({ row: line, cell, index, key, label, message }) => {
        const row = rows[start + index];
        return {
          // with a `cell`, `line` is the row number in the sheet; without it (`readOptionTexts`), it is the number of
          // the imported row, because only the server knows the positions in the sheet
          text: `${prefix}第 ${line} 行${cell === '' ? '数据' : ''}“${label}”${cell === '' ? '' : `（${cell}）`}：${message}`,
          ...(row ? { cell: { rowId: row.id, column: key }, valueAfterJob: row.fieldsMap[key] } : {}),
        };
      }),
    ];
  });
}

/**
 * Appends the imported rows as one undo step and reports skipped content. Returns the number of rows; null if the user
 * cancelled or there were no rows to append.
 */
export async function appendImported(
  model: TableModel,
  importedFiles: readonly ImportedFile[],
): Promise<number | null> {
  const files = importedFiles.map((file) => readOptionTexts(model, file));
  const allRows = files.flatMap((file) => file.rows);
  if (allRows.length === 0) return null;
  const result = await appendRows(model, allRows, {
    title: '正在导入',
    onChecked: (rows) => markUnreadable(model, unreadableCells(files, rows)),
  });
  if (result === null) return null;
  const lines: Report['lines'] = [
    ...(result.skippedCount > 0 ? [{ text: `有 ${result.skippedCount} 行超出可添加的行数，未导入` }] : []),
    ...(result.refusedKeys.size > 0
      ? [{ text: `您不能填写这些列，已留空：${columnLabels(model, result.refusedKeys)}` }]
      : []),
    ...reportLines(files, result.rows),
  ];
  const badCount = files.reduce((sum, file) => sum + file.badCount, 0);
  const listedCount = files.reduce((sum, file) => sum + file.bad.length, 0);
  const title = `已导入 ${result.rows.length} 行${badCount > 0 ? `，${badCount} 个单元格不能识别，已留空` : ''}`;
  model.store.jobs.setReport(lines.length > 0 ? { title, lines, unlistedCount: badCount - listedCount } : null);
  return result.rows.length;
}

import type { Row } from '../../../kernel/index.ts';
import { failureText } from '../../../runtime/host/notice.ts';
import type { ImportedRows } from '../../../runtime/services/imports.ts';
import { labelKey } from '../cellText.ts';
import type { TableModel } from '../model.ts';
import type { Report } from '../store/jobs.ts';
import { appendRows } from './append.ts';
import { namesOf } from './fill.ts';
import { markUnread, type UnreadCell } from './markUnread.ts';

/** IM-002. */
export const MAX_FILES = 100;
/** IM-001, verbatim. */
export const WRONG_ENDING = '请上传后缀为.xls/.xlsx的文件';

/** IM-001, IM-002: which of the picked files are read, and what to say of the others. */
export function admitTables(files: readonly File[]): { accepted: readonly File[]; warnings: readonly string[] } {
  const accepted = files.filter(({ name }) => /\.xlsx?$/i.test(name));
  const warnings = accepted.length < files.length ? [WRONG_ENDING] : [];
  return accepted.length > MAX_FILES
    ? { accepted: [], warnings: [...warnings, `一次最多导入 ${MAX_FILES} 个文件`] }
    : { accepted, warnings };
}

export interface FileState {
  name: string;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  message: string;
}

type ReadFile = { name: string } & ImportedRows;

/** Posts the files, two at a time, and answers what was read of each, in their order. A failed one is named by the server's words (ER-017). */
export async function readTables(
  { session, table }: TableModel,
  files: readonly File[],
  tell: (states: readonly FileState[]) => void,
  isGone: () => boolean,
): Promise<ReadFile[]> {
  const states: FileState[] = files.map(({ name }) => ({ name, state: 'waiting', message: '等待中' }));
  const results: (ReadFile | null)[] = files.map(() => null);
  const set = (index: number, state: FileState['state'], message: string): void => {
    states[index] = { name: states[index].name, state, message };
    tell([...states]);
  };
  const { formKey, version } = session.compiled.definition;
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next; index < files.length && !isGone(); index = next) {
      next += 1;
      set(index, 'sending', '正在上传');
      try {
        const read = await session.services.importRows(
          { file: files[index], formKey, table: table.key, ...(version === undefined ? {} : { version }) },
          (percent) => set(index, 'sending', percent < 100 ? `已上传 ${percent}%` : '正在读取'),
        );
        results[index] = { name: files[index].name, ...read };
        set(index, 'done', `已读取 ${read.rows.length} 行`);
      } catch (error) {
        set(index, 'failed', failureText(error));
      }
    }
  };
  await Promise.all([work(), work()]);
  return results.filter((result) => result !== null);
}

/** Texts of columns whose options only this page knows; what cannot be read is added to `bad`. */
function resolve({ table, actions }: TableModel, read: ReadFile): ReadFile {
  const columns = table.columns.filter(({ key }) => read.leftToPage.includes(key));
  if (columns.length === 0) return read;
  const bad = [...read.bad];
  const rows = read.rows.map((row, index) => {
    const values = { ...row };
    for (const column of columns) {
      const text = values[column.key];
      if (typeof text !== 'string') continue;
      const answer = column.definition.fromText?.(text, column.node as never, {
        options: actions.options(column.key) ?? [],
      }) ?? { ok: true as const, value: text, label: undefined };
      if (!answer.ok) {
        values[column.key] = column.definition.emptyValue ?? null;
        if (column.hasCompanion) values[labelKey(column.key)] = '';
        bad.push({
          row: index + 1,
          cell: '',
          index,
          key: column.key,
          label: column.node.label ?? column.key,
          message: answer.message,
        });
        continue;
      }
      values[column.key] = answer.value;
      if (column.hasCompanion && answer.label !== undefined) values[labelKey(column.key)] = answer.label;
    }
    return values;
  });
  return { ...read, rows, bad, badCount: read.badCount + bad.length - read.bad.length };
}

/** The cells of the new rows that could not be read. */
function unreadCells(files: readonly ReadFile[], rows: readonly Row[]): UnreadCell[] {
  let from = 0;
  return files.flatMap((file) => {
    const start = from;
    from += file.rows.length;
    return file.bad.flatMap(({ index, key, message }) => {
      const row = rows[start + index];
      return row ? [{ cell: { rowId: row.id, column: key }, message }] : [];
    });
  });
}

function linesOf(files: readonly ReadFile[], rows: readonly Row[]): Report['lines'] {
  let from = 0;
  return files.flatMap((file) => {
    const prefix = files.length > 1 ? `${file.name} ` : '';
    const start = from;
    from += file.rows.length;
    return [
      ...file.notes.map((text) => ({ text: `${prefix}${text}` })),
      ...file.bad.map(({ row: line, cell, index, key, label, message }) => {
        const row = rows[start + index];
        return {
          text: `${prefix}第 ${line} 行“${label}”${cell === '' ? '' : `（${cell}）`}：${message}`,
          ...(row ? { cell: { rowId: row.id, column: key } } : {}),
        };
      }),
    ];
  });
}

/** Appends what was read as one step of the history and reports what was left out. False: cancelled, or nothing to append. */
export async function appendImported(model: TableModel, read: readonly ReadFile[]): Promise<number | null> {
  const files = read.map((file) => resolve(model, file));
  const all = files.flatMap((file) => file.rows);
  if (all.length === 0) return null;
  const done = await appendRows(model, all, {
    title: '正在导入',
    onChecked: (rows) => markUnread(model, unreadCells(files, rows)),
  });
  if (done === null) return null;
  const lines: Report['lines'] = [
    ...(done.beyond > 0 ? [{ text: `有 ${done.beyond} 行超出可添加的行数，未导入` }] : []),
    ...(done.refused.size > 0 ? [{ text: `您不能填写这些列，已留空：${namesOf(model, done.refused)}` }] : []),
    ...linesOf(files, done.rows),
  ];
  const badCount = files.reduce((sum, file) => sum + file.badCount, 0);
  const named = files.reduce((sum, file) => sum + file.bad.length, 0);
  const title = `已导入 ${done.rows.length} 行${badCount > 0 ? `，${badCount} 个单元格不能识别，已留空` : ''}`;
  model.store.jobs.tell(lines.length > 0 ? { title, lines, more: badCount - named } : null);
  return done.rows.length;
}

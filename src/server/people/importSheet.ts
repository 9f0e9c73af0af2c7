import { Refusal } from '../http/refusal.ts';
import { sheetsOfFile, cellText, type BookLimits } from '../imports/index.ts';

/** The columns of the people sheet; `*` marks a required column. */
export const COLUMNS = [
  { key: 'username', title: '用户名*', width: 16 },
  { key: 'name', title: '姓名*', width: 12 },
  { key: 'unit', title: '单位', width: 26 },
  { key: 'dept', title: '部门', width: 26 },
  { key: 'post', title: '岗位', width: 16 },
  { key: 'phone', title: '手机', width: 16 },
  { key: 'email', title: '邮箱', width: 26 },
  { key: 'roles', title: '角色', width: 24 },
  { key: 'sn', title: '排序', width: 8 },
] as const;
type Key = (typeof COLUMNS)[number]['key'];

/** One row of the sheet: its number, counted from 1, and its cells as texts. */
export type SheetPerson = Record<Key, string> & { row: number };

/** Maximum number of people in one file. */
export const MAX_PEOPLE = 20_000;
export const MAX_FILE_BYTES = 20 * 1024 * 1024;
const SHEET_LIMITS: BookLimits = {
  unpacked: 200 * 1024 * 1024,
  // room for the heading, rows above it and some empty rows
  rows: MAX_PEOPLE + 20,
  columns: 64,
  cells: 600_000,
  characters: 16_000_000,
};
const MAX_ROWS_BEFORE_HEADING = 10;

const normalizeTitle = (title: string): string => title.replace(/[*＊\s]/g, '');

/** Reads the rows of an uploaded people sheet. Refuses with IMPORT_FILE and the reason. */
export async function readPeople(file: {
  name: string;
  path: string;
}): Promise<{ rows: SheetPerson[]; notes: string[] }> {
  const refuse = (detail: string): never => {
    throw new Refusal('IMPORT_FILE', { file: file.name, detail });
  };
  for (const sheet of await sheetsOfFile(file, SHEET_LIMITS)) {
    for (const [headingIndex, cells] of sheet.rows.slice(0, MAX_ROWS_BEFORE_HEADING).entries()) {
      const titles = cells.map((cell) => normalizeTitle(cellText(cell)));
      const columns = COLUMNS.map(({ key, title }) => ({ key, position: titles.indexOf(normalizeTitle(title)) }));
      if (columns.some(({ key, position }) => position < 0 && (key === 'username' || key === 'name'))) continue;
      const knownTitles = new Set(COLUMNS.map(({ title }) => normalizeTitle(title)));
      const unknownTitles = titles.filter((title) => title !== '' && !knownTitles.has(title));
      const rows = sheet.rows.slice(headingIndex + 1).flatMap((rowCells, offset): SheetPerson[] => {
        const text = (key: Key): string => {
          const position = columns.find((column) => column.key === key)?.position ?? -1;
          return position < 0 ? '' : cellText(rowCells[position] ?? null);
        };
        const values = Object.fromEntries(COLUMNS.map(({ key }) => [key, text(key)])) as Record<Key, string>;
        if (Object.values(values).every((value) => value === '')) return [];
        return [{ ...values, row: sheet.firstRowNumber + headingIndex + 1 + offset }];
      });
      if (rows.length === 0) refuse('表头下没有数据');
      if (rows.length > MAX_PEOPLE) refuse(`超过 ${MAX_PEOPLE} 行`);
      return {
        rows,
        notes: unknownTitles.length > 0 ? [`这些列不认识，未导入：${unknownTitles.slice(0, 10).join('、')}`] : [],
      };
    }
  }
  return refuse('没有找到表头，至少要有“用户名”和“姓名”两列，请先下载模板');
}

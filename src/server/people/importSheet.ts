import { Refusal } from '../http/refusal.ts';
import { sheetsOfFile, cellText, type BookLimits } from '../imports/index.ts';

/** The columns of the people's sheet; `*` marks what must be filled in. */
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

/** One row of the sheet: its number as people count it, and its cells as texts. */
export type SheetPerson = Record<Key, string> & { row: number };

/** A company of 20,000 in one file. */
export const MOST_PEOPLE = 20_000;
export const FILE_LIMIT = 20 * 1024 * 1024;
const LIMITS: BookLimits = {
  unpacked: 200 * 1024 * 1024,
  rows: MOST_PEOPLE + 20,
  columns: 64,
  cells: 600_000,
  characters: 16_000_000,
};
const HEADING_ROWS = 10;

const plain = (title: string): string => title.replace(/[*＊\s]/g, '');

/** The rows of an uploaded people's sheet. Refuses with IMPORT_FILE and the reason. */
export async function readPeople(file: {
  name: string;
  path: string;
}): Promise<{ rows: SheetPerson[]; notes: string[] }> {
  const refuse = (detail: string): never => {
    throw new Refusal('IMPORT_FILE', { file: file.name, detail });
  };
  for (const sheet of await sheetsOfFile(file, LIMITS)) {
    for (const [index, cells] of sheet.rows.slice(0, HEADING_ROWS).entries()) {
      const titles = cells.map((cell) => plain(cellText(cell)));
      const places = COLUMNS.map(({ key, title }) => ({ key, at: titles.indexOf(plain(title)) }));
      if (places.some(({ key, at }) => at < 0 && (key === 'username' || key === 'name'))) continue;
      const known = new Set(COLUMNS.map(({ title }) => plain(title)));
      const unknown = titles.filter((title) => title !== '' && !known.has(title));
      const rows = sheet.rows.slice(index + 1).flatMap((line, offset): SheetPerson[] => {
        const text = (key: Key): string => {
          const at = places.find((place) => place.key === key)?.at ?? -1;
          return at < 0 ? '' : cellText(line[at] ?? null);
        };
        const values = Object.fromEntries(COLUMNS.map(({ key }) => [key, text(key)])) as Record<Key, string>;
        if (Object.values(values).every((value) => value === '')) return [];
        return [{ ...values, row: sheet.from + index + 1 + offset }];
      });
      if (rows.length === 0) refuse('表头下没有数据');
      if (rows.length > MOST_PEOPLE) refuse(`超过 ${MOST_PEOPLE} 行`);
      return {
        rows,
        notes: unknown.length > 0 ? [`这些列不认识，未导入：${unknown.slice(0, 10).join('、')}`] : [],
      };
    }
  }
  return refuse('没有找到表头，至少要有“用户名”和“姓名”两列，请先下载模板');
}

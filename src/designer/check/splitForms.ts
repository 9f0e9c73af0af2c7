import { holdsForm } from '../../importer/index.ts';
import type { GivenText } from './readFiles.ts';

/** Where answers of servers and exports of tables keep their rows. */
const LISTS = ['rows', 'records', 'list', 'items', 'data', 'result'] as const;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rows of which several are forms; null where there are none. A row that is none stays among them: its report says so. */
function rowsOf(value: unknown, depth = 0): unknown[] | null {
  if (Array.isArray(value)) return value.filter(holdsForm).length > 1 ? value : null;
  if (!isObject(value) || depth > 3) return null;
  return LISTS.map((key) => rowsOf(value[key], depth + 1)).find((rows) => rows !== null) ?? null;
}

const nameOf = (row: unknown, fallback: string): string => {
  const names = isObject(row) ? [row.formName, row.name, row.title, row.formTitle] : [];
  return names.find((name): name is string => typeof name === 'string' && name.trim() !== '')?.trim() ?? fallback;
};

/** An export of several forms at once, as the forms one by one; any other text as it is. */
export function splitForms(given: GivenText): GivenText[] {
  let value: unknown;
  try {
    value = JSON.parse(given.text);
  } catch {
    return [given];
  }
  const rows = rowsOf(value);
  if (rows === null) return [given];
  return rows.map((row, index) => ({
    ...given,
    name: nameOf(row, `${given.name} 第 ${index + 1} 个`),
    text: JSON.stringify(row, null, 2),
    mended: [...given.mended, `取自“${given.name}”中的第 ${index + 1} 个`],
  }));
}

import { holdsForm } from '../../importer/index.ts';
import type { DefinitionText } from './definitionText.ts';

/** Keys of the list of rows in server responses and table exports. */
const LIST_KEYS = ['rows', 'records', 'list', 'items', 'data', 'result'] as const;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns a list with at least two forms inside a value; null if there is none. Includes rows that are not forms;
 * the check of such a row reports the error.
 */
function rowsOf(value: unknown, depth = 0): unknown[] | null {
  if (Array.isArray(value)) return value.filter(holdsForm).length > 1 ? value : null;
  if (!isObject(value) || depth > 3) return null;
  return LIST_KEYS.map((key) => rowsOf(value[key], depth + 1)).find((rows) => rows !== null) ?? null;
}

const nameOf = (row: unknown, fallback: string): string => {
  const names = isObject(row) ? [row.formName, row.name, row.title, row.formTitle] : [];
  return names.find((name): name is string => typeof name === 'string' && name.trim() !== '')?.trim() ?? fallback;
};

/** Splits an export of several forms into single forms; any other text is returned unchanged. */
export function splitForms(definition: DefinitionText): DefinitionText[] {
  let value: unknown;
  try {
    value = JSON.parse(definition.text);
  } catch {
    return [definition];
  }
  const rows = rowsOf(value);
  if (rows === null) return [definition];
  return rows.map((row, index) => ({
    ...definition,
    name: nameOf(row, `${definition.name} 第 ${index + 1} 个`),
    text: JSON.stringify(row, null, 2),
    repairs: [...definition.repairs, `取自“${definition.name}”中的第 ${index + 1} 个`],
  }));
}

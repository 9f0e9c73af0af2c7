import { isTable, type CompiledForm } from '../../kernel/index.ts';
import type { Path, Problem } from '../../domain/problem/index.ts';

/**
 * Converts a problem's path in a record to `[fieldKey, ...path in the value]`. Accepts `[key, ...]` of validation in
 * the browser, and `['fieldsMap', key]` and `['childTables', table, row, 'fieldsMap', column]` of the server. Returns
 * null when the path belongs to no field of this form.
 */
export function fieldPath(compiled: CompiledForm, path: Path): Path | null {
  const isWrapped = path[0] === 'fieldsMap' || path[0] === 'childTables';
  const [key, ...rest] = isWrapped && !compiled.fields.has(String(path[0])) ? path.slice(1) : path;
  const fieldKey = fieldOfKey(compiled, String(key ?? ''));
  if (fieldKey === null) return null;
  const field = compiled.fields.get(fieldKey);
  return [fieldKey, ...(field && isTable(field) && rest[1] === 'fieldsMap' ? [rest[0], ...rest.slice(2)] : rest)];
}

/** Returns the field to which a key belongs: the key itself, or the field of a companion label; null for other keys. */
function fieldOfKey(compiled: CompiledForm, key: string): string | null {
  if (compiled.fields.has(key)) return key;
  const base = key.endsWith('Label') ? key.slice(0, -'Label'.length) : '';
  return compiled.fields.get(base)?.hasCompanion === true ? base : null;
}

/** Groups problems by field, with paths relative to the value. `otherProblems`: problems that belong to no field. */
export function groupProblems(
  compiled: CompiledForm,
  problems: readonly Problem[],
): { byField: Map<string, Problem[]>; otherProblems: Problem[] } {
  const byField = new Map<string, Problem[]>();
  const otherProblems: Problem[] = [];
  for (const problem of problems) {
    const path = fieldPath(compiled, problem.path);
    if (path === null) {
      otherProblems.push(problem);
      continue;
    }
    const fieldProblems = byField.get(String(path[0])) ?? [];
    fieldProblems.push({ ...problem, path: path.slice(1) });
    byField.set(String(path[0]), fieldProblems);
  }
  return { byField, otherProblems };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const cellOf = (row: unknown, column: unknown): unknown =>
  isObject(row) && isObject(row.fieldsMap) ? row.fieldsMap[String(column)] : undefined;

/**
 * Converts the problems of a sub-table from the row indexes at the time of sending (`sentRows`) to the current row
 * indexes (`currentRows`). Leaves out problems of rows that were removed since, and of cells that were changed since.
 */
export function moveToCurrentRows(
  problems: readonly Problem[],
  sentRows: unknown,
  currentRows: unknown,
): readonly Problem[] {
  if (sentRows === currentRows || !Array.isArray(sentRows) || !Array.isArray(currentRows)) return problems;
  const indexById = new Map(
    (currentRows as unknown[]).map((row, index) => [isObject(row) ? row.id : undefined, index]),
  );
  return problems.flatMap((problem) => {
    const [sentIndex, column, ...rest] = problem.path;
    const sentRow = typeof sentIndex === 'number' ? (sentRows[sentIndex] as unknown) : undefined;
    if (!isObject(sentRow) || typeof sentRow.id !== 'string') return [problem];
    const index = indexById.get(sentRow.id);
    if (index === undefined || !Object.is(cellOf(sentRow, column), cellOf(currentRows[index], column))) return [];
    return [{ ...problem, path: [index, ...(column === undefined ? [] : [column]), ...rest] }];
  });
}

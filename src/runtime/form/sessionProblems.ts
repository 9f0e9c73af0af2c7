import { isTable, type CompiledForm } from '../../kernel/index.ts';
import type { Path, Problem } from '../../domain/problem/index.ts';

/**
 * A problem's path in a record to `[fieldKey, ...path in the value]`. Takes `[key, ...]` as the browser's own
 * checks name it, `['fieldsMap', key]` and `['childTables', table, row, 'fieldsMap', column]` as the server does.
 * Null when no field of this form is meant.
 */
export function fieldPath(compiled: CompiledForm, path: Path): Path | null {
  const isWrapped = path[0] === 'fieldsMap' || path[0] === 'childTables';
  const [key, ...rest] = isWrapped && !compiled.fields.has(String(path[0])) ? path.slice(1) : path;
  const own = ownerOf(compiled, String(key ?? ''));
  if (own === null) return null;
  const field = compiled.fields.get(own);
  return [own, ...(field && isTable(field) && rest[1] === 'fieldsMap' ? [rest[0], ...rest.slice(2)] : rest)];
}

/** The field that a key belongs to: its own, or that of its companion label. */
function ownerOf(compiled: CompiledForm, key: string): string | null {
  if (compiled.fields.has(key)) return key;
  const base = key.endsWith('Label') ? key.slice(0, -'Label'.length) : '';
  return compiled.fields.get(base)?.hasCompanion === true ? base : null;
}

/** Sorts problems to their fields (paths relative to the value); `rest` are those of no field. */
export function placeProblems(
  compiled: CompiledForm,
  problems: readonly Problem[],
): { byField: Map<string, Problem[]>; rest: Problem[] } {
  const byField = new Map<string, Problem[]>();
  const rest: Problem[] = [];
  for (const problem of problems) {
    const path = fieldPath(compiled, problem.path);
    if (path === null) {
      rest.push(problem);
      continue;
    }
    const list = byField.get(String(path[0])) ?? [];
    list.push({ ...problem, path: path.slice(1) });
    byField.set(String(path[0]), list);
  }
  return { byField, rest };
}

import type { Situation } from '../rules/situation.ts';
import { isTable, type CompiledForm, type Scope } from '../kernel/index.ts';
import type { Path, Problem } from '../domain/problem/index.ts';
import type { Values } from './recordValues.ts';

/** What a draft need not have yet. */
const UNFINISHED: ReadonlySet<string> = new Set(['VALUE_REQUIRED', 'ROW_COUNT']);

/** A field's paths (relative to its value) as the record's. */
function recordPath(key: string, path: Path, isInTable: boolean): Path {
  if (!isInTable) return ['fieldsMap', key, ...path];
  const [row, column, ...rest] = path;
  return row === undefined
    ? ['childTables', key]
    : ['childTables', key, row, 'fieldsMap', ...(column === undefined ? [] : [column]), ...rest];
}

/**
 * What this person must still put right: fields they see and may change here, in document order. What they may not
 * change is not held against them. `draft` asks neither for required values nor for row counts.
 */
export function validateRecord(
  compiled: CompiledForm,
  values: Values,
  situation: Situation,
  { draft = false }: { draft?: boolean } = {},
): Problem[] {
  const scope: Scope = { values, situation };
  const problems: Problem[] = [];
  for (const field of compiled.fields.values()) {
    const { visible, editable } = field.access(scope);
    if (!visible || !(editable || isTable(field))) continue;
    const mayBeUnfinished = draft || !editable;
    const found = field
      .validate(values[field.key], scope)
      .filter(({ code, path }) => !(mayBeUnfinished && UNFINISHED.has(code)) || (!draft && path.length > 0));
    // one by one: a long table may have more problems than a call takes arguments
    for (const one of found) problems.push({ ...one, path: recordPath(field.key, one.path, isTable(field)) });
  }
  return problems;
}

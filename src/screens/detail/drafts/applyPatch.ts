import { allowedPatch, areRowsUnchanged, patchValues, rowsOf, type ValuesPatch } from '../../../records/index.ts';
import type { FormSession } from '../../../runtime/form/session.ts';

/**
 * Returns the form's values without the unchanged default rows of these tables, because a patch contains default rows
 * itself (`typedChanges`). Changed default rows stay.
 */
function withoutUnchangedDefaultRows(
  { compiled, values, defaultRows }: FormSession,
  tables: readonly string[],
): Record<string, unknown> {
  const current: Record<string, unknown> = { ...values };
  for (const key of tables) {
    const table = compiled.tables.get(key);
    const defaultRowsById = new Map((defaultRows.unstoredRows(key) ?? []).map((row) => [row.id, row]));
    if (!table || defaultRowsById.size === 0) continue;
    current[key] = rowsOf(values[key]).filter((row) => !areRowsUnchanged(table, [row], [defaultRowsById.get(row.id)]));
  }
  return current;
}

/**
 * Applies a patch (a draft, or the selected part of a merge) to the form's current values. Returns the labels of fields
 * and rows that were left out, because the user may not change them or they do not exist any more.
 */
export function applyPatch(session: FormSession, patch: ValuesPatch): readonly string[] {
  const current = withoutUnchangedDefaultRows(session, Object.keys(patch.tables));
  const { patch: allowedChanges, dropped } = allowedPatch(session.compiled, current, patch, session.situation);
  const values = patchValues(current, allowedChanges);
  for (const name of session.compiled.fields.keys()) {
    if (
      !(name in allowedChanges.fields) &&
      !(`${name}Label` in allowedChanges.fields) &&
      !(name in allowedChanges.tables)
    )
      continue;
    const label = values[`${name}Label`];
    session.setValue(name, values[name], typeof label === 'string' ? label : undefined);
  }
  // the patch contains the rows of these tables, so a changed dependency field must not load other rows
  session.defaultRows.markRowsCurrent(Object.keys(allowedChanges.tables));
  return dropped;
}

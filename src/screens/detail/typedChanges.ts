import type { FormRecord } from '../../grammar/documents.ts';
import { diffValues, type TablePatch, type ValuesPatch } from '../../records/index.ts';
import type { FormSession } from '../../runtime/form/session.ts';

/** Returns the values as a flat map: fields by key, sub-tables as their rows. */
export const valuesOf = (record: FormRecord): Readonly<Record<string, unknown>> => ({
  ...record.fieldsMap,
  ...record.childTables,
});

/**
 * Removes companion labels that changed without their value: the user has not typed them; their options were loaded
 * later.
 */
function withoutUntypedLabels({ fields, tables }: ValuesPatch): ValuesPatch {
  const isUntypedLabel = (key: string): boolean => key.endsWith('Label') && !(key.slice(0, -'Label'.length) in fields);
  return { fields: Object.fromEntries(Object.entries(fields).filter(([key]) => !isUntypedLabel(key))), tables };
}

/** Returns the patch between two states of the form, without computed values and labels that nobody typed. */
function changesBetween(
  { compiled }: FormSession,
  before: FormSession['baseline'],
  after: FormSession['values'],
): ValuesPatch {
  const computedKeys = new Set(
    [...compiled.fields.values()].filter((field) => field.compute !== null).flatMap(({ key }) => [key, `${key}Label`]),
  );
  return withoutUntypedLabels(diffValues(before, { ...after }, new Set(compiled.tables.keys()), computedKeys));
}

/**
 * Replaces the changes of each table with loaded default rows that are not stored yet: no changes if the rows are as
 * loaded, else all rows of the table as added rows.
 */
function withLoadedRows(session: FormSession, { fields, tables }: ValuesPatch): ValuesPatch {
  const patchByTable: Record<string, TablePatch> = { ...tables };
  for (const key of session.compiled.tables.keys()) {
    const loadedRows = session.defaultRows.unstoredRows(key);
    if (loadedRows === undefined) continue;
    if (session.defaultRows.areRowsAsLoaded(key)) {
      delete patchByTable[key];
      continue;
    }
    const { added = {} } = patchByTable[key] ?? {};
    // lists the removed loaded rows, because a patch without any row would be empty
    patchByTable[key] = {
      cells: {},
      added,
      removed: loadedRows.flatMap(({ id }) => (Object.hasOwn(added, id) ? [] : [id])),
    };
  }
  return { fields, tables: patchByTable };
}

/**
 * Returns the user's changes since the form was loaded or saved, without computed values. All rows of a table without
 * stored rows are in `added`, including loaded rows, because the next visit loads rows with other ids.
 */
export const typedChanges = (session: FormSession): ValuesPatch =>
  withLoadedRows(session, changesBetween(session, session.baseline, session.values));

/** Returns the user's changes since this record was sent. */
export const changedSince = (session: FormSession, sentRecord: FormRecord): ValuesPatch =>
  changesBetween(session, valuesOf(sentRecord), valuesOf(session.toRecord()));

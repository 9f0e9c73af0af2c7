import type { FormRecord } from '../../grammar/documents.ts';
import { diffValues, type ValuesPatch } from '../../records/index.ts';
import type { FormSession } from '../../runtime/form/session.ts';

/** Values as one flat map: fields by key, sub-tables as their rows. */
export const valuesOf = (record: FormRecord): Readonly<Record<string, unknown>> => ({
  ...record.fieldsMap,
  ...record.childTables,
});

/**
 * Removes companion labels that changed without their value (their options were loaded later), because the user has not
 * typed them.
 */
function withoutUntypedLabels({ fields, tables }: ValuesPatch): ValuesPatch {
  const isUntypedLabel = (key: string): boolean => key.endsWith('Label') && !(key.slice(0, -'Label'.length) in fields);
  return { fields: Object.fromEntries(Object.entries(fields).filter(([key]) => !isUntypedLabel(key))), tables };
}

function changesBetween(
  { compiled }: FormSession,
  before: FormSession['baseline'],
  after: FormSession['values'],
): ValuesPatch {
  const computed = new Set(
    [...compiled.fields.values()].filter((field) => field.compute !== null).flatMap(({ key }) => [key, `${key}Label`]),
  );
  return withoutUntypedLabels(diffValues(before, { ...after }, new Set(compiled.tables.keys()), computed));
}

/** Changes by the user since the form was loaded or saved, without computed values. */
export const typedChanges = (session: FormSession): ValuesPatch =>
  changesBetween(session, session.baseline, session.values);

/** Changes by the user since this record was sent. */
export const changedSince = (session: FormSession, sent: FormRecord): ValuesPatch =>
  changesBetween(session, valuesOf(sent), valuesOf(session.toRecord()));

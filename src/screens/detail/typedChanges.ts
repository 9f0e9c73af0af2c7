import type { FormRecord } from '../../grammar/documents.ts';
import { diffValues, type ValuesPatch } from '../../records/index.ts';
import type { FormSession } from '../../runtime/form/session.ts';

/** Values as one flat map: fields by key, sub-tables as their rows. */
export const valuesOf = (record: FormRecord): Readonly<Record<string, unknown>> => ({
  ...record.fieldsMap,
  ...record.childTables,
});

/** A display text that changed by itself (its options came later) is nobody's typing. */
function withoutLoneLabels({ fields, tables }: ValuesPatch): ValuesPatch {
  const isLone = (key: string): boolean => key.endsWith('Label') && !(key.slice(0, -'Label'.length) in fields);
  return { fields: Object.fromEntries(Object.entries(fields).filter(([key]) => !isLone(key))), tables };
}

function changesBetween(
  { compiled }: FormSession,
  before: FormSession['baseline'],
  after: FormSession['values'],
): ValuesPatch {
  const computed = new Set(
    [...compiled.fields.values()].filter((field) => field.compute !== null).flatMap(({ key }) => [key, `${key}Label`]),
  );
  return withoutLoneLabels(diffValues(before, { ...after }, new Set(compiled.tables.keys()), computed));
}

/** What this person changed in a form since it was loaded or saved; what the system computes is left out. */
export const typedChanges = (session: FormSession): ValuesPatch =>
  changesBetween(session, session.baseline, session.values);

/** What was changed since this record was sent. */
export const changedSince = (session: FormSession, sent: FormRecord): ValuesPatch =>
  changesBetween(session, valuesOf(sent), valuesOf(session.toRecord()));

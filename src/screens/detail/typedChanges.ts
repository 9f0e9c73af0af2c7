import type { FormRecord } from '../../grammar/documents.ts';
import { diffValues, type ValuesPatch } from '../../kernel/records/patch.ts';
import type { FormSession } from '../../runtime/session.ts';

/** Values as one flat map: fields by key, sub-tables as their rows. */
export const valuesOf = (record: FormRecord): Readonly<Record<string, unknown>> => ({ ...record.fieldsMap, ...record.childTables });

/** A display text that changed by itself (its options came later) is nobody's typing. */
function withoutLoneLabels({ fields, tables }: ValuesPatch): ValuesPatch {
  const isLone = (key: string): boolean => key.endsWith('Label') && !(key.slice(0, -'Label'.length) in fields);
  return { fields: Object.fromEntries(Object.entries(fields).filter(([key]) => !isLone(key))), tables };
}

/** What this person changed in a form since it was loaded or saved; what the system computes is left out. */
export function typedChanges({ compiled, baseline, values }: FormSession): ValuesPatch {
  const computed = new Set([...compiled.fields.values()].filter((field) => field.compute !== null).flatMap(({ key }) => [key, `${key}Label`]));
  return withoutLoneLabels(diffValues(baseline, { ...values }, new Set(compiled.tables.keys()), computed));
}

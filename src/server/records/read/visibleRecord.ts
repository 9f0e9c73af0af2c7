import type { FormRecord } from '../../../grammar/documents.ts';
import { keptKeys } from '../../../relations/index.ts';
import type { CompiledForm } from '../../../kernel/index.ts';
import { redactRecord } from '../../../records/index.ts';
import type { Situation } from '../../../rules/situation.ts';

/**
 * Returns a record without the values that a person may not see according to the record's form version (`ownForm`). If
 * the published version (`newestForm`) has further kept fields, they are included if it lets the person see them.
 */
export function visibleRecord<R extends Pick<FormRecord, 'fieldsMap' | 'childTables'>>(
  ownForm: CompiledForm,
  newestForm: CompiledForm,
  record: R,
  situation: Situation,
): R {
  const redacted = redactRecord(ownForm, record, situation);
  if (ownForm === newestForm) return redacted;
  const newKeptKeys = [...keptKeys(newestForm.definition)].filter(
    (key) =>
      !ownForm.fields.has(key) &&
      Object.hasOwn(record.fieldsMap ?? {}, key) &&
      newestForm.fields.get(key)?.mayRead(situation) === true,
  );
  if (newKeptKeys.length === 0) return redacted;
  const newKeptValues = Object.fromEntries(newKeptKeys.map((key) => [key, record.fieldsMap?.[key]]));
  return { ...redacted, fieldsMap: { ...redacted.fieldsMap, ...newKeptValues } };
}

import type { FormRecord } from '../../../grammar/documents.ts';
import { keptKeys, type CompiledForm } from '../../../kernel/index.ts';
import { redactRecord } from '../../../records/index.ts';
import type { Situation } from '../../../rules/situation.ts';

/**
 * A record as somebody may see it: by its own version (`own`), and with the values that the server keeps by the version in
 * force (`newest`), which they follow on older and finished records, too.
 */
export function shownRecord<R extends Pick<FormRecord, 'fieldsMap' | 'childTables'>>(
  own: CompiledForm,
  newest: CompiledForm,
  record: R,
  situation: Situation,
): R {
  const shown = redactRecord(own, record, situation);
  if (own === newest) return shown;
  const further = [...keptKeys(newest.definition)].filter(
    (key) =>
      !own.fields.has(key) &&
      Object.hasOwn(record.fieldsMap ?? {}, key) &&
      newest.fields.get(key)?.mayRead(situation) === true,
  );
  if (further.length === 0) return shown;
  const kept = Object.fromEntries(further.map((key) => [key, record.fieldsMap?.[key]]));
  return { ...shown, fieldsMap: { ...shown.fieldsMap, ...kept } };
}

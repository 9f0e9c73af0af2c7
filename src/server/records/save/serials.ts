import { sql } from 'kysely';
import type { FormRecord } from '../../../grammar/documents.ts';
import { isTable, type CompiledField } from '../../../kernel/index.ts';
import { recompute, recordToValues, valuesToRecord } from '../../../records/index.ts';
import {
  serialMoment,
  runningNumberIn,
  serialOf,
  serialPeriod,
  serialText,
  type SerialPeriod,
} from '../../../domain/serial.ts';
import { timeText } from '../../http/time.ts';
import { columnsOf } from '../columns/columnRefs.ts';
import { recordTable } from '../columns/recordSource.ts';
import type { Trx } from '../../store/transaction.ts';
import type { OpenRecord } from '../read/openForWrite.ts';
import type { RecordValues } from '../tables.ts';

/**
 * Returns the highest number of a period in the stored records of the form; 0 if no record has a number of this period.
 * Imported records, for example, have numbers that no counter has issued.
 */
async function findHighestStoredNumber(
  trx: Trx,
  formKey: string,
  fieldKey: string,
  period: SerialPeriod,
): Promise<number> {
  const { prefix, suffix } = period;
  const columns = await columnsOf(trx, formKey, [{ key: fieldKey, kind: 'text' }]);
  const serialColumn = columns.ref(fieldKey, 'text');
  const { rows } = await sql<{ text: string }>`select ${serialColumn} as text from ${recordTable(formKey)} as frm_record
    where starts_with(${serialColumn}, ${prefix}) and right(${serialColumn}, ${suffix.length}) = ${suffix}`.execute(
    trx,
  );
  return rows.reduce((max, { text }) => Math.max(max, runningNumberIn(period, text) ?? 0), 0);
}

/**
 * Returns the next serial of a period, as text. The counter stays locked until the transaction ends, and a rollback
 * restores it. So concurrent saves produce neither gaps nor duplicates.
 */
async function issueNextSerial(trx: Trx, formKey: string, fieldKey: string, period: SerialPeriod): Promise<string> {
  const key = { form_key: formKey, field_key: fieldKey, period: `${period.prefix}#${period.suffix}` };
  const increment = (): Promise<{ last: number } | undefined> =>
    trx
      .updateTable('frm_serial')
      .set((set) => ({ last: set('last', '+', 1) }))
      .where('form_key', '=', key.form_key)
      .where('field_key', '=', key.field_key)
      .where('period', '=', key.period)
      .returning('last')
      .executeTakeFirst();
  let counter = await increment();
  if (!counter) {
    await trx
      .insertInto('frm_serial')
      .values({ ...key, last: await findHighestStoredNumber(trx, formKey, fieldKey, period) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    counter = await increment();
  }
  if (!counter) throw new Error(`no counter for ${formKey}.${fieldKey}`);
  return serialText(period, counter.last);
}

/** Checks whether the server must issue a serial for this field now. */
const isSerialDue = (field: CompiledField, values: RecordValues, hasFlow: boolean, isSubmitting: boolean): boolean => {
  const serial = serialOf(field.node);
  return (
    serial !== undefined &&
    field.isEmpty(values.fieldsMap[field.key]) &&
    (isSubmitting || serialMoment(serial, hasFlow) === 'save')
  );
};

/**
 * Returns the values with a new serial in each field that needs one now (`isSerialDue`). If a serial was issued, the
 * computed fields are computed again. Must be the last step before storing.
 */
export async function withSerials(
  trx: Trx,
  { loaded, flow, situation }: Pick<OpenRecord, 'loaded' | 'flow' | 'situation'>,
  values: RecordValues,
  isSubmitting: boolean,
): Promise<RecordValues> {
  const { form, formKey } = loaded;
  // lock counters in a fixed order to prevent deadlocks
  const dueFields = [...form.fields.values()]
    .filter((field) => !isTable(field) && isSerialDue(field, values, flow !== null, isSubmitting))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  if (dueFields.length === 0) return values;
  const today = timeText(new Date());
  const fieldsMap: Record<string, unknown> = { ...values.fieldsMap };
  for (const { key, node } of dueFields) {
    const serial = serialOf(node);
    if (serial) fieldsMap[key] = await issueNextSerial(trx, formKey, key, serialPeriod(serial, today));
  }
  const computedRecord = valuesToRecord(
    recompute(form, recordToValues({ fieldsMap, childTables: values.childTables }, form), situation),
    form,
  );
  return {
    fieldsMap: { ...fieldsMap, ...computedRecord.fieldsMap },
    childTables: { ...values.childTables, ...computedRecord.childTables } as FormRecord['childTables'],
  };
}

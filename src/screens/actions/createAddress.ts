import type { CreateSource } from '../../runtime/services/actions.ts';

/**
 * Address parameters of a new record that is created from a source record: form key and id of the source record, and
 * the index of the `createFrom` rule in the new record's form.
 */
const FROM = 'from';
const ID = 'fromId';
const RULE = 'fromRule';

/** Returns the address query for a new record that is created from a source record. */
export const newRecordQuery = (formKey: string, { from, id, index }: CreateSource): Record<string, string> => ({
  formKey,
  isEdit: '1',
  [FROM]: from,
  [ID]: id,
  [RULE]: String(index),
});

/** Reads the source record from the address query; null if there is none. */
export function readCreateSource(query: Readonly<Record<string, string>>): CreateSource | null {
  const { [FROM]: from, [ID]: id, [RULE]: rule } = query;
  const index = Number(rule ?? '');
  return from && id && rule !== undefined && Number.isInteger(index) && index >= 0 ? { from, id, index } : null;
}

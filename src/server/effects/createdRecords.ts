import {
  keyPrefixOf,
  CREATED_PREFIX,
  createdRecordsPrefix,
  creatingEffects,
  type Effect,
} from '../../effects/index.ts';
import { effectKeyOf } from './effectKeys.ts';
import { loadCreatedRecords } from './effectLog.ts';
import type { Subject } from './subject.ts';

/** Ids of records created by effects: by effect key, then by sub-table row ('' for the whole record). */
type CreatedIds = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Whether the expressions of an effect read records that other effects created. */
const namesCreatedRecords = (effect: Effect): boolean => JSON.stringify(effect).includes(`${CREATED_PREFIX}.`);

/** The records that other effects of this record have created and this effect may name; null if it names none. */
async function loadCreatedIds(subject: Subject, effect: Effect): Promise<CreatedIds | null> {
  if (!namesCreatedRecords(effect)) return null;
  const createdIds = new Map<string, ReadonlyMap<string, string>>();
  for (const [key, maker] of creatingEffects(subject.loaded.form.definition, effect.each)) {
    const found = await loadCreatedRecords(subject, effectKeyOf(keyPrefixOf(maker), key));
    createdIds.set(key, new Map([...found].map(([rowKey, { id }]) => [rowKey, id])));
  }
  return createdIds;
}

/**
 * Returns a function that adds the prefix `made` to the names of an effect's expressions: for a row the records that
 * other effects created for the same row, else those created for the record as a whole.
 */
export async function withCreatedRecords(
  subject: Subject,
  effect: Effect,
): Promise<(rowKey: string, rowSubject: Subject) => Subject> {
  const createdIds = await loadCreatedIds(subject, effect);
  const prefixFields = createdIds && createdRecordsPrefix(creatingEffects(subject.loaded.form.definition, effect.each));
  if (!createdIds || !prefixFields) return (_rowKey, rowSubject) => rowSubject;
  return (rowKey, rowSubject) => {
    const values = [...createdIds].map(([key, byRow]) => [key, byRow.get(rowKey) ?? byRow.get('') ?? '']);
    return Object.create(rowSubject, {
      names: {
        value: { ...rowSubject.names, prefixes: { ...rowSubject.names.prefixes, [CREATED_PREFIX]: prefixFields } },
      },
      prefixValues: { value: { ...rowSubject.prefixValues, [CREATED_PREFIX]: Object.fromEntries(values) } },
      row: {
        get: () => rowSubject.row,
        set: (row: Subject['row']) => {
          rowSubject.row = row;
        },
      },
    }) as Subject;
  };
}

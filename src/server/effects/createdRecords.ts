import {
  keyPrefixOf,
  CREATED_PREFIX,
  createdRecordsPrefix,
  creatingEffects,
  type Effect,
} from '../../effects/index.ts';
import { recordsOf } from '../records/index.ts';
import { effectKeyOf } from './effectKeys.ts';
import { loadCreatedRecordEntries } from './effectLog.ts';
import type { Subject } from './subject.ts';

/**
 * Ids of records created by effects: by effect key, then by the key of the row for which the record was created ('':
 * for the record as a whole). Removed and voided records are left out.
 */
type CreatedIds = ReadonlyMap<string, ReadonlyMap<string, string>>;

const VOIDED = '4';

/** Returns whether the expressions of an effect name records that other effects created (prefix `made`). */
const namesCreatedRecords = (effect: Effect): boolean => JSON.stringify(effect).includes(`${CREATED_PREFIX}.`);

/** Loads the ids of the records that other effects of this record created; null if this effect names none of them. */
async function loadCreatedIds(subject: Subject, effect: Effect): Promise<CreatedIds | null> {
  if (!namesCreatedRecords(effect)) return null;
  const createdIds = new Map<string, ReadonlyMap<string, string>>();
  for (const [key, creatingEffect] of creatingEffects(subject.loaded.form.definition, effect.each)) {
    const createdRecords = await loadCreatedRecordEntries(subject, effectKeyOf(keyPrefixOf(creatingEffect), key));
    const unvoidedIds = await findUnvoidedIds(subject, [...createdRecords.values()]);
    const ids = [...createdRecords].map(([rowKey, { id }]): [string, string] => [rowKey, id]);
    createdIds.set(key, new Map(ids.filter(([, id]) => unvoidedIds.has(id))));
  }
  return createdIds;
}

/** Returns the ids of the given records that exist and are not voided. */
async function findUnvoidedIds(
  { trx }: Pick<Subject, 'trx'>,
  records: readonly { formKey: string; id: string }[],
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const formKey of new Set(records.map((record) => record.formKey))) {
    const rows = await trx
      .selectFrom(await recordsOf(trx, formKey))
      .select('id')
      .where('form_key', '=', formKey)
      .where(
        'id',
        'in',
        records.filter((record) => record.formKey === formKey).map(({ id }) => id),
      )
      .where('flw_state', '!=', VOIDED)
      .execute();
    for (const { id } of rows) ids.add(id);
  }
  return ids;
}

/** Access of one effect to the records that other effects created. */
interface CreatedRecordsAccess {
  /**
   * Adds the prefix `made` to the names of the effect's expressions. For a row, `made` contains the records that other
   * effects created for the same row, else the records created for the record as a whole.
   */
  withNames(rowKey: string, rowSubject: Subject): Subject;
  /**
   * For an effect that voids or removes records that another effect created (`void: made.<key>`): the keys of the rows
   * for which these records were created. Empty for other effects.
   */
  rowKeysOfEndedRecords: readonly string[];
}

/** Prepares the access of one effect to the records that other effects created. */
export async function createdRecordsFor(subject: Subject, effect: Effect): Promise<CreatedRecordsAccess> {
  const createdIds = await loadCreatedIds(subject, effect);
  const prefixFields = createdIds && createdRecordsPrefix(creatingEffects(subject.loaded.form.definition, effect.each));
  if (!createdIds || !prefixFields)
    return { withNames: (_rowKey, rowSubject) => rowSubject, rowKeysOfEndedRecords: [] };
  const [prefix, endedEffectKey = '', ...furtherNames] = (effect.void ?? effect.remove ?? '').split('.');
  const endedIds = prefix === CREATED_PREFIX && furtherNames.length === 0 ? createdIds.get(endedEffectKey) : undefined;
  const withNames = (rowKey: string, rowSubject: Subject): Subject => {
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
  return { withNames, rowKeysOfEndedRecords: [...(endedIds?.keys() ?? [])].filter((rowKey) => rowKey !== '') };
}

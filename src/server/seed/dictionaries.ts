import { join } from 'node:path';
import type { Dictionary } from '../../grammar/documents.ts';
import type { ServerContext } from '../context.ts';
import { newId } from '../store/newId.ts';
import { readLoadedTexts, markLoaded, readShipped } from './shipped.ts';

/** Loads shipped dictionaries that are new or changed, except those that an administrator has changed. */
export async function seedDictionaries({ db, settings }: ServerContext): Promise<void> {
  const loadedDictionaries = await readLoadedTexts(db, 'dictionary');
  for (const { text, hash } of readShipped(join(settings.schemasDir, 'dictionaries'), '.json')) {
    const parsedFile = JSON.parse(text) as Dictionary | Dictionary[];
    for (const dictionary of [parsedFile].flat())
      if (loadedDictionaries.needsLoading('dictionary', dictionary.typeCode, hash))
        await loadDictionary(db, dictionary, hash, loadedDictionaries.isKnown('dictionary', dictionary.typeCode));
  }
}

async function loadDictionary(
  db: ServerContext['db'],
  { typeCode, typeName, items }: Dictionary,
  hash: string,
  wasLoaded: boolean,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const existingType = await trx
      .selectFrom('sys_dict_type')
      .select('code')
      .where('code', '=', typeCode)
      .executeTakeFirst();
    // a dictionary that an administrator removed is not loaded, and not marked as loaded either: if the administrator
    // restores it, the next start loads it
    if (wasLoaded && !existingType) return;
    const type = await trx
      .insertInto('sys_dict_type')
      .values({ code: typeCode, name: typeName, parent_id: null })
      .onConflict((conflict) =>
        conflict.column('code').doUpdateSet({ name: typeName }).where('sys_dict_type.is_changed', '=', false),
      )
      .returning('code')
      .executeTakeFirst();
    if (type) {
      await trx.deleteFrom('sys_dict_item').where('type_code', '=', typeCode).execute();
      const rows = items.map(({ dictLabel, dictValue, listClass, sn, disabled, validFrom, validTo }, index) => ({
        id: newId(),
        type_code: typeCode,
        dict_label: dictLabel,
        dict_value: dictValue,
        list_class: listClass ?? null,
        sn: sn ?? index + 1,
        is_disabled: disabled ?? false,
        valid_from: validFrom ?? null,
        valid_to: validTo ?? null,
      }));
      if (rows.length > 0) await trx.insertInto('sys_dict_item').values(rows).execute();
    }
    await markLoaded(trx, 'dictionary', typeCode, hash);
  });
}

import { sql, type SqlBool } from 'kysely';
import type { Page } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { timeText } from '../http/time.ts';
import type { Db } from '../store/database.ts';
import type { PackKind } from './packItem.ts';

/** One import in the list of imports. */
export interface ImportRow {
  id: string;
  name: string;
  note: string;
  /** When and by whom (name) the pack was exported; this may have been in another installation. */
  madeAt: string;
  madeBy: string;
  /** Name of the person who imported the pack. */
  importedBy: string;
  importedAt: string;
  /** Number of items that the import added, and of existing items that it changed. */
  added: number;
  changed: number;
  /** Name of the person who undid the import, and the time; '' if it was not undone. */
  undoneBy: string;
  undoneAt: string;
}

const columns = [
  'id',
  'name',
  'note',
  'made_at as madeAt',
  'made_by as madeBy',
  'imported_by_name as importedBy',
  'imported_at as importedAt',
  'undone_by_name as undoneBy',
  'undone_at as undoneAt',
] as const;

/** Returns one page of the imports, the newest first. `keyword`: part of the name, the note or the importer's name. */
export async function listImports(
  db: Db,
  keyword: string,
  { pageNum, pageSize }: Page,
): Promise<{ rows: ImportRow[]; total: number }> {
  const like = `%${keyword.trim().replace(/[\\%_]/g, '\\$&')}%`;
  const query = db
    .selectFrom('sys_pack')
    .where(sql<SqlBool>`(name ilike ${like} or note ilike ${like} or imported_by_name ilike ${like})`);
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .select(columns)
    .select(sql<number>`jsonb_array_length(items)`.as('count'))
    .select(
      sql<number>`(select count(*)::integer from jsonb_array_elements(items) one where one ->> 'state' = 'new')`.as(
        'added',
      ),
    )
    .orderBy('imported_at', 'desc')
    .orderBy('id')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  return {
    total: Number(total),
    rows: rows.map(({ count, importedAt, undoneBy, undoneAt, ...row }) => ({
      ...row,
      importedAt: timeText(importedAt),
      changed: count - row.added,
      undoneBy: undoneBy ?? '',
      undoneAt: undoneAt ? timeText(undoneAt) : '',
    })),
  };
}

export interface ImportedItem {
  id: string;
  kind: PackKind;
  key: string;
  name: string;
  /** `new`, `changed` or `conflict`: the result of the comparison before the import. */
  state: string;
  /** For a document: the version published by the import, and the previous version; null for none. */
  version: number | null;
  versionBefore: number | null;
}

/** Returns the items that one import added or changed. Refuses with 404 an unknown import. */
export async function loadImportedItems(db: Db, id: string): Promise<ImportedItem[]> {
  const row = await db.selectFrom('sys_pack').select('items').where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('404');
  return row.items.map(({ kind, key, name, state, version, versionBefore }) => ({
    id: `${kind} ${key}`,
    kind,
    key,
    name,
    state,
    version: version ?? null,
    versionBefore: versionBefore ?? null,
  }));
}

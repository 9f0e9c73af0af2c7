import { sql } from 'kysely';
import type { MenuItem } from '../../grammar/documents.ts';
import { ancestryOf, rowMap, type KnownMenuTargets, type MenuRow } from '../../domain/menu/index.ts';
import { Refusal } from '../http/refusal.ts';
import { timeText } from '../http/time.ts';
import type { Trx } from '../store/transaction.ts';
import { sortByRank } from './menus.ts';
import type { ShippedEntry } from './tables.ts';

/** A menu entry with the data for its editor. The columns of `sys_menu` are described in `tables.ts`. */
export interface StoredEntry extends MenuRow {
  sn: number;
  place: number | null;
  isRemoved: boolean;
  isChanged: boolean;
  shipped: ShippedEntry | null;
  revision: number;
  changedBy: string;
  changedAt: Date | null;
}

const MENU_LOCK = 4_271_010;

/** Serialises changes of the menu, because each change is validated against the current menu. */
export const lockMenu = async (trx: Trx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${MENU_LOCK})`.execute(trx);
};

/** Loads all entries in order, including removed entries. */
export async function loadMenu(db: Pick<Trx, 'selectFrom'>): Promise<StoredEntry[]> {
  const rows = await db.selectFrom('sys_menu').selectAll().orderBy('id').execute();
  return sortByRank(rows).map((row) => ({
    id: row.id,
    parentId: row.parent_id,
    sn: row.sn,
    place: row.place,
    roles: row.roles,
    item: { ...(row.code ? { code: row.code } : {}), ...row.item } as MenuItem,
    isRemoved: row.is_removed,
    isChanged: row.is_changed,
    shipped: row.shipped,
    revision: row.revision,
    changedBy: row.changed_by_name ?? '',
    changedAt: row.changed_at,
  }));
}

/** Returns the entries that are not removed and have no removed ancestor, by id. */
export function withoutRemoved<Row extends MenuRow & { isRemoved: boolean }>(rows: readonly Row[]): Map<string, Row> {
  const all = rowMap(rows);
  return new Map(
    rows.filter(({ id }) => ancestryOf(all, id).every((row) => !(row as Row).isRemoved)).map((row) => [row.id, row]),
  );
}

/** Loads the published screens and existing roles for validation. */
export async function loadKnownNames(db: Pick<Trx, 'selectFrom'>): Promise<KnownMenuTargets> {
  const [screens, roles] = [
    await db
      .selectFrom('doc_document')
      .select('doc_key')
      .where('kind', '=', 'screen')
      .where('published_version', 'is not', null)
      .execute(),
    await db.selectFrom('sys_role').select('code').execute(),
  ];
  return { screens: new Set(screens.map(({ doc_key: key }) => key)), roles: new Set(roles.map(({ code }) => code)) };
}

/**
 * Returns the entry with this id. Refuses an unknown id with 404, and an entry that was changed after `revision` with
 * MENU_STALE.
 */
export function requireUnchanged(rows: readonly StoredEntry[], id: string, revision: number): StoredEntry {
  const row = rows.find((entry) => entry.id === id);
  if (!row) throw new Refusal('404');
  if (row.revision !== revision)
    throw new Refusal(
      'MENU_STALE',
      { name: row.changedBy || '他人', time: row.changedAt ? timeText(row.changedAt) : '' },
      { revision: row.revision },
    );
  return row;
}

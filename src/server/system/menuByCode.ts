import { randomUUID } from 'node:crypto';
import type { MenuItem } from '../../grammar/documents.ts';
import {
  canHoldEntries,
  checkCode,
  checkEntry,
  checkMenuManagerReachable,
  titleOf,
  type MenuRow,
} from '../../domain/menu/index.ts';
import { hasErrors, type Problem } from '../../domain/problem/index.ts';
import { announce } from '../events/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { Db } from '../store/database.ts';
import type { Trx } from '../store/transaction.ts';
import { rankOf } from './menus.ts';
import { loadKnownNames, loadMenu, lockMenu, withoutRemoved, type StoredEntry } from './menuStore.ts';

/** A menu entry for other installations: it refers to other entries by codes instead of ids. */
export interface PortableEntry {
  parentCode: string | null;
  roles: string[] | null;
  /** Rank among the entries with the same parent. */
  place: number;
  item: Record<string, unknown>;
}

/** Data of an entry that packs do not contain. It is restored together with an earlier version of the entry. */
export interface EntryLocalData {
  /** Whether an administrator has changed the entry. */
  isChanged: boolean;
  /** Rank that an administrator has set; null: the shipped rank. */
  place: number | null;
}

/** A menu entry of this installation: its content for other installations (`entry`) and its local data. */
export interface InstalledEntry {
  id: string;
  code: string;
  name: string;
  entry: PortableEntry;
  localData: EntryLocalData;
  changedBy: string;
  changedAt: Date | null;
}

/** Returns the code of an entry; its id if it has no code. */
const codeOf = ({ id, item }: StoredEntry): string => item.code ?? id;
/** Returns the entry with this code, preferably one that is not removed. */
const findByCode = (rows: readonly StoredEntry[], code: string): StoredEntry | undefined => {
  const matches = rows.filter((row) => codeOf(row) === code);
  return matches.find(({ isRemoved }) => !isRemoved) ?? matches[0];
};

/** Returns all menu entries that are not removed, by code, each with its parent's code. */
export async function entriesByCode(db: Db): Promise<Map<string, InstalledEntry>> {
  const presentEntries = withoutRemoved(await loadMenu(db as Trx));
  const codes = new Map([...presentEntries.values()].map((row) => [row.id, codeOf(row)]));
  return new Map(
    [...presentEntries.values()].map((row) => {
      const { code: _code, ...item } = row.item;
      const installedEntry: InstalledEntry = {
        id: row.id,
        code: codeOf(row),
        name: item.meta?.title ?? item.name ?? codeOf(row),
        entry: {
          parentCode: row.parentId === null ? null : (codes.get(row.parentId) ?? row.parentId),
          roles: row.roles === null ? null : [...row.roles],
          place: rankOf(row),
          item: item as Record<string, unknown>,
        },
        localData: { isChanged: row.isChanged, place: row.place },
        changedBy: row.changedBy,
        changedAt: row.changedAt,
      };
      return [installedEntry.code, installedEntry];
    }),
  );
}

const refuseProblems = (problems: readonly Problem[]): void => {
  if (hasErrors(problems)) throw new Refusal('MENU_INVALID', { detail: problems[0]?.message ?? '' }, { problems });
};

/**
 * Saves an entry under its code. A new or moved entry gets the given `place`. `localData`: given to restore an earlier
 * version of the entry; a stored entry then gets the rank of `localData`. Refuses with MENU_INVALID if the check of the
 * entry finds an error (unknown parent, page or role; address or code in use …), or if administrators could no longer
 * reach the menu editor. Whether a page has entries below it is not checked here, because later entries of the same
 * pack may move or remove them. The caller must therefore call `findPageWithChildren` at the end.
 */
export async function saveByCode(
  trx: Trx,
  editorName: string,
  code: string,
  { parentCode, roles, place, item }: PortableEntry,
  localData?: EntryLocalData,
): Promise<void> {
  await lockMenu(trx);
  const rows = await loadMenu(trx);
  const storedEntry = findByCode(rows, code);
  const parent = parentCode === null ? null : findByCode([...withoutRemoved(rows).values()], parentCode);
  if (parent === undefined) throw new Refusal('MENU_INVALID', { detail: `上级菜单“${parentCode}”不存在` });
  const id = storedEntry?.id ?? `m-${randomUUID()}`;
  const row: MenuRow = { id, parentId: parent?.id ?? null, roles, item: { ...(item as MenuItem), code } };
  const entries = new Map<string, MenuRow>(
    withoutRemoved(rows.map((stored) => (stored.id === id ? { ...stored, isRemoved: false } : stored))),
  ).set(id, row);
  const problems = [...checkEntry(entries, row, await loadKnownNames(trx)), ...checkCode(entries, row)];
  // problems at `kind` concern the entries below this entry; `findPageWithChildren` looks for them at the end
  refuseProblems(problems.filter(({ path: [key] }) => key !== 'kind'));
  const columns = {
    code,
    parent_id: row.parentId,
    roles: roles === null ? null : JSON.stringify(roles),
    item: JSON.stringify(item),
    is_changed: localData?.isChanged ?? true,
    is_removed: false,
    changed_by_name: editorName,
    changed_at: new Date(),
  };
  if (storedEntry === undefined)
    await trx
      .insertInto('sys_menu')
      .values({ id, sn: Math.ceil(place), place, ...columns })
      .execute();
  else {
    const isMovedOrRestored = storedEntry.parentId !== row.parentId || storedEntry.isRemoved;
    const movedPlace = isMovedOrRestored ? { place } : {};
    await trx
      .updateTable('sys_menu')
      .set({
        ...columns,
        ...(localData ? { place: localData.place } : movedPlace),
        revision: storedEntry.revision + 1,
      })
      .where('id', '=', id)
      .execute();
  }
  refuseProblems(checkMenuManagerReachable(withoutRemoved(await loadMenu(trx))));
  await announce(trx, 'menu', null);
}

/**
 * Finds the first page or link that has an entry below it, which is an error. Null if there is none. Called after all
 * entries of a pack are stored.
 */
export async function findPageWithChildren(trx: Trx): Promise<{ code: string; name: string; message: string } | null> {
  const entries = withoutRemoved(await loadMenu(trx));
  for (const row of entries.values()) {
    if (canHoldEntries(row)) continue;
    const child = [...entries.values()].find(({ parentId }) => parentId === row.id);
    if (child)
      return {
        code: codeOf(row),
        name: titleOf(row),
        message: `“${titleOf(row)}”是页面或链接，其下不能有“${titleOf(child)}”，请先移走或删除它`,
      };
  }
  return null;
}

/**
 * Removes an entry from the menu. Its row is deleted, or only marked as removed if the entry is shipped with the
 * product or has removed children. Refuses with IN_USE while it has other children, and with MENU_INVALID if
 * administrators could no longer reach the menu editor.
 */
export async function removeByCode(trx: Trx, editorName: string, code: string): Promise<void> {
  await lockMenu(trx);
  const rows = await loadMenu(trx);
  const row = findByCode(rows, code);
  if (!row || row.isRemoved) return;
  const child = rows.find((candidate) => candidate.parentId === row.id && !candidate.isRemoved);
  if (child)
    throw new Refusal('IN_USE', {
      name: row.item.meta?.title ?? row.item.name ?? code,
      what: `下级菜单“${child.item.meta?.title ?? child.item.name ?? child.id}”`,
    });
  const canDelete = row.shipped === null && !rows.some((candidate) => candidate.parentId === row.id);
  if (canDelete) await trx.deleteFrom('sys_menu').where('id', '=', row.id).execute();
  else
    await trx
      .updateTable('sys_menu')
      .set({ is_removed: true, revision: row.revision + 1, changed_by_name: editorName, changed_at: new Date() })
      .where('id', '=', row.id)
      .execute();
  refuseProblems(checkMenuManagerReachable(withoutRemoved(await loadMenu(trx))));
  await announce(trx, 'menu', null);
}

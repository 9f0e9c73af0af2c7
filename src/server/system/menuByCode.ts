import { randomUUID } from 'node:crypto';
import type { MenuItem } from '../../grammar/documents.ts';
import { checkCode, checkEntry, checkMenuManagerReachable, type MenuRow } from '../../domain/menu/index.ts';
import { hasErrors, type Problem } from '../../domain/problem/index.ts';
import { announce } from '../events/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { Db } from '../store/database.ts';
import type { Trx } from '../store/transaction.ts';
import { rankOf } from './menus.ts';
import { loadKnown, loadMenu, lockMenu, standing, type KeptRow } from './menuStore.ts';

/** An entry as another installation knows it: by codes instead of ids. */
export interface EntryByCode {
  parentCode: string | null;
  roles: string[] | null;
  place: number;
  item: Record<string, unknown>;
}

/** What is put back together with an entry that stood here before. */
export interface EntryOwn {
  isChanged: boolean;
  place: number | null;
}

export interface FoundEntry {
  id: string;
  code: string;
  name: string;
  entry: EntryByCode;
  own: EntryOwn;
  changedBy: string;
  changedAt: Date | null;
}

const codeOf = ({ id, item }: KeptRow): string => item.code ?? id;
const byCode = (rows: readonly KeptRow[], code: string): KeptRow | undefined => {
  const there = rows.filter((row) => codeOf(row) === code);
  return there.find(({ isRemoved }) => !isRemoved) ?? there[0];
};

/** Every entry that stands in the menu, by its code, with that of its parent. */
export async function entriesByCode(db: Db): Promise<Map<string, FoundEntry>> {
  const there = standing(await loadMenu(db as Trx));
  const codes = new Map([...there.values()].map((row) => [row.id, codeOf(row)]));
  return new Map(
    [...there.values()].map((row) => {
      const { code: _code, ...item } = row.item;
      const found: FoundEntry = {
        id: row.id,
        code: codeOf(row),
        name: item.meta?.title ?? item.name ?? codeOf(row),
        entry: {
          parentCode: row.parentId === null ? null : (codes.get(row.parentId) ?? row.parentId),
          roles: row.roles === null ? null : [...row.roles],
          place: rankOf(row),
          item: item as Record<string, unknown>,
        },
        own: { isChanged: row.isChanged, place: row.place },
        changedBy: row.changedBy,
        changedAt: row.changedAt,
      };
      return [found.code, found];
    }),
  );
}

const refuse = (problems: readonly Problem[]): void => {
  if (hasErrors(problems)) throw new Refusal('MENU_INVALID', { detail: problems[0]?.message ?? '' }, { problems });
};

/**
 * Writes an entry under its code, where it is new behind the ones of its place. `own`: it is put back as it was. Refuses with
 * MENU_INVALID what the menu could not show: a parent, page or role that is not there, an address that is taken.
 */
export async function putByCode(
  trx: Trx,
  by: string,
  code: string,
  { parentCode, roles, place, item }: EntryByCode,
  own?: EntryOwn,
): Promise<void> {
  await lockMenu(trx);
  const rows = await loadMenu(trx);
  const before = byCode(rows, code);
  const parent = parentCode === null ? null : byCode([...standing(rows).values()], parentCode);
  if (parent === undefined) throw new Refusal('MENU_INVALID', { detail: `上级菜单“${parentCode}”不存在` });
  const id = before?.id ?? `m-${randomUUID()}`;
  const row: MenuRow = { id, parentId: parent?.id ?? null, roles, item: { ...(item as MenuItem), code } };
  const there = new Map<string, MenuRow>(
    standing(rows.map((one) => (one.id === id ? { ...one, isRemoved: false } : one))),
  ).set(id, row);
  refuse([...checkEntry(there, row, await loadKnown(trx)), ...checkCode(there, row)]);
  const said = {
    code,
    parent_id: row.parentId,
    roles: roles === null ? null : JSON.stringify(roles),
    item: JSON.stringify(item),
    is_changed: own?.isChanged ?? true,
    is_removed: false,
    changed_by_name: by,
    changed_at: new Date(),
  };
  if (before === undefined)
    await trx
      .insertInto('sys_menu')
      .values({ id, sn: Math.ceil(place), place, ...said })
      .execute();
  else {
    const isMoved = before.parentId !== row.parentId || before.isRemoved;
    await trx
      .updateTable('sys_menu')
      .set({
        ...said,
        ...(own ? { place: own.place } : isMoved ? { place } : {}),
        revision: before.revision + 1,
      })
      .where('id', '=', id)
      .execute();
  }
  refuse(checkMenuManagerReachable(standing(await loadMenu(trx))));
  await announce(trx, 'menu', null);
}

/** Takes an entry out of the menu again. Refuses with IN_USE while entries stand below it. */
export async function removeByCode(trx: Trx, by: string, code: string): Promise<void> {
  await lockMenu(trx);
  const rows = await loadMenu(trx);
  const row = byCode(rows, code);
  if (!row || row.isRemoved) return;
  const below = rows.find((one) => one.parentId === row.id && !one.isRemoved);
  if (below)
    throw new Refusal('IN_USE', {
      name: row.item.meta?.title ?? row.item.name ?? code,
      what: `下级菜单“${below.item.meta?.title ?? below.item.name ?? below.id}”`,
    });
  const isAlone = row.shipped === null && !rows.some((one) => one.parentId === row.id);
  if (isAlone) await trx.deleteFrom('sys_menu').where('id', '=', row.id).execute();
  else
    await trx
      .updateTable('sys_menu')
      .set({ is_removed: true, revision: row.revision + 1, changed_by_name: by, changed_at: new Date() })
      .where('id', '=', row.id)
      .execute();
  refuse(checkMenuManagerReachable(standing(await loadMenu(trx))));
  await announce(trx, 'menu', null);
}

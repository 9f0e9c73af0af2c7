import { randomUUID } from 'node:crypto';
import type { MenuItem } from '../../grammar/documents.ts';
import {
  checkCode,
  checkEntry,
  checkMenuManagerReachable,
  branchOf,
  ancestryOf,
  rowMap,
  titleOf,
  type MenuRow,
} from '../../domain/menu/index.ts';
import { hasErrors, problem, type Problem } from '../../domain/problem/index.ts';
import type { ServerContext } from '../context.ts';
import { announce } from '../events/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import type { Trx } from '../store/transaction.ts';
import { rankOf } from './menus.ts';
import { loadKnown, loadMenu, lockMenu, seenRow, standing, type KeptRow } from './menuStore.ts';

export interface EntryInput {
  id?: string;
  revision?: number;
  parentId: string | null;
  roles: string[] | null;
  item: MenuItem;
}
export interface Done {
  id: string;
  revision: number;
}

const refuse = (problems: readonly Problem[]): void => {
  if (hasErrors(problems)) throw new Refusal('MENU_INVALID', { detail: problems[0]?.message ?? '' }, { problems });
};

/** Keeps with the work what is answered. */
export type Keep = (trx: Trx, done: Done) => Promise<void>;
interface By {
  user: RequestUser;
  keep: Keep;
}

/** One change of the menu: alone, judged as a whole, told to every open page. */
const change = ({ db }: ServerContext, keep: Keep, work: (trx: Trx, rows: KeptRow[]) => Promise<Done>): Promise<Done> =>
  db.transaction().execute(async (trx) => {
    await lockMenu(trx);
    const done = await work(trx, await loadMenu(trx));
    refuse(checkMenuManagerReachable(standing(await loadMenu(trx))));
    await announce(trx, 'menu', null);
    await keep(trx, done);
    return done;
  });

const signed = (
  user: RequestUser,
  { revision }: { revision: number },
): { revision: number; changed_by_name: string; changed_at: Date } => ({
  revision: revision + 1,
  changed_by_name: user.name,
  changed_at: new Date(),
});

/** Behind the last of a parent's children. */
const lastPlace = (rows: readonly KeptRow[], parentId: string | null): number =>
  Math.max(0, ...rows.filter((row) => row.parentId === parentId).map(rankOf)) + 1;

/** What is kept of what came: nothing that is null, and no sign that the database cannot hold. */
const cleaned = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value, (_key, inner: unknown) =>
      inner === null ? undefined : typeof inner === 'string' ? inner.replaceAll('\0', '') : inner,
    ),
  ) as T;

/** Adds an entry, or changes one that was seen at `revision`. Refuses with MENU_INVALID, naming each field, and MENU_STALE. */
export const saveEntry = (context: ServerContext, { user, keep }: By, input: EntryInput): Promise<Done> =>
  change(context, keep, async (trx, rows) => {
    const before = input.id === undefined ? null : seenRow(rows, input.id, input.revision ?? 0);
    if (before?.isRemoved) throw new Refusal('404');
    const {
      children: _children,
      sn: _sn,
      id: _id,
      parentId: _parent,
      roles: _roles,
      code: given,
      ...item
    } = cleaned(input.item);
    const id = before?.id ?? `m-${randomUUID()}`;
    const code = given || before?.item.code || id;
    const row: MenuRow = { id, parentId: input.parentId, roles: input.roles, item: { ...item, code } };
    const there = new Map<string, MenuRow>(standing(rows)).set(id, row);
    refuse([
      ...checkEntry(there, row, await loadKnown(trx)),
      ...(code === before?.item.code ? [] : checkCode(there, row)),
    ]);
    const said = {
      code,
      roles: input.roles === null ? null : JSON.stringify(input.roles),
      item: JSON.stringify(item),
      is_changed: true,
    };
    if (before === null) {
      const place = lastPlace(rows, input.parentId);
      await trx
        .insertInto('sys_menu')
        .values({
          id,
          parent_id: input.parentId,
          sn: Math.ceil(place),
          place,
          ...said,
          changed_by_name: user.name,
          changed_at: new Date(),
        })
        .execute();
      return { id, revision: 1 };
    }
    const moved =
      before.parentId === input.parentId ? {} : { parent_id: input.parentId, place: lastPlace(rows, input.parentId) };
    await trx
      .updateTable('sys_menu')
      .set({ ...said, ...moved, ...signed(user, before) })
      .where('id', '=', id)
      .execute();
    return { id, revision: before.revision + 1 };
  });

/** Puts an entry under a parent, before one of its children or behind the last. */
export const moveEntry = (
  context: ServerContext,
  { user, keep }: By,
  input: { id: string; revision: number; parentId: string | null; beforeId?: string | null },
): Promise<Done> =>
  change(context, keep, async (trx, rows) => {
    const before = seenRow(rows, input.id, input.revision);
    const there = standing(rows);
    const row = { ...before, parentId: input.parentId };
    refuse(
      checkEntry(new Map<string, MenuRow>(there).set(row.id, row), row, await loadKnown(trx)).filter(
        ({ path: [key] }) => key === 'parentId' || key === 'path',
      ),
    );
    const siblings = rows.filter((each) => each.parentId === input.parentId && each.id !== input.id);
    const at = input.beforeId ? siblings.findIndex(({ id }) => id === input.beforeId) : siblings.length;
    if (at === -1)
      refuse([problem('MENU_PLACE', ['parentId'], { detail: '目标位置的菜单已被移走或删除，请刷新后再试' })]);
    const ordered = [...siblings.slice(0, at), row, ...siblings.slice(at)];
    const [left, right] = [ordered[at - 1], ordered[at + 1]].map((each) => (each ? rankOf(each) : undefined));
    const place = ((left ?? (right ?? 2) - 2) + (right ?? (left ?? 0) + 2)) / 2;
    // equal or nearly equal numbers around leave no room: the siblings are numbered anew
    const isFull = (left !== undefined && place - left < 1e-6) || (right !== undefined && right - place < 1e-6);
    if (isFull)
      for (const [index, each] of ordered.entries())
        await trx
          .updateTable('sys_menu')
          .set({ place: index + 1 })
          .where('id', '=', each.id)
          .execute();
    await trx
      .updateTable('sys_menu')
      .set({ parent_id: input.parentId, ...(isFull ? {} : { place }), ...signed(user, before) })
      .where('id', '=', input.id)
      .execute();
    return { id: input.id, revision: before.revision + 1 };
  });

/** Takes an entry with all below it out of the menu; it can be brought back. */
export const removeEntry = (
  context: ServerContext,
  { user, keep }: By,
  { id, revision }: { id: string; revision: number },
): Promise<Done> =>
  change(context, keep, async (trx, rows) => {
    const before = seenRow(rows, id, revision);
    await trx
      .updateTable('sys_menu')
      .set({ is_removed: true, ...signed(user, before) })
      .where('id', '=', id)
      .execute();
    return { id, revision: before.revision + 1 };
  });

/** Brings a removed entry back to its place, with all below it. */
export const restoreEntry = (
  context: ServerContext,
  { user, keep }: By,
  { id, revision }: { id: string; revision: number },
): Promise<Done> =>
  change(context, keep, async (trx, rows) => {
    const before = seenRow(rows, id, revision);
    const above = ancestryOf(rowMap(rows), id)
      .slice(1)
      .find((row) => (row as KeptRow).isRemoved);
    if (above) refuse([problem('MENU_PLACE', [], { detail: `上级“${titleOf(above)}”也已删除，请先恢复上级` })]);
    const there = standing(rows.map((row) => (row.id === id ? { ...row, isRemoved: false } : row)));
    const known = await loadKnown(trx);
    // a view that is gone may be mended afterwards; an address that is taken may not come twice
    refuse(
      branchOf(there, id).flatMap((row) => [
        ...checkEntry(there, row, known).filter(({ code }) => code === 'MENU_TAKEN'),
        ...checkCode(there, row),
      ]),
    );
    await trx
      .updateTable('sys_menu')
      .set({ is_removed: false, ...signed(user, before) })
      .where('id', '=', id)
      .execute();
    return { id, revision: before.revision + 1 };
  });

/** Makes a shipped entry again what it shipped as, place and order too. */
export const resetEntry = (
  context: ServerContext,
  { user, keep }: By,
  { id, revision }: { id: string; revision: number },
): Promise<Done> =>
  change(context, keep, async (trx, rows) => {
    const before = seenRow(rows, id, revision);
    if (!before.shipped) throw new Refusal('404');
    const { parentId, sn, code, roles, item } = before.shipped;
    const row: MenuRow = { id, parentId, roles, item: { ...(item as MenuItem), ...(code ? { code } : {}) } };
    const there = new Map<string, MenuRow>(standing(rows)).set(id, row);
    refuse([
      ...checkEntry(there, row, await loadKnown(trx)).filter(({ path: [key] }) => key === 'parentId' || key === 'path'),
      ...checkCode(there, row),
    ]);
    await trx
      .updateTable('sys_menu')
      .set({
        parent_id: parentId,
        sn,
        place: null,
        code,
        roles: roles ? JSON.stringify(roles) : null,
        item: JSON.stringify(item),
        is_changed: false,
        ...signed(user, before),
      })
      .where('id', '=', id)
      .execute();
    return { id, revision: before.revision + 1 };
  });

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
import { loadKnownNames, loadMenu, lockMenu, requireUnchanged, withoutRemoved, type StoredEntry } from './menuStore.ts';

export interface EntryInput {
  id?: string;
  revision?: number;
  parentId: string | null;
  roles: string[] | null;
  item: MenuItem;
}
export interface EditResult {
  id: string;
  revision: number;
}

const refuseProblems = (problems: readonly Problem[]): void => {
  if (hasErrors(problems)) throw new Refusal('MENU_INVALID', { detail: problems[0]?.message ?? '' }, { problems });
};

/** Stores the answer to the request in the same transaction as the change. */
export type StoreAnswer = (trx: Trx, result: EditResult) => Promise<void>;
/** The person who changes the menu, and the function that stores the answer to the request. */
interface EditRequest {
  user: RequestUser;
  storeAnswer: StoreAnswer;
}

/**
 * Runs one change of the menu in a transaction; concurrent changes wait for each other. Refuses a change after which no
 * administrator can reach the menu editor. Notifies the open pages.
 */
const changeMenu = (
  { db }: ServerContext,
  storeAnswer: StoreAnswer,
  work: (trx: Trx, rows: StoredEntry[]) => Promise<EditResult>,
): Promise<EditResult> =>
  db.transaction().execute(async (trx) => {
    await lockMenu(trx);
    const result = await work(trx, await loadMenu(trx));
    refuseProblems(checkMenuManagerReachable(withoutRemoved(await loadMenu(trx))));
    await announce(trx, 'menu', null);
    await storeAnswer(trx, result);
    return result;
  });

/** Returns the columns that each change of an entry sets: the next revision, who changed the entry, and when. */
const columnsOfChange = (
  user: RequestUser,
  { revision }: { revision: number },
): { revision: number; changed_by_name: string; changed_at: Date } => ({
  revision: revision + 1,
  changed_by_name: user.name,
  changed_at: new Date(),
});

/** Returns the position of a new last child of a parent: the position of the present last child plus 1. */
const nextPositionIn = (rows: readonly StoredEntry[], parentId: string | null): number =>
  Math.max(0, ...rows.filter((row) => row.parentId === parentId).map(rankOf)) + 1;

/** Removes null values, and characters that the database cannot store. */
const cleanInput = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value, (_key, inner: unknown) => {
      if (inner === null) return undefined;
      return typeof inner === 'string' ? inner.replaceAll('\0', '') : inner;
    }),
  ) as T;

/**
 * Adds an entry or, if `input.id` is set, changes the entry with this id. Refuses invalid fields with MENU_INVALID and
 * their problems, an entry that was changed after `input.revision` with MENU_STALE, and an unknown or removed entry
 * with 404.
 */
export const saveEntry = (
  context: ServerContext,
  { user, storeAnswer }: EditRequest,
  input: EntryInput,
): Promise<EditResult> =>
  changeMenu(context, storeAnswer, async (trx, rows) => {
    const storedEntry = input.id === undefined ? null : requireUnchanged(rows, input.id, input.revision ?? 0);
    if (storedEntry?.isRemoved) throw new Refusal('404');
    const {
      children: _children,
      sn: _sn,
      id: _id,
      parentId: _parent,
      roles: _roles,
      code: inputCode,
      ...item
    } = cleanInput(input.item);
    const id = storedEntry?.id ?? `m-${randomUUID()}`;
    const code = inputCode || storedEntry?.item.code || id;
    const row: MenuRow = { id, parentId: input.parentId, roles: input.roles, item: { ...item, code } };
    const entries = new Map<string, MenuRow>(withoutRemoved(rows)).set(id, row);
    refuseProblems([
      ...checkEntry(entries, row, await loadKnownNames(trx)),
      ...(code === storedEntry?.item.code ? [] : checkCode(entries, row)),
    ]);
    const columns = {
      code,
      roles: input.roles === null ? null : JSON.stringify(input.roles),
      item: JSON.stringify(item),
      is_changed: true,
    };
    if (storedEntry === null) {
      const position = nextPositionIn(rows, input.parentId);
      await trx
        .insertInto('sys_menu')
        .values({
          id,
          parent_id: input.parentId,
          // `sn` is the position that a shipped entry has by default; if `place` is set, it is used instead (`rankOf`)
          sn: Math.ceil(position),
          place: position,
          ...columns,
          changed_by_name: user.name,
          changed_at: new Date(),
        })
        .execute();
      return { id, revision: 1 };
    }
    const movedColumns =
      storedEntry.parentId === input.parentId
        ? {}
        : { parent_id: input.parentId, place: nextPositionIn(rows, input.parentId) };
    await trx
      .updateTable('sys_menu')
      .set({ ...columns, ...movedColumns, ...columnsOfChange(user, storedEntry) })
      .where('id', '=', id)
      .execute();
    return { id, revision: storedEntry.revision + 1 };
  });

/** Two positions with a smaller difference count as equal. */
const MIN_POSITION_DIFFERENCE = 1e-6;

/** Moves an entry to the parent `parentId`: before the child `beforeId` or, without `beforeId`, as the last child. */
export const moveEntry = (
  context: ServerContext,
  { user, storeAnswer }: EditRequest,
  input: { id: string; revision: number; parentId: string | null; beforeId?: string | null },
): Promise<EditResult> =>
  changeMenu(context, storeAnswer, async (trx, rows) => {
    const storedEntry = requireUnchanged(rows, input.id, input.revision);
    const entries = withoutRemoved(rows);
    const row = { ...storedEntry, parentId: input.parentId };
    refuseProblems(
      checkEntry(new Map<string, MenuRow>(entries).set(row.id, row), row, await loadKnownNames(trx)).filter(
        ({ path: [key] }) => key === 'parentId' || key === 'path',
      ),
    );
    const siblings = rows.filter(({ id, parentId }) => parentId === input.parentId && id !== input.id);
    const index = input.beforeId ? siblings.findIndex(({ id }) => id === input.beforeId) : siblings.length;
    if (index === -1)
      refuseProblems([problem('MENU_PLACE', ['parentId'], { detail: '目标位置的菜单已被移走或删除，请刷新后再试' })]);
    const orderedSiblings = [...siblings.slice(0, index), row, ...siblings.slice(index)];
    const [left, right] = [orderedSiblings[index - 1], orderedSiblings[index + 1]].map((sibling) =>
      sibling ? rankOf(sibling) : undefined,
    );
    // halfway between the neighbours, or 1 before or after the only neighbour; without neighbours 1
    const position = ((left ?? (right ?? 2) - 2) + (right ?? (left ?? 0) + 2)) / 2;
    // when the positions of the neighbours are (nearly) equal, renumber all siblings
    const mustRenumber =
      (left !== undefined && position - left < MIN_POSITION_DIFFERENCE) ||
      (right !== undefined && right - position < MIN_POSITION_DIFFERENCE);
    if (mustRenumber)
      for (const [siblingIndex, sibling] of orderedSiblings.entries())
        await trx
          .updateTable('sys_menu')
          .set({ place: siblingIndex + 1 })
          .where('id', '=', sibling.id)
          .execute();
    await trx
      .updateTable('sys_menu')
      .set({
        parent_id: input.parentId,
        ...(mustRenumber ? {} : { place: position }),
        ...columnsOfChange(user, storedEntry),
      })
      .where('id', '=', input.id)
      .execute();
    return { id: input.id, revision: storedEntry.revision + 1 };
  });

/** Removes an entry with its descendants from the menu. The entry can be restored. */
export const removeEntry = (
  context: ServerContext,
  { user, storeAnswer }: EditRequest,
  { id, revision }: { id: string; revision: number },
): Promise<EditResult> =>
  changeMenu(context, storeAnswer, async (trx, rows) => {
    const storedEntry = requireUnchanged(rows, id, revision);
    await trx
      .updateTable('sys_menu')
      .set({ is_removed: true, ...columnsOfChange(user, storedEntry) })
      .where('id', '=', id)
      .execute();
    return { id, revision: storedEntry.revision + 1 };
  });

/** Restores a removed entry with its descendants. */
export const restoreEntry = (
  context: ServerContext,
  { user, storeAnswer }: EditRequest,
  { id, revision }: { id: string; revision: number },
): Promise<EditResult> =>
  changeMenu(context, storeAnswer, async (trx, rows) => {
    const storedEntry = requireUnchanged(rows, id, revision);
    const removedAncestor = ancestryOf(rowMap(rows), id)
      .slice(1)
      .find((row) => (row as StoredEntry).isRemoved);
    if (removedAncestor)
      refuseProblems([
        problem('MENU_PLACE', [], { detail: `上级“${titleOf(removedAncestor)}”也已删除，请先恢复上级` }),
      ]);
    const entries = withoutRemoved(rows.map((row) => (row.id === id ? { ...row, isRemoved: false } : row)));
    const knownNames = await loadKnownNames(trx);
    // refuses only an address or a code that another entry has, and a parent that must not contain the entry; other
    // problems, such as a missing page, can be repaired after the entry is restored
    refuseProblems(
      branchOf(entries, id).flatMap((row) => [
        ...checkEntry(entries, row, knownNames).filter(
          ({ code, path: [key] }) =>
            code === 'MENU_TAKEN' || (row.id === id && code === 'MENU_PLACE' && key === 'parentId'),
        ),
        ...checkCode(entries, row),
      ]),
    );
    await trx
      .updateTable('sys_menu')
      .set({ is_removed: false, ...columnsOfChange(user, storedEntry) })
      .where('id', '=', id)
      .execute();
    return { id, revision: storedEntry.revision + 1 };
  });

/**
 * Resets a shipped entry to its shipped state, including parent and position. Refuses with 404 an entry that was not
 * shipped.
 */
export const resetEntry = (
  context: ServerContext,
  { user, storeAnswer }: EditRequest,
  { id, revision }: { id: string; revision: number },
): Promise<EditResult> =>
  changeMenu(context, storeAnswer, async (trx, rows) => {
    const storedEntry = requireUnchanged(rows, id, revision);
    if (!storedEntry.shipped) throw new Refusal('404');
    const { parentId, sn, code, roles, item } = storedEntry.shipped;
    const row: MenuRow = { id, parentId, roles, item: { ...(item as MenuItem), ...(code ? { code } : {}) } };
    const entries = new Map<string, MenuRow>(withoutRemoved(rows)).set(id, row);
    refuseProblems([
      ...checkEntry(entries, row, await loadKnownNames(trx)).filter(
        ({ path: [key] }) => key === 'parentId' || key === 'path' || key === 'kind',
      ),
      ...checkCode(entries, row),
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
        ...columnsOfChange(user, storedEntry),
      })
      .where('id', '=', id)
      .execute();
    return { id, revision: storedEntry.revision + 1 };
  });

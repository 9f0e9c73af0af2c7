import { checkEntry, canHoldEntries, kindOf, type MenuRow } from '../../domain/menu/index.ts';
import type { Menus } from './useMenus.ts';

/** A position in the menu: a parent and the child to insert before; `beforeId` null: at the end. */
export interface MenuPosition {
  parentId: string | null;
  beforeId: string | null;
}

type Rows = Menus['rows'];

export const childrenOf = (rows: Rows, parentId: string | null) =>
  [...rows.values()].filter((row) => row.parentId === parentId);

/** Returns a Chinese message if an entry cannot be moved to a parent; otherwise null. */
export function moveRefusal({ rows, knownTargets }: Menus, id: string, parentId: string | null): string | null {
  const row = rows.get(id);
  if (!row) return '菜单已不存在';
  const movedRow: MenuRow = { ...row, parentId };
  const [firstProblem] = checkEntry(new Map<string, MenuRow>(rows).set(id, movedRow), movedRow, knownTargets).filter(
    ({ path: [key] }) => key === 'parentId' || key === 'path',
  );
  return firstProblem?.message ?? null;
}

/** A move by one place: before or after a sibling, out of the parent, or into the group before the entry. */
export type MoveStep = 'up' | 'down' | 'out' | 'in';

/** Returns the position to which a step moves an entry; `out`: after its parent. Null if the step is impossible. */
export function positionAfterStep(rows: Rows, id: string, step: MoveStep): MenuPosition | null {
  const row = rows.get(id);
  if (!row) return null;
  const { parentId } = row;
  const siblings = childrenOf(rows, parentId);
  const index = siblings.findIndex((sibling) => sibling.id === id);
  if (step === 'up') return index > 0 ? { parentId, beforeId: siblings[index - 1]?.id ?? null } : null;
  if (step === 'down')
    return index < siblings.length - 1 ? { parentId, beforeId: siblings[index + 2]?.id ?? null } : null;
  if (step === 'in') {
    const group = siblings[index - 1];
    return group && canHoldEntries(group) && kindOf(row) !== 'module' ? { parentId: group.id, beforeId: null } : null;
  }
  const parent = parentId === null ? undefined : rows.get(parentId);
  // an entry cannot leave its module, because it would become a module
  if (!parent || parent.parentId === null) return null;
  const parentSiblings = childrenOf(rows, parent.parentId);
  return {
    parentId: parent.parentId,
    beforeId: parentSiblings[parentSiblings.findIndex((sibling) => sibling.id === parent.id) + 1]?.id ?? null,
  };
}

/**
 * Returns the new position of an entry that is dropped on another entry (`gap` 0), before that entry (-1) or after it
 * (1).
 */
export function positionAfterDrop(rows: Rows, id: string, targetId: string, gap: -1 | 0 | 1): MenuPosition | null {
  const target = rows.get(targetId);
  if (!target || id === targetId) return null;
  if (gap === 0) return { parentId: targetId, beforeId: null };
  const siblings = childrenOf(rows, target.parentId).filter((sibling) => sibling.id !== id);
  const index = siblings.findIndex((sibling) => sibling.id === targetId);
  return { parentId: target.parentId, beforeId: (gap === -1 ? siblings[index] : siblings[index + 1])?.id ?? null };
}

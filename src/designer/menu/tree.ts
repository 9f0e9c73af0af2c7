import { checkEntry, canHoldEntries, kindOf, type MenuRow } from '../../domain/menu/index.ts';
import type { Menus } from './useMenus.ts';

/** Where an entry goes: under a parent, before one of its children or behind the last. */
export interface Target {
  parentId: string | null;
  beforeId: string | null;
}

type Rows = Menus['rows'];

export const childrenOf = (rows: Rows, parentId: string | null) =>
  [...rows.values()].filter((row) => row.parentId === parentId);

/** Why an entry cannot stand there; null when it can. */
export function whyNot({ rows, known }: Menus, id: string, parentId: string | null): string | null {
  const row = rows.get(id);
  if (!row) return '菜单已不存在';
  const moved: MenuRow = { ...row, parentId };
  const [first] = checkEntry(new Map<string, MenuRow>(rows).set(id, moved), moved, known).filter(
    ({ path: [key] }) => key === 'parentId' || key === 'path',
  );
  return first?.message ?? null;
}

export type Step = 'up' | 'down' | 'out' | 'in';

/** One step of an entry: among its siblings, out behind its parent, into the group above it. Null when there is none. */
export function stepOf(rows: Rows, id: string, step: Step): Target | null {
  const row = rows.get(id);
  if (!row) return null;
  const { parentId } = row;
  const siblings = childrenOf(rows, parentId);
  const at = siblings.findIndex((each) => each.id === id);
  if (step === 'up') return at > 0 ? { parentId, beforeId: siblings[at - 1]?.id ?? null } : null;
  if (step === 'down') return at < siblings.length - 1 ? { parentId, beforeId: siblings[at + 2]?.id ?? null } : null;
  if (step === 'in') {
    const group = siblings[at - 1];
    return group && canHoldEntries(group) && kindOf(row) !== 'module' ? { parentId: group.id, beforeId: null } : null;
  }
  const parent = parentId === null ? undefined : rows.get(parentId);
  // what leaves a module would be a module
  if (!parent || parent.parentId === null) return null;
  const around = childrenOf(rows, parent.parentId);
  return {
    parentId: parent.parentId,
    beforeId: around[around.findIndex((each) => each.id === parent.id) + 1]?.id ?? null,
  };
}

/** Where a dragged entry goes that was let go on another (`gap` 0), before it (-1) or behind it (1). */
export function dropTarget(rows: Rows, id: string, over: string, gap: -1 | 0 | 1): Target | null {
  const target = rows.get(over);
  if (!target || id === over) return null;
  if (gap === 0) return { parentId: over, beforeId: null };
  const siblings = childrenOf(rows, target.parentId).filter((each) => each.id !== id);
  const at = siblings.findIndex((each) => each.id === over);
  return { parentId: target.parentId, beforeId: (gap === -1 ? siblings[at] : siblings[at + 1])?.id ?? null };
}

import type { MenuItem } from '../../grammar/documents.ts';

/** One entry of the whole menu, as administrators keep it. `roles` null: everybody; empty: administrators alone. */
export interface MenuEntryRow {
  id: string;
  parentId: string | null;
  roles: string[] | null;
  item: MenuItem;
  /** Taken out with all below it; can be brought back. */
  isRemoved: boolean;
  /** By an administrator, so that a newer release leaves it alone. */
  isChanged: boolean;
  isShipped: boolean;
  /** Counts the changes: who changes an entry says which one they saw (MENU_STALE). */
  revision: number;
  changedBy: string;
  changedAt: string;
}

export interface MenuEntryInput {
  id?: string;
  revision?: number;
  parentId: string | null;
  roles: string[] | null;
  item: MenuItem;
}
export interface SeenEntry {
  id: string;
  revision: number;
}

/** The menu of all, for administrators only. What is refused names the field (MENU_INVALID). */
export interface MenuService {
  /** In the order of the menu. */
  all(): Promise<{ entries: MenuEntryRow[]; roles: { code: string; name: string }[] }>;
  save(entry: MenuEntryInput): Promise<SeenEntry>;
  /** Before one of the parent's children, or behind the last. */
  move(entry: SeenEntry & { parentId: string | null; beforeId: string | null }): Promise<SeenEntry>;
  remove(entry: SeenEntry): Promise<SeenEntry>;
  restore(entry: SeenEntry): Promise<SeenEntry>;
  /** Back to what shipped. */
  reset(entry: SeenEntry): Promise<SeenEntry>;
}

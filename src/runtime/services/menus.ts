import type { MenuItem } from '../../grammar/documents.ts';

/**
 * One entry of the complete menu, for administrators. `roles` null: visible to everybody; empty: only to
 * administrators.
 */
export interface MenuEntryRow {
  id: string;
  parentId: string | null;
  roles: string[] | null;
  item: MenuItem;
  /** Removed together with its descendants; can be restored. */
  isRemoved: boolean;
  /** Changed by an administrator; a newer release does not overwrite such an entry. */
  isChanged: boolean;
  /** Part of the product, not added by an administrator. */
  isShipped: boolean;
  /** Number of changes. A change sends the revision last seen; an outdated one is refused (MENU_STALE). */
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
/** A menu entry at one revision: in a request the revision that the administrator saw, in an answer the new one. */
export interface MenuEntryRevision {
  id: string;
  revision: number;
}

/** The complete menu, for administrators only. MENU_INVALID names the field of an invalid entry. */
export interface MenuService {
  /** Returns all entries in the order of the menu, and the roles. */
  all(): Promise<{ entries: MenuEntryRow[]; roles: { code: string; name: string }[] }>;
  save(entry: MenuEntryInput): Promise<MenuEntryRevision>;
  /** Moves an entry before a child of the parent; `beforeId` null: after the last child. */
  move(entry: MenuEntryRevision & { parentId: string | null; beforeId: string | null }): Promise<MenuEntryRevision>;
  remove(entry: MenuEntryRevision): Promise<MenuEntryRevision>;
  restore(entry: MenuEntryRevision): Promise<MenuEntryRevision>;
  /** Restores the entry as it was shipped. */
  reset(entry: MenuEntryRevision): Promise<MenuEntryRevision>;
}

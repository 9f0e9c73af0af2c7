import type { RefObject } from 'react';
import type { Actions } from './actions.ts';
import type { TableSurface } from './model.ts';
import type { TableStore } from './store/tableStore.ts';

interface RemovalContext {
  store: TableStore;
  actions: Actions;
  root: RefObject<HTMLElement | null>;
  surface: RefObject<TableSurface | null>;
}

/**
 * Removes rows. If the focused button is removed with them, focuses the row that takes their place, or the button 添加
 * if no row is left, so that the keyboard shortcut for undo works at once. The page is not scrolled.
 */
export function removeRows({ store, actions, root, surface }: RemovalContext, ids: readonly string[]): void {
  const firstIndex = Math.max(0, store.rows.indexOf(ids[0] ?? ''));
  actions.remove(ids);
  // waits until the pressed button and the confirmation dialog have been removed from the page
  window.setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const rows = store.rows.all();
    const row = rows[Math.min(firstIndex, rows.length - 1)];
    const column = actions.columns()[0];
    const keyCapture = root.current?.querySelector<HTMLElement>('.st-keys');
    if (!row || !column)
      root.current?.querySelector<HTMLElement>('[data-action="add-row"]')?.focus({ preventScroll: true });
    else if (keyCapture) {
      store.cursor.move({ rowId: row.id, column: column.key });
      keyCapture.focus({ preventScroll: true });
    } else surface.current?.focus({ rowId: row.id, column: column.key });
  });
}

import type { RefObject } from 'react';
import type { Actions } from './actions.ts';
import type { Surface } from './model.ts';
import type { TableStore } from './store/tableStore.ts';

interface Place {
  store: TableStore;
  actions: Actions;
  root: RefObject<HTMLElement | null>;
  surface: RefObject<Surface | null>;
}

/**
 * Removes rows. Where that leaves the keyboard nowhere (the button that was pressed went with them), it goes to the row
 * that took their place, or to 添加: so that an undo, and the next row, are one key away. Nothing is scrolled.
 */
export function removeRows({ store, actions, root, surface }: Place, ids: readonly string[]): void {
  const at = Math.max(0, store.rows.indexOf(ids[0] ?? ''));
  actions.remove(ids);
  // once the button and the question are gone from the page
  window.setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const rows = store.rows.all();
    const row = rows[Math.min(at, rows.length - 1)];
    const column = actions.columns()[0];
    const keys = root.current?.querySelector<HTMLElement>('.st-keys');
    if (!row || !column)
      root.current?.querySelector<HTMLElement>('[data-action="add-row"]')?.focus({ preventScroll: true });
    else if (keys) {
      store.cursor.move({ rowId: row.id, column: column.key });
      keys.focus({ preventScroll: true });
    } else surface.current?.focus({ rowId: row.id, column: column.key });
  });
}

/**
 * Handler of a block that may have unsaved values. Actions that discard a page without navigation by the router
 * (signing out, selecting another unit, closing a dialog) first call the registered handlers.
 */
export interface LeaveHandler {
  /** Returns true while there are unsaved values. */
  hasUnsaved(): boolean;
  /** Asks the user for confirmation; calls `proceed` when the user agrees. */
  ask(proceed: () => void): void;
  /**
   * Returns true if the block's page stays mounted while other pages are shown. Its values are then lost only if all
   * pages are discarded.
   */
  staysMounted?(): boolean;
}

const handlers: LeaveHandler[] = [];

/** Registers a handler. Returns the unregister function. */
export function registerLeaveHandler(handler: LeaveHandler): () => void {
  handlers.push(handler);
  return () => {
    const index = handlers.indexOf(handler);
    if (index !== -1) handlers.splice(index, 1);
  };
}

/** Returns true if a registered handler has unsaved values. */
export const hasUnsavedValues = (): boolean => handlers.some((handler) => handler.hasUnsaved());

/**
 * Calls `proceed` at once if there are no unsaved values. Otherwise calls `ask` of each handler with unsaved values,
 * the last registered first, and calls `proceed` after the user has agreed to all. `extent` 'all': all pages are
 * discarded (signing out); 'page': only the shown page, so handlers whose page stays mounted are left out.
 */
export function confirmLeave(proceed: () => void, extent: 'all' | 'page' = 'all'): void {
  const askedHandlers = new Set<LeaveHandler>();
  const confirmNext = (): void => {
    const next = handlers.findLast(
      (handler) =>
        !askedHandlers.has(handler) && handler.hasUnsaved() && !(extent === 'page' && handler.staysMounted?.()),
    );
    if (!next) return proceed();
    askedHandlers.add(next);
    return next.ask(confirmNext);
  };
  confirmNext();
}

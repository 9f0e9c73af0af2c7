/**
 * Handler of a part of a page with unsaved values. Acts that discard a page without navigation by the router (signing
 * out, selecting another unit, closing a dialog) ask the registered handlers first.
 */
export interface LeaveHandler {
  /** True while there are unsaved values. */
  hasUnsaved(): boolean;
  /** Asks the user for confirmation; calls `proceed` when the user agrees. */
  ask(proceed: () => void): void;
  /** True when its page stays mounted while another one is shown: then only acts that discard all pages lose values. */
  survives?(): boolean;
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

/** True when any registered handler has unsaved values. */
export const hasUnsavedValues = (): boolean => handlers.some((keeper) => keeper.hasUnsaved());

/**
 * Calls `proceed` after the user has agreed at each handler with unsaved values, the last registered one first; at once
 * when there are none. The second parameter: whether all pages are discarded (signing out) or only the page shown.
 */
export function confirmLeave(proceed: () => void, extent: 'all' | 'page' = 'all'): void {
  const askedHandlers = new Set<LeaveHandler>();
  const askNext = (): void => {
    const keeper = handlers.findLast(
      (candidate) =>
        !askedHandlers.has(candidate) && candidate.hasUnsaved() && !(extent === 'page' && candidate.survives?.()),
    );
    if (!keeper) return proceed();
    askedHandlers.add(keeper);
    return keeper.ask(askNext);
  };
  askNext();
}

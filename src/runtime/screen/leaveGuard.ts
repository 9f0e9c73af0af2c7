/**
 * Ways out of a page that the router does not see: signing out, another unit, closing a dialog. Who holds unsaved
 * values registers here; who is about to throw a page away asks first.
 */
export interface Keeper {
  /** Is there something that would be lost now? */
  isBlocked(): boolean;
  /** Asks the person; `proceed` is called when they agree. */
  ask(proceed: () => void): void;
  /** Its page stays alive when another is shown: only ways that throw everything away lose something. */
  survives?(): boolean;
}

const keepers: Keeper[] = [];

/** Registers one; answers the release. */
export function holdLeave(keeper: Keeper): () => void {
  keepers.push(keeper);
  return () => {
    const at = keepers.indexOf(keeper);
    if (at !== -1) keepers.splice(at, 1);
  };
}

/** Does anybody hold unsaved values now? */
export const isAnyHeld = (): boolean => keepers.some((keeper) => keeper.isBlocked());

/**
 * Goes on at once, or after every keeper's person has agreed, the last opened first. `what` says what goes: all there
 * is (signing out), or the page that is shown.
 */
export function leaveThen(proceed: () => void, what: 'all' | 'page' = 'all'): void {
  const asked = new Set<Keeper>();
  const next = (): void => {
    const keeper = keepers.findLast(
      (candidate) => !asked.has(candidate) && candidate.isBlocked() && !(what === 'page' && candidate.survives?.()),
    );
    if (!keeper) return proceed();
    asked.add(keeper);
    return keeper.ask(next);
  };
  next();
}

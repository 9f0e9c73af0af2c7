import { createContext } from 'react';

/** Counts the open dialogs in one part of a page. While a dialog is open, this part is not reloaded. */
export interface OpenDialogs {
  /** Counts one more open dialog. Returns the function that counts it as closed. */
  registerOpenDialog(): () => void;
  /** Calls `run` immediately or, while a dialog is open, when the last one closes. Returns the cancel function. */
  whenNoneIsOpen(run: () => void): () => void;
}

export function createOpenDialogs(): OpenDialogs {
  let openCount = 0;
  const waitingSet = new Set<() => void>();
  return {
    registerOpenDialog() {
      openCount += 1;
      return () => {
        openCount -= 1;
        if (openCount > 0) return;
        const waitingCalls = [...waitingSet];
        waitingSet.clear();
        for (const run of waitingCalls) run();
      };
    },
    whenNoneIsOpen(run) {
      if (openCount === 0) run();
      else waitingSet.add(run);
      return () => {
        waitingSet.delete(run);
      };
    },
  };
}

/**
 * The counter of the surrounding part of the page, at which each dialog registers itself while it is open
 * (`useReturnedFocus`); null outside of parts that reload.
 */
export const OpenDialogsContext = createContext<OpenDialogs | null>(null);

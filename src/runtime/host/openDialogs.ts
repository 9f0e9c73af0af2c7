import { createContext } from 'react';

/** The dialogs that stand open over a part of a page, so that nothing takes that part away under them. */
export interface OpenDialogs {
  /** Counts one that stands open; answers the release. */
  hold(): () => void;
  /** Runs as soon as none stands open. Answers the release. */
  whenNone(run: () => void): () => void;
}

export function createOpenDialogs(): OpenDialogs {
  let open = 0;
  const waiting = new Set<() => void>();
  return {
    hold() {
      open += 1;
      return () => {
        open -= 1;
        if (open > 0) return;
        const runs = [...waiting];
        waiting.clear();
        for (const run of runs) run();
      };
    },
    whenNone(run) {
      if (open === 0) run();
      else waiting.add(run);
      return () => {
        waiting.delete(run);
      };
    },
  };
}

/** Those of the part around (`useReturnedFocus` counts them); null where nothing is ever taken away. */
export const OpenDialogsContext = createContext<OpenDialogs | null>(null);

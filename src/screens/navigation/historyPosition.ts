/** A saved position of the window in its history, so that a later history step can be undone. */
export interface HistoryPosition {
  /** Saves the current position. */
  save(): void;
  /**
   * Returns the number of history steps (negative: back) from the saved position to the current entry. `state`: the
   * history state of the current entry.
   */
  distanceTo(state: unknown): number;
}

/** Returns the router's index of an entry; null for entries from typed addresses. */
const routerIndexOf = (state: unknown): number | null => {
  const index = (state as { idx?: unknown } | null)?.idx;
  return typeof index === 'number' ? index : null;
};

interface Entry {
  key: string;
  index: number;
}
/** Returns the Navigation API of newer browsers, which lists all history entries; undefined in older browsers. */
const navigationApi = (): { currentEntry: Entry | null; entries(): readonly Entry[] } | undefined =>
  (window as { navigation?: { currentEntry: Entry | null; entries(): readonly Entry[] } }).navigation;

/** Saves the current position and returns it. */
export function createHistoryPosition(): HistoryPosition {
  const readPosition = (): { index: number | null; key: string | undefined; length: number } => ({
    index: routerIndexOf(window.history.state),
    key: navigationApi()?.currentEntry?.key,
    length: window.history.length,
  });
  let savedPosition = readPosition();
  return {
    save() {
      savedPosition = readPosition();
    },
    distanceTo(state) {
      const navigation = navigationApi();
      const savedEntry = navigation?.entries().find(({ key }) => key === savedPosition.key);
      const distance = savedEntry ? (navigation?.currentEntry?.index ?? savedEntry.index) - savedEntry.index : 0;
      if (distance !== 0) return distance;
      const nextIndex = routerIndexOf(state);
      if (savedPosition.index !== null && nextIndex !== null && nextIndex !== savedPosition.index)
        return nextIndex - savedPosition.index;
      // the router's indexes do not help: if the history has grown, a typed address has added an entry (1); otherwise
      // one step back is assumed (-1)
      return nextIndex === null && window.history.length > savedPosition.length ? 1 : -1;
    },
  };
}

/** Where the window stands in its history, so that a step made there can be taken back. */
export interface HistoryPlace {
  /** The window stands here now. */
  note(): void;
  /** How far the step to the entry with this state led from the place noted last. */
  stepTo(state: unknown): number;
}

/** The router numbers its own entries; one that a typed address made has no number. */
const indexOf = (state: unknown): number | null => {
  const index = (state as { idx?: unknown } | null)?.idx;
  return typeof index === 'number' ? index : null;
};

interface Entry {
  key: string;
  index: number;
}
/** What newer browsers know of their history, whoever made an entry. */
const entriesOf = (): { currentEntry: Entry | null; entries(): readonly Entry[] } | undefined =>
  (window as { navigation?: { currentEntry: Entry | null; entries(): readonly Entry[] } }).navigation;

export function createHistoryPlace(): HistoryPlace {
  const here = (): { index: number | null; key: string | undefined; length: number } => ({
    index: indexOf(window.history.state),
    key: entriesOf()?.currentEntry?.key,
    length: window.history.length,
  });
  let noted = here();
  return {
    note() {
      noted = here();
    },
    stepTo(state) {
      const known = entriesOf();
      const from = known?.entries().find(({ key }) => key === noted.key);
      const exact = from ? (known?.currentEntry?.index ?? from.index) - from.index : 0;
      if (exact !== 0) return exact;
      const next = indexOf(state);
      if (noted.index !== null && next !== null && next !== noted.index) return next - noted.index;
      return next === null && window.history.length > noted.length ? 1 : -1;
    },
  };
}

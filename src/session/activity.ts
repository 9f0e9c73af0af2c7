import { proxy } from 'valtio/vanilla';

/** Counts running requests: the loading indicator is visible while the count is above 0 (SH-009). */
export interface Activity {
  state: { count: number };
  add(change: 1 | -1): void;
}

export function createActivity(): Activity {
  const state = proxy({ count: 0 });
  return {
    state,
    add(change) {
      state.count = Math.max(0, state.count + change);
    },
  };
}

import { proxy } from 'valtio/vanilla';

export interface Notice {
  id: number;
  level: 'warning' | 'error' | 'success';
  text: string;
  action?: NoticeAction;
}

/** A button of a notice. */
export interface NoticeAction {
  text: string;
  run(): void;
}

/** ER-007: time for which a notice is shown. */
const NOTICE_MS = 5000;

export interface Notices {
  state: { list: Notice[] };
  /** Shows a notice for `NOTICE_MS`; with `stays`, until the user closes it. */
  show(level: Notice['level'], text: string, lifetime?: 'stays', action?: NoticeAction): void;
  dismiss(id: number): void;
  /**
   * Removes the notices that are shown for `NOTICE_MS` only. Called at sign-in, because they may be meant for the
   * previous user.
   */
  clearTimed(): void;
}

/**
 * Creates the store of notices: short messages that are shown over every page. A text that is already visible is not
 * added again.
 */
export function createNotices(): Notices {
  const state = proxy<{ list: Notice[] }>({ list: [] });
  let lastId = 0;
  const persistentIds = new Set<number>();
  const dismiss = (id: number): void => {
    state.list = state.list.filter((notice) => notice.id !== id);
  };
  return {
    state,
    dismiss,
    clearTimed: () => {
      state.list = state.list.filter(({ id }) => persistentIds.has(id));
    },
    show(level, text, lifetime, action) {
      if (state.list.some((notice) => notice.text === text)) return;
      lastId += 1;
      const id = lastId;
      state.list = [...state.list, { id, level, text, ...(action && { action }) }];
      if (lifetime === 'stays') persistentIds.add(id);
      else setTimeout(() => dismiss(id), NOTICE_MS);
    },
  };
}

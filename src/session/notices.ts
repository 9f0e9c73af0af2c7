import { proxy } from 'valtio/vanilla';

export interface Notice {
  id: number;
  level: 'warning' | 'error' | 'success';
  text: string;
  way?: Way;
}

/** A button of a notice. */
export interface Way {
  text: string;
  run(): void;
}

/** ER-007: how long a notice stays, in milliseconds. */
const STAY = 5000;

export interface Notices {
  state: { list: Notice[] };
  /** `stays`: until the person closes it. */
  show(level: Notice['level'], text: string, length?: 'stays', way?: Way): void;
  dismiss(id: number): void;
  /** Takes away what passes by itself: it was said to who was here before. */
  clearPassing(): void;
}

/** Short messages of the session and the calls, shown over every page. A text that already stands is not shown twice. */
export function createNotices(): Notices {
  const state = proxy<{ list: Notice[] }>({ list: [] });
  let last = 0;
  const staying = new Set<number>();
  const dismiss = (id: number): void => {
    state.list = state.list.filter((notice) => notice.id !== id);
  };
  return {
    state,
    dismiss,
    clearPassing: () => {
      state.list = state.list.filter(({ id }) => staying.has(id));
    },
    show(level, text, length, way) {
      if (state.list.some((notice) => notice.text === text)) return;
      last += 1;
      const id = last;
      state.list = [...state.list, { id, level, text, ...(way && { way }) }];
      if (length === 'stays') staying.add(id);
      else setTimeout(() => dismiss(id), STAY);
    },
  };
}

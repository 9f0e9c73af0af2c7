import { proxy } from 'valtio/vanilla';
import type { DownloadWatch } from '../api/http/downloadWatch.ts';

export interface RunningDownload {
  id: number;
  name: string;
  percent: number;
}

export interface Downloads extends DownloadWatch {
  /** `downloading`: true while there are running downloads (EN-014). */
  state: { downloading: boolean; list: RunningDownload[] };
  cancel(id: number): void;
}

/** DU-002: while the size is unknown the bar rises by 1 percent at this interval. */
const TICK_MS = 100;
const MAX_RUNNING_PERCENT = 99;
/** Time for which the full bar stays visible. */
const FULL_BAR_MS = 400;

/** Running downloads, for the overlay that blocks the page meanwhile (DU-001). */
export function createDownloads(): Downloads {
  const state = proxy<Downloads['state']>({ downloading: false, list: [] });
  const cancels = new Map<number, () => void>();
  let last = 0;

  const raise = (id: number, percent: number): void => {
    const own = state.list.find((download) => download.id === id);
    if (own) own.percent = Math.max(own.percent, percent);
  };
  const remove = (id: number): void => {
    state.list = state.list.filter((download) => download.id !== id);
    state.downloading = state.list.length > 0;
  };

  return {
    state,
    cancel: (id) => cancels.get(id)?.(),
    begin(name, cancel) {
      last += 1;
      const id = last;
      state.list.push({ id, name, percent: 0 });
      state.downloading = true;
      cancels.set(id, cancel);
      let isKnown = false;
      const timer = setInterval(() => {
        const own = state.list.find((download) => download.id === id);
        if (own && !isKnown) own.percent = Math.min(MAX_RUNNING_PERCENT, own.percent + 1);
      }, TICK_MS);
      return {
        progress(loaded, total) {
          if (!total) return;
          isKnown = true;
          raise(id, Math.min(MAX_RUNNING_PERCENT, Math.floor((loaded / total) * 100)));
        },
        end(isDone) {
          clearInterval(timer);
          cancels.delete(id);
          if (!isDone) {
            remove(id);
            return;
          }
          raise(id, 100);
          setTimeout(() => remove(id), FULL_BAR_MS);
        },
      };
    },
  };
}

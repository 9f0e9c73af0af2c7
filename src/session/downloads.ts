import { proxy } from 'valtio/vanilla';
import type { DownloadWatch } from '../api/http/downloadWatch.ts';

export interface RunningDownload {
  id: number;
  name: string;
  percent: number;
}

export interface Downloads extends DownloadWatch {
  /** `downloading` while anything is on its way (EN-014). */
  state: { downloading: boolean; list: RunningDownload[] };
  cancel(id: number): void;
}

/** DU-002: without a known size the bar rises by 1 so often, in milliseconds, up to 99. */
const TICK = 100;
const MOST = 99;
/** How long the full bar stays, in milliseconds. */
const FULL = 400;

/** What is being downloaded, for the overlay that blocks the page meanwhile (DU-001). */
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
        if (own && !isKnown) own.percent = Math.min(MOST, own.percent + 1);
      }, TICK);
      return {
        progress(loaded, total) {
          if (!total) return;
          isKnown = true;
          raise(id, Math.min(MOST, Math.floor((loaded / total) * 100)));
        },
        end(isDone) {
          clearInterval(timer);
          cancels.delete(id);
          if (!isDone) {
            remove(id);
            return;
          }
          raise(id, 100);
          setTimeout(() => remove(id), FULL);
        },
      };
    },
  };
}

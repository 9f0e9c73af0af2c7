import { proxy } from 'valtio/vanilla';
import type { DownloadDisplay } from '../api/http/downloadDisplay.ts';

export interface RunningDownload {
  id: number;
  name: string;
  percent: number;
}

export interface Downloads extends DownloadDisplay {
  /** `downloading`: true while there are running downloads (EN-014). */
  state: { downloading: boolean; list: RunningDownload[] };
  cancel(id: number): void;
}

/** DU-002: while the size is unknown, the progress bar rises by 1 percent at this interval. */
const UNKNOWN_SIZE_STEP_MS = 100;
const MAX_RUNNING_PERCENT = 99;
/** Time for which the full progress bar stays visible. */
const FULL_BAR_MS = 400;

/**
 * Creates the store of running downloads. While there are any, an overlay with their progress blocks the page (DU-001).
 */
export function createDownloads(): Downloads {
  const state = proxy<Downloads['state']>({ downloading: false, list: [] });
  const cancelById = new Map<number, () => void>();
  let lastId = 0;

  const raisePercent = (id: number, percent: number): void => {
    const runningDownload = state.list.find((download) => download.id === id);
    if (runningDownload) runningDownload.percent = Math.max(runningDownload.percent, percent);
  };
  const remove = (id: number): void => {
    state.list = state.list.filter((download) => download.id !== id);
    state.downloading = state.list.length > 0;
  };

  return {
    state,
    cancel: (id) => cancelById.get(id)?.(),
    begin(name, cancel) {
      lastId += 1;
      const id = lastId;
      state.list.push({ id, name, percent: 0 });
      state.downloading = true;
      cancelById.set(id, cancel);
      let isSizeKnown = false;
      const timer = setInterval(() => {
        const runningDownload = state.list.find((download) => download.id === id);
        if (runningDownload && !isSizeKnown)
          runningDownload.percent = Math.min(MAX_RUNNING_PERCENT, runningDownload.percent + 1);
      }, UNKNOWN_SIZE_STEP_MS);
      return {
        progress(loaded, total) {
          if (!total) return;
          isSizeKnown = true;
          raisePercent(id, Math.min(MAX_RUNNING_PERCENT, Math.floor((loaded / total) * 100)));
        },
        end(isDone) {
          clearInterval(timer);
          cancelById.delete(id);
          if (!isDone) {
            remove(id);
            return;
          }
          raisePercent(id, 100);
          setTimeout(() => remove(id), FULL_BAR_MS);
        },
      };
    },
  };
}

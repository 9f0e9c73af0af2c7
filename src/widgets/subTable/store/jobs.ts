import { runInSlices } from '../runInSlices.ts';
import type { CellRef } from './cursor.ts';
import type { Topics } from './topics.ts';

export interface Progress {
  /** Text for the user, such as 正在粘贴. */
  title: string;
  /** Number of processed items. */
  done: number;
  total: number;
}

/** One skipped item of a paste or an import. */
export interface ReportLine {
  text: string;
  cell?: CellRef;
  /** The value of `cell` at the end of the import or paste. The line is hidden when the cell has another value. */
  valueAfterJob?: unknown;
  /** Creates the text for the current index of the row, if the text contains the index. */
  textForIndex?(index: number): string;
}

/** Content that a paste or an import skipped. */
export interface Report {
  title: string;
  lines: readonly ReportLine[];
  /** Number of further items that are not in `lines`. */
  unlistedCount: number;
}

/**
 * Long work on a table, one job at a time. During a job the table shows a progress bar with 取消 and accepts no input.
 */
export interface Jobs {
  progress(): Progress | null;
  /**
   * Calls `step` for each of `count` items in slices. Returns false if the job was cancelled or another job is running.
   * `step` must not change anything visible; the caller commits the result at the end.
   */
  runSteps(job: { title: string; count: number; step(index: number): void }): Promise<boolean>;
  /**
   * Runs asynchronous work with a progress bar and returns its result. `work` gets a function that reports progress,
   * and a signal that 取消 aborts. Returns null if the job was cancelled or another job is running.
   */
  runAsync<T>(
    title: string,
    total: number,
    work: (onProgress: (done: number) => void, signal: AbortSignal) => Promise<T>,
  ): Promise<T | null>;
  cancel(): void;
  report(): Report | null;
  /**
   * Shows a report until the form is saved, the user closes the report, or no line is left, because lines about changed
   * cells are hidden. Null removes the report.
   */
  setReport(report: Report | null): void;
}

export function createJobs(topics: Topics): Jobs {
  let progress: Progress | null = null;
  let report: Report | null = null;
  let runningJob: AbortController | null = null;
  const setProgress = (next: Progress | null): void => {
    progress = next;
    topics.touch('job');
  };
  const start = async <T>(
    title: string,
    total: number,
    work: (onProgress: (done: number) => void, signal: AbortSignal) => Promise<T>,
  ): Promise<T | null> => {
    if (runningJob !== null) return null;
    const controller = (runningJob = new AbortController());
    try {
      const result = await work((done) => setProgress({ title, done, total }), controller.signal);
      return controller.signal.aborted ? null : result;
    } finally {
      runningJob = null;
      if (progress !== null) setProgress(null);
    }
  };
  return {
    progress: () => progress,
    runAsync: (title, total, work) =>
      start(title, total, (onProgress, signal) => {
        // progress 0 blocks saving and input from the start: `work` may report its first progress late
        onProgress(0);
        return work(onProgress, signal);
      }),
    // shows no progress if the work is finished in its first slice
    runSteps: async ({ title, count, step }) =>
      (await start(title, count, (onProgress, signal) =>
        runInSlices({ itemCount: count, step, signal, onProgress }),
      )) === true,
    cancel: () => runningJob?.abort(),
    report: () => report,
    setReport(next) {
      report = next;
      topics.touch('report');
    },
  };
}

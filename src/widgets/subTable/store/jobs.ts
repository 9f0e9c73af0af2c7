import { inSlices } from '../slices.ts';
import type { CellRef } from './cursor.ts';
import type { Topics } from './topics.ts';

export interface Progress {
  /** What is being done, as people say it: 正在粘贴. */
  title: string;
  done: number;
  total: number;
}

/** One thing that was left out. `textAt`: the text where it names the row by the place that the row has now. */
export interface ReportLine {
  text: string;
  cell?: CellRef;
  textAt?(index: number): string;
}

/** What was left out of a paste or an import, and where. */
export interface Report {
  title: string;
  lines: readonly ReportLine[];
  /** How many more there are than `lines` says. */
  more: number;
}

/** Long work on a table, one at a time: the table shows a bar with 取消 and takes no input meanwhile. */
export interface Jobs {
  progress(): Progress | null;
  /** `step` for each of `count` items in slices. False when cancelled, or when another job is running. The work of `step` should change nothing that people see: commit at the end. */
  run(job: { title: string; count: number; step(index: number): void }): Promise<boolean>;
  /** Work that waits for answers: `work` gets the signal of 取消 and tells how far it is. */
  wait<T>(
    title: string,
    total: number,
    work: (tell: (done: number) => void, signal: AbortSignal) => Promise<T>,
  ): Promise<T | null>;
  cancel(): void;
  report(): Report | null;
  /** Shows what was left out until it is put right, stored or closed; null takes it away. */
  tell(report: Report | null): void;
}

export function createJobs(topics: Topics): Jobs {
  let progress: Progress | null = null;
  let report: Report | null = null;
  let running: AbortController | null = null;
  const set = (next: Progress | null): void => {
    progress = next;
    topics.touch('job');
  };
  const wait: Jobs['wait'] = async (title, total, work) => {
    if (running !== null) return null;
    const own = (running = new AbortController());
    try {
      const result = await work((done) => set({ title, done, total }), own.signal);
      return own.signal.aborted ? null : result;
    } finally {
      running = null;
      if (progress !== null) set(null);
    }
  };
  return {
    progress: () => progress,
    wait,
    run: async ({ title, count, step }) =>
      (await wait(title, count, (tell, signal) => inSlices({ count, step, signal, onProgress: tell }))) === true,
    cancel: () => running?.abort(),
    report: () => report,
    tell(next) {
      report = next;
      topics.touch('report');
    },
  };
}

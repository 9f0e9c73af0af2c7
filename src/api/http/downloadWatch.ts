/** Display of running downloads. */
export interface DownloadWatch {
  /** Shows a new download. `cancel` aborts it. Returns callbacks to report its progress and its end. */
  begin(
    fileName: string,
    cancel: () => void,
  ): {
    /** Bytes received so far; `total`: the size in bytes, if the answer has a Content-Length. */
    progress(loaded: number, total?: number): void;
    /** The download has ended; `isDone`: it is complete. */
    end(isDone: boolean): void;
  };
}

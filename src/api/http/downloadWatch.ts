/** Display of running downloads. */
export interface DownloadWatch {
  /** A download begins. `cancel` ends it. Returns the callbacks for its progress. */
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

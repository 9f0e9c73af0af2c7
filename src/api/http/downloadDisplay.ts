/** Display of running downloads. */
export interface DownloadDisplay {
  /** Shows a new download. `cancel` aborts it. Returns callbacks to report its progress and its end. */
  begin(
    fileName: string,
    cancel: () => void,
  ): {
    /** Reports the bytes received so far. `total`: size in bytes, if the response has a Content-Length. */
    progress(loaded: number, total?: number): void;
    /** Reports the end. `isDone`: the download is complete. */
    end(isDone: boolean): void;
  };
}

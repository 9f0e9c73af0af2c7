/** Who shows that a file is on its way down. */
export interface DownloadWatch {
  /** A person asked for a file; `cancel` ends it. */
  begin(
    fileName: string,
    cancel: () => void,
  ): {
    /** Bytes that came; `total` where the server says the size. */
    progress(loaded: number, total?: number): void;
    /** It came whole, or it did not. */
    end(isDone: boolean): void;
  };
}

/** Calls of system pages beside plain requests: files that go up and come down. */
export interface SystemCalls {
  /** Sends one file to a path of this system; answers the envelope's data. */
  upload(url: string, file: File, more?: Record<string, string>): Promise<unknown>;
  /** Sends one file and saves the file that is answered. */
  downloadWith(url: string, file: File, fileName: string): Promise<void>;
  /** Tells how often this person opened which pages (paths of addresses). */
  noteVisits(pages: readonly { page: string; views: number }[]): Promise<void>;
  /** What the server says of its own calls: an OpenAPI document. */
  apiDescription(): Promise<unknown>;
  /** Asks in the background: nobody waits for it. */
  quiet(url: string, params: Record<string, unknown>): Promise<unknown>;
  /** Asks for a file by POST and saves it under this name. */
  download(url: string, params: Record<string, unknown>, fileName: string): Promise<void>;
}

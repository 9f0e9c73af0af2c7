/** Calls of system pages that `Services.request` does not cover: mainly uploads and downloads. */
export interface SystemCalls {
  /** Uploads one file to a path below the API's base path. Returns the envelope's data. */
  upload(url: string, file: File, more?: Record<string, string>): Promise<unknown>;
  /**
   * Uploads one file and saves the file with which the server answers, under this name. False: the user cancelled it.
   */
  uploadAndSaveAnswer(url: string, file: File, fileName: string): Promise<boolean>;
  /** Reports how often the user opened which pages (paths of addresses). */
  reportPageViews(pages: readonly { page: string; views: number }[]): Promise<void>;
  /** The server's OpenAPI document. */
  apiDescription(): Promise<unknown>;
  /** Sends a request in the background, without a busy indicator or an error message. */
  postInBackground(url: string, params: Record<string, unknown>): Promise<unknown>;
  /** Requests a file by POST and saves it under this name. False: the user cancelled it (DU-001). */
  download(url: string, params: Record<string, unknown>, fileName: string): Promise<boolean>;
}

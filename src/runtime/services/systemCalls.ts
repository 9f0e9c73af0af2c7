/** Calls of system pages that `Services.request` does not cover: mainly uploads and downloads. */
export interface SystemCalls {
  /**
   * Uploads one file to a path below the API's base path. `formFields`: further fields of the request. Returns the
   * envelope's data.
   */
  upload(url: string, file: File, formFields?: Record<string, string>): Promise<unknown>;
  /** Uploads one file and saves the file in the answer under this name. Returns false if the user cancelled. */
  uploadAndSaveAnswer(url: string, file: File, fileName: string): Promise<boolean>;
  /** Reports how often the user opened each page (path of an address). */
  reportPageViews(pages: readonly { page: string; views: number }[]): Promise<void>;
  /** Returns the server's OpenAPI document. */
  apiDescription(): Promise<unknown>;
  /** Sends a request in the background, without a busy indicator or an error message. */
  postInBackground(url: string, params: Record<string, unknown>): Promise<unknown>;
  /** Requests a file by POST and saves it under this name. Returns false if the user cancelled (DU-001). */
  download(url: string, params: Record<string, unknown>, fileName: string): Promise<boolean>;
}

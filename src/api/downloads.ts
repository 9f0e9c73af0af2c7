import { ServiceError } from '../runtime/services/serviceError.ts';
import type { Http } from './http/client.ts';
import type { DownloadDisplay } from './http/downloadDisplay.ts';
import { CANCELLED, type Call } from './http/transport.ts';
import { DOWNLOAD_FAILED } from './openFile.ts';
import { saveBlob } from './saveBlob.ts';

/**
 * Downloads the response of a call and saves it under the file name. Returns false if the user cancelled. Throws
 * ServiceError (ER-014).
 */
export type Download = (call: Call, fileName: string) => Promise<boolean>;

/**
 * Creates the function that saves every downloaded file. `downloadDisplay` shows the progress and lets the user cancel
 * (DU-001).
 */
export const createDownload =
  (http: Http, downloadDisplay?: DownloadDisplay): Download =>
  async (call, fileName) => {
    const abortController = new AbortController();
    const display = downloadDisplay?.begin(fileName, () => abortController.abort());
    let isDone = false;
    try {
      const { bytes } = await http.download({
        ...call,
        signal: abortController.signal,
        onReceived: display?.progress,
        isQuiet: display !== undefined,
      });
      if (abortController.signal.aborted) return false;
      saveBlob(fileName, bytes);
      isDone = true;
      return true;
    } catch (error) {
      if (error instanceof ServiceError && error.code === CANCELLED) return false;
      if (error instanceof ServiceError && error.code !== 'SERVER') throw error;
      throw new ServiceError('FILE_FAILED', DOWNLOAD_FAILED);
    } finally {
      display?.end(isDone);
    }
  };

import { basicErrorMessage } from '../../domain/problem/index.ts';

/** Error messages of a failed dynamic import in Chromium, Firefox and Safari, and of a failed preload of styles. */
const DOWNLOAD_ERROR_PATTERN = /dynamically imported module|importing a module script failed|unable to preload css/i;

/** Returns true for the error of a failed download of program code. A retry may succeed. */
export const isCodeDownloadError = (error: unknown): boolean =>
  error instanceof Error && DOWNLOAD_ERROR_PATTERN.test(error.message);

export const codeDownloadErrorText = (): string => basicErrorMessage('NETWORK');

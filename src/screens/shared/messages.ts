import { isCodeDownloadError, codeDownloadErrorText } from '../../runtime/node/codeDownloadError.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';

/** Returns the user message for an error; for an unexpected error, a general text in place of its English message. */
export function messageOf(error: unknown): string {
  if (isCodeDownloadError(error)) return codeDownloadErrorText();
  if (error instanceof ServiceError && error.message) return error.message;
  return '系统错误，请稍后重试';
}

import { isMissingPart, missingPartText } from '../../runtime/node/missingPart.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';

/** Message for the user about an error; for an unexpected error a general text instead of its English message. */
export function messageOf(error: unknown): string {
  if (isMissingPart(error)) return missingPartText();
  if (error instanceof ServiceError && error.message) return error.message;
  return '系统错误，请稍后重试';
}

import { isMissingPart, missingPartText } from '../../runtime/node/missingPart.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';

/** What to tell a person about a failure; an unexpected one does not show its English inside. */
export function messageOf(error: unknown): string {
  if (isMissingPart(error)) return missingPartText();
  if (error instanceof ServiceError && error.message) return error.message;
  return '系统错误，请稍后重试';
}

import { formatError } from '../../domain/problem/index.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';

/** Creates the error for a file that cannot be shown. `detail`: Chinese sentence without a full stop. */
export const createUnreadableError = (detail: string): ServiceError =>
  new ServiceError('FILE_UNREADABLE', formatError('FILE_UNREADABLE', { detail }));

/** Maximum size in bytes of office files for a preview; larger files can only be downloaded. */
export const MAX_OFFICE_BYTES = 20 * 1024 * 1024;

import { formatError } from '../../domain/problem/index.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';

/** A file that cannot be shown; `detail` is a Chinese sentence without a full stop. */
export const unreadable = (detail: string): ServiceError =>
  new ServiceError('FILE_UNREADABLE', formatError('FILE_UNREADABLE', { detail }));

/** Larger office files are only downloaded. In bytes. */
export const MAX_OFFICE = 20 * 1024 * 1024;

import type { ErrorCode } from '../../domain/problem/index.ts';

/**
 * Error codes when the database cannot be reached, ended the connection, is starting, has too many connections, or
 * became a standby. A later attempt may succeed, perhaps with the new primary database.
 */
const CONNECTION_CODES =
  /^(08...|57P0[123]|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|53300)$/;
/** Messages of the same failures, for which the driver sets no code. */
const CONNECTION_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed|Query read timeout|the database has just lost its primary|database .* is not currently accepting connections$)/;
/** The database cancelled the statement after its timeout (`statementSeconds`). */
const STATEMENT_TIMEOUT = '57014';
/** Error codes when the disk is full, the quota is exceeded, or the file is larger than the system allows. */
const DISK_FULL_CODES = /^(53100|ENOSPC|EDQUOT|EFBIG)$/;
const DISK_FULL_MESSAGES = /No space left on device|Disk quota exceeded|File too large/;

/**
 * Returns the error code for an outage: UNAVAILABLE when the database cannot be reached (the client retries by
 * itself), STORAGE_FULL when the disk is full, TOO_LONG when a statement timed out. Null for any other error.
 */
export function outageCode(
  error: Error & { code?: unknown; syscall?: unknown },
): Extract<ErrorCode, 'UNAVAILABLE' | 'STORAGE_FULL' | 'TOO_LONG'> | null {
  const code = String(error.code ?? '');
  if (DISK_FULL_CODES.test(code) || DISK_FULL_MESSAGES.test(error.message)) return 'STORAGE_FULL';
  if (code === STATEMENT_TIMEOUT) return 'TOO_LONG';
  // while the embedded database restarts, its socket file does not exist
  const hasNoSocket = code === 'ENOENT' && error.syscall === 'connect';
  if (hasNoSocket || CONNECTION_CODES.test(code) || CONNECTION_MESSAGES.test(error.message)) return 'UNAVAILABLE';
  return null;
}

import type { ErrorCode } from '../../domain/problem/index.ts';

/** The database ended the connection, is starting, or became a standby: another attempt may reach the one that took over. */
const GONE =
  /^(08...|57P0[123]|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|53300)$/;
/** The driver has no codes for these. */
const GONE_TEXT =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed|Query read timeout|the database has just lost its primary|database .* is not currently accepting connections$)/;
/** The database gave the statement up (`statementSeconds`). */
const GIVEN_UP = '57014';
/** No space, over the quota, over the size that the system allows a file. */
const FULL = /^(53100|ENOSPC|EDQUOT|EFBIG)$/;
const FULL_TEXT = /No space left on device|Disk quota exceeded|File too large/;

/**
 * The code of a failure that is nobody's mistake: the database cannot be reached (UNAVAILABLE: the client tries again by
 * itself), the disk is full (STORAGE_FULL), or it would take too long (TOO_LONG). null for any other.
 */
export function outageCode(
  error: Error & { code?: unknown; syscall?: unknown },
): Extract<ErrorCode, 'UNAVAILABLE' | 'STORAGE_FULL' | 'TOO_LONG'> | null {
  const code = String(error.code ?? '');
  if (FULL.test(code) || FULL_TEXT.test(error.message)) return 'STORAGE_FULL';
  if (code === GIVEN_UP) return 'TOO_LONG';
  // the embedded database makes its socket anew when it is started again
  const hasNoSocket = code === 'ENOENT' && error.syscall === 'connect';
  if (hasNoSocket || GONE.test(code) || GONE_TEXT.test(error.message)) return 'UNAVAILABLE';
  return null;
}

import type { ChildMessage } from './messages.ts';
import { isDiskFull } from './isDiskFull.ts';
import { OperatorError } from '../operatorError.ts';

/** The embedded database cannot be opened. The message is shown to the operator. */
export class EngineError extends OperatorError {
  override name = 'EngineError';
}

/** Returns the error for data files that are incomplete or damaged. */
export const damagedError = (folder: string, reason: string): EngineError =>
  new EngineError(
    `内置数据库打不开 ${folder}：数据文件不完整或已损坏（${reason}）。请把该目录移到别处保存，再用最近的备份恢复：npm run restore -- 备份文件 --force。`,
  );

/** Returns the error for a database process that ended before it was ready. `exitText`: its signal or exit code. */
export const endedEarlyError = (exitText: string): EngineError =>
  new EngineError(`内置数据库的进程在就绪之前结束了（${exitText}）：可能是内存不足或被人结束，请检查后重新启动。`);

/**
 * Returns the error for a failure that the child process reported. An error of the operating system keeps its code. An
 * error without a code comes from the engine, which does not report a full disk as such: either the disk is full or the
 * files are damaged.
 */
export function errorOfMessage(
  folder: string,
  { reason, code, path }: Extract<ChildMessage, { type: 'failed' }>,
): Error {
  if (code === undefined && isDiskFull(folder))
    return Object.assign(new Error(reason), { code: 'ENOSPC', path: folder });
  return code === undefined
    ? damagedError(folder, reason)
    : Object.assign(new Error(reason), { code, path: path ?? folder });
}

/** Codes of the engine's file system errors, which are not instances of Error and have WASI numbers. */
const WASI_CODES: Readonly<Record<number, string>> = {
  2: 'EACCES',
  19: 'EDQUOT',
  29: 'EIO',
  51: 'ENOSPC',
  63: 'EPERM',
  69: 'EROFS',
};

/** Converts an error to the message that the child process sends. */
export function failureMessage(error: unknown): ChildMessage {
  const { message, code, errno, path } = (error ?? {}) as NodeJS.ErrnoException;
  const knownCode = typeof code === 'string' ? code : WASI_CODES[errno ?? 0];
  return {
    type: 'failed',
    reason: message || knownCode || (errno === undefined ? String(error) : `errno ${errno}`),
    ...(knownCode === undefined ? {} : { code: knownCode }),
    ...(path === undefined ? {} : { path }),
  };
}

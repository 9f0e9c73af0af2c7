import type { ChildMessage } from './messages.ts';
import { hasNoRoom } from './room.ts';
import { OperatorError } from '../operatorError.ts';

/** The embedded database cannot be opened. The message is for people. */
export class EngineError extends OperatorError {
  override name = 'EngineError';
}

export const spoilt = (folder: string, reason: string): EngineError =>
  new EngineError(
    `内置数据库打不开 ${folder}：数据文件不完整或已损坏（${reason}）。请把该目录移到别处保存，再用最近的备份恢复：npm run restore -- 备份文件 --force。`,
  );

export const endedEarly = (how: string): EngineError =>
  new EngineError(`内置数据库的进程在就绪之前结束了（${how}）：可能是内存不足或被人结束，请检查后重新启动。`);

/** What the child could not do: the system's own errors keep their code; whatever else the engine meets is its files, or a disk that is full, which it does not name. */
export function failureOf(folder: string, { reason, code, path }: Extract<ChildMessage, { type: 'failed' }>): Error {
  if (code === undefined && hasNoRoom(folder))
    return Object.assign(new Error(reason), { code: 'ENOSPC', path: folder });
  return code === undefined ? spoilt(folder, reason) : Object.assign(new Error(reason), { code, path: path ?? folder });
}

/** What the engine's file system throws is no Error, and has the numbers of WASI. */
const WASI: Readonly<Record<number, string>> = {
  2: 'EACCES',
  19: 'EDQUOT',
  29: 'EIO',
  51: 'ENOSPC',
  63: 'EPERM',
  69: 'EROFS',
};

/** The same, as the child tells it. */
export function toldOf(error: unknown): ChildMessage {
  const { message, code, errno, path } = (error ?? {}) as NodeJS.ErrnoException;
  const known = typeof code === 'string' ? code : WASI[errno ?? 0];
  return {
    type: 'failed',
    reason: message || known || (errno === undefined ? String(error) : `errno ${errno}`),
    ...(known === undefined ? {} : { code: known }),
    ...(path === undefined ? {} : { path }),
  };
}

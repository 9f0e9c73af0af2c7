import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { refuseAbandoned } from '../http/abandoned.ts';
import { Refusal } from '../http/refusal.ts';

type Options = Parameters<FastifyRequest['files']>[0];

/**
 * Returns the refusal of an upload with several files. `instead`: text appended to the message, which says what to do
 * instead.
 */
export const severalFilesRefusal = (instead = ''): Refusal =>
  new Refusal('REQUEST_INVALID', { detail: `一次只能上传一个文件${instead}` });

/**
 * Returns the file of an upload that must contain exactly one file. `refuseFurtherFiles` refuses an upload with further
 * files, which would otherwise be ignored silently. Call it after reading the file and before storing it. `instead`:
 * see `severalFilesRefusal`.
 */
export async function receiveOnlyFile(
  request: FastifyRequest,
  { instead: hint, ...options }: Options & { instead?: string } = {},
): Promise<{ part: MultipartFile; refuseFurtherFiles(): Promise<void> }> {
  refuseAbandoned(request);
  const parts = request.files(options);
  const firstResult = await parts.next();
  if (firstResult.done) throw new Refusal('REQUEST_INVALID', { detail: '没有文件' });
  return {
    part: firstResult.value,
    refuseFurtherFiles: async () => {
      if (!(await parts.next()).done) throw severalFilesRefusal(hint);
    },
  };
}

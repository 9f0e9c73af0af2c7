import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { refuseAbandoned } from '../http/abandoned.ts';
import { Refusal } from '../http/refusal.ts';

type Options = Parameters<FastifyRequest['files']>[0];

export const severalFiles = (instead = ''): Refusal =>
  new Refusal('REQUEST_INVALID', { detail: `一次只能上传一个文件${instead}` });

/**
 * The file of an upload of exactly one file. Call `refuseFurtherFiles` after the file was read and before it is stored:
 * it refuses an upload with further files, which would otherwise be ignored silently.
 */
export async function receiveOnlyFile(
  request: FastifyRequest,
  { instead: hint, ...options }: Options & { instead?: string } = {},
): Promise<{ part: MultipartFile; refuseFurtherFiles(): Promise<void> }> {
  refuseAbandoned(request);
  const parts = request.files(options);
  const first = await parts.next();
  if (first.done) throw new Refusal('REQUEST_INVALID', { detail: '没有文件' });
  return {
    part: first.value,
    refuseFurtherFiles: async () => {
      if (!(await parts.next()).done) throw severalFiles(hint);
    },
  };
}

import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { refuseAbandoned } from '../http/abandoned.ts';
import { Refusal } from '../http/refusal.ts';

type Options = Parameters<FastifyRequest['files']>[0];

export const severalFiles = (instead = ''): Refusal =>
  new Refusal('REQUEST_INVALID', { detail: `一次只能上传一个文件${instead}` });

/**
 * The file of an upload that takes one. `alone` is asked when it has been read, before it is kept: it refuses an upload with
 * another file behind it, of which nobody would hear again.
 */
export async function onlyFile(
  request: FastifyRequest,
  { instead, ...options }: Options & { instead?: string } = {},
): Promise<{ part: MultipartFile; alone(): Promise<void> }> {
  refuseAbandoned(request);
  const parts = request.files(options);
  const first = await parts.next();
  if (first.done) throw new Refusal('REQUEST_INVALID', { detail: '没有文件' });
  return {
    part: first.value,
    alone: async () => {
      if (!(await parts.next()).done) throw severalFiles(instead);
    },
  };
}

import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { disposition } from '../files/index.ts';
import { beginShare } from '../threads/shares.ts';

/** Sends what is made while it is sent, to be saved under this name. Refuses with WORK_LIMIT while several of this person's are under way. */
export function sendMade(
  reply: FastifyReply,
  fileName: string,
  type: string,
  content: AsyncIterable<Buffer>,
): FastifyReply {
  reply.raw.once('close', beginShare(reply.request, 'export'));
  return reply
    .header('Content-Type', type)
    .header('Content-Disposition', disposition('attachment', fileName))
    .send(Readable.from(content));
}

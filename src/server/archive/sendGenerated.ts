import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { disposition } from '../files/index.ts';
import { onClose } from '../http/onClose.ts';
import { beginImportOrExport } from '../threads/importExportLimit.ts';

/**
 * Sends a file as a download with this name, while its content is generated. Refuses with WORK_LIMIT when this person
 * already runs the permitted number of exports.
 */
export function sendGenerated(
  reply: FastifyReply,
  fileName: string,
  type: string,
  content: AsyncIterable<Buffer>,
): FastifyReply {
  onClose(reply.raw, beginImportOrExport(reply.request, 'export'));
  return reply
    .header('Content-Type', type)
    .header('Content-Disposition', disposition('attachment', fileName))
    .send(Readable.from(content));
}

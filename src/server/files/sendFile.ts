import type { FastifyReply } from 'fastify';
import { disposition } from './fileNames.ts';
import type { FileRow } from './readableFiles.ts';
import type { FileStore } from './fileStore.ts';
import { isPreviewable } from './fileTypes.ts';

/** Sends a file under its name (CL-089): as a download, or inline if requested and if its type can be previewed. */
export function sendFile(reply: FastifyReply, files: FileStore, row: FileRow, wantsInline: boolean): FastifyReply {
  const isInline = wantsInline && isPreviewable(row.file_ext);
  return reply
    .header('Content-Type', isInline ? row.mime : 'application/octet-stream')
    .header('Content-Disposition', disposition(isInline ? 'inline' : 'attachment', row.file_name))
    .header('Content-Length', row.size)
    .send(files.read(row.id));
}

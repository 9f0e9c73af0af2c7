import type { FastifyReply } from 'fastify';
import { disposition } from './names.ts';
import type { FileRow } from './rows.ts';
import type { FileStore } from './store.ts';
import { isPreviewed } from './types.ts';

/** Sends a file's content under its own name (CL-089): to be saved, or shown in place where a browser may show its type. */
export function sendFile(reply: FastifyReply, files: FileStore, row: FileRow, wantsInline: boolean): FastifyReply {
  const isInline = wantsInline && isPreviewed(row.file_ext);
  return reply
    .header('Content-Type', isInline ? row.mime : 'application/octet-stream')
    .header('Content-Disposition', disposition(isInline ? 'inline' : 'attachment', row.file_name))
    .header('Content-Length', row.size)
    .send(files.read(row.id));
}

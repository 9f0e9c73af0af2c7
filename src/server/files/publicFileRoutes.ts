import type { Routes } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { userOf } from '../http/user.ts';
import { createDocReader } from './doc/docReader.ts';
import { fileOfLink, makeLink } from './links.ts';
import { readableFile } from './readableFiles.ts';
import { sendFile } from './sendFile.ts';
import { fileStoreOf } from './fileStoreOf.ts';
import { isPreviewable, PREVIEWABLE_TYPES } from './fileTypes.ts';

const idBody = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string', minLength: 1, maxLength: 64 } },
} as const;
const linkParams = { type: 'object', properties: { secret: { type: 'string', maxLength: 64 } } } as const;

/**
 * Content-Security-Policy of files that are opened in a window. The page in which the browser shows an image needs
 * inline styles, and the browser's PDF viewer does not work with `sandbox`. Scripts are not allowed.
 */
const INLINE_POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** Opens a file in a separate window (PV-001), and reads the text of a Word 97-2003 document (PV-002). */
export const publicFileRoutes: Routes = (app, context) => {
  const tags = ['file'];
  const files = fileStoreOf(context.settings);
  const docs = createDocReader();

  app.post<{ Body: { id: string } }>(
    '/api/file/att/outsideUrl',
    { config: { isSecret: true }, schema: { tags, summary: '在新窗口打开文件的地址', body: idBody } },
    async (request) => {
      const row = await readableFile(context, userOf(request), request.body.id);
      if (!isPreviewable(row.file_ext)) throw new Refusal('FILE_TYPE', { types: PREVIEWABLE_TYPES });
      return ok({ url: await makeLink(context, row) });
    },
  );
  app.get<{ Params: { secret: string } }>(
    '/api/file/outside/:secret/*',
    { config: { isPublic: true }, schema: { tags, summary: '打开文件', params: linkParams } },
    async (request, reply) => {
      const row = await fileOfLink(context, request.params.secret);
      return sendFile(
        reply.header('Content-Security-Policy', INLINE_POLICY).header('Referrer-Policy', 'no-referrer'),
        files,
        row,
        true,
      );
    },
  );

  app.get<{ Querystring: { id: string } }>(
    '/api/file/att/docText',
    { schema: { tags, summary: 'Word 97-2003 文档的文字', querystring: idBody } },
    async (request) => {
      const row = await readableFile(context, userOf(request), request.query.id);
      if (row.file_ext !== 'doc') throw new Refusal('FILE_TYPE', { types: 'doc' });
      return ok(await docs.read(files.read(row.id), row.size));
    },
  );
};

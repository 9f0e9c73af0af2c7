import multipart, { type MultipartFile } from '@fastify/multipart';
import { join } from 'node:path';
import type { Routes, ServerContext } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { MAX_FILES } from '../http/errors.ts';
import { Refusal } from '../http/refusal.ts';
import { userOf, type RequestUser } from '../http/user.ts';
import { disposition } from './names.ts';
import { receiveFile } from './receive.ts';
import { readableFiles, toFileRecord, type FileRow } from './rows.ts';
import { createLocalStore } from './store.ts';
import { isPreviewed } from './types.ts';

const idsBody = { type: 'object', required: ['ids'], properties: { ids: { type: 'array', maxItems: 500, items: { type: 'string', maxLength: 64 } } } } as const;
const idQuery = { type: 'object', required: ['id'], properties: { id: { type: 'string', minLength: 1, maxLength: 64 } } } as const;
const inlineQuery = { type: 'object', properties: { inline: { enum: ['0', '1'] } } } as const;

/** Upload, look-up and download of files (CL-035, CL-036, CL-038, CL-041, CL-042). */
export const fileRoutes: Routes = async (app, context) => {
  const tags = ['file'];
  const files = createLocalStore(join(context.settings.dataDir, 'files'));
  await app.register(multipart, { throwFileSizeLimit: false, limits: { fileSize: context.settings.fileLimit, files: MAX_FILES, fields: 20, fieldSize: 10_000, parts: 60 } });

  for (const path of ['/api/file/sys/file/upload', '/api/common/upload']) {
    app.post(path, { schema: { tags, summary: '上传一个文件', consumes: ['multipart/form-data'] } }, async (request) => {
      const part = await request.file();
      if (!part) throw new Refusal('REQUEST_INVALID', { detail: '没有文件' });
      return ok(await receiveFile(context, files, part, userOf(request)), '上传成功');
    });
  }

  app.post('/api/file/sys/file/batchUpload', { schema: { tags, summary: '上传多个文件', consumes: ['multipart/form-data'] } }, async (request) => {
    const records = await receiveAll(request.files(), (part) => receiveFile(context, files, part, userOf(request)));
    if (records.length === 0) throw new Refusal('REQUEST_INVALID', { detail: '没有文件' });
    return ok(records, '上传成功');
  });

  app.post<{ Body: { ids: string[] } }>('/api/file/att/listByIds', { schema: { tags, summary: '按编号查文件', body: idsBody } }, async (request) =>
    ok((await readableFiles(context, userOf(request), request.body.ids)).map(toFileRecord)));

  app.get<{ Querystring: { id: string } }>('/api/file/att/getById', { schema: { tags, summary: '一个文件', querystring: idQuery } }, async (request) =>
    ok(toFileRecord(await readableFile(context, userOf(request), request.query.id))));

  app.get<{ Params: { attId: string }; Querystring: { inline?: string } }>('/api/file/sys/file/download/:attId', { schema: { tags, summary: '下载文件', querystring: inlineQuery } }, async (request, reply) => {
    const row = await readableFile(context, userOf(request), request.params.attId);
    const isInline = request.query.inline === '1' && isPreviewed(row.file_ext);
    return reply
      .header('Content-Type', isInline ? row.mime : 'application/octet-stream')
      .header('Content-Disposition', disposition(isInline ? 'inline' : 'attachment', row.file_name))
      .header('Content-Length', row.size)
      .send(files.read(row.id));
  });
};

async function receiveAll<T>(parts: AsyncIterable<MultipartFile>, receive: (part: MultipartFile) => Promise<T>): Promise<T[]> {
  const records: T[] = [];
  for await (const part of parts) records.push(await receive(part));
  return records;
}

/** Refuses with 404 for an unknown id and 403 for a file that is not for this person. */
async function readableFile(context: ServerContext, user: RequestUser, id: string): Promise<FileRow> {
  const [row] = await readableFiles(context, user, [id]);
  if (row) return row;
  const exists = await context.db.selectFrom('att_file').select('id').where('id', '=', id).executeTakeFirst();
  throw new Refusal(exists ? '403' : '404');
}

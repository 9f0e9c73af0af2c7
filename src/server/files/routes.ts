import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { idOfUrl } from '../../domain/fileValue.ts';
import type { Routes } from '../context.ts';
import { refuseAbandoned } from '../http/abandoned.ts';
import { ok } from '../http/envelope.ts';
import { MAX_FILES } from '../http/errorHandling.ts';
import { rememberAnswer } from '../idempotency/idempotency.ts';
import { prefixRefusal, Refusal } from '../http/refusal.ts';
import { formOrJson } from '../http/validators.ts';
import { userOf } from '../http/user.ts';
import { uploadedName } from './fileNames.ts';
import { receiveOnlyFile } from './onlyFile.ts';
import { findOwnFile, removeAfterSending } from './ownFile.ts';
import { receiveFile } from './receiveFile.ts';
import { readableFile, readableFiles, toFileRecord, type FileRecord } from './readableFiles.ts';
import { sendFile } from './sendFile.ts';
import { fileStoreOf } from './fileStoreOf.ts';

const idsBody = {
  type: 'object',
  required: ['ids'],
  properties: { ids: { type: 'array', maxItems: 500, items: { type: 'string', maxLength: 64 } } },
} as const;
const idQuery = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string', minLength: 1, maxLength: 64 } },
} as const;
interface IdParams {
  id?: string;
  attId?: string;
}
const idParams = {
  type: 'object',
  anyOf: [{ required: ['id'] }, { required: ['attId'] }],
  properties: { id: { type: 'string', maxLength: 64 }, attId: { type: 'string', maxLength: 64 } },
} as const;
const nameQuery = {
  type: 'object',
  required: ['fileName'],
  properties: { fileName: { type: 'string', minLength: 1, maxLength: 250 }, delete: { type: 'boolean' } },
} as const;
const resourceQuery = {
  type: 'object',
  required: ['resource'],
  properties: { resource: { type: 'string', minLength: 1, maxLength: 500 } },
} as const;
const inlineQuery = { type: 'object', properties: { inline: { enum: ['0', '1'] } } } as const;

/**
 * Uploads, lists and downloads files (CL-035…038, CL-041…045). A file is found by its id, by a URL that contains the
 * id, or, among the person's own files, by its name; never by a path on the disk.
 */
export const fileRoutes: Routes = async (app, context) => {
  const tags = ['file'];
  const files = fileStoreOf(context.settings);
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: context.settings.fileLimit, files: MAX_FILES, fields: 20, fieldSize: 10_000, parts: 60 },
  });

  for (const path of ['/api/file/sys/file/upload', '/api/common/upload']) {
    app.post(
      path,
      { schema: { tags, summary: '上传一个文件', consumes: ['multipart/form-data'] } },
      async (request) => {
        const { part, refuseFurtherFiles } = await receiveOnlyFile(request, {
          instead: '，多个文件请调用 /api/file/sys/file/batchUpload',
        });
        const answer = (record: FileRecord) => ok(record, '上传成功');
        return answer(
          await receiveFile(context, files, part, userOf(request), {
            refuseFurtherFiles,
            linkFile: (trx, record) => rememberAnswer(trx, request, answer(record)),
          }),
        );
      },
    );
  }

  app.post(
    '/api/file/sys/file/batchUpload',
    { schema: { tags, summary: '上传多个文件', consumes: ['multipart/form-data'] } },
    async (request) => {
      refuseAbandoned(request);
      const records = await receiveAll(request.files(), (part) => receiveFile(context, files, part, userOf(request)));
      if (records.length === 0) throw new Refusal('REQUEST_INVALID', { detail: '没有文件' });
      return ok(records, '上传成功');
    },
  );

  app.post<{ Body: { ids: string[] } }>(
    '/api/file/att/listByIds',
    { schema: { tags, summary: '按编号查文件', body: idsBody } },
    async (request) => ok((await readableFiles(context, userOf(request), request.body.ids)).map(toFileRecord)),
  );

  app.get<{ Querystring: { id: string } }>(
    '/api/file/att/getById',
    { schema: { tags, summary: '一个文件', querystring: idQuery } },
    async (request) => ok(toFileRecord(await readableFile(context, userOf(request), request.query.id))),
  );

  app.get<{ Params: { attId: string }; Querystring: { inline?: string } }>(
    '/api/file/sys/file/download/:attId',
    { schema: { tags, summary: '下载文件', querystring: inlineQuery } },
    async (request, reply) => {
      const row = await readableFile(context, userOf(request), request.params.attId);
      return sendFile(reply, files, row, request.query.inline === '1');
    },
  );

  const sendById = async (request: FastifyRequest, reply: FastifyReply, params: IdParams): Promise<FastifyReply> =>
    sendFile(reply, files, await readableFile(context, userOf(request), params.id ?? params.attId ?? ''), false);
  app.get<{ Querystring: IdParams }>(
    '/api/att/download',
    { schema: { tags, summary: '下载附件', querystring: idParams } },
    (request, reply) => sendById(request, reply, request.query),
  );
  app.post<{ Body: IdParams }>(
    '/api/att/download',
    { schema: { tags, summary: '下载附件', body: formOrJson(idParams) } },
    (request, reply) => sendById(request, reply, request.body),
  );

  app.get<{ Querystring: { fileName: string; delete?: boolean } }>(
    '/api/common/download',
    { schema: { tags, summary: '下载自己上传的文件', querystring: nameQuery } },
    async (request, reply) => {
      const row = await findOwnFile(context, userOf(request), request.query.fileName);
      if (request.query.delete === true) await removeAfterSending(context, files, reply, row);
      return sendFile(reply, files, row, false);
    },
  );
  app.get<{ Querystring: { resource: string } }>(
    '/api/common/download/resource',
    { schema: { tags, summary: '按地址下载文件', querystring: resourceQuery } },
    async (request, reply) => {
      const id = idOfUrl(request.query.resource);
      if (id === null) throw new Refusal('404');
      return sendFile(reply, files, await readableFile(context, userOf(request), id), false);
    },
  );
};

/** Calls `receive` for each part. A refusal names the file of its part. */
async function receiveAll<T>(
  parts: AsyncIterable<MultipartFile>,
  receive: (part: MultipartFile) => Promise<T>,
): Promise<T[]> {
  const records: T[] = [];
  for await (const part of parts) {
    const { fileName } = uploadedName(part);
    const refuseWithName = (error: unknown): never => {
      throw error instanceof Refusal && !error.message.includes(fileName)
        ? prefixRefusal(`“${fileName}”`, error)
        : error;
    };
    records.push(await receive(part).catch(refuseWithName));
  }
  return records;
}

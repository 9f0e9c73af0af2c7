import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { ServerContext } from '../context.ts';
import { uploadedName, severalFilesRefusal } from '../files/index.ts';
import { refuseAbandoned } from '../http/abandoned.ts';
import { requireUtf8Text } from '../http/bodies/bodies.ts';
import { Refusal } from '../http/refusal.ts';
import { sizeText } from '../http/sizeText.ts';
import { refuseWhenFull } from '../store/space.ts';
import { beginImportOrExport } from '../threads/importExportLimit.ts';
import { makeImportFolder } from './folder.ts';

/** An uploaded table, stored as a local file during processing, with the other fields of the request. */
export interface Upload {
  file: { name: string; path: string } | null;
  fields: Map<string, string>;
}

/** Writes an uploaded file to `path`. Refuses with FILE_SIZE if it has more than `maxBytes` bytes. */
export async function saveUploadedFile(part: MultipartFile, path: string, maxBytes: number): Promise<void> {
  let size = 0;
  await pipeline(
    part.file,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length;
        if (size > maxBytes) throw new Refusal('FILE_SIZE', { limit: sizeText(maxBytes) });
        yield chunk;
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  );
  if (part.file.truncated) throw new Refusal('FILE_SIZE', { limit: sizeText(maxBytes) });
}

/** Stores the uploaded table in the folder, and collects the other fields of the request. */
async function receiveUpload(request: FastifyRequest, maxBytes: number, folder: string): Promise<Upload> {
  const upload: Upload = { file: null, fields: new Map() };
  refuseAbandoned(request);
  for await (const part of request.parts({ limits: { files: 2, fields: 10, parts: 12 } })) {
    if (part.type === 'field') {
      upload.fields.set(part.fieldname, requireUtf8Text(String(part.value ?? ''), `“${part.fieldname}”`));
      continue;
    }
    if (upload.file) throw severalFilesRefusal();
    const { fileName, fileExt } = uploadedName(part);
    // IM-001 prescribes this text
    if (fileExt !== 'xls' && fileExt !== 'xlsx')
      throw new Refusal('IMPORT_FILE', { file: fileName, detail: '请上传后缀为.xls/.xlsx的文件' });
    upload.file = { name: fileName, path: join(folder, 'table') };
    await saveUploadedFile(part, upload.file.path, maxBytes);
  }
  return upload;
}

/**
 * Receives one uploaded table and the other fields of the request, in any order. Calls `work`, then removes the file.
 * Refuses with IMPORT_FILE, FILE_SIZE, STORAGE_FULL, or WORK_LIMIT if this person already runs the permitted number of
 * imports.
 */
export async function withUploadedTable<T>(
  { settings }: Pick<ServerContext, 'settings'>,
  request: FastifyRequest,
  maxBytes: number,
  work: (upload: Upload) => Promise<T>,
): Promise<T> {
  await refuseWhenFull({ settings }, true);
  const endTask = beginImportOrExport(request, 'import');
  try {
    const folder = await makeImportFolder(settings.dataDir);
    try {
      return await work(await receiveUpload(request, Math.min(maxBytes, settings.fileLimit), folder));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } finally {
    endTask();
  }
}

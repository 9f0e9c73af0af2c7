import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { ServerContext } from '../context.ts';
import { uploadedName, severalFiles } from '../files/index.ts';
import { refuseAbandoned } from '../http/abandoned.ts';
import { unbroken } from '../http/bodies.ts';
import { Refusal } from '../http/refusal.ts';
import { sizeText } from '../http/size.ts';
import { refuseWhenFull } from '../store/space.ts';
import { beginShare } from '../threads/shares.ts';
import { makeImportFolder } from './folder.ts';

/** A table that came, as a file of this machine while it is worked on, with the fields beside it. */
export interface Upload {
  file: { name: string; path: string } | null;
  fields: Map<string, string>;
}

/** Puts a file into the folder. Refuses with FILE_SIZE. */
export async function keepPart(part: MultipartFile, path: string, limit: number): Promise<void> {
  let size = 0;
  await pipeline(
    part.file,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length;
        if (size > limit) throw new Refusal('FILE_SIZE', { limit: sizeText(limit) });
        yield chunk;
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  );
  if (part.file.truncated) throw new Refusal('FILE_SIZE', { limit: sizeText(limit) });
}

async function receive(request: FastifyRequest, limit: number, folder: string): Promise<Upload> {
  const upload: Upload = { file: null, fields: new Map() };
  refuseAbandoned(request);
  for await (const part of request.parts({ limits: { files: 2, fields: 10, parts: 12 } })) {
    if (part.type === 'field') {
      upload.fields.set(part.fieldname, unbroken(String(part.value ?? ''), `“${part.fieldname}”`));
      continue;
    }
    if (upload.file) throw severalFiles();
    const { fileName, fileExt } = uploadedName(part);
    // IM-001, verbatim
    if (fileExt !== 'xls' && fileExt !== 'xlsx')
      throw new Refusal('IMPORT_FILE', { file: fileName, detail: '请上传后缀为.xls/.xlsx的文件' });
    upload.file = { name: fileName, path: join(folder, 'table') };
    await keepPart(part, upload.file.path, limit);
  }
  return upload;
}

/** Works on one uploaded table with the fields beside it, in whatever order they come. Refuses with IMPORT_FILE, FILE_SIZE, STORAGE_FULL, and WORK_LIMIT while several of this person's are worked on. */
export async function withTable<T>(
  { settings }: Pick<ServerContext, 'settings'>,
  request: FastifyRequest,
  limit: number,
  work: (upload: Upload) => Promise<T>,
): Promise<T> {
  await refuseWhenFull({ settings }, true);
  const end = beginShare(request, 'import');
  try {
    const folder = await makeImportFolder(settings.dataDir);
    try {
      return await work(await receive(request, Math.min(limit, settings.fileLimit), folder));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } finally {
    end();
  }
}

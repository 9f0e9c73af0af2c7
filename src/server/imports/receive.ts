import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import { safeName } from '../files/names.ts';
import { Refusal } from '../http/refusal.ts';
import { sizeText } from '../http/size.ts';

export interface Upload { file: { name: string; bytes: Buffer } | null; fields: Map<string, string> }

/** One uploaded table with the fields beside it, in whatever order they come. Refuses with IMPORT_FILE and FILE_SIZE. */
export async function receiveTable(parts: AsyncIterable<MultipartFile | MultipartValue>, limit: number): Promise<Upload> {
  const upload: Upload = { file: null, fields: new Map() };
  for await (const part of parts) {
    if (part.type === 'field') { upload.fields.set(part.fieldname, String(part.value ?? '')); continue; }
    const { fileName, fileExt } = safeName(part.filename);
    // IM-001, verbatim
    if (fileExt !== 'xls' && fileExt !== 'xlsx') throw new Refusal('IMPORT_FILE', { file: fileName, detail: '请上传后缀为.xls/.xlsx的文件' });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit || part.file.truncated) throw new Refusal('FILE_SIZE', { limit: sizeText(limit) });
      chunks.push(chunk);
    }
    upload.file = { name: fileName, bytes: Buffer.concat(chunks) };
  }
  return upload;
}

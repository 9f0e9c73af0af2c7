import type { MultipartFile } from '@fastify/multipart';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import { sizeText } from '../http/sizeText.ts';
import { readParameters } from '../parameters/index.ts';
import type { RequestUser } from '../http/user.ts';
import { newId } from '../store/newId.ts';
import { refuseWhenFull } from '../store/space.ts';
import type { Trx } from '../store/transaction.ts';
import { withoutGifComments } from './formats/gif.ts';
import { withoutJpegMetadata } from './formats/jpeg.ts';
import { withoutMp4Metadata } from './formats/mp4.ts';
import { uploadedName } from './fileNames.ts';
import { withoutPngMetadata } from './formats/png.ts';
import { toFileRecord, type FileRecord } from './readableFiles.ts';
import type { FileStore } from './fileStore.ts';
import { acceptedType, ALLOWED_TYPES, HEAD_BYTES, isAllowed } from './fileTypes.ts';
import { withoutWebpMetadata } from './formats/webp.ts';

/** Functions that remove metadata from uploads, by MIME type. */
const METADATA_REMOVERS: Readonly<Record<string, (content: AsyncIterable<Buffer>) => AsyncIterable<Buffer>>> = {
  'image/jpeg': withoutJpegMetadata,
  'image/png': withoutPngMetadata,
  'image/webp': withoutWebpMetadata,
  'image/gif': withoutGifComments,
  'video/mp4': withoutMp4Metadata,
};

const MEGABYTE = 1024 * 1024;

interface ReceiveOptions {
  /**
   * Refuses the upload if it contains further files. Called when the content is written and the row is not yet stored;
   * the content of a refused upload is removed.
   */
  refuseFurtherFiles?: () => Promise<void>;
  /** Stores further rows in the transaction that stores the row of the file. */
  linkFile?: (trx: Trx, record: FileRecord) => Promise<void>;
}

/**
 * Stores one uploaded part: first its content, durably, then its row. Removes metadata of pictures and videos. Refuses
 * with FILE_TYPE (extension not allowed, or content of another type), FILE_SIZE, or FILE_EMPTY (an empty file of a type
 * that cannot be empty). Stores nothing if it refuses.
 */
export async function receiveFile(
  { db, settings }: ServerContext,
  files: FileStore,
  part: MultipartFile,
  user: RequestUser,
  { refuseFurtherFiles, linkFile }: ReceiveOptions = {},
): Promise<FileRecord> {
  await refuseWhenFull({ settings }, true);
  const id = newId();
  const { fileName, fileExt } = uploadedName(part);
  const { head, fullContent } = await readHead(part.file);
  const mime = acceptedType(fileExt, head);
  if (mime === null)
    throw head.length === 0 && isAllowed(fileExt)
      ? new Refusal('FILE_EMPTY', { file: fileName })
      : new Refusal('FILE_TYPE', { types: ALLOWED_TYPES });
  const { uploadLimitMb } = await readParameters(db, settings);
  const maxBytes = uploadLimitMb === 0 ? settings.fileLimit : Math.min(settings.fileLimit, uploadLimitMb * MEGABYTE);
  const content = limitSize(fullContent, maxBytes, () => part.file.truncated);
  const storedContent = await files.write(id, METADATA_REMOVERS[mime]?.(content) ?? content);
  await refuseFurtherFiles?.().catch(async (error: unknown) => {
    await files.remove(id);
    throw error;
  });
  const row = {
    id,
    file_name: fileName,
    file_ext: fileExt,
    mime,
    size: storedContent.size,
    sha256: storedContent.sha256,
    uploader_id: user.id,
  };
  const record = toFileRecord(row);
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('att_file').values(row).execute();
    await linkFile?.(trx, record);
  });
  return record;
}

/** Returns the first bytes of a content (`head`), and the content from its beginning, including these bytes. */
async function readHead(
  content: AsyncIterable<Buffer>,
): Promise<{ head: Buffer; fullContent: AsyncGenerator<Buffer> }> {
  const iterator = content[Symbol.asyncIterator]();
  const firstChunks: Buffer[] = [];
  let length = 0;
  while (length < HEAD_BYTES) {
    const { done, value } = await iterator.next();
    if (done) break;
    firstChunks.push(value);
    length += value.length;
  }
  const head = Buffer.concat(firstChunks);
  return { head: head.subarray(0, HEAD_BYTES), fullContent: rejoin(head, iterator) };
}

/** Yields `head`, then the remaining chunks of the iterator. */
async function* rejoin(head: Buffer, iterator: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
}

/** Yields the content. Refuses with FILE_SIZE if it has more than `limit` bytes or was truncated. */
async function* limitSize(
  content: AsyncIterable<Buffer>,
  limit: number,
  isTruncated: () => boolean,
): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > limit) break;
    yield chunk;
  }
  if (size > limit || isTruncated()) throw new Refusal('FILE_SIZE', { limit: sizeText(limit) });
}

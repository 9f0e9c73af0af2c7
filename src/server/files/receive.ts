import type { MultipartFile } from '@fastify/multipart';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import { sizeText } from '../http/sizeText.ts';
import { readParameters } from '../parameters/index.ts';
import type { RequestUser } from '../http/user.ts';
import { newId } from '../store/id.ts';
import { refuseWhenFull } from '../store/space.ts';
import type { Trx } from '../store/transaction.ts';
import { withoutGifComments } from './gif.ts';
import { withoutMetadata } from './jpeg.ts';
import { withoutFilmMetadata } from './mp4.ts';
import { uploadedName } from './names.ts';
import { withoutTexts } from './png.ts';
import { toFileRecord, type FileRecord } from './rows.ts';
import type { FileStore } from './store.ts';
import { acceptedType, ALLOWED_TYPES, HEAD_BYTES, isAllowed } from './types.ts';
import { withoutWebpMetadata } from './webp.ts';

/** What loses, on its way in, what was written beside the picture or film. */
const CLEANED: Readonly<Record<string, (content: AsyncIterable<Buffer>) => AsyncIterable<Buffer>>> = {
  'image/jpeg': withoutMetadata,
  'image/png': withoutTexts,
  'image/webp': withoutWebpMetadata,
  'image/gif': withoutGifComments,
  'video/mp4': withoutFilmMetadata,
};

const MEGA = 1024 * 1024;

interface Keeping {
  /** Refuses what comes behind the file, before it is kept. */
  alone?: () => Promise<void>;
  /** Runs in the transaction of the row. */
  remember?: (trx: Trx, record: FileRecord) => Promise<void>;
}

/**
 * Stores one uploaded part: content first, durably, then its row. Refuses with FILE_TYPE (extension not allowed,
 * or content of another type) or FILE_SIZE; nothing is kept then. Pictures and films lose where and with what they were taken.
 * An empty one, where its type has none, is FILE_EMPTY.
 */
export async function receiveFile(
  { db, settings }: ServerContext,
  files: FileStore,
  part: MultipartFile,
  user: RequestUser,
  { alone, remember }: Keeping = {},
): Promise<FileRecord> {
  await refuseWhenFull({ settings }, true);
  const id = newId();
  const { fileName, fileExt } = uploadedName(part);
  const { head, rest } = await peek(part.file);
  const mime = acceptedType(fileExt, head);
  if (mime === null)
    throw head.length === 0 && isAllowed(fileExt)
      ? new Refusal('FILE_EMPTY', { file: fileName })
      : new Refusal('FILE_TYPE', { types: ALLOWED_TYPES });
  const { uploadLimitMb } = await readParameters(db, settings);
  const most = uploadLimitMb === 0 ? settings.fileLimit : Math.min(settings.fileLimit, uploadLimitMb * MEGA);
  const content = limited(rest, most, () => part.file.truncated);
  const stored = await files.write(id, CLEANED[mime]?.(content) ?? content);
  await alone?.().catch(async (error: unknown) => {
    await files.remove(id);
    throw error;
  });
  const row = {
    id,
    file_name: fileName,
    file_ext: fileExt,
    mime,
    size: stored.size,
    sha256: stored.sha256,
    uploader_id: user.id,
  };
  const record = toFileRecord(row);
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('att_file').values(row).execute();
    await remember?.(trx, record);
  });
  return record;
}

/** The first bytes, and the whole content including them. */
async function peek(content: AsyncIterable<Buffer>): Promise<{ head: Buffer; rest: AsyncGenerator<Buffer> }> {
  const iterator = content[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  let length = 0;
  while (length < HEAD_BYTES) {
    const { done, value } = await iterator.next();
    if (done) break;
    first.push(value);
    length += value.length;
  }
  const head = Buffer.concat(first);
  return { head: head.subarray(0, HEAD_BYTES), rest: joined(head, iterator) };
}

async function* joined(head: Buffer, iterator: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
}

async function* limited(
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

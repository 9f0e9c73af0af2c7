import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BucketSettings } from '../../storageSettings.ts';
import type { FileStore, StoredContent } from '../fileStore.ts';
import { BucketError, openBucket, RETRY_POLICY, rethrowAsRefusal, type Bucket, type RetryPolicy } from './bucket.ts';

/**
 * Files up to this size are stored by one call, larger files in parts of this size. Object stores require parts of at
 * least 5 MiB.
 */
export const PART_BYTES = 8 * 1024 * 1024;
const MARK_KEY = 'store-id';
const KEY_PATTERN = /^([0-9a-f]{2})\/([0-9a-f]{32})$/;

/**
 * Returns the key of a file in the bucket, equal to its path in a local folder. Throws if the argument is not an id.
 */
function keyOf(id: string): string {
  if (!/^[0-9a-f]{32}$/.test(id)) throw new Error(`not a file id: ${id}`);
  return `${id.slice(-2)}/${id}`;
}

/** Splits the content into parts of exactly `partBytes`; the last part may be shorter. Yields at least one part. */
async function* splitIntoParts(content: AsyncIterable<Buffer>, partBytes: number): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let length = 0;
  let partCount = 0;
  for await (const chunk of content) {
    for (let offset = 0; offset < chunk.length;) {
      const slice = chunk.subarray(offset, offset + partBytes - length);
      pieces.push(slice);
      length += slice.length;
      offset += slice.length;
      if (length < partBytes) continue;
      yield Buffer.concat(pieces);
      partCount += 1;
      pieces = [];
      length = 0;
    }
  }
  if (length > 0 || partCount === 0) yield Buffer.concat(pieces);
}

/** Stores a content. If storing fails, nothing is left in the bucket. */
async function storeContent(
  bucket: Bucket,
  key: string,
  content: AsyncIterable<Buffer>,
  partBytes: number,
): Promise<StoredContent> {
  const hash = createHash('sha256');
  let size = 0;
  let uploadId: string | null = null;
  // the ETags of the parts that are stored, in order
  const tags: string[] = [];
  try {
    let pendingPart: Buffer | null = null;
    for await (const part of splitIntoParts(content, partBytes)) {
      hash.update(part);
      size += part.length;
      if (pendingPart) {
        uploadId ??= await bucket.beginUpload(key);
        tags.push(await bucket.putPart(key, uploadId, tags.length + 1, pendingPart));
      }
      pendingPart = part;
    }
    const lastPart = pendingPart ?? Buffer.alloc(0);
    if (uploadId === null) await bucket.put(key, lastPart);
    else {
      tags.push(await bucket.putPart(key, uploadId, tags.length + 1, lastPart));
      await completeAndVerify(bucket, key, uploadId, { tags, size });
    }
  } catch (error) {
    // the periodic sweep deletes data that cannot be removed now
    if (uploadId !== null) await bucket.abortUpload(key, uploadId).catch(() => undefined);
    await bucket.remove(key).catch(() => undefined);
    throw error;
  }
  return { size, sha256: hash.digest('hex') };
}

/**
 * Completes a multipart upload. If the answer was lost, the retry fails because the upload does not exist any more. The
 * size of the object then shows whether the upload was completed.
 */
async function completeAndVerify(
  bucket: Bucket,
  key: string,
  uploadId: string,
  { tags, size }: { tags: readonly string[]; size: number },
): Promise<void> {
  const completionError = await bucket.completeUpload(key, uploadId, tags).then(
    () => null,
    (error: unknown) => error,
  );
  const storedSize = await bucket.sizeOf(key);
  if (storedSize === size) return;
  throw completionError ?? new BucketError(502, 'SizeDiffers', `${storedSize} of ${size}`);
}

/** Reads a content. When the connection breaks or stalls, reconnects and continues after the received bytes. */
async function* readWithResume(
  bucket: Bucket,
  key: string,
  { tries, pauseMs, callMs }: RetryPolicy,
): AsyncGenerator<Buffer> {
  let offset = 0;
  let totalBytes: number | null = null;
  for (let attempt = 1; ; attempt += 1) {
    const offsetBefore = offset;
    const abortController = new AbortController();
    /** Aborts reading if the object store takes longer than `callMs`. The consumer's own time is not limited. */
    const withTimeout = async <T>(promise: Promise<T>): Promise<T> => {
      const timer = setTimeout(() => abortController.abort(new Error('stalled')), callMs);
      return promise.finally(() => clearTimeout(timer));
    };
    try {
      const answer = await withTimeout(bucket.open(key, offset, abortController.signal));
      totalBytes ??= Number(answer.headers['content-length']);
      // a store without range support sends the content from the beginning
      let skip = answer.statusCode === 206 ? 0 : offset;
      const pieces = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
      for (let result = await withTimeout(pieces.next()); !result.done; result = await withTimeout(pieces.next())) {
        const newBytes = result.value.subarray(skip);
        skip = Math.max(0, skip - result.value.length);
        offset += newBytes.length;
        if (newBytes.length > 0) yield newBytes;
      }
      if (offset >= totalBytes) return;
      throw new BucketError(0, 'Broken', `${offset} of ${totalBytes} bytes`);
    } catch (error) {
      const bucketError = error instanceof BucketError ? error : new BucketError(0, 'Broken', (error as Error).message);
      if (offset > offsetBefore) attempt = 0;
      else if (!bucketError.isTemporary || attempt >= tries) throw bucketError;
    } finally {
      // the consumer may have stopped early
      abortController.abort();
    }
    await sleep(pauseMs * Math.max(1, attempt));
  }
}

interface BucketStoreOptions {
  retryPolicy?: RetryPolicy;
  partBytes?: number;
}

/**
 * Creates a file store in a bucket, with the same guarantees as a local folder. Refuses with FILE_STORE_AWAY while the
 * bucket is unreachable; nothing is stored then.
 */
export function createBucketStore(
  settings: BucketSettings,
  { retryPolicy = RETRY_POLICY, partBytes = PART_BYTES }: BucketStoreOptions = {},
): FileStore {
  const bucket = openBucket(settings, retryPolicy);
  return {
    location: `${settings.endpoint}/${settings.bucket}`,
    write: (id, content) => storeContent(bucket, keyOf(id), content, partBytes).catch(rethrowAsRefusal),
    read: (id) =>
      Readable.from(
        (async function* () {
          try {
            yield* readWithResume(bucket, keyOf(id), retryPolicy);
          } catch (error) {
            rethrowAsRefusal(error);
          }
        })(),
        { objectMode: false },
      ),
    remove: (id) => bucket.remove(keyOf(id)).catch(rethrowAsRefusal),
    findSize: (id) => bucket.sizeOf(keyOf(id)).catch(rethrowAsRefusal),
    async *list() {
      for await (const { key, modifiedAt } of bucket.list()) {
        const [, , id] = KEY_PATTERN.exec(key) ?? [];
        if (id) yield { id, modifiedAt };
      }
    },
    async claim(mark) {
      const storedMark = await bucket.readText(MARK_KEY);
      if (storedMark === null) await bucket.put(MARK_KEY, Buffer.from(mark));
      return storedMark === null || storedMark === mark;
    },
    release: () => bucket.remove(MARK_KEY),
    async sweepUnfinished(before) {
      let abortedCount = 0;
      for (const { key, uploadId, begunAt } of await bucket.listUnfinished()) {
        if (begunAt >= before) continue;
        await bucket.abortUpload(key, uploadId);
        abortedCount += 1;
      }
      return abortedCount;
    },
  };
}

/** Verifies that the bucket exists and that the access key of the settings may list it. Throws BucketError if not. */
export async function tryBucket(settings: BucketSettings, retryPolicy: RetryPolicy = RETRY_POLICY): Promise<void> {
  const bucket = openBucket(settings, retryPolicy);
  // lists objects instead of reading one, because reading from a missing bucket only returns null
  for await (const _first of bucket.list()) break;
}

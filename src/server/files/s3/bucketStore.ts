import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BucketSettings } from '../../storageSettings.ts';
import type { FileStore, Stored } from '../store.ts';
import { BucketError, openBucket, PATIENCE, refusing, type Bucket, type Patience } from './bucket.ts';

/** A file up to this size goes as one object; a larger one in parts of it. At least 5 MiB, which stores ask of parts. */
export const PART_BYTES = 8 * 1024 * 1024;
const MARK = 'store-id';
const KEY = /^([0-9a-f]{2})\/([0-9a-f]{32})$/;

/** Where a file lies in the bucket: as in the folder. Throws on anything but an id. */
function keyOf(id: string): string {
  if (!/^[0-9a-f]{32}$/.test(id)) throw new Error(`not a file id: ${id}`);
  return `${id.slice(-2)}/${id}`;
}

/** The content in pieces of exactly `PART_BYTES`, the last one shorter; at least one. */
async function* inParts(content: AsyncIterable<Buffer>, partBytes: number): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let length = 0;
  let count = 0;
  for await (const chunk of content) {
    for (let at = 0; at < chunk.length;) {
      const taken = chunk.subarray(at, at + partBytes - length);
      pieces.push(taken);
      length += taken.length;
      at += taken.length;
      if (length < partBytes) continue;
      yield Buffer.concat(pieces);
      count += 1;
      pieces = [];
      length = 0;
    }
  }
  if (length > 0 || count === 0) yield Buffer.concat(pieces);
}

/** Keeps a content; nothing of it stays when anything fails. */
async function keep(bucket: Bucket, key: string, content: AsyncIterable<Buffer>, partBytes: number): Promise<Stored> {
  const hash = createHash('sha256');
  let size = 0;
  let uploadId: string | null = null;
  const tags: string[] = [];
  try {
    let waiting: Buffer | null = null;
    for await (const part of inParts(content, partBytes)) {
      hash.update(part);
      size += part.length;
      if (waiting) {
        uploadId ??= await bucket.begin(key);
        tags.push(await bucket.part(key, uploadId, tags.length + 1, waiting));
      }
      waiting = part;
    }
    const last = waiting ?? Buffer.alloc(0);
    if (uploadId === null) await bucket.put(key, last);
    else {
      tags.push(await bucket.part(key, uploadId, tags.length + 1, last));
      await complete(bucket, key, uploadId, { tags, size });
    }
  } catch (error) {
    // what cannot be taken away now is found by the sweep
    if (uploadId !== null) await bucket.abort(key, uploadId).catch(() => undefined);
    await bucket.remove(key).catch(() => undefined);
    throw error;
  }
  return { size, sha256: hash.digest('hex') };
}

/** An answer that was lost and asked for again fails, for there is no such upload any more: what lies there tells whether it was completed. */
async function complete(
  bucket: Bucket,
  key: string,
  uploadId: string,
  { tags, size }: { tags: readonly string[]; size: number },
): Promise<void> {
  const failed = await bucket.complete(key, uploadId, tags).then(
    () => null,
    (error: unknown) => error,
  );
  const found = await bucket.sizeOf(key);
  if (found === size) return;
  throw failed ?? new BucketError(502, 'SizeDiffers', `${found} of ${size}`);
}

/** Reads a content from the start; where its connection breaks or stalls it goes on behind what came. */
async function* reading(bucket: Bucket, key: string, { tries, pauseMs, callMs }: Patience): AsyncGenerator<Buffer> {
  let at = 0;
  let whole: number | null = null;
  for (let tried = 1; ; tried += 1) {
    const before = at;
    const ended = new AbortController();
    /** Only what the store takes counts, not what the reader of this takes. */
    const soon = async <T>(asked: Promise<T>): Promise<T> => {
      const timer = setTimeout(() => ended.abort(new Error('stalled')), callMs);
      return asked.finally(() => clearTimeout(timer));
    };
    try {
      const answer = await soon(bucket.open(key, at, ended.signal));
      whole ??= Number(answer.headers['content-length']);
      // one that does not know ranges begins anew
      let skip = answer.statusCode === 206 ? 0 : at;
      const pieces = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
      for (let next = await soon(pieces.next()); !next.done; next = await soon(pieces.next())) {
        const rest = next.value.subarray(skip);
        skip = Math.max(0, skip - next.value.length);
        at += rest.length;
        if (rest.length > 0) yield rest;
      }
      if (at >= whole) return;
      throw new BucketError(0, 'Broken', `${at} of ${whole} bytes`);
    } catch (error) {
      const fault = error instanceof BucketError ? error : new BucketError(0, 'Broken', (error as Error).message);
      if (at > before) tried = 0;
      else if (!fault.isPassing || tried >= tries) throw fault;
    } finally {
      // whoever reads this may have gone
      ended.abort();
    }
    await sleep(pauseMs * Math.max(1, tried));
  }
}

interface Options {
  patience?: Patience;
  partBytes?: number;
}

/** The contents of files as objects of a bucket, with the guarantees of the folder. Refuses with FILE_STORE_AWAY while the bucket is away; then nothing is kept. */
export function createBucketStore(
  settings: BucketSettings,
  { patience = PATIENCE, partBytes = PART_BYTES }: Options = {},
): FileStore {
  const bucket = openBucket(settings, patience);
  return {
    place: `${settings.endpoint}/${settings.bucket}`,
    write: (id, content) => keep(bucket, keyOf(id), content, partBytes).catch(refusing),
    read: (id) =>
      Readable.from(
        (async function* () {
          try {
            yield* reading(bucket, keyOf(id), patience);
          } catch (error) {
            refusing(error);
          }
        })(),
        { objectMode: false },
      ),
    remove: (id) => bucket.remove(keyOf(id)).catch(refusing),
    sizeOf: (id) => bucket.sizeOf(keyOf(id)).catch(refusing),
    async *list() {
      for await (const { key, modifiedAt } of bucket.list()) {
        const [, , id] = KEY.exec(key) ?? [];
        if (id) yield { id, modifiedAt };
      }
    },
    async claim(mark) {
      const found = await bucket.text(MARK);
      if (found === null) await bucket.put(MARK, Buffer.from(mark));
      return found === null || found === mark;
    },
    release: () => bucket.remove(MARK),
    async sweepUnfinished(before) {
      let count = 0;
      for (const { key, uploadId, begunAt } of await bucket.unfinished()) {
        if (begunAt >= before) continue;
        await bucket.abort(key, uploadId);
        count += 1;
      }
      return count;
    },
  };
}

/** Whether the bucket is there and opens with these keys. Throws BucketError. */
export async function tryBucket(settings: BucketSettings, patience: Patience = PATIENCE): Promise<void> {
  const bucket = openBucket(settings, patience);
  // a text that is not there yet is answered by null, a bucket that is not there by an error of the list
  for await (const _first of bucket.list()) break;
}

import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../http/refusal.ts';
import type { BucketSettings } from '../../storageSettings.ts';
import { signedHeaders } from './signedHeaders.ts';

/**
 * `callMs`: timeout of each attempt; `tries`: maximum number of attempts; `pauseMs`: pause after the first attempt,
 * each further pause is longer.
 */
export interface RetryPolicy {
  callMs: number;
  tries: number;
  pauseMs: number;
}
export const RETRY_POLICY: RetryPolicy = { callMs: 60_000, tries: 3, pauseMs: 300 };

/** A failed call: the store answered with an error, or not at all (`status` 0). `code`: the store's error code. */
export class BucketError extends Error {
  override name = 'BucketError';
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
  ) {
    super(`object store: ${status} ${code} ${detail}`.trim());
  }
  /** True if a retry may succeed: there was no answer, or the error is temporary. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500 || this.code === 'RequestTimeout';
  }
}

/** A call to the store. `key`: the object; absent: the call concerns the whole bucket. */
interface Call {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD';
  key?: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const decodeEntities = (text: string): string =>
  text.replace(/&(lt|gt|quot|apos|amp);/g, (_all, name: string) => ENTITIES[name] ?? '');
/** Returns the texts of all elements with this name, which must contain only text. `xml`: an answer of the store. */
export const elementTexts = (xml: string, element: string): string[] =>
  [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, text]) => decodeEntities(text ?? ''));

export type Bucket = ReturnType<typeof openBucket>;

/**
 * Returns functions that call one bucket. Each call is signed. Each call except `open` has a timeout and is retried
 * after temporary errors, so the store may carry it out twice: a repeated `beginUpload` leaves an unfinished upload,
 * and a repeated `completeUpload` fails because the upload no longer exists. Calls throw BucketError, which
 * `rethrowAsRefusal` converts into a refusal.
 */
export function openBucket(settings: BucketSettings, retryPolicy: RetryPolicy = RETRY_POLICY) {
  const addressOf = ({ key, query }: Call): URL => {
    const url = new URL(settings.endpoint);
    if (!settings.isPathStyle) url.hostname = `${settings.bucket}.${url.hostname}`;
    url.pathname = [url.pathname.replace(/\/$/, ''), ...(settings.isPathStyle ? [settings.bucket] : []), key ?? '']
      .join('/')
      .replace(/\/$/, key === undefined && settings.isPathStyle ? '' : '$&');
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    return url;
  };

  /** Sends a call once. The body of the answer is not read yet. `signal` aborts the call and reading the body. */
  async function sendOnce(call: Call, signal: AbortSignal): Promise<IncomingMessage> {
    const { method, headers = {}, body } = call;
    const url = addressOf(call);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(body.length) };
      const outgoing = (url.protocol === 'https:' ? httpsRequest : httpRequest)(
        url,
        {
          method,
          headers: { ...signedHeaders({ method, url, headers, body: body ?? null }, settings), ...length },
          signal,
        },
        resolve,
      );
      outgoing.on('error', (error) => reject(new BucketError(0, 'NoAnswer', error.message)));
      outgoing.end(body);
    });
    const status = answer.statusCode ?? 0;
    if (status >= 200 && status < 300) return answer;
    const text = await textOf(answer).catch(() => '');
    throw new BucketError(status, elementTexts(text, 'Code')[0] ?? '', elementTexts(text, 'Message')[0] ?? '');
  }

  /** Sends a call and reads the answer. Retries after temporary errors. */
  async function sendWithRetry<T>(call: Call, read: (answer: IncomingMessage) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await sendOnce(call, AbortSignal.timeout(retryPolicy.callMs));
        return await read(answer).catch((error: unknown) => {
          throw error instanceof BucketError ? error : new BucketError(0, 'NoAnswer', (error as Error).message);
        });
      } catch (error) {
        if (!(error instanceof BucketError) || !error.isTemporary || attempt >= retryPolicy.tries) throw error;
        await sleep(retryPolicy.pauseMs * attempt);
      }
    }
  }
  const nullIfMissing = (error: unknown): null => {
    if (error instanceof BucketError && error.status === 404) return null;
    throw error;
  };

  return {
    /** Stores an object in one call. Returns the body of the store's answer, which callers do not need. */
    put: (key: string, body: Buffer): Promise<string> => sendWithRetry({ method: 'PUT', key, body }, textOf),
    /** Opens an object at a byte offset, without retry. Reading the body may still fail. `signal` aborts reading. */
    open: (key: string, offset: number, signal: AbortSignal): Promise<IncomingMessage> =>
      sendOnce({ method: 'GET', key, ...(offset > 0 ? { headers: { range: `bytes=${offset}-` } } : {}) }, signal),
    /** Returns the text of a small object; null if it does not exist. */
    readText: (key: string): Promise<string | null> =>
      sendWithRetry({ method: 'GET', key }, textOf).catch(nullIfMissing),
    /** Returns the size of an object in bytes; null if it does not exist. */
    sizeOf: (key: string): Promise<number | null> =>
      sendWithRetry({ method: 'HEAD', key }, async (answer) => {
        await textOf(answer);
        return Number(answer.headers['content-length']);
      }).catch(nullIfMissing),
    /** Deletes an object, if it exists. */
    remove: async (key: string): Promise<void> => {
      await sendWithRetry({ method: 'DELETE', key }, textOf).catch(nullIfMissing);
    },
    /** Yields all objects, read page by page. `modifiedAt`: in ms since 1970; `size`: in bytes. */
    async *list(): AsyncGenerator<{ key: string; modifiedAt: number; size: number }> {
      for (let token: string | null = ''; token !== null;) {
        const xml: string = await sendWithRetry(
          { method: 'GET', query: { 'list-type': '2', ...(token ? { 'continuation-token': token } : {}) } },
          textOf,
        );
        for (const [, item] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const [key, time, size] = ['Key', 'LastModified', 'Size'].map(
            (name) => elementTexts(item ?? '', name)[0] ?? '',
          );
          if (key && time) yield { key, modifiedAt: Date.parse(time), size: Number(size) };
        }
        token =
          elementTexts(xml, 'IsTruncated')[0] === 'true'
            ? (elementTexts(xml, 'NextContinuationToken')[0] ?? null)
            : null;
      }
    },
    /** Begins a multipart upload and returns its id. */
    beginUpload: (key: string): Promise<string> =>
      sendWithRetry({ method: 'POST', key, query: { uploads: '' } }, async (answer) => {
        const [id] = elementTexts(await textOf(answer), 'UploadId');
        if (!id) throw new BucketError(502, 'NoUploadId', '');
        return id;
      }),
    /** Stores one part of a multipart upload and returns its tag. Parts are numbered from 1. */
    putPart: (key: string, uploadId: string, partNumber: number, body: Buffer): Promise<string> =>
      sendWithRetry(
        { method: 'PUT', key, body, query: { partNumber: String(partNumber), uploadId } },
        async (answer) => {
          await textOf(answer);
          return answer.headers.etag ?? '';
        },
      ),
    /** Completes a multipart upload from its parts. `tags`: the tags of the parts, in order. */
    completeUpload: (key: string, uploadId: string, tags: readonly string[]): Promise<void> => {
      const parts = tags.map(
        (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag.replace(/"/g, '&quot;')}</ETag></Part>`,
      );
      const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
      return sendWithRetry({ method: 'POST', key, query: { uploadId }, body }, async (answer) => {
        // the store begins its answer before the upload is completed: an error may follow status 200
        const xml = await textOf(answer);
        if (/<Error>/.test(xml)) throw new BucketError(500, elementTexts(xml, 'Code')[0] ?? '', '');
      });
    },
    /** Aborts a multipart upload, if it exists, and deletes its parts. */
    abortUpload: async (key: string, uploadId: string): Promise<void> => {
      await sendWithRetry({ method: 'DELETE', key, query: { uploadId } }, textOf).catch(nullIfMissing);
    },
    /** Returns all multipart uploads that were neither completed nor aborted. `begunAt`: in ms since 1970. */
    async listUnfinished(): Promise<{ key: string; uploadId: string; begunAt: number }[]> {
      const uploads: { key: string; uploadId: string; begunAt: number }[] = [];
      for (let marker: Record<string, string> | null = {}; marker !== null;) {
        const xml: string = await sendWithRetry({ method: 'GET', query: { uploads: '', ...marker } }, textOf);
        for (const [, item] of xml.matchAll(/<Upload>(.*?)<\/Upload>/gs)) {
          const [key, uploadId, time] = ['Key', 'UploadId', 'Initiated'].map(
            (name) => elementTexts(item ?? '', name)[0],
          );
          if (key && uploadId && time) uploads.push({ key, uploadId, begunAt: Date.parse(time) });
        }
        const [nextKey] = elementTexts(xml, 'NextKeyMarker');
        const [nextUploadId = ''] = elementTexts(xml, 'NextUploadIdMarker');
        marker =
          elementTexts(xml, 'IsTruncated')[0] === 'true' && nextKey
            ? { 'key-marker': nextKey, ...(nextUploadId && { 'upload-id-marker': nextUploadId }) }
            : null;
      }
      return uploads;
    },
  };
}

/** Converts a BucketError into the refusal FILE_STORE_AWAY; other errors are rethrown. */
export function rethrowAsRefusal(error: unknown): never {
  if (error instanceof BucketError) throw Object.assign(new Refusal('FILE_STORE_AWAY'), { cause: error });
  throw error;
}

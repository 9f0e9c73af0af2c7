import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBucketStore, PART_BYTES } from '../../../src/server/files/s3/bucketStore.ts';
import { checkBucket } from '../../../src/server/files/s3/checkBucket.ts';
import { signedHeaders } from '../../../src/server/files/s3/signedHeaders.ts';
import { newId } from '../../../src/server/store/newId.ts';
import { OperatorError } from '../../../src/server/store/operatorError.ts';
import { startObjectServer, type ObjectServer } from '../support/s3/objectServer.ts';

const patience = { callMs: 10_000, tries: 3, pauseMs: 10 };
/** The smallest part that stores take; with it a file of 12 MB has three. */
const partBytes = 5 * 1024 * 1024;
let server: ObjectServer;
beforeAll(async () => {
  server = await startObjectServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.proxy.fault = () => null;
  server.proxy.calls.length = 0;
  server.proxy.aborted.length = 0;
  server.proxy.begun.clear();
});

const opened = () => createBucketStore(server.bucket(), { retryPolicy: patience, partBytes });
async function* piecesOf(content: Buffer, size = 65_536): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}
async function all(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
const listed = async (): Promise<string[]> => {
  const ids: string[] = [];
  for await (const { id } of opened().list()) ids.push(id);
  return ids;
};

describe('files in a bucket', () => {
  it.each([0, 1, 70_000, partBytes, partBytes + 1, 12_000_000])('keeps %i bytes and gives them back', async (size) => {
    const store = opened();
    const [id, content] = [newId(), randomBytes(size)];
    expect(await store.write(id, piecesOf(content))).toEqual({ size, sha256: sha256(content) });
    expect(await store.findSize(id)).toBe(size);
    expect(sha256(await all(store.read(id)))).toBe(sha256(content));
    expect(await listed()).toContain(id);
    await store.remove(id);
    expect(await store.findSize(id)).toBeNull();
    await store.remove(id);
    const parts = server.proxy.calls.filter(({ path }) => path.includes('partNumber=')).length;
    expect(parts).toBe(size > partBytes ? Math.ceil(size / partBytes) : 0);
  });

  it('lists page after page', async () => {
    // s3rver cannot make its token with the cryptography of this Node: the proxy tells two pages
    const [first, second, token] = [newId(), newId(), 'next/page+1=='];
    const asked: (string | null)[] = [];
    server.proxy.fault = ({ path }) => {
      const after = new URL(path, 'http://store').searchParams.get('continuation-token');
      asked.push(after);
      const id = after === null ? first : second;
      return {
        answer: `<ListBucketResult><IsTruncated>${after === null}</IsTruncated>${
          after === null ? `<NextContinuationToken>${token}</NextContinuationToken>` : ''
        }<Contents><Key>${id.slice(-2)}/${id}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><Size>1</Size></Contents><Contents><Key>other/file</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><Size>1</Size></Contents></ListBucketResult>`,
      };
    };
    expect(await listed()).toEqual([first, second]);
    expect(asked).toEqual([null, token]);
  });

  it('tries again what was cut, lost or refused for now, and keeps it once', async () => {
    const store = opened();
    const content = randomBytes(partBytes + 1);
    for (const fault of ['cut', 'loseAnswer', { status: 503 }, { status: 500 }] as const) {
      const id = newId();
      const hit = new Set<string>();
      server.proxy.fault = ({ method, path }) => {
        const what = `${method} ${path.replace(/uploadId=[^&]+/, '')}`;
        if (method === 'GET' || method === 'HEAD' || hit.has(what)) return null;
        hit.add(what);
        return fault;
      };
      expect((await store.write(id, piecesOf(content))).sha256).toBe(sha256(content));
      server.proxy.fault = () => null;
      expect(sha256(await all(store.read(id)))).toBe(sha256(content));
      expect(hit.size).toBeGreaterThan(3);
      await store.remove(id);
    }
  });

  it('tries again what was too slow, and keeps it once', async () => {
    const store = createBucketStore(server.bucket(), { retryPolicy: { ...patience, callMs: 1_000 }, partBytes });
    const [id, content] = [newId(), randomBytes(1_000)];
    let puts = 0;
    server.proxy.fault = ({ method }) => (method === 'PUT' && (puts += 1) === 1 ? { delayMs: 1_200 } : null);
    expect((await store.write(id, piecesOf(content))).sha256).toBe(sha256(content));
    expect(puts).toBe(2);
    expect(sha256(await all(store.read(id)))).toBe(sha256(content));
    await store.remove(id);
  });

  it('goes on reading where the connection broke', async () => {
    const store = opened();
    const [id, content] = [newId(), randomBytes(1_000_000)];
    await store.write(id, piecesOf(content));
    let cuts = 0;
    server.proxy.fault = ({ method }) => (method === 'GET' && (cuts += 1) <= 5 ? { cutAfter: 150_000 } : null);
    expect(sha256(await all(store.read(id)))).toBe(sha256(content));
    expect(cuts).toBe(6);
    await store.remove(id);
  });

  it.each(['cut', { status: 503 }, { status: 403 }] as const)(
    'refuses with words when the bucket stays away (%j) in the middle of an upload, and keeps nothing',
    async (fault) => {
      const [store, id] = [opened(), newId()];
      let puts = 0;
      server.proxy.fault = ({ method, path }) => {
        if (path.includes('partNumber=')) puts += 1;
        return method === 'PUT' && puts > 1 ? fault : null;
      };
      const error = await store.write(id, piecesOf(randomBytes(12_000_000))).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'FILE_STORE_AWAY', message: expect.stringContaining('文件存储暂时连不上') });
      expect(server.proxy.aborted).toHaveLength(1);
      expect(await store.findSize(id)).toBeNull();
      expect(server.proxy.begun.size).toBe(0);
    },
  );

  it('keeps nothing of an upload whose sender goes away', async () => {
    const [store, id] = [opened(), newId()];
    const broken = async function* () {
      yield randomBytes(partBytes);
      yield randomBytes(partBytes);
      throw new Error('the sender went away');
    };
    await expect(store.write(id, broken())).rejects.toThrow('the sender went away');
    expect(server.proxy.aborted).toHaveLength(1);
    expect(await store.findSize(id)).toBeNull();
  });

  it('finds uploads that a server which died left unfinished', async () => {
    const store = opened();
    server.proxy.begun.set('left', { key: 'ab/left', at: new Date(Date.now() - 3_600_000) });
    server.proxy.begun.set('young', { key: 'ab/young', at: new Date() });
    expect(await store.sweepUnfinished(Date.now() - 60_000)).toBe(1);
    expect([...server.proxy.begun.keys()]).toEqual(['young']);
    // a store answers at most a thousand at once
    for (let number = 0; number < 5; number += 1)
      server.proxy.begun.set(`left${number}`, { key: `ab/left${number}`, at: new Date(Date.now() - 3_600_000) });
    expect(await store.sweepUnfinished(Date.now() - 60_000)).toBe(5);
    expect([...server.proxy.begun.keys()]).toEqual(['young']);
    server.proxy.begun.clear();
  });

  it('belongs to the first database that claims it', async () => {
    const store = opened();
    expect(await store.claim('one')).toBe(true);
    expect(await store.claim('one')).toBe(true);
    expect(await store.claim('other')).toBe(false);
    await store.release();
    expect(await store.claim('other')).toBe(true);
  });

  it('is tried at the start: wrong settings end it, a store that is away does not', async () => {
    expect(await checkBucket({ bucket: server.bucket() })).toBeNull();
    expect(await checkBucket({ bucket: null })).toBeNull();
    const wrong = (change: object): Promise<unknown> =>
      checkBucket({ bucket: { ...server.bucket(), ...change } }).catch((error: unknown) => error);
    for (const [change, words] of [
      [{ bucket: 'nothing-here' }, '不存在'],
      [{ secretKey: 'wrong' }, '拒绝访问'],
      [{ accessKey: 'nobody' }, '拒绝访问'],
    ] as const) {
      const error = await wrong(change);
      expect(error).toBeInstanceOf(OperatorError);
      expect((error as Error).message).toContain(words);
    }
    expect(await wrong({ endpoint: 'http://127.0.0.1:9' })).toContain('暂时连不上');
  });

  it('sends parts that stores take', () => {
    expect(PART_BYTES).toBeGreaterThanOrEqual(5 * 1024 * 1024);
  });

  it.each([
    ['/test.txt', { range: 'bytes=0-9' }, 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'],
    ['/?lifecycle', {}, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
    ['/?max-keys=2&prefix=J', {}, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
  ])('signs %s as the published examples of Signature Version 4 do', (path, given, signature) => {
    // docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
    const headers = signedHeaders(
      { method: 'GET', url: new URL(path, 'https://examplebucket.s3.amazonaws.com'), headers: given, body: null },
      {
        region: 'us-east-1',
        accessKey: 'AKIAIOSFODNN7EXAMPLE',
        secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      },
      new Date('2013-05-24T00:00:00Z'),
    );
    expect(headers['authorization']).toContain(`Signature=${signature}`);
  });
});

import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../support.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** A picture whose pixels take this many bytes: what is only hung on behind its end would be taken off. */
function pngOf(bytes: number): Buffer {
  const body = Buffer.concat([Buffer.from('IDAT'), Buffer.alloc(bytes)]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(bytes);
  check.writeUInt32BE(crc32(body));
  const end = PNG.length - 12;
  return Buffer.concat([PNG.subarray(0, end), length, body, check, PNG.subarray(end)]);
}
let server: TestServer;
let staff: Client;
let hr: Client;
beforeAll(async () => {
  server = await startTestServer();
  [staff, hr] = await Promise.all([server.api('staff'), server.api('hr')]);
});
afterAll(() => server.dispose());

const upload = async (name: string, content: Uint8Array | string): Promise<string> => {
  const data = new FormData();
  data.append('file', new Blob([content as BlobPart]), name);
  return (await staff.post<{ id: string }>('/api/file/sys/file/upload', data)).data.id;
};
const setPhoto = async (client: Client, id: string) =>
  (await client.post('/api/system/sys/user/setUserPhoto', { id })).code;
const photo = async (client: Client) =>
  (await client.get<{ url: string }>('/api/system/sys/user/getUserPhoto')).data.url;

test('an own picture becomes the photo of its person alone, is only ever sent as a file to save, and cannot be thrown away (TB-006)', async () => {
  const id = await upload('me.png', PNG);
  expect(await setPhoto(staff, id)).toBe('1');
  expect([await photo(staff), await photo(hr)]).toEqual([`/api/file/sys/file/download/${id}`, '']);
  const sent = await fetch(server.url + (await photo(staff)), { headers: { authorization: `Bearer ${staff.token}` } });
  expect([
    sent.headers.get('content-type'),
    sent.headers.get('content-disposition')?.split(';')[0],
    sent.headers.get('x-content-type-options'),
  ]).toEqual(['application/octet-stream', 'attachment', 'nosniff']);
  expect((await staff.get(`/api/common/download?fileName=${id}&delete=true`)).code).toBe('403');
});

test('another person’s file, a text and a picture over 1 MB are refused, and the photo stays', async () => {
  const before = await photo(staff);
  expect(await setPhoto(hr, await upload('mine.png', PNG))).toBe('404');
  expect(await setPhoto(staff, await upload('a.txt', '说明'))).toBe('FILE_TYPE');
  expect(await setPhoto(staff, await upload('big.png', pngOf(1024 ** 2)))).toBe('FILE_SIZE');
  expect(await photo(staff)).toBe(before);
});

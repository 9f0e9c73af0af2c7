import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../support.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const LIMIT = 300_000;
let server: TestServer;
let staff: Client;
let other: Client;

beforeAll(async () => {
  server = await startTestServer({ fileLimit: LIMIT });
  [staff, other] = await Promise.all([server.api('staff'), server.api('hr')]);
});
afterAll(() => server.dispose());

interface FileRecord {
  id: string;
  fileName: string;
  fileExt: string;
  url: string;
  size: number;
}
const form = (...files: [string, Uint8Array | string][]): FormData => {
  const data = new FormData();
  for (const [name, content] of files) data.append('file', new Blob([content as BlobPart]), name);
  return data;
};
const upload = (client: Client, name: string, content: Uint8Array | string) =>
  client.post<FileRecord>('/api/file/sys/file/upload', form([name, content]));
const download = (client: Client, id: string, query = '') =>
  fetch(`${server.url}/api/file/sys/file/download/${id}${query}`, {
    headers: { authorization: `Bearer ${client.token}` },
  });

describe('upload', () => {
  it('keeps the Chinese name and answers id, extension, size and address (CL-035, CL-086)', async () => {
    const { code, data } = await upload(staff, '用印文件 扫描件.PNG', PNG);
    expect(code).toBe('1');
    expect(data).toMatchObject({ fileName: '用印文件 扫描件.PNG', fileExt: 'png', size: PNG.length });
    expect(data.url).toBe(`/api/file/sys/file/download/${data.id}`);
  });

  it('takes several files in one call (CL-036)', async () => {
    const { data } = await staff.post<FileRecord[]>(
      '/api/file/sys/file/batchUpload',
      form(['a.png', PNG], ['b.txt', '说明']),
    );
    expect(await staff.post('/api/file/sys/file/batchUpload', form(['a.png', PNG], ['坏.exe', 'MZ']))).toMatchObject({
      code: 'FILE_TYPE',
      msg: expect.stringContaining('“坏.exe”') as string,
    });
    expect(data.map(({ fileName }) => fileName)).toEqual(['a.png', 'b.txt']);
  });

  it.each([
    ['a program', 'setup.exe', 'MZ...'],
    ['a page', 'page.html', '<html><script>alert(1)</script></html>'],
    ['a drawing that may hold script', 'x.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
    ['a page that calls itself a picture', 'photo.png', '<html><script>alert(1)</script></html>'],
    ['a page that calls itself a text', 'notes.txt', '  <script>alert(1)</script>'],
    ['a program that calls itself a PDF', 'report.pdf', 'MZ\u0090\u0000'],
    ['a name without an extension', 'README', 'text'],
    ['nothing of a type that is not taken', 'empty.exe', ''],
    ['the name of a method as extension', 'x.constructor', 'text'],
  ])('refuses %s and keeps nothing', async (_what, name, content) => {
    const answer = await upload(staff, name, content);
    expect(answer).toMatchObject({ status: 422, code: 'FILE_TYPE' });
    expect(answer.msg).toContain('文件格式不正确');
  });

  it('says of an empty picture that it is empty; a text may be', async () => {
    expect(await upload(staff, '空.png', '')).toMatchObject({
      status: 422,
      code: 'FILE_EMPTY',
      msg: '文件“空.png”是空的，请检查后重新上传',
    });
    expect((await upload(staff, '空.txt', '')).code).toBe('1');
  });

  it('of one file refuses another behind it, and keeps neither: nobody would hear of the second', async () => {
    const kept = async () => (await server.context.db.selectFrom('att_file').select('id').execute()).length;
    const stored = () =>
      readdirSync(join(server.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      ).length;
    const before = [await kept(), stored()];
    for (const path of ['/api/file/sys/file/upload', '/api/common/upload']) {
      expect(await staff.post(path, form(['a.png', PNG], ['b.png', PNG]))).toMatchObject({
        status: 400,
        code: 'REQUEST_INVALID',
        msg: '请求参数有误：一次只能上传一个文件，多个文件请调用 /api/file/sys/file/batchUpload',
      });
      const withField = form(['a.png', PNG]);
      withField.append('note', '说明');
      expect((await staff.post(path, withField)).code).toBe('1');
    }
    expect([await kept(), stored()]).toEqual(before.map((count) => count + 2));
    const tables = form(['a.xlsx', 'x'], ['b.xlsx', 'x']);
    tables.append('formKey', 'earnestMoney');
    const importing = await server.api('admin');
    for (const path of [
      '/api/system/frmField/importData',
      '/api/system/frmCrud/importRows/earnestMoney',
      '/api/system/hr/userArchives/import/updateContract',
    ]) {
      expect([path, await importing.post(path, tables)]).toMatchObject([
        path,
        { status: 400, code: 'REQUEST_INVALID', msg: '请求参数有误：一次只能上传一个文件' },
      ]);
    }
  });

  it('takes a file of exactly the limit and refuses one byte more, in Chinese with the limit', async () => {
    expect((await upload(staff, 'full.txt', 'x'.repeat(LIMIT))).code).toBe('1');
    const answer = await upload(staff, 'over.txt', 'x'.repeat(LIMIT + 1));
    expect(answer).toMatchObject({ status: 413, code: 'FILE_SIZE', msg: '上传文件大小不能超过 293 KB' });
  });

  it.each([
    ['..\\..\\windows\\system.txt', 'system.txt'],
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['a\u202Etxt.png', 'atxt.png'],
    ['报告:最终?.png', '报告_最终_.png'],
    [`${'长'.repeat(300)}.png`, `${'长'.repeat(196)}.png`],
  ])('makes the name %s safe', async (given, kept) => {
    const { data } = await upload(staff, given, given.endsWith('png') ? PNG : 'text');
    expect(data.fileName).toBe(kept);
  });

  it('refuses a body that is not an upload, and one without a file', async () => {
    expect(await staff.post('/api/file/sys/file/upload', { file: 'x' })).toMatchObject({ code: 'REQUEST_INVALID' });
    expect(await staff.post('/api/file/sys/file/upload', new FormData())).toMatchObject({ code: 'REQUEST_INVALID' });
  });
});

describe('download', () => {
  it('gives the bytes back inertly: attachment, unknown type, not sniffed, name in Chinese', async () => {
    const { data } = await upload(staff, '报告.png', PNG);
    const response = await download(staff, data.id);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PNG);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="__.png"; filename*=UTF-8''${encodeURIComponent('报告.png')}`,
    );
  });

  it('shows a picture in place only when asked to, and never a text', async () => {
    const picture = (await upload(staff, 'a.png', PNG)).data;
    const text = (await upload(staff, 'a.txt', 'text')).data;
    expect((await download(staff, picture.id, '?inline=1')).headers.get('content-type')).toBe('image/png');
    expect((await download(staff, text.id, '?inline=1')).headers.get('content-disposition')).toContain('attachment');
  });

  it('is for the uploader and administrators; others are refused and do not see it in lists', async () => {
    const { data } = await upload(staff, 'secret.txt', 'text');
    expect((await download(other, data.id)).status).toBe(404);
    expect((await other.get(`/api/file/att/getById?id=${data.id}`)).code).toBe('404');
    expect((await other.post<FileRecord[]>('/api/file/att/listByIds', { ids: [data.id] })).data).toEqual([]);
    expect((await download(await server.api('admin'), data.id)).status).toBe(200);
    expect((await download({ token: '' } as Client, data.id)).status).toBe(401);
  });

  it('lists by ids in their order and leaves out unknown ones (CL-087)', async () => {
    const first = (await upload(staff, '1.txt', '1')).data;
    const second = (await upload(staff, '2.txt', '2')).data;
    const { data } = await staff.post<FileRecord[]>('/api/file/att/listByIds', {
      ids: [second.id, 'unknown', first.id],
    });
    expect(data.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect((await staff.get('/api/file/att/getById?id=unknown')).code).toBe('404');
  });
});

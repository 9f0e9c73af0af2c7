import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docFile } from '../../support/officeFiles.ts';
import { bitsOf } from '../auth/secretBits.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
interface FileRecord {
  id: string;
  url: string;
  fileName: string;
}
let server: TestServer;
let staff: Client;
let hr: Client;

beforeAll(async () => {
  server = await startTestServer();
  [staff, hr] = await Promise.all([server.api('staff'), server.api('hr')]);
});
afterAll(() => server.dispose());

async function upload(client: Client, name: string, content: Uint8Array | string): Promise<FileRecord> {
  const form = new FormData();
  form.append('file', new Blob([content as BlobPart]), name);
  return (await client.post<FileRecord>('/api/file/sys/file/upload', form)).data;
}
const fetchAs = (client: Client, path: string, init: RequestInit = {}) =>
  fetch(server.url + path, { ...init, headers: { authorization: `Bearer ${client.token}`, ...init.headers } });
const linkOf = (client: Client, id: string) => client.post<{ url: string }>('/api/file/att/outsideUrl', { id });

describe('a link for a window of its own (PV-001, OD-052)', () => {
  it('opens the picture in place under its name, without a header', async () => {
    const { id } = await upload(staff, '现场照片.png', PNG);
    const { data } = await linkOf(staff, id);
    const response = await fetch(server.url + data.url);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PNG);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('content-disposition')).toContain(
      `inline; filename="____.png"; filename*=UTF-8''${encodeURIComponent('现场照片.png')}`,
    );
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('is given only to who may read the file, and only for what a browser may show', async () => {
    const picture = await upload(staff, 'a.png', PNG);
    const text = await upload(staff, 'a.txt', '说明');
    expect((await linkOf(hr, picture.id)).code).toBe('404');
    expect((await linkOf(staff, 'unknown')).code).toBe('404');
    expect((await linkOf(server.anonymous, picture.id)).status).toBe(401);
    expect((await linkOf(staff, text.id)).code).toBe('FILE_TYPE');
  });

  it('opens for ten minutes', async () => {
    const { data } = await linkOf(staff, (await upload(staff, 'c.png', PNG)).id);
    const after = async (minutes: number): Promise<number> => {
      await sql`update att_link set expires_at = expires_at - make_interval(mins => ${minutes})`.execute(
        server.context.db,
      );
      return (await fetch(server.url + data.url)).status;
    };
    expect([await after(9), await after(1)]).toEqual([200, 404]);
  });

  it('holds 256 random bits, others for each time it is asked for', async () => {
    const { id } = await upload(staff, 'd.png', PNG);
    const secrets = await Promise.all(
      Array.from({ length: 64 }, async () => (await linkOf(staff, id)).data.url.split('/')[4] ?? ''),
    );
    expect(new Set(secrets).size).toBe(64);
    expect(bitsOf(secrets)).toEqual({ bits: 256, fixed: 0 });
  });

  it('opens nothing once it has expired, nor when it was guessed', async () => {
    const { id } = await upload(staff, 'b.png', PNG);
    const { data } = await linkOf(staff, id);
    await sql`update att_link set expires_at = now() - interval '1 second'`.execute(server.context.db);
    expect((await fetch(server.url + data.url)).status).toBe(404);
    expect((await fetch(`${server.url}/api/file/outside/${id}/b.png`)).status).toBe(404);
  });
});

describe('the text of a Word 97-2003 document (PV-002)', () => {
  const doc = docFile(['检测方案', '一、工程概况', '本工程位于南京市。']);

  it('comes with its paragraphs', async () => {
    const { id } = await upload(staff, '检测方案.doc', doc);
    const { code, data } = await staff.get<{ body: string; isCut: boolean }>(`/api/file/att/docText?id=${id}`);
    expect(code).toBe('1');
    expect(data.body).toContain('检测方案');
    expect(data.isCut).toBe(false);
  });

  it('is refused in words for a broken document, and for one that is not for this person', async () => {
    const broken = await upload(staff, '损坏.doc', doc.subarray(0, 700));
    const answer = await staff.get(`/api/file/att/docText?id=${broken.id}`);
    expect([answer.status, answer.code]).toEqual([422, 'FILE_UNREADABLE']);
    expect(answer.msg).toContain('请下载后查看');
    expect((await hr.get(`/api/file/att/docText?id=${broken.id}`)).code).toBe('404');
  });
});

describe('the older download calls', () => {
  it('/api/att/download answers by id, as query and as form (CL-043)', async () => {
    const { id } = await upload(staff, '合同.txt', '正文');
    for (const response of [
      await fetchAs(staff, `/api/att/download?attId=${id}`),
      await fetchAs(staff, '/api/att/download', { method: 'POST', body: new URLSearchParams({ id }) }),
    ]) {
      expect(await response.text()).toBe('正文');
      expect(response.headers.get('content-disposition')).toContain(encodeURIComponent('合同.txt'));
    }
    expect((await fetchAs(hr, `/api/att/download?id=${id}`)).status).toBe(404);
    expect((await fetchAs(staff, '/api/att/download')).status).toBe(400);
  });

  it('common/download finds an own file by its name and removes it when asked to (CL-044)', async () => {
    await upload(staff, '导出结果.txt', '旧');
    const { id } = await upload(staff, '导出结果.txt', '新');
    const path = `/api/common/download?fileName=${encodeURIComponent('导出结果.txt')}`;
    expect(await (await fetchAs(staff, path)).text()).toBe('新');
    expect((await fetchAs(hr, path)).status).toBe(404);
    expect(await (await fetchAs(staff, `/api/common/download?fileName=${id}&delete=true`)).text()).toBe('新');
    await expect.poll(async () => (await fetchAs(staff, `/api/common/download?fileName=${id}`)).status).toBe(404);
    expect(await (await fetchAs(staff, path)).text()).toBe('旧');
  });

  it('common/download/resource takes the address of a file (CL-045)', async () => {
    const { url } = await upload(staff, 'r.txt', '内容');
    expect(
      await (await fetchAs(staff, `/api/common/download/resource?resource=${encodeURIComponent(url)}`)).text(),
    ).toBe('内容');
    expect((await fetchAs(hr, `/api/common/download/resource?resource=${encodeURIComponent(url)}`)).status).toBe(404);
  });

  it.each([
    '../../etc/passwd',
    '/etc/passwd',
    '..%2f..%2fetc%2fpasswd',
    '/profile/../../package.json',
    'file:///etc/passwd',
    'pg/data/PG_VERSION',
  ])('lead to no path: %s is not found', async (path) => {
    for (const call of [
      `/api/common/download?fileName=${encodeURIComponent(path)}`,
      `/api/common/download/resource?resource=${encodeURIComponent(path)}`,
      `/api/att/download?id=${encodeURIComponent(path)}`,
    ]) {
      expect([call, (await fetchAs(staff, call)).status]).toEqual([call, 404]);
    }
  });
});

import { connect } from 'node:net';
import { Agent, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseFormFields } from '../../../src/server/http/bodies/parseFormFields.ts';
import { type Client, startTestServer, type TestServer } from '../support.ts';

let server: TestServer;
let admin: Client;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, staff] = [await server.api('admin'), await server.api('staff')];
});
afterAll(() => server.dispose());

const MAIL = '/api/system/sendEmails/sendEmail';

describe('a JSON body', () => {
  it.each([
    ['a number where a text belongs', MAIL, { subject: 5, toIds: ['u-hr'] }],
    ['a flag where a text belongs', MAIL, { subject: '甲', content: true, toIds: ['u-hr'] }],
    ['a text where a list belongs', MAIL, { subject: '甲', toIds: 'u-hr' }],
    ['a list where a text belongs', MAIL, { subject: ['甲'], toIds: ['u-hr'] }],
    ['a number in a list of texts', '/api/file/att/listByIds', { ids: [5] }],
    ['a text where a whole number belongs', '/api/system/sys/org/getOrgList', { page: { pageNum: '1', pageSize: 10 } }],
    ['half a page', '/api/system/sys/org/getOrgList', { page: { pageNum: 1.5 } }],
    ['a page that is a list', '/api/system/sys/user/likeName', { page: [] }],
    ['a page below the first', '/api/system/sys/user/likeName', { page: { pageNum: -3 } }],
    ['nothing where a list belongs', '/api/system/sys/user/listByIds', { ids: null }],
  ])('with %s is refused, and nothing is made of it', async (_what, path, body) => {
    const before = await server.context.db
      .selectFrom('mail_message')
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .executeTakeFirst();
    expect(await staff.post(path, body)).toMatchObject({
      status: 400,
      code: 'REQUEST_INVALID',
      msg: expect.stringMatching(/应为|不能小于/),
    });
    expect(
      await server.context.db
        .selectFrom('mail_message')
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .executeTakeFirst(),
    ).toEqual(before);
  });

  it.each(['1e400', '-1e400', '1e999'])(
    'with a number without end (%s) is refused wherever it stands: it would be stored as none',
    async (number) => {
      for (const body of [
        `{"fieldsMap":{"amount":${number}},"childTables":{}}`,
        `{"fieldsMap":{},"childTables":{"x":[{"id":"1","fieldsMap":{"a":[${number}]}}]}}`,
      ]) {
        expect(
          await staff.post('/api/system/frmCrud/saveOrUpdate/earnestMoney', body, {
            'content-type': 'application/json',
          }),
        ).toMatchObject({ status: 400, code: 'REQUEST_INVALID', msg: '请求参数有误：数值超出范围' });
      }
    },
  );

  it('is read as it is where its types fit; texts of an address still become numbers and flags', async () => {
    expect(
      await staff.post('/api/system/sys/org/getOrgList', {
        page: { pageNum: 2, pageSize: 3 },
        data: { disabled: false },
      }),
    ).toMatchObject({ code: '1', data: { page: { pageNum: 2, pageSize: 3 } } });
    expect(
      await staff.get('/api/system/frmCrud/history/businessSealApply?id=businessSealApply-0006&pageNum=1&pageSize=2'),
    ).toMatchObject({ code: '1', data: { page: { pageSize: 2 } } });
    expect((await staff.get('/api/common/download?fileName=x&delete=maybe')).code).toBe('REQUEST_INVALID');
  });
});

describe('a body that is one or a list of it', () => {
  const SN = '/api/system/sys/org/updateSn';
  it.each([
    ['a list with a wrong one', [{ id: 'a', sn: 'x' }], '“0 › sn”应为整数'],
    ['an empty list', [], '内容至少 1 项'],
    ['a list of nothing', [null], '“0”应为对象'],
    ['a list that is too long', Array.from({ length: 1001 }, () => ({ id: 'a', sn: 1 })), '内容不能超过 1000 项'],
    ['one that is wrong', { id: 'a', sn: 'x' }, '“sn”应为整数'],
    ['one that lacks a key', { id: 'a' }, '内容缺少“sn”'],
    ['neither', '"x"', '内容应为对象或列表'],
  ])('is told what is wrong with it: %s', async (_what, body, detail) => {
    expect(await admin.post(SN, body, { 'content-type': 'application/json' })).toMatchObject({
      status: 400,
      code: 'REQUEST_INVALID',
      msg: `请求参数有误：${detail}`,
    });
  });
});

it('a choice that may be left empty says so, once', async () => {
  expect((await staff.post('/api/system/receiveEmails/getList', { data: { readStatus: 'x' } })).msg).toBe(
    '请求参数有误：“data › readStatus”应为 0、1、空 之一',
  );
});

describe('the fields of a form', () => {
  it('say with brackets what stands within what, and which are a list', () => {
    expect(
      parseFormFields(
        'data[userName]=%E5%BC%A0&data[staffState][]=a&data[staffState][]=b&page[pageNum]=1&ids[0]=x&ids[1]=y&k=1&k=2&plain=',
      ),
    ).toEqual({
      data: { userName: '张', staffState: ['a', 'b'] },
      page: { pageNum: '1' },
      ids: ['x', 'y'],
      k: ['1', '2'],
      plain: '',
    });
    expect(parseFormFields('')).toEqual({});
    expect(parseFormFields('a%5Bb%5D=1')).toEqual({ a: { b: '1' } });
    expect(parseFormFields('[x]=1&a[=2')).toEqual({ '[x]': '1', 'a[': '2' });
  });

  it('are refused where no form sends such: prototypes, one name for a text and for more, too many, too deep', async () => {
    for (const body of [
      '__proto__[x]=1',
      'a[__proto__]=1',
      'a[constructor][x]=1',
      'a=1&a[b]=2',
      'a[b]=1&a[b][c]=2',
      'a[b][c][d][e]=1',
      Array.from({ length: 1500 }, (_none, at) => `k${at}=1`).join('&'),
    ]) {
      expect(() => parseFormFields(body), body.slice(0, 40)).toThrow();
      expect(await staff.post('/api/att/download', new URLSearchParams(body)), body.slice(0, 40)).toMatchObject({
        status: 400,
        code: 'REQUEST_INVALID',
      });
    }
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe('a call that takes JSON and forms', () => {
  it.each([
    '/api/system/hr/userArchives/downloadUserQualification',
    '/api/att/download',
    '/api/system/hr/userArchives/exportArchives',
    '/api/system/frmCrud/exportRows/earnestMoney',
  ])('refuses a body of any other type, and one that does not fit, as every call does: %s', async (path) => {
    const head = { authorization: `Bearer ${admin.token}` };
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=b',
      'text/plain',
      'application/json; charset=utf-16',
      'APPLICATION/JSON',
      'application/json, text/html',
      'x',
    ]) {
      const response = await fetch(server.url + path, {
        method: 'POST',
        headers: { ...head, 'content-type': type },
        body: '{"ids":5,"id":5,"data":5}',
      });
      expect([type, response.status, ((await response.json()) as { code: string }).code]).toEqual([
        type,
        400,
        'REQUEST_INVALID',
      ]);
    }
    expect((await fetch(server.url + path, { method: 'POST', headers: head })).status).toBeLessThan(500);
  });
});

describe('asking for the head of an answer', () => {
  it('does nothing, also where a call of the specification deletes by GET', async () => {
    const {
      data: { id },
    } = await admin.post<{ id: string }>('/api/system/sys/org/save', {
      name: '空部门',
      type: 'dept',
      parentId: 'unit-jc',
    });
    const head = await fetch(`${server.url}/api/system/sys/org/removeById?id=${id}`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(head.status).toBe(404);
    expect((await admin.get(`/api/system/sys/org/getById?id=${id}`)).code).toBe('1');
    expect((await admin.get(`/api/system/sys/org/removeById?id=${id}`)).code).toBe('1');
  });
  it('still works for the probes', async () => {
    for (const path of ['/health', '/ready'])
      expect((await fetch(server.url + path, { method: 'HEAD' })).status, path).toBe(200);
  });
});

/** Sends these lines as a request and answers the status and the sentence of the envelope. */
function sendHead(lines: readonly string[]): Promise<[status: number, text: string]> {
  const { port, hostname } = new URL(server.url);
  return new Promise((done, fail) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`);
    });
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
    });
    socket.once('error', fail);
    socket.once('end', () => {
      done([Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text]);
    });
  });
}

it.each([
  ['two of another content', ['Host: office.example', 'Host: other.example'], 400, 'Host 请求头只能有一个'],
  ['two alike', ['Host: office.example', 'hOsT: office.example'], 400, 'Host 请求头只能有一个'],
  ['none', [], 400, '缺少 Host 请求头'],
  ['one', ['Host: office.example'], 200, '"code":"1"'],
])('a request with %s host header is answered as it should be', async (_name, hosts, status, words) => {
  const [told, text] = await sendHead(['GET /api/captcha HTTP/1.1', ...hosts]);
  expect(told).toBe(status);
  expect(text).toContain(words);
});

/** Enough not to fit what the system keeps on the way. */
const LONG = 24 * 1024 ** 2;

describe('an upload that is refused before it has been sent', () => {
  let server: TestServer;
  let token: string;
  // one connection for everything, as a browser uses few
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  beforeAll(async () => {
    server = await startTestServer();
    ({ token } = await server.api('staff'));
  });
  afterAll(async () => {
    agent.destroy();
    await server.dispose();
  });

  const call = (
    method: string,
    path: string,
    headers: Record<string, string>,
    body: Buffer[] = [],
  ): Promise<{ text: string; port: number | undefined }> =>
    new Promise((resolve, reject) => {
      const sent = httpRequest(
        server.url + path,
        { agent, method, headers: { authorization: `Bearer ${token}`, ...headers } },
        (response) => {
          let text = '';
          const port = response.socket.localPort;
          response
            .setEncoding('utf8')
            .on('data', (part: string) => {
              text += part;
            })
            .on('end', () => resolve({ text, port }));
        },
      );
      sent.on('error', reject);
      for (const part of body) sent.write(part);
      sent.end();
    });
  const upload = (name: string) => {
    const body = [
      Buffer.from(`--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
      Buffer.alloc(LONG, 'a'),
      Buffer.from('\r\n--b--\r\n'),
    ];
    return call(
      'POST',
      '/api/file/sys/file/upload',
      {
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': String(body.reduce((sum, { length }) => sum + length, 0)),
      },
      body,
    );
  };

  it.each(['tool.exe', 'not-a-picture.png'])(
    'is answered, and the connection serves the next request: %s',
    async (name) => {
      const refused = await upload(name);
      expect(JSON.parse(refused.text)).toMatchObject({ code: 'FILE_TYPE' });
      const next = await call('GET', '/api/system/sys/menu/getRouters', {});
      expect(JSON.parse(next.text)).toMatchObject({ code: '1' });
      expect(next.port).toBe(refused.port);
    },
  );
});

import { afterEach, expect, test } from 'vitest';
import { readApiConfig } from '../../src/api/http/config.ts';
import { documentCall } from '../../src/api/documentCall.ts';
import { createServices } from '../../src/api/services.ts';
import { answer, client, memoryTokens, startBackEnd, success, type BackEnd, type Handler } from './backEnd.ts';

let backEnd: BackEnd | undefined;
afterEach(() => backEnd?.close());

const start = async (handler: Handler) => {
  backEnd = await startBackEnd(handler);
  const tokens = memoryTokens(null);
  return {
    services: createServices(client(backEnd.url, tokens).http, readApiConfig(`${backEnd.url}/api`), tokens),
    tokens,
    seen: backEnd.seen,
  };
};

test('sign-in sends the captcha grant as form fields with the client header and keeps both tokens (CL-001, AU-002, AU-006)', async () => {
  const { services, tokens, seen } = await start((_seen, response) =>
    answer(response, success({ access_token: 'a', refresh_token: 'r', expires_in: 7200 })),
  );
  await services.session.signIn({ username: 'staff', password: 'p&w', uuid: 'u', validateCode: '1234' });
  expect(Object.fromEntries(new URLSearchParams(seen[0].body))).toEqual({
    username: 'staff',
    password: 'p&w',
    uuid: 'u',
    validateCode: '1234',
    grant_type: 'captcha',
  });
  expect([seen[0].path, seen[0].headers.authorization]).toEqual(['/api/auth/oauth/token', 'Basic d2ViOndlYg==']);
  expect(tokens.get()).toMatchObject({ access_token: 'a', refresh_token: 'r' });
});

test('an address for a link is below the base of all calls', async () => {
  const { services } = await start((_seen, response) => answer(response, success(null)));
  expect(services.address('/openapi.json')).toBe(`${backEnd?.url}/api/openapi.json`);
});

test('a refused sign-in keeps no token', async () => {
  const { services, tokens } = await start((_seen, response) =>
    answer(response, { code: 'A0212', msg: '验证码错误或已过期', data: null }),
  );
  await expect(
    services.session.signIn({ username: 'a', password: 'b', uuid: 'u', validateCode: 'x' }),
  ).rejects.toMatchObject({ code: 'A0212' });
  expect(tokens.get()).toBeNull();
});

test('a change of the password sends the old one, the new one and its repeat under their names (EN-003)', async () => {
  const { services, seen } = await start((_seen, response) => answer(response, success(null)));
  await services.session.changePassword({ oldPassword: 'Old@1', password: 'New@12345', confirmPassword: 'New@12345' });
  const sent = seen[0].body.startsWith('{')
    ? (JSON.parse(seen[0].body) as object)
    : Object.fromEntries(new URLSearchParams(seen[0].body));
  expect(sent).toEqual({ oldPassword: 'Old@1', password: 'New@12345', confirmPassword: 'New@12345' });
});

test('a list asks with data and page and reads data.page.total (EN-008)', async () => {
  const { services, seen } = await start((_seen, response) =>
    answer(response, success({ data: [{ id: '1' }], page: { pageNum: 2, pageSize: 10, total: 31 } })),
  );
  const page = await services.records.list('businessSealApply', {
    page: { pageNum: 2, pageSize: 10 },
    conditions: [{ field: 'title', op: 'contains', value: '印' }],
    sort: { field: 'createTime', order: 'desc' },
  });
  expect(page).toEqual({ list: [{ id: '1' }], total: 31 });
  expect(seen[0].path).toBe('/api/system/frmCrud/list/businessSealApply');
  expect(JSON.parse(seen[0].body)).toEqual({
    data: {
      conditions: [{ field: 'title', op: 'contains', value: '印' }],
      sort: { field: 'createTime', order: 'desc' },
    },
    page: { pageNum: 2, pageSize: 10 },
  });
});

test('the mail counters are the totals of three lists, asked with page 1 and size 8 (ML-003, ML-004, ML-005)', async () => {
  const totals: Readonly<Record<string, number>> = {
    '/api/system/receiveEmails/getList': 31,
    '/api/system/sendEmails/getList': 7,
    '/api/system/receiveEmails/getDelList': 0,
  };
  const { services, seen } = await start(({ path }, response) =>
    answer(response, success({ data: [], page: { pageNum: 1, pageSize: 8, total: totals[path] } })),
  );
  expect(await services.mail.boxTotals()).toEqual({ inbox: '31', sent: '7', deleted: '0' });
  expect(seen.map(({ body }) => (JSON.parse(body) as { page: unknown }).page)).toEqual(
    Array.from({ length: 3 }, () => ({ pageNum: 1, pageSize: 8 })),
  );
});

test('dictionary items become options with their tag style (EN-018)', async () => {
  const { services } = await start((_seen, response) =>
    answer(response, success([{ dictLabel: '公章', dictValue: 'gz', listClass: 'primary', sn: 1 }])),
  );
  expect(await services.dictionary('sealType')).toEqual([{ label: '公章', value: 'gz', listClass: 'primary' }]);
});

test('a file goes up as the multipart field "file" under its own name', async () => {
  const { services, seen } = await start((_seen, response) => answer(response, success({ id: 'f1' })));
  await services.files.upload(new File(['abc'], '合同.pdf'));
  expect(seen[0].path).toBe('/api/file/sys/file/upload');
  expect(seen[0].body).toContain('name="file"; filename="合同.pdf"');
});

test('a file above the 50 MB of the shell is refused before anything is sent (DU-003, OD-059)', async () => {
  const { services, seen } = await start((_seen, response) => answer(response, success({ id: 'f1' })));
  const large = { name: 'a.zip', size: 52_428_801 } as File;
  await expect(services.files.upload(large)).rejects.toMatchObject({
    code: 'FILE_SIZE',
    message: '上传文件大小不能超过 50 MB',
  });
  expect(seen).toEqual([]);
});

test('an upload tells what the server said, and can be ended under way (ER-018)', async () => {
  const { services } = await start((_seen, response) =>
    answer(response, { code: '1', msg: '上传成功', data: { id: 'f1' } }),
  );
  expect(await services.files.upload(new File(['x'], 'a.pdf'))).toEqual({ id: 'f1', message: '上传成功' });
  const ended = new AbortController();
  ended.abort();
  await expect(services.files.upload(new File(['x'], 'a.pdf'), undefined, ended.signal)).rejects.toMatchObject({
    code: 'CANCELLED',
  });
});

const PATHS: [string, string][] = [
  ['/api/system/sys/user/likeName', '/system/sys/user/likeName'],
  ...['system', 'auth', 'task', 'file', 'pms'].map((service): [string, string] => [
    `/${service}/x/y`,
    `/${service}/x/y`,
  ]),
  ['/systems/x', '/system/systems/x'],
  ['/sys/user/likeName', '/system/sys/user/likeName'],
  ['frmCrud/list/a', '/system/frmCrud/list/a'],
];
for (const [url, path] of PATHS) {
  test(`a document's address ${url} is called as ${path} (RQ-002, RQ-009)`, () => {
    expect(documentCall('/api', { url, method: 'GET', params: { a: 1 } })).toEqual({
      method: 'GET',
      path,
      query: { a: 1 },
    });
  });
}
for (const url of [
  'https://evil.example/x',
  '//evil.example/x',
  '/system/../../x',
  'javascript:alert(1)',
  '\\\\evil\\x',
  '/\\evil.example/x',
  'HTTPS://evil.example',
  '/system/%2e%2e/%2e%2e/x',
  '/system/.%2E/x',
  '/system/..%2f..%2fx',
  '/system/a%5c..%5cx',
  '/\t/evil.example/x',
  '/system/.\t./x',
  '/system/x\u0000',
  'data:text/html,x',
  '/api/../x',
]) {
  test(`a document's address ${url} is refused, for it leaves the own base path`, async () => {
    const { services, seen } = await start((_seen, response) => answer(response, success(null)));
    await expect(services.request({ url, method: 'GET', params: {} })).rejects.toThrow(TypeError);
    expect(seen).toEqual([]);
  });
}

test('the base path comes from the page, then from the build, then is /api (RQ-001, EN-009)', () => {
  expect(readApiConfig('https://oa.example/gateway/', '/x').base).toBe('https://oa.example/gateway');
  expect(readApiConfig('', '/x').base).toBe('/x');
  expect(readApiConfig(null).base).toBe('/api');
});

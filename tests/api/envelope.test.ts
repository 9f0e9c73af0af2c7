import { afterEach, expect, test } from 'vitest';
import { encodeForm } from '../../src/api/http/client.ts';
import { answer, client, memoryTokens, startBackEnd, success, type BackEnd } from './backEnd.ts';

let backEnd: BackEnd;
afterEach(() => backEnd.close());

const call = async (body: unknown, status = 200): Promise<unknown> => {
  backEnd = await startBackEnd((_seen, response) => answer(response, body, status));
  return client(backEnd.url).http.send({ method: 'POST', path: '/system/x' });
};

test('the data of code "1" is what the caller gets (RQ-004)', async () => {
  await expect(call(success({ a: 1 }))).resolves.toEqual({ a: 1 });
});

const REFUSALS: [string, unknown, number, { code: string; message: string }][] = [
  [
    'ER-001',
    { code: '401', msg: 'unauthorized', data: null },
    401,
    { code: '401', message: '认证失败，无法访问系统资源' },
  ],
  ['ER-002', { code: '403', msg: 'forbidden', data: null }, 403, { code: '403', message: '当前操作没有权限' }],
  ['ER-003', { code: '404', msg: 'nope', data: null }, 404, { code: '404', message: '访问资源不存在' }],
  [
    'ER-004, a code without a text',
    { code: 'X99', data: null },
    200,
    { code: 'X99', message: '系统未知错误，请反馈给管理员' },
  ],
  [
    'ER-004, a page instead of an envelope',
    '<html>500</html>',
    500,
    { code: 'SERVER', message: '系统未知错误，请反馈给管理员' },
  ],
  ['ER-003, a page of a web server', '<html>404</html>', 404, { code: '404', message: '访问资源不存在' }],
  [
    'a proxy that takes no more bytes',
    '<html>413</html>',
    413,
    { code: '413', message: '内容过大，请减少内容或附件后再保存' },
  ],
  [
    'a proxy that takes no more requests',
    '<html>429</html>',
    429,
    { code: '429', message: '操作过于频繁，请稍后重试' },
  ],
  ['a proxy that words it itself', { code: 429, msg: '请 5 秒后再试' }, 429, { code: '429', message: '请 5 秒后再试' }],
  [
    'a proxy that does not pass the request on',
    '<html>406</html>',
    406,
    { code: 'REQUEST_REFUSED', message: '请求未被接受（406），没有办理；请检查内容后重试，仍不成功请联系管理员' },
  ],
  [
    'a proxy that waited for the rest of a request',
    '<html>408</html>',
    408,
    { code: 'SERVER', message: '系统未知错误，请反馈给管理员' },
  ],
  [
    'ER-006 with the text of the server',
    { code: 'A0210', msg: '用户名或密码错误，还可尝试 3 次', data: null },
    200,
    { code: 'A0210', message: '用户名或密码错误，还可尝试 3 次' },
  ],
  [
    'ER-006 without a text',
    { code: 'A0210', msg: '', data: null },
    200,
    { code: 'A0210', message: '用户名或密码错误' },
  ],
  ['a success page without an envelope', 'hello', 200, { code: 'SERVER', message: '系统未知错误，请反馈给管理员' }],
];
for (const [name, body, status, expected] of REFUSALS) {
  test(`a refusal keeps its code and is said in Chinese (${name})`, async () => {
    await expect(call(body, status)).rejects.toMatchObject(expected);
  });
}

test('the problems of a refused save reach the caller', async () => {
  const problems = [{ code: 'VALUE_REQUIRED', path: ['title'], message: '请填写标题', params: {}, level: 'error' }];
  await expect(call({ code: 'RECORD_INVALID', msg: '请检查填写内容', data: { problems } }, 422)).rejects.toMatchObject({
    code: 'RECORD_INVALID',
    problems,
  });
});

test('B0001 ends the session with 登录超时，请重新登录 (ER-005)', async () => {
  backEnd = await startBackEnd((_seen, response) => answer(response, { code: 'B0001', msg: 'x', data: null }, 401));
  const { http, overs } = client(backEnd.url);
  await expect(http.send({ method: 'GET', path: '/system/x' })).rejects.toMatchObject({
    code: 'B0001',
    message: '登录超时，请重新登录',
  });
  expect(overs()).toBe(1);
});

test('the bearer token goes with every call but the anonymous ones (RQ-003)', async () => {
  backEnd = await startBackEnd((seen, response) => answer(response, success(seen.headers.authorization ?? null)));
  const { http } = client(backEnd.url, memoryTokens());
  expect(await http.send({ method: 'GET', path: '/a' })).toBe('Bearer old');
  expect(await http.send({ method: 'GET', path: '/a', isAnonymous: true })).toBeNull();
});

test('a refused download says why instead of saving the refusal as a file', async () => {
  backEnd = await startBackEnd((_seen, response) => answer(response, { code: '403', msg: 'x', data: null }, 403));
  await expect(client(backEnd.url).http.download({ method: 'GET', path: '/file/x' })).rejects.toMatchObject({
    code: '403',
  });
});

test('a downloaded JSON file stays a file', async () => {
  backEnd = await startBackEnd((_seen, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-disposition': 'attachment' })
      .end('{"code":"9"}');
  });
  const { bytes } = await client(backEnd.url).http.download({ method: 'GET', path: '/file/x' });
  expect(await bytes.text()).toBe('{"code":"9"}');
});

test('a download by POST sends form fields with the bearer token and answers the bytes as they are (RQ-003, RQ-005, RQ-006)', async () => {
  backEnd = await startBackEnd((_seen, response) => {
    response
      .writeHead(200, { 'content-type': 'application/vnd.ms-excel', 'content-disposition': 'attachment' })
      .end('PK-1');
  });
  const { bytes, type } = await client(backEnd.url).http.download({
    method: 'POST',
    path: '/system/export',
    body: encodeForm({ formKey: 'seal', name: '用印' }),
  });
  expect([await bytes.text(), type]).toEqual(['PK-1', 'application/vnd.ms-excel']);
  const [call] = backEnd.seen;
  expect([call?.method, call?.path, call?.headers.authorization]).toEqual(['POST', '/api/system/export', 'Bearer old']);
  expect(call?.headers['content-type']).toContain('application/x-www-form-urlencoded');
  expect(Object.fromEntries(new URLSearchParams(call?.body))).toEqual({ formKey: 'seal', name: '用印' });
});

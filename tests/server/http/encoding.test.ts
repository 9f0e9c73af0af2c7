import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseFormFields } from '../../../src/server/http/bodies/parseFormFields.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
});
afterAll(() => server.dispose());

const DICT = '/api/system/sys/dictType/saveOrUpdate';
const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
/** “张三” as GBK. */
const GBK = Buffer.from([0xd5, 0xc5, 0xc8, 0xfd]);
const around = (head: string, middle: Buffer, tail: string): Buffer =>
  Buffer.concat([Buffer.from(head), middle, Buffer.from(tail)]);
const send = async (
  path: string,
  type: string,
  body: Buffer,
): Promise<{ status: number; code: string; msg: string; data: unknown }> => {
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': type },
    body: new Uint8Array(body),
  });
  return { status: answer.status, ...((await answer.json()) as { code: string; msg: string; data: unknown }) };
};
const refused = (msg: string) => ({ status: 400, code: 'REQUEST_INVALID', msg: `请求参数有误：${msg}` });
const NOT_UTF8 = refused('内容不是 UTF-8 编码');
const typesNamed = async (name: string) =>
  server.context.db.selectFrom('sys_dict_type').where('name', 'like', `%${name}%`).selectAll().execute();

describe('a JSON body', () => {
  it.each([JSON_TYPE, `${JSON_TYPE}; charset=utf-8`, `${JSON_TYPE}; charset=gbk`])(
    'with bytes that are not UTF-8 is refused (%s): they would be stored as “�”',
    async (type) => {
      expect(await send(DICT, type, around('{"typeCode":"enc","typeName":"', GBK, '","items":[]}'))).toMatchObject(
        NOT_UTF8,
      );
      expect(await typesNamed('�')).toEqual([]);
    },
  );

  it.each(['gbk', 'GB18030', 'iso-8859-1', '"gb2312"', 'utf-16', 'utf-8; charset=gbk', ''])(
    'that says to be %s is refused',
    async (charset) => {
      expect(
        await send('/api/system/sys/user/likeName', `${JSON_TYPE}; charset=${charset}`, Buffer.from('{"name":"张"}')),
      ).toMatchObject(NOT_UTF8);
    },
  );

  it.each(['utf-8', 'UTF-8', '"utf-8"', 'utf8'])(
    'of charset %s is read, also with a mark of its order before it',
    async (charset) => {
      for (const mark of ['', '\uFEFF'])
        expect(
          await send(
            '/api/system/sys/user/likeName',
            `${JSON_TYPE}; charset=${charset}`,
            Buffer.from(`${mark}{"name":"张"}`),
          ),
        ).toMatchObject({ code: '1' });
    },
  );

  it('is refused as before where it is empty, no JSON or names a prototype', async () => {
    const to = '/api/system/sys/user/likeName';
    expect(await send(to, JSON_TYPE, Buffer.from(''))).toMatchObject(refused('内容为空'));
    for (const body of ['{', '{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}'])
      expect(await send(to, JSON_TYPE, Buffer.from(body))).toMatchObject(refused('内容不是有效的 JSON'));
  });
});

describe('the fields of a form', () => {
  it('are refused where they are not UTF-8, as bytes or behind percent signs, or say to be something else', async () => {
    const to = '/api/att/download';
    for (const body of [
      around('id=', GBK, ''),
      Buffer.from('id=%d5%c5'),
      Buffer.from('id=%ff'),
      Buffer.from('%ff=1'),
      Buffer.from('id=%ED%A0%80'),
    ])
      expect(await send(to, FORM, body)).toMatchObject(NOT_UTF8);
    expect(await send(to, `${FORM}; charset=gbk`, Buffer.from('id=a'))).toMatchObject(NOT_UTF8);
    expect(await send(to, `${FORM};charset=UTF-8`, Buffer.from('id=a'))).toMatchObject({ code: '404' });
  });

  it('keep a percent sign that stands for nothing, and “�” where it was written', () => {
    expect(parseFormFields('a=100%&b=%zz%E5%BC%A0+%2B&c=%EF%BF%BD')).toEqual({ a: '100%', b: '%zz张 +', c: '�' });
  });
});

describe('an upload', () => {
  const part = (disposition: Buffer, content: Buffer | string = '说明'): Buffer =>
    Buffer.concat([
      around('--b\r\nContent-Disposition: form-data; ', disposition, '\r\n\r\n'),
      Buffer.from(content),
      Buffer.from('\r\n--b--\r\n'),
    ]);
  const MULTIPART = 'multipart/form-data; boundary=b';
  it.each([
    '/api/file/sys/file/upload',
    '/api/common/upload',
    '/api/file/sys/file/batchUpload',
    '/api/system/frmField/importData',
    '/api/system/frmCrud/importRows/earnestMoney',
    '/api/system/hr/userArchives/import/updateContract',
  ])('under a name that is not UTF-8 is refused: %s', async (path) => {
    expect(await send(path, MULTIPART, part(around('name="file"; filename="', GBK, '.txt"')))).toMatchObject(
      refused('文件名不是 UTF-8 编码，或含有无法识别的字符'),
    );
    expect(
      await server.context.db.selectFrom('att_file').where('file_name', 'like', '%�%').select('id').execute(),
    ).toEqual([]);
  });

  it('with a field that is not UTF-8 is refused', async () => {
    expect(
      await send('/api/system/frmField/importData', MULTIPART, part(Buffer.from('name="formTitle"'), GBK)),
    ).toMatchObject(refused('“formTitle”不是 UTF-8 编码，或含有无法识别的字符'));
  });

  it('of unknown type without a name is told so, and is no failure', async () => {
    const nameless = Buffer.from(
      '--b\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: application/octet-stream\r\n\r\nx\r\n--b--\r\n',
    );
    expect(await send('/api/file/sys/file/upload', MULTIPART, nameless)).toMatchObject({
      status: 422,
      code: 'FILE_TYPE',
    });
  });
});

describe('a text that no database can hold', () => {
  const item = (dictValue: string) => ({ dictValue, dictLabel: '甲' });
  it.each([
    [
      'half of a pair in a row',
      DICT,
      { typeCode: 'enc', typeName: '甲', items: [item('v\ud800'), item('v\udfff')] },
      '“items › 0 › dictValue”中有不允许的字符',
    ],
    ['a null character', DICT, { typeCode: 'enc', typeName: '甲\0', items: [] }, '“typeName”中有不允许的字符'],
    [
      'half of a pair in a mail',
      '/api/system/sendEmails/sendEmail',
      { subject: '甲\ud83d', toIds: ['u-hr'] },
      '“subject”中有不允许的字符',
    ],
    [
      'half of a pair in a record',
      '/api/system/frmCrud/saveOrUpdate/earnestMoney',
      { fieldsMap: { remark: '\udc00' }, childTables: {} },
      '“fieldsMap › remark”中有不允许的字符',
    ],
    [
      'a null character in a row of a record',
      '/api/system/frmCrud/saveOrUpdate/earnestMoney',
      { fieldsMap: {}, childTables: { x: [{ fieldsMap: { a: ['\0'] } }] } },
      '“childTables › x › 0 › fieldsMap › a › 0”中有不允许的字符',
    ],
    [
      'half of a pair in a key',
      '/api/system/frmCrud/saveOrUpdate/earnestMoney',
      { fieldsMap: { '\ud800': 1 }, childTables: {} },
      '“fieldsMap”的字段名中有不允许的字符',
    ],
    [
      'a null character in a key',
      '/api/system/frmCrud/saveOrUpdate/earnestMoney',
      { '\0': 1 },
      '内容的字段名中有不允许的字符',
    ],
  ])('is refused with its place: %s', async (_what, path, body, detail) => {
    expect(await admin.post(path, JSON.stringify(body), { 'content-type': JSON_TYPE })).toMatchObject(refused(detail));
  });

  it('is refused in an address and in a form as well', async () => {
    expect(await admin.get('/api/system/sys/dictItem/getDictItemByTypeCode?typeCode=a%00')).toMatchObject(
      refused('“typeCode”中有不允许的字符'),
    );
    expect(await admin.get('/api/system/frmCrud/getById/earnestMoney?id=%00')).toMatchObject(
      refused('“id”中有不允许的字符'),
    );
    expect(await admin.get('/api/file/sys/file/download/a%00')).toMatchObject(refused('“attId”中有不允许的字符'));
    expect(await admin.post('/api/att/download', new URLSearchParams({ id: 'a\0' }))).toMatchObject(
      refused('“id”中有不允许的字符'),
    );
  });

  it('is not what has pairs, marks and lines', async () => {
    const saved = await admin.post<string>(DICT, {
      typeCode: 'enc_whole',
      typeName: '𠮷👍\u202e\t\n�',
      items: [item('𠮷')],
    });
    expect(saved.code).toBe('1');
    expect(await typesNamed('𠮷👍')).toMatchObject([{ name: expect.stringContaining('�') as string }]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PARAMETER_KEYS } from '../../../src/domain/parameters.ts';
import { signIn, startTestServer, type Client, type TestServer } from '../support.ts';
import { readFileSync } from 'node:fs';

const VALUES = '/api/system/sys/param/values';
const SAVE = '/api/system/sys/param/save';
let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer({ parameters: { sessionDays: 3 } });
  admin = await signIn(server.url, 'admin');
});
afterAll(() => server.dispose());

const values = async (): Promise<Record<string, unknown>> => (await admin.get<Record<string, unknown>>(VALUES)).data;

describe('parameters', () => {
  it('are all on the page, and nothing else is', () => {
    const page = JSON.parse(readFileSync('schemas/platform/system/paramManager.json', 'utf8')) as {
      root: { fields: { __vModel__?: string }[] };
    };
    const fields = page.root.fields.flatMap(({ __vModel__: key }) => (key === undefined ? [] : [key]));
    expect(fields).toEqual([...PARAMETER_KEYS]);
  });

  it('are in force without a restart, and go back to their default', async () => {
    const change = { oldPassword: 'Demo@2026', password: 'Ab#45678', confirmPassword: 'Ab#45678' };
    expect((await admin.post(SAVE, { passwordMinLength: 12 })).code).toBe('1');
    const refused = await admin.post('/api/system/sys/user/updatePwd', change);
    expect(refused.msg).toContain('12 到 16 位');
    expect((await admin.post(SAVE, { passwordMinLength: null })).code).toBe('1');
    expect((await values())['passwordMinLength']).toBe(8);
  });

  it('lock a sign-in after as many failures as they say', async () => {
    await admin.post(SAVE, { signInFailures: 3 });
    const attempt = async () => {
      try {
        await signIn(server.url, 'hr', 'wrong');
        return 'in';
      } catch (error) {
        return String(error);
      }
    };
    for (let index = 0; index < 3; index += 1) expect(await attempt()).toContain('A0210');
    expect(await attempt()).toContain('A0211');
  });

  it('refuse a wrong value, an unknown name, one that the environment fixes, and a stale page; nothing is stored', async () => {
    const before = await values();
    expect(before['locked']).toEqual(['sessionDays']);
    expect(before['sessionDays']).toBe(3);
    const refused = async (body: object) => (await admin.post(SAVE, { platformName: 'X', ...body })).msg;
    expect(await refused({ sessionIdleHours: 0 })).toContain('无操作退出（小时）：应为 1 到 720 之间的整数');
    expect(await refused({ watermark: 'yes' })).toContain('页面水印');
    expect(await refused({ nothing: 1 })).toContain('没有参数“nothing”');
    expect(await refused({ sessionDays: 30 })).toContain('由服务器的环境变量设定');
    expect((await admin.post(SAVE, { platformName: 'X', revision: 'old' })).code).toBe('PARAM_STALE');
    expect((await admin.post(SAVE, { platformLogo: 'no-such-file' })).code).toBe('FILE_TYPE');
    expect((await values())['platformName']).toBe('');
  });

  it('bound an upload below the bound of the machine', async () => {
    await admin.post(SAVE, { uploadLimitMb: 1 });
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(1024 * 1024 + 10).fill(65)]), 'long.txt');
    expect((await admin.post('/api/file/sys/file/upload', form)).code).toBe('FILE_SIZE');
    await admin.post(SAVE, { uploadLimitMb: 0 });
  });

  it('send who has an old password to change it', async () => {
    await admin.post(SAVE, { passwordDays: 30 });
    await server.context.db
      .updateTable('sys_user')
      .set({ password_at: '2020-01-01' })
      .where('username', '=', 'sealer')
      .execute();
    const sealer = await signIn(server.url, 'sealer');
    expect((await sealer.post('/api/system/frmCrud/list/customerProfile', {})).code).toBe('PASSWORD_FIRST');
  });

  it('are for administrators alone', async () => {
    const staff = await signIn(server.url, 'staff');
    expect([(await staff.get(VALUES)).code, (await staff.post(SAVE, {})).code]).toEqual(['403', '403']);
  });
});

describe('serial numbers', () => {
  it('show the next number, and their counter can only be raised', async () => {
    const page = '/api/system/sys/serial/page';
    const { data } = await admin.post<{ data: { formKey: string; field: string; next: string }[] }>(page, {});
    const [rule] = data.data;
    expect(rule).toBeDefined();
    const { formKey = '', field = '' } = rule ?? {};
    await server.context.db
      .insertInto('frm_serial')
      .values({ form_key: formKey, field_key: field, period: 'T#', last: 7 })
      .execute();
    const raise = (last: number) => admin.post('/api/system/sys/serial/raise', { formKey, field, period: 'T#', last });
    expect((await raise(6)).msg).toContain('只能改大');
    expect((await raise(20)).code).toBe('1');
    const counters = await admin.post<{ data: { last: number }[] }>('/api/system/sys/serial/counters', {
      data: { formKey, field },
    });
    expect(counters.data.data.map(({ last }) => last)).toContain(20);
  });

  it('of a form without an approval are issued at the first save, and say so', async () => {
    const { data } = await admin.post<{ data: { formKey: string; moment: string }[] }>('/api/system/sys/serial/page', {
      page: { pageNum: 1, pageSize: 100 },
    });
    const momentOf = (formKey: string) => data.data.find((rule) => rule.formKey === formKey)?.moment;
    expect([momentOf('customerProfile'), momentOf('paymentRequest')]).toEqual(['save', 'submit']);
  });
});

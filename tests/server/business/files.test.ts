import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { valuesTable } from '../../../src/server/records/index.ts';
import { businessOf, day, runJobs, type Values } from '../support/business.ts';
import { startTestServer, type Answer, type TestServer } from '../support.ts';

let server: TestServer;
let business: ReturnType<typeof businessOf>;

const press = async (account: string, formKey: string, action: string, id: string, dialog?: Values): Promise<string> =>
  (
    await (
      await business.as(account)
    ).post(`/api/system/frmCrud/action/${formKey}`, {
      action,
      ids: [id],
      ...(dialog ? { dialog: { fieldsMap: dialog, childTables: {} } } : {}),
    })
  ).code;
const fieldsOf = async (account: string, formKey: string, id: string): Promise<Values> =>
  (await (await business.at(account, formKey)).get(id)).data.fieldsMap;
const change = async (account: string, formKey: string, id: string, fields: Values): Promise<Answer> => {
  const records = await business.at(account, formKey);
  const { revision, fieldsMap } = (await records.get(id)).data;
  return records.save({ id, revision, fieldsMap: { ...fieldsMap, ...fields } } as never);
};

beforeAll(async () => {
  server = await startTestServer();
  business = businessOf(server);
});
afterAll(() => server?.dispose());

describe('an article of the knowledge base', () => {
  it('is published by a reviewer, and changed after that only by way of another review', async () => {
    const [author, reviewer, form] = ['songyuting', 'shenzhiyuan', 'knowledgeBase'];
    const id = await business.save(author, form, {
      title: '碳化深度修正',
      category: '检测方法',
      domain: '主体结构',
      keywords: '回弹',
      source: '原创',
      content: '正文',
      author: 'u-songyuting',
      deptId: 'dept-zl',
    });
    expect(await press(author, form, 'publish', id)).toBe('403');
    expect(await press(reviewer, form, 'sendBack', id, { note: '请写明依据' })).toBe('1');
    expect(await change(author, form, id, { content: '正文，依据 JGJ/T 23' })).toMatchObject({ code: '1' });
    expect(await press(reviewer, form, 'publish', id)).toBe('1');
    expect(await fieldsOf(author, form, id)).toMatchObject({
      state: '已发布',
      publishDate: day(0),
      reviewer: 'u-shenzhiyuan',
    });
    expect((await change(author, form, id, { content: '别的' })).code).toBe('RECORD_FORBIDDEN');
    expect(await press(author, form, 'revise', id)).toBe('1');
    expect(await change(author, form, id, { content: '别的' })).toMatchObject({ code: '1' });
    expect(await fieldsOf(author, form, id)).toMatchObject({ state: '待审核' });
    // the technical leader may take over what its author has left
    expect(await press(reviewer, form, 'publish', id)).toBe('1');
    expect(await press(reviewer, form, 'revise', id)).toBe('1');
    expect(await change(reviewer, form, id, { content: '第三稿' })).toMatchObject({ code: '1' });
    // whoever rewrote it lets another one publish it
    expect(await press(reviewer, form, 'publish', id)).toBe('ACTION_WHEN');
    expect(await press('dengguoqiang', form, 'publish', id)).toBe('1');
  });
});

describe('a controlled file', () => {
  it('has versions under one number, of which one is in force', async () => {
    const [clerk, form] = ['songyuting', 'fileCentre'];
    const common: Values = {
      fileNo: 'HZ-CX-77',
      fileName: '样品管理程序',
      category: '程序文件',
      version: '第 1 版',
      deptId: 'dept-zl',
      author: 'u-songyuting',
      secrecy: '内部',
      isControlled: '1',
      files: '',
      publishDate: day(-100),
      effectiveDate: day(-90),
      issuedCopies: 5,
      returnedCopies: 0,
      fileState: '有效',
    };
    const upload = async (): Promise<string> => {
      const data = new FormData();
      data.append('file', new Blob(['%PDF-1.4\n%%EOF\n']), '程序.pdf');
      return (await (await business.as(clerk)).post<{ id: string }>('/api/file/sys/file/upload', data)).data.id;
    };
    const first = await business.save(clerk, form, { ...common, files: await upload() });
    const records = await business.at(clerk, form);
    const refused = async (more: Values): Promise<string> =>
      (await records.save({ fieldsMap: { ...common, files: await upload(), ...more } } as never)).code;
    expect(await refused({ fileState: '修订中' })).toBe('RECORD_INVALID');
    expect(await refused({ version: '第 2 版' })).toBe('RECORD_INVALID');
    // everybody of the unit opens what is kept here
    expect(await refused({ fileNo: 'HZ-CX-78', secrecy: '秘密' })).toBe('EFFECT_REQUIRE');
    expect((await change(clerk, form, first, { returnedCopies: 6 })).code).toBe('EFFECT_REQUIRE');
    const begun = await business.begun(clerk, form, form, first);
    expect(begun).toMatchObject({ replaces: first, fileNo: 'HZ-CX-77', fileState: '修订中' });
    const second = await business.save(clerk, form, {
      ...begun,
      version: '第 2 版',
      author: 'u-songyuting',
      files: await upload(),
      publishDate: day(0),
      effectiveDate: day(1),
    });
    // who wrote it does not agree to it, and nobody does before its day
    expect(await press(clerk, form, 'issue', second)).toBe('403');
    expect((await change(clerk, form, first, { fileState: '作废' })).code).toBe('RECORD_FORBIDDEN');
    expect((await change(clerk, form, second, { fileState: '有效' })).code).toBe('RECORD_FORBIDDEN');
    expect(await press(clerk, form, 'withdraw', first, { reason: '换版' })).toBe('ACTION_WHEN');
    // a version that is not published has no version of its own
    const offers = await (
      await business.as(clerk)
    ).get<{ createFrom: { formKey: string; isOffered: boolean }[] }>(`/api/system/frmCrud/offers/${form}?id=${second}`);
    expect(offers.data.createFrom.find(({ formKey }) => formKey === form)?.isOffered).not.toBe(true);
    const third = await records.save({
      fieldsMap: {
        ...begun,
        replaces: second,
        version: '第 3 版',
        files: await upload(),
        publishDate: day(0),
        effectiveDate: day(1),
      },
    } as never);
    expect([third.code, JSON.stringify(third.data)]).toEqual(['RECORD_INVALID', expect.stringContaining('replaces')]);
    expect(await press('shenzhiyuan', form, 'issue', second)).toBe('EFFECT_REQUIRE');
    expect(await fieldsOf(clerk, form, first)).toMatchObject({ fileState: '有效' });
    // the technical leader keeps the files of others
    expect(await change('shenzhiyuan', form, second, { effectiveDate: day(0) })).toMatchObject({ code: '1' });
    expect(await press('shenzhiyuan', form, 'issue', second)).toBe('1');
    expect(await fieldsOf(clerk, form, first)).toMatchObject({ fileState: '作废' });
    expect(await fieldsOf(clerk, form, second)).toMatchObject({
      fileState: '有效',
      fileNo: 'HZ-CX-77',
      approver: 'u-shenzhiyuan',
    });
    // a file that somebody else entered is reviewed by its author
    expect(await change(clerk, form, second, { author: 'u-lizhenhua' })).toMatchObject({ code: '1' });
    expect(await press('lizhenhua', form, 'reviewed', second, { reviewDate: day(0) })).toBe('EFFECT_REQUIRE');
    expect(await press('lizhenhua', form, 'reviewed', second, { reviewDate: day(365) })).toBe('1');
    expect(await press('tester', form, 'reviewed', second, { reviewDate: day(365) })).toBe('ACTION_WHEN');
    expect(await fieldsOf(clerk, form, second)).toMatchObject({ reviewDate: day(365) });
    expect(await press('shenzhiyuan', form, 'withdraw', second, { reason: '标准已废止' })).toBe('1');
    expect(await fieldsOf(clerk, form, second)).toMatchObject({ fileState: '作废', voidReason: '标准已废止' });
    expect(await press('shenzhiyuan', form, 'reinstate', second)).toBe('1');
    expect(await fieldsOf(clerk, form, second)).toMatchObject({ fileState: '有效' });

    // a first version is drafted and published without another one, and what was entered as void by mistake comes back
    const draft = { ...common, fileNo: 'HZ-CX-79', fileState: '修订中', files: await upload() };
    const drafted = await business.save(clerk, form, draft);
    expect(await press('shenzhiyuan', form, 'issue', drafted)).toBe('1');
    expect(await fieldsOf(clerk, form, drafted)).toMatchObject({ fileState: '有效' });
    const mistaken = { ...common, fileNo: 'HZ-CX-80', fileState: '作废', files: await upload() };
    const voided = await business.save(clerk, form, mistaken);
    expect(await press('shenzhiyuan', form, 'reinstate', voided)).toBe('1');
    expect(await press('shenzhiyuan', form, 'reinstate', first)).toBe('ACTION_WHEN');

    // one that was stored as secret before is replaced by one that is not
    await sql`update ${valuesTable(form)} set fields = jsonb_set(fields, '{secrecy}', '"秘密"') where id = ${second}`.execute(
      server.context.db,
    );
    const next = await business.begun(clerk, form, form, second);
    expect(next['secrecy'] ?? '').toBe('');
    const fresh = { ...next, version: '第 3 版', secrecy: '内部', author: 'u-songyuting', files: await upload() };
    const last = await business.save(clerk, form, { ...fresh, publishDate: day(0), effectiveDate: day(0) });
    expect(await press('shenzhiyuan', form, 'issue', last)).toBe('1');
    expect(await fieldsOf(clerk, form, second)).toMatchObject({ fileState: '作废', secrecy: '秘密' });
  });
});

describe('an authorisation', () => {
  const form = 'abilityConfirm';
  const grant: Values = {
    authNo: 'SQ-TEST-1',
    userId: 'u-tester',
    deptId: 'dept-cl',
    authKind: '检测操作',
    authDate: day(-400),
    validTo: day(-1),
    authState: '有效',
  };

  it('ends the day after its last one, and holds again with another date', async () => {
    const id = 'abilityConfirm-0001';
    const last = await change('hr', form, id, { authState: '有效', authDate: day(-400), validTo: day(-1) });
    expect(last).toMatchObject({ code: '1' });
    // within a day, for today the hour of the job may still be to come
    expect(await runJobs(server, `every:${form}:`, { inDays: 1 })).toBe(1);
    expect(await fieldsOf('hr', form, id)).toMatchObject({ authState: '已过期' });
    expect(await change('hr', form, id, { validTo: day(300) })).toMatchObject({ code: '1' });
    expect(await fieldsOf('hr', form, id)).toMatchObject({ authState: '有效' });
  });

  it('is not given to somebody without an account', async () => {
    const person = await business.save('hr', 'userFiles', {
      employeeNo: 'HZ9901',
      userName: '临时工',
      deptId: 'dept-cl',
      staffState: '试用',
      entryDate: day(-5),
    });
    const { userId: _userId, ...other } = grant;
    const answer = await (
      await business.at('hr', form)
    ).save({ fieldsMap: { ...other, authNo: 'SQ-TEST-2', validTo: day(300), person } } as never);
    expect([answer.code, answer.msg]).toEqual(['EFFECT_REQUIRE', expect.stringContaining('没有系统账号')]);
  });
});

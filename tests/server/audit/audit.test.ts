import { read, utils, type WorkSheet } from '@e965/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportedSheetRows } from '../../../src/server/auditTrail/exportAudit.ts';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import { author, recordsOf } from '../support/sealDemo.ts';
import { CAPTCHA, signIn, startTestServer, type Client, type TestServer } from '../support.ts';

interface Change {
  name: string;
  before: string;
  after: string;
}
interface Row {
  id: string;
  userName: string;
  userId: string;
  address: string;
  object: string;
  objectId: string;
  objectName: string;
  action: string;
  changes: Change[];
}
interface Paged {
  data: Row[];
  page: { total: number };
}

let server: TestServer;
let admin: Client;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, staff] = await Promise.all([server.api('admin'), server.api('staff')]);
});
afterAll(() => server.dispose());

const entries = async (data: object): Promise<Row[]> =>
  (await admin.post<Paged>('/api/system/sysAudit/getList', { data, page: { pageNum: 1, pageSize: 100 } })).data.data;
const dictionary = (items: [string, string][]) => ({
  typeCode: 'auditTest',
  typeName: '审计试验',
  items: items.map(([dictValue, dictLabel]) => ({ dictValue, dictLabel })),
});

/**
 * Tables that are not watched, each with where their history stands or why they need none; those of records:
 * `frm_record_audit`.
 */
const UNWATCHED: Readonly<Record<string, string>> = {
  sys_audit: 'the log itself',
  sys_seed: 'what was loaded at start',
  sys_pack_base: 'follows from packs',
  sys_event: 'news of an hour',
  doc_open: 'who has an editor open, for a minute',
  sys_guide: 'which guides somebody has seen',
  sys_job: 'what administrators do to jobs is noted as events',
  sys_job_run: 'a history itself',
  sys_outbox: 'made by other writes; what administrators do to messages is noted as events',
  sys_outbox_file: 'goes with messages',
  sys_notice_read: 'read marks',
  sys_reach: 'follows from roles, places and departments',
  sys_directory: 'follows from people and departments',
  sys_remind: 'made by other writes',
  frm_table: 'follows from publications',
  frm_column: 'follows from publications',
  frm_rollup: 'follows from publications',
  frm_rollup_lock: 'holds nothing',
  frm_relation: 'follows from the record',
  frm_effect: 'follows from the record',
  frm_effect_change: 'until a step is taken back; what changed stands in the histories of its records',
  frm_record_audit: 'a history itself',
  frm_record_file: 'follows from the record',
  frm_unique: 'follows from the record',
  frm_serial: 'follows from the record',
  frm_retitle: 'follows from a publication',
  frm_state: 'follows from a publication',
  frm_hand: 'follows from the process',
  frm_tally: 'follows from records and processes',
  frm_place: 'follows from the record',
  frm_import: 'what it stores stands in the histories of its records',
  sys_desk: 'how a person arranged the own home page',
  sys_list_view: 'how a person looks at a list',
  sys_list_view_default: 'with which view a list opens',
  doc_reference: 'follows from documents',
  doc_reference_state: 'follows from documents',
  frm_comment_file: 'follows from the comment',
  frm_comment_read: 'read marks',
  frm_time_notice: 'made by a job, whose runs are a history',
  frm_time_effect: 'made by a job; what it did stands in the histories of its records',
  frm_draft: 'typed and not saved, of one person',
  frm_draft_part: 'typed and not saved, of one person',
  mail_file: 'follows from the mail',
  att_link: 'ten minutes',
  http_idempotency: 'repeats',
  auth_factor: 'turned on, off and reset as events',
  auth_recovery: 'used as an event',
  auth_challenge: 'five minutes',
  auth_key_use: 'when a machine account called last',
  auth_captcha: 'five minutes',
  auth_session: 'sign-ins are noted as events',
  auth_token: 'sign-ins are noted as events',
  auth_ended: 'their ends are noted as events',
  auth_attempt: 'failures are noted as events',
  auth_identity: 'linked and unlinked as events',
  auth_ticket: 'two minutes',
  frm_search: 'follows from the record',
  sys_visit: 'counts of pages that were opened',
  sys_page_error: 'a log itself',
  sys_release: 'a history itself',
  frm_import_row: 'what it stores stands in the histories of its records',
};

describe('the audit log', () => {
  it('watches every table that has no history of its own', async () => {
    const { rows } = await sql<{
      name: string;
      isWatched: boolean;
    }>`select c.relname as name, exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname = c.relname || '_audit') as "isWatched"
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname !~ '^(kysely_|flw_|frm_[rdt]_)'`.execute(
      server.context.db,
    );
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter(({ name, isWatched }) => isWatched === name in UNWATCHED).map(({ name }) => name)).toEqual([]);
  });

  it('says who changed what from where, with before and after, item by item', async () => {
    await admin.post(
      '/api/system/sys/dictType/saveOrUpdate',
      dictionary([
        ['1', '甲'],
        ['2', '乙'],
      ]),
    );
    await admin.post(
      '/api/system/sys/dictType/saveOrUpdate',
      dictionary([
        ['1', '甲'],
        ['2', '丙'],
      ]),
    );
    const changed = await entries({ object: 'sys_dict_item', action: 'update' });
    expect(changed).toHaveLength(1);
    expect(changed[0]).toMatchObject({
      userName: '罗志斌',
      userId: 'u-admin',
      address: '127.0.0.1',
      objectId: 'auditTest/2',
      changes: [{ name: '显示文字', before: '乙', after: '丙' }],
    });
    await admin.get('/api/system/sys/dictType/removeById?id=auditTest');
    expect((await entries({ object: 'sys_dict_type', action: 'delete' }))[0]).toMatchObject({
      objectId: 'auditTest',
      objectName: '审计试验',
      userId: 'u-admin',
    });
    // what goes with it goes in the same person's name
    expect((await entries({ object: 'sys_dict_item', action: 'delete' })).map(({ userId }) => userId)).toEqual([
      'u-admin',
      'u-admin',
    ]);
  });

  it('names the person for writes that stand alone, and for uploads whose body is a stream', async () => {
    const form = new FormData();
    form.append('file', new Blob(['一']), '说明.txt');
    const { data } = await staff.post<{ id: string }>('/api/file/sys/file/upload', form);
    expect((await entries({ object: 'att_file', keyword: data.id }))[0]).toMatchObject({
      userName: '周明轩',
      action: 'insert',
      objectName: '说明.txt',
    });
    await staff.get(`/api/common/download?fileName=${data.id}&delete=true`);
    await expect
      .poll(async () =>
        (await entries({ object: 'att_file', keyword: data.id, action: 'delete' })).map(({ userName }) => userName),
      )
      .toEqual(['周明轩']);
  });

  it('says that a password changed, and never what it or its hash is', async () => {
    const own = await server.api('linjiawei');
    await own.post('/api/system/sys/user/updatePwd', {
      oldPassword: 'Demo@2026',
      password: 'Other@2026',
      confirmPassword: 'Other@2026',
    });
    const [entry] = await entries({ object: 'sys_user', keyword: 'u-linjiawei' });
    expect(entry?.userName).toBe('林嘉伟');
    expect(entry?.changes.find(({ name }) => name === '密码')).toMatchObject({ before: '******', after: '******' });
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from sys_audit where before::text like '%scrypt%' or after::text like '%scrypt%' or after::text like '%Other@2026%'`.execute(
      server.context.db,
    );
    expect(rows[0]?.count).toBe(0);
  });

  it('keeps a document by length and digest, for its versions keep the text', async () => {
    await admin.post('/api/system/frmDef/saveDraft', {
      formKey: 'auditForm',
      formName: '审计表',
      definition: { fields: [{ tag: 'el-input', __vModel__: 'secretWord', label: '甲' }] },
    });
    const [entry] = await entries({ object: 'doc_document', keyword: 'form/auditForm' });
    expect(entry?.action).toBe('insert');
    expect(entry?.changes.find(({ name }) => name === '草稿')?.after).toMatch(/^\d+ 个字符，校验和 [0-9a-f]{32}$/);
    expect(JSON.stringify(entry)).not.toContain('secretWord');
  });

  it('notes sign-ins, failures and locks, and no name that belongs to nobody', async () => {
    const attempt = (username: string) =>
      server.anonymous.post(
        '/api/auth/oauth/token',
        new URLSearchParams({
          grant_type: 'captcha',
          username,
          password: 'Wrong@2026',
          uuid: 'none',
          validateCode: CAPTCHA,
        }),
      );
    await attempt('MyPassw0rd!');
    await signIn(server.url, 'staff');
    for (let count = 0; count < 7; count += 1) await attempt('qinlan');
    const failed = await entries({ object: 'auth', action: 'signInFailed' });
    expect(failed.filter(({ objectName }) => objectName === '秦岚')).toHaveLength(5);
    expect(JSON.stringify(failed)).not.toContain('MyPassw0rd');
    expect((await entries({ object: 'auth', action: 'locked' })).map(({ objectId }) => objectId)).toEqual([
      'account qinlan',
    ]);
    expect((await entries({ object: 'auth', action: 'signIn' })).map(({ userName }) => userName)).toContain('周明轩');
  });

  it('holds nothing that shipped', async () => {
    expect(await entries({ object: 'sys_menu' })).toEqual([]);
    expect(await entries({ object: 'doc_version' })).toEqual([]);
  });

  it('cannot be changed or emptied, not even past the server', async () => {
    for (const statement of ["update sys_audit set user_name = 'x'", 'delete from sys_audit', 'truncate sys_audit'])
      await expect(sql.raw(statement).execute(server.context.db), statement).rejects.toThrow('only ever added to');
  });

  it('notes a write around the server, without a name', async () => {
    await sql`update sys_user set post = '检测员甲' where id = 'u-yuanbin'`.execute(server.context.db);
    expect((await entries({ object: 'sys_user', keyword: 'u-yuanbin' }))[0]).toMatchObject({
      userName: '',
      userId: '',
      changes: [{ name: '岗位', after: '检测员甲' }],
    });
  });

  it('speaks in names and words, not in ids and codes, and of a menu entry key by key', async () => {
    await admin.post('/api/system/sys/roleScope/save', {
      code: 'sealer',
      scope: 'dept',
      forms: [{ formKey: 'earnestMoney', scope: 'unit' }],
    });
    const [line] = await entries({ object: 'sys_role_scope', objectId: 'sealer/earnestMoney' });
    expect(line).toMatchObject({
      action: 'insert',
      changes: expect.arrayContaining([
        { name: '角色', before: '', after: '印章管理员' },
        { name: '数据范围', before: '', after: '本单位' },
      ]) as unknown,
    });
    expect(line?.objectName).toMatch(/^印章管理员 · .*[\u4e00-\u9fa5]/);
    await sql`update sys_menu set item = jsonb_set(item, '{name}', '"改过的名称"') where id = 'menuManager'`.execute(
      server.context.db,
    );
    expect((await entries({ object: 'sys_menu', objectId: 'menuManager' }))[0]).toMatchObject({
      changes: [{ name: '名称', before: '菜单管理', after: '改过的名称' }],
    });
  });

  it('is exported as it is found, a line for each changed place, and no cell of it is a formula', async () => {
    await admin.post('/api/system/sys/dictType/saveOrUpdate', {
      ...dictionary([
        ['1', '=1+1'],
        ['2', '@SUM(A1)'],
      ]),
      typeCode: 'auditSheet',
    });
    const answer = await fetch(`${server.url}/api/system/sysAudit/export`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${admin.token}` },
      body: JSON.stringify({ data: { object: 'sys_dict_item', keyword: 'auditSheet/1' } }),
    });
    const { SheetNames, Sheets } = read(Buffer.from(await answer.arrayBuffer()), { cellFormula: true });
    const sheet = Sheets[SheetNames[0] as string] as WorkSheet;
    const rows = utils.sheet_to_json<Record<string, string>>(sheet);
    expect(rows.find((row) => row['字段'] === '显示文字')).toMatchObject({
      人员: '罗志斌',
      操作: '新增',
      对象: '字典项',
      编号: 'auditSheet/1',
      修改后: '=1+1',
    });
    expect(Object.values(sheet).filter((cell) => typeof cell === 'object' && cell !== null && 'f' in cell)).toEqual([]);
    expect((await staff.post('/api/system/sysAudit/export', {})).code).toBe('403');
    expect((await admin.post('/api/system/sysAudit/export', { data: { to: '明天' } })).code).toBe('REQUEST_INVALID');
  });

  it('says in its last line when there are more entries than a sheet takes', async () => {
    const lines: unknown[][] = [];
    for await (const line of exportedSheetRows(server.context.db, { object: 'sys_dict_item' }, 2)) lines.push(line);
    expect(lines.at(-1)).toEqual([expect.stringContaining('仅导出最近的 2 条')]);
    expect(new Set(lines.slice(0, -1).map((line) => line[5])).size).toBe(2);
  });

  it('names everybody where a right is for everybody', async () => {
    await sql`insert into sys_role_form (role_code, form_key, rights) values ('*', 'auditAll', '["see"]')`.execute(
      server.context.db,
    );
    expect((await entries({ object: 'sys_role_form', objectId: '*/auditAll' }))[0]?.objectName).toContain('所有人');
  });

  it('tells the writes of records in the words of their form, sub-tables row by row, and what was removed', async () => {
    const fields = [
      { tag: 'el-input', __vModel__: 'name', label: '名称', isTitle: '1' },
      { tag: 'el-input', __vModel__: 'inner', label: '内部', flowVisible: '0' },
      {
        tag: 'subTable',
        __vModel__: 'rows',
        label: '明细',
        children: [
          { tag: 'el-input', __vModel__: 'what', label: '物品' },
          { tag: 'el-input-number', __vModel__: 'count', label: '数量' },
        ],
      },
    ];
    await publishForm(server.context, {
      formKey: 'auditRecord',
      formName: '领用单',
      definition: { fields },
      note: '',
      author,
    });
    const records = recordsOf(staff, 'auditRecord');
    const row = (id: string, what: string, count: number) => ({ id, fieldsMap: { what, count } });
    const first = await records.save({
      fieldsMap: { name: '一月' },
      childTables: { rows: [row('a', '手套', 2), row('b', '口罩', 5)] },
    } as never);
    expect(first.code, first.msg).toBe('1');
    const { id, revision } = first.data as { id: string; revision: number };
    expect(
      (
        await records.save({
          id,
          revision,
          fieldsMap: { name: '二月' },
          childTables: { rows: [row('a', '手套', 3)] },
        } as never)
      ).code,
    ).toBe('1');
    await staff.get(`/api/system/frmCrud/delById/auditRecord?id=${id}`);
    const list = async (data: object) =>
      (
        await admin.post<Paged>('/api/system/sysAudit/getRecordList', {
          data: { object: 'auditRecord', ...data },
          page: { pageNum: 1, pageSize: 20 },
        })
      ).data;
    const { data, page } = await list({});
    expect(page.total).toBe(3);
    expect(data.map(({ action, userName }) => [action, userName])).toEqual([
      ['remove', '周明轩'],
      ['save', '周明轩'],
      ['save', '周明轩'],
    ]);
    expect(data[1]?.changes).toEqual([
      { name: '名称', before: '一月', after: '二月' },
      { name: '明细 第 1 行 · 数量', before: '2', after: '3' },
      { name: '明细 第 2 行', before: '物品：口罩；数量：5', after: '' },
    ]);
    expect(data[2]?.changes).toContainEqual({ name: '名称', before: '', after: '一月' });
    expect(data[0]?.changes).toContainEqual({ name: '名称', before: '二月', after: '' });
    expect((await list({ objectId: id, action: 'remove' })).page.total).toBe(1);
    expect((await list({ userId: 'u-hr' })).page.total).toBe(0);
    expect((await list({ from: '2001-01-01', to: '2001-01-02' })).page.total).toBe(0);
    expect((await staff.post('/api/system/sysAudit/getRecordList', {})).code).toBe('403');
  });

  it('is found by person, day and word, and only by administrators', async () => {
    expect((await entries({ userId: 'u-staff' })).every(({ userId }) => userId === 'u-staff')).toBe(true);
    expect(await entries({ from: '2001-01-01', to: '2001-01-02' })).toEqual([]);
    expect((await entries({ keyword: '字典项' })).length).toBeGreaterThan(0);
    expect((await admin.post('/api/system/sysAudit/getList', { data: { from: '昨天' } })).code).toBe('REQUEST_INVALID');
    expect((await staff.post('/api/system/sysAudit/getList', {})).code).toBe('403');
    expect((await staff.get('/api/system/sysAudit/getChoices')).code).toBe('403');
  });
});

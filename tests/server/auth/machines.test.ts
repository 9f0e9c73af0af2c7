import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { author, publishSealDemo, recordsOf, SEAL } from '../support/sealDemo.ts';
import { timeText } from '../../../src/server/http/time.ts';
import { type Client, clientOf, signIn, startTestServer, type TestServer } from '../support.ts';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import { type ImportedRecord, importRecords } from '../../../src/server/records/save/importRecords.ts';
import { recordsIn } from '../support/recordsIn.ts';

let server: TestServer;
let admin: Client;
let manager: Client;
beforeAll(async () => {
  server = await startTestServer();
  await publishSealDemo(server);
  admin = await signIn(server.url, 'admin');
  const fields = [{ tag: 'el-input', __vModel__: 'name', label: '名称', isList: '1' }];
  await publishForm(server.context, { formKey: FORM, formName: '两个单位', definition: { fields }, note: '', author });
  await server.context.db
    .transaction()
    .execute((trx) =>
      importRecords(server.context, trx, FORM, [record('home', 'u-lizhenhua'), record('other', 'u-ruanyifei')]),
    );
  manager = await signIn(server.url, 'manager');
});
afterAll(() => server.dispose());

const BASE = '/api/system/sys/apiKey';

const ALLOWED = ['list', 'detail', 'save', 'act', 'delete'];

interface Row {
  id: string;
  name: string;
  state: string;
  usedTime: string;
  usedFrom: string;
  hint: string;
}

const END = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

let count = 0;

const add = (more: object = {}) => {
  count += 1;
  return admin.post<{ id: string; secretKey: string }>(`${BASE}/add`, {
    name: `对接 ${count}`,
    userId: 'u-staff',
    forms: ['sealDemo'],
    ways: ALLOWED,
    expiresAt: END,
    ...more,
  });
};

/** A machine account and a client that calls with its key. */
async function machine(more: object = {}): Promise<{ id: string; key: string; client: Client }> {
  const { data, msg } = await add(more);
  if (!data) throw new Error(msg);
  return { id: data.id, key: data.secretKey, client: clientOf(server.url, data.secretKey, '') };
}

const rowOf = async (id: string): Promise<Row | undefined> =>
  (await admin.post<{ data: Row[] }>(`${BASE}/page`, { page: { pageNum: 1, pageSize: 100 } })).data.data.find(
    (row) => row.id === id,
  );

describe('a machine account', () => {
  it('works with the records of its forms in the name of its person, and says in the trail which account it was', async () => {
    const { id, client } = await machine({ name: '检测设备' });
    const made = await recordsOf(client).save(SEAL);
    expect(made.code).toBe('1');
    expect(made.data).toMatchObject({ createByName: '周明轩（接口账号：检测设备）' });
    expect((await recordsOf(client).get(made.data.id ?? '')).code).toBe('1');
    expect((await recordsOf(client).list()).data.data.map((row) => row.id)).toContain(made.data.id);
    const { rows } = await sql<{
      who: string;
    }>`select user_name as who from frm_record_audit where record_id = ${made.data.id}`.execute(server.context.db);
    expect(rows.map(({ who }) => who)).toEqual(['周明轩（接口账号：检测设备）']);
    expect(await rowOf(id)).toMatchObject({
      state: 'active',
      usedFrom: '127.0.0.1',
      usedTime: expect.stringMatching(/^20/),
    });
  });

  it('reads no more than its person: another department’s record is not there for it', async () => {
    const other = await recordsOf(await signIn(server.url, 'hr')).save(SEAL);
    const { client } = await machine();
    expect((await recordsOf(client).get(other.data.id ?? '')).code).toBe('404');
  });

  it('is refused by every call that is not among its ways, whatever the rights of its person', async () => {
    const { client } = await machine({ userId: 'u-admin', ways: ['list'], perMinute: 6000 });
    const { paths } = server.app.swagger() as unknown as { paths: Record<string, Record<string, object>> };
    const passed: string[] = [];
    let asked = 0;
    for (const [path, methods] of Object.entries(paths))
      for (const method of Object.keys(methods)) {
        if (path === '/api/system/frmCrud/list/{formKey}' || path === '/api/system/events') continue;
        const address = path.replace('{formKey}', 'sealDemo').replace(/\{[^}]+\}/g, 'x');
        const { code } = method === 'get' ? await client.get(address) : await client.post(address, {});
        asked += 1;
        if (code !== 'KEY_FORBIDDEN') passed.push(`${method} ${path}`);
      }
    expect(asked).toBeGreaterThan(250);
    // who needs no sign-in needs no key either: what these answer is everybody's
    expect(passed.toSorted()).toEqual([
      'get /api/captcha',
      'get /api/file/outside/{secret}/{*}',
      'get /api/system/platform/logo',
      'get /api/system/screenDef/getLastVersionScreenDef',
      'post /api/auth/oauth/logout',
      'post /api/auth/oauth/token',
    ]);
    expect((await client.get('/api/system/events')).code).toBe('KEY_FORBIDDEN');
  });

  it('is refused another form, a way it lacks, and a list that leads to other forms', async () => {
    const { client } = await machine({ ways: ['list'] });
    expect((await recordsOf(client, 'sealApply').list()).msg).toContain('没有表单 sealApply');
    expect((await recordsOf(client).save(SEAL)).msg).toContain('没有“新增和修改”');
    for (const data of [
      { paths: ['contract.customer'] },
      { conditions: [{ field: 'contract.amount', op: 'gte', value: 1 }] },
      { conditions: [{ anyOf: [{ field: 'contract.amount', op: 'gte', value: 1 }] }] },
      { sort: { field: 'contract.amount' } },
      { 'contract.amount': 5 },
    ])
      expect((await recordsOf(client).list(data)).code, JSON.stringify(data)).toBe('KEY_FORBIDDEN');
    expect((await recordsOf(client).list()).code).toBe('1');
  });

  it('is refused after its end, after it was revoked, with an older key, and when its person may not sign in', async () => {
    const { id, client, key } = await machine();
    expect((await recordsOf(client).list()).code).toBe('1');
    await sql`update auth_key set expires_at = now() - interval '1 second' where id = ${id}`.execute(server.context.db);
    expect(await recordsOf(client).list()).toMatchObject({ code: 'KEY_INVALID', status: 401 });
    await sql`update auth_key set expires_at = now() + interval '1 day' where id = ${id}`.execute(server.context.db);
    const renewed = await admin.post<{ secretKey: string }>(`${BASE}/renew`, { id });
    expect((await recordsOf(client).list()).code).toBe('KEY_INVALID');
    const newer = clientOf(server.url, renewed.data.secretKey, '');
    expect((await recordsOf(newer).list()).code).toBe('1');
    await sql`update sys_user set is_disabled = true where id = 'u-staff'`.execute(server.context.db);
    expect((await recordsOf(newer).list()).code).toBe('KEY_INVALID');
    expect(await rowOf(id)).toMatchObject({ state: 'ownerless' });
    await sql`update sys_user set is_disabled = false where id = 'u-staff'`.execute(server.context.db);
    expect((await admin.post(`${BASE}/revoke`, { id })).code).toBe('1');
    expect((await recordsOf(newer).list()).code).toBe('KEY_INVALID');
    expect((await admin.post(`${BASE}/renew`, { id })).code).toBe('404');
    expect(key).not.toBe(renewed.data.secretKey);
    expect((await recordsOf(clientOf(server.url, 'ak_guess', '')).list()).code).toBe('KEY_INVALID');
  });

  it('makes no more calls a minute than it may', async () => {
    const { client, id } = await machine({ perMinute: 3 });
    const codes: string[] = [];
    for (let i = 0; i < 5; i += 1) codes.push((await recordsOf(client).list()).code);
    expect(codes).toEqual(['1', '1', '1', '429', '429']);
    await sql`update auth_key_use set window_at = now() - interval '2 minutes' where key_id = ${id}`.execute(
      server.context.db,
    );
    expect((await recordsOf(client).list()).code).toBe('1');
  });

  it('keeps its key nowhere: a hash alone, and neither page nor audit log shows it', async () => {
    const { id, key } = await machine({ name: '保密' });
    const { rows } = await sql<{
      line: string;
    }>`select to_jsonb(k)::text as line from auth_key k where id = ${id}`.execute(server.context.db);
    const log = await sql<{
      line: string;
    }>`select (coalesce(before::text, '') || coalesce(after::text, '')) as line from sys_audit where object = 'auth_key' and object_id = ${id}`.execute(
      server.context.db,
    );
    expect(log.rows).toHaveLength(1);
    const hash = (JSON.parse(rows[0]?.line ?? '{}') as { hash: string }).hash;
    expect(`${rows[0]?.line}${log.rows[0]?.line}${JSON.stringify(await rowOf(id))}`).not.toContain(key);
    expect(log.rows[0]?.line).not.toContain(hash);
    expect((await rowOf(id))?.hint).toBe(`…${key.slice(-4)}`);
  });

  it('is made with published forms, known ways, a person who may sign in and an end within two years', async () => {
    const msg = async (more: object) => (await add(more)).msg;
    expect(await msg({ forms: [] })).toContain('请选择表单');
    expect(await msg({ forms: ['nothing'] })).toContain('没有已发布的表单');
    expect(await msg({ ways: ['everything'] })).toContain('请选择可用的操作');
    expect(await msg({ userId: 'nobody' })).toContain('不存在或已停用');
    expect(await msg({ expiresAt: '2020-01-01' })).toContain('不能早于今天');
    expect(await msg({ expiresAt: `${new Date().getFullYear() + 1}-02-30` })).toContain('存在的日期');
    expect(await msg({ expiresAt: '2099-01-01' })).toContain('最长 2 年');
    const lastDay = new Date();
    lastDay.setFullYear(lastDay.getFullYear() + 2);
    expect((await add({ expiresAt: timeText(lastDay).slice(0, 10) })).code).toBe('1');
    await add({ name: '重名' });
    expect(await msg({ name: '重名' })).toContain('已有名为');
  });
});

/** Units of the demo company; the manager has a post in both, the engineer 李振华 in the first alone. */
const HOME = 'unit-jc';

const OTHER = 'unit-zx';

const FORM = 'unitDemo';

const record = (id: string, createBy: string): ImportedRecord => ({
  id,
  formKey: FORM,
  flwState: '0',
  createBy,
  createTime: new Date(),
  updateBy: createBy,
  updateTime: new Date(),
  fieldsMap: { name: id },
  childTables: {},
  steps: [],
  openNode: null,
});

const inUnit = (unit: string): Record<string, string> => ({ 'Unit-Id': unit });

async function listed(client: Client, unit: string): Promise<string[]> {
  const { data } = await client.post<{ data: { id: string }[] }>(
    `/api/system/frmCrud/list/${FORM}`,
    { page: { pageNum: 1, pageSize: 50 }, data: {} },
    inUnit(unit),
  );
  return data.data.map(({ id }) => id).sort();
}

it('a person with posts in two units reads the records of the unit that the call names', async () => {
  expect(await listed(manager, HOME)).toEqual(['home']);
  expect(await listed(manager, OTHER)).toEqual(['other']);
  // what was remembered of the first unit is not taken for the second
  expect(await listed(manager, HOME)).toEqual(['home']);
});

it('a new record is of the unit and the department in which its author stands', async () => {
  const placeOf = async (id: string) =>
    await server.context.db
      .selectFrom(await recordsIn(server, FORM))
      .select(['unit_id', 'dept_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const save = async (headers: Record<string, string>): Promise<string> => {
    const { data } = await manager.post<{ id: string }>(
      `/api/system/frmCrud/saveOrUpdate/${FORM}`,
      { fieldsMap: { name: '新' }, childTables: {} },
      headers,
    );
    return data.id;
  };
  expect(await placeOf(await save(inUnit(OTHER)))).toEqual({ unit_id: OTHER, dept_id: 'dept-zxld' });
  expect(await placeOf(await save(inUnit(HOME)))).toEqual({ unit_id: HOME, dept_id: 'dept-ld' });
  // without a unit the main one counts
  expect(await placeOf(await save({}))).toEqual({ unit_id: HOME, dept_id: 'dept-ld' });
});

it('a unit in which the person has no post is refused with a stable code, on a list as on a save', async () => {
  const one = await signIn(server.url, 'lizhenhua');
  const list = await one.post(
    `/api/system/frmCrud/list/${FORM}`,
    { page: { pageNum: 1, pageSize: 5 }, data: {} },
    inUnit(OTHER),
  );
  expect([list.status, list.code]).toEqual([403, 'UNIT_FOREIGN']);
  const save = await one.post(
    `/api/system/frmCrud/saveOrUpdate/${FORM}`,
    { fieldsMap: { name: '新' }, childTables: {} },
    inUnit('no-such-unit'),
  );
  expect([save.status, save.code]).toEqual([403, 'UNIT_FOREIGN']);
});

it('counts of home and figures of a board are of the unit that the call names', async () => {
  const asked = async <T>(path: string, unit: string, body?: object): Promise<T> => {
    const answer = await fetch(`${server.url}${path}`, {
      headers: { Authorization: `Bearer ${manager.token}`, ...inUnit(unit), 'content-type': 'application/json' },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    const { code, msg, data } = (await answer.json()) as { code: string; msg: string; data: T };
    expect(code, msg).toBe('1');
    return data;
  };
  const { rows } = await sql<{ unit: string; count: number }>`
    select unit_id as unit, count(*)::int as count from flw_instance where flw_state <> '0' group by 1`.execute(
    server.context.db,
  );
  for (const unit of [HOME, OTHER]) {
    const shares = await asked<{ value: number }[]>('/api/system/home/byState?scope=unit', unit);
    expect(shares.reduce((all, { value }) => all + value, 0)).toBe(rows.find((row) => row.unit === unit)?.count);
  }
  const definition = {
    datasetKey: 'test/units',
    name: '各单位',
    from: FORM,
    measures: [{ key: 'count', fn: 'count' }],
  };
  const admin = await signIn(server.url, 'admin');
  await admin.post('/api/system/datasetDef/saveDraft', { ...definition, definition });
  expect((await admin.post('/api/system/datasetDef/publish', { datasetKey: 'test/units', note: '' })).code).toBe('1');
  for (const unit of [HOME, OTHER]) {
    const questions = [{ datasetKey: 'test/units' }];
    const [figure] = await asked<{ rows: { values: string[] }[] }[]>('/api/system/dataset/run', unit, { questions });
    expect([unit, figure?.rows[0]?.values[0]]).toEqual([unit, String((await listed(manager, unit)).length)]);
  }
});
